//! What breaks queues: lost updates, repeated keys, and processes that die.

use std::future::Future;
use std::io::{BufRead, BufReader};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use tempest::engine::{Any, Engine, Transaction};
use tempest::prelude::*;
use tempest_tests::drain::{self, Delivery, Message};
use tokio::sync::{Barrier, Mutex};
use tokio::task::JoinSet;
use uuid::Uuid;

use super::outbound::{Outbound, Status, message, outbox};
use crate::backend::Database;

/// How many do the same thing at once.
const AT_ONCE: usize = 50;

/// Runs the same thing so many times at once, with a connection for each, and returns what they did.
async fn at_once<T, F>(db: &Database, body: impl Fn(Engine, usize) -> F) -> Vec<T>
where
    T: Send + 'static,
    F: Future<Output = T> + Send + 'static,
{
    // A server takes 100 connections or so: one case at a time has that many.
    static ONE_AT_A_TIME: Mutex<()> = Mutex::const_new(());
    let alone = ONE_AT_A_TIME.lock().await;
    let engine = db.options().pool_size(AT_ONCE).connect().await.unwrap();
    let start = Arc::new(Barrier::new(AT_ONCE));
    let mut tasks = JoinSet::new();
    for number in 0..AT_ONCE {
        let (start, body) = (Arc::clone(&start), body(engine.clone(), number));
        tasks.spawn(async move {
            start.wait().await;
            body.await
        });
    }
    let done = tasks.join_all().await;
    engine.close().await;
    // The server is not done with them yet.
    tokio::time::sleep(Duration::from_millis(100)).await;
    drop(alone);
    done
}

async fn attempts(db: &Database, id: Uuid) -> i32 {
    Outbound::select().columns(Outbound::attempts).where_(Outbound::id.eq(id)).one(&db.engine).await.unwrap()
}

pub(crate) async fn increments_in_one_statement_lose_none(db: Arc<Database>) {
    let id = outbox(&db, 1).await[0];
    let done = at_once(&db, |engine, _| async move {
        let update = Outbound::update().set(Outbound::attempts, Outbound::attempts + 1);
        update.where_(Outbound::id.eq(id)).execute(&engine).await.unwrap()
    });
    assert_eq!(done.await, [1; AT_ONCE]);
    assert_eq!(attempts(&db, id).await, 50);
}

/// The program reads the number, and writes the one after it.
pub(crate) async fn increments_of_a_locked_row_lose_none(db: Arc<Database>) {
    let id = outbox(&db, 1).await[0];
    let row_locks = db.backend.row_locks;
    let increment = async move |tx: &Transaction<Any>| {
        let read = Outbound::select().columns(Outbound::attempts).where_(Outbound::id.eq(id));
        // A write transaction of SQLite has the database to itself from its beginning.
        let read = if row_locks { read.for_update().one(tx).await? } else { read.one(tx).await? };
        let update = Outbound::update().set(Outbound::attempts, read + 1).where_(Outbound::id.eq(id));
        update.execute(tx).await?;
        Ok(read + 1)
    };
    let mut done =
        at_once(&db, |engine, _| async move { engine.transaction(async |tx| increment(tx).await).await.unwrap() })
            .await;
    done.sort_unstable();
    assert_eq!(done, (1..=50).collect::<Vec<_>>(), "each reads what the one before wrote");
    assert_eq!(attempts(&db, id).await, 50);
}

/// The insert, with the unique index named where the database lets a statement name it.
async fn insert_once(engine: &Engine, conflict_target: bool, row: Outbound) -> tempest::Result<u64> {
    if conflict_target {
        let target = (Outbound::consumer, Outbound::idempotency_key);
        Outbound::insert(row).on_conflict_do_nothing(target).execute(engine).await
    } else {
        Outbound::insert(row).on_conflict_do_nothing(AnyUnique).execute(engine).await
    }
}

pub(crate) async fn repeats_of_one_key_make_one_row(db: Arc<Database>) {
    outbox(&db, 0).await;
    let target = db.backend.conflict_target;
    let inserted = at_once(&db, |engine, _| async move {
        let row = message("billing", Some("invoice 7"));
        let id = row.id;
        (insert_once(&engine, target, row).await.unwrap() == 1).then_some(id)
    })
    .await;
    let winners: Vec<Uuid> = inserted.into_iter().flatten().collect();
    assert_eq!(winners.len(), 1, "one of them is told that it made the row");
    assert_eq!(Outbound::select().columns(Outbound::id).all(&db.engine).await.unwrap(), winners);
}

pub(crate) async fn rows_without_a_key_are_never_deduplicated(db: Arc<Database>) {
    outbox(&db, 0).await;
    let target = db.backend.conflict_target;
    let inserted =
        at_once(&db, |engine, _| async move { insert_once(&engine, target, message("billing", None)).await.unwrap() });
    assert_eq!(inserted.await, [1; AT_ONCE]);
    assert_eq!(Outbound::select().where_(Outbound::status.eq(Status::Queued)).count(&db.engine).await.unwrap(), 50);
}

/// A process that does not outlive a test that fails.
struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Four workers here and four in a process that is killed while it holds a batch.
pub(crate) async fn a_killed_process_loses_nothing_and_doubles_nothing(db: Arc<Database>) {
    // Rows that are never taken back would keep the workers waiting for ever.
    tokio::time::timeout(Duration::from_secs(90), drain_and_kill(&db)).await.expect("the queue is drained in time");
}

async fn drain_and_kill(db: &Database) {
    const MESSAGES: i64 = 5000;
    db.engine.create_tables::<(Message, Delivery)>().await.unwrap();
    for first in (0..MESSAGES).step_by(1000) {
        let rows = (first..first + 1000).map(|id| insert!(Message { id: id }));
        Message::insert_many(rows).execute(&db.engine).await.unwrap();
    }
    let delivered = async || Delivery::select().count(&db.engine).await.unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_drain_process"));
    let mut other = Killed(command.args([db.url.as_str(), "4"]).stdout(Stdio::piped()).spawn().unwrap());
    let output = other.0.stdout.take().unwrap();
    // Its first worker is held up in the middle of its work, and never ends by itself.
    let held = tokio::task::spawn_blocking(move || -> Vec<i64> {
        let line = BufReader::new(output).lines().next().expect("the process ended").unwrap();
        line.strip_prefix("holding ").expect("what it holds").split(' ').map(|id| id.parse().unwrap()).collect()
    });
    let held = held.await.unwrap();
    let here = tokio::spawn({
        let engine = db.engine.clone();
        async move { drain::process(&engine, 4, false).await }
    });
    // Both processes work.
    let before = delivered().await;
    while delivered().await < before + 200 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let of_held = Delivery::select().where_(Delivery::message_id.in_(&held));
    assert_eq!(of_held.clone().count(&db.engine).await.unwrap(), 0, "its lease is not over, and nobody else has them");
    other.0.kill().unwrap();
    let status = loop {
        match other.0.try_wait().unwrap() {
            Some(status) => break status,
            None => tokio::time::sleep(Duration::from_millis(5)).await,
        }
    };
    assert_eq!(status.signal(), Some(9), "it did not end by itself");
    let left = Message::select().where_(Message::sent.eq(false)).count(&db.engine).await.unwrap();
    assert!(left > held.len().try_into().unwrap(), "it was killed midway: {left} are left");
    here.await.unwrap().unwrap();

    let mut delivered = Delivery::select().columns(Delivery::message_id).all(&db.engine).await.unwrap();
    delivered.sort_unstable();
    assert_eq!(delivered, (0..MESSAGES).collect::<Vec<_>>(), "each one once");
    let attempts = of_held.columns(Delivery::attempt).all(&db.engine).await.unwrap();
    assert!(attempts.len() == held.len() && attempts.iter().all(|attempt| *attempt > 1), "taken back: {attempts:?}");
    assert!(!Message::select().where_(Message::sent.eq(false)).exists(&db.engine).await.unwrap());
}

/// It comes back after another worker has claimed its message.
pub(crate) async fn a_worker_that_lost_its_lease_delivers_nothing(db: Arc<Database>) {
    let engine = &db.engine;
    engine.create_tables::<(Message, Delivery)>().await.unwrap();
    insert!(Message { id: 1 }).execute(engine).await.unwrap();
    let late = drain::claim(engine).await.unwrap();
    assert_eq!(late, [(1, 1)]);
    assert!(drain::claim(engine).await.unwrap().is_empty(), "it is leased");
    tokio::time::sleep(Duration::from_millis(u64::try_from(drain::LEASE).unwrap() * 1000 + 200)).await;
    let next = drain::claim(engine).await.unwrap();
    assert_eq!(next, [(1, 2)]);
    let deliveries = async || Delivery::select().columns(Delivery::attempt).all(engine).await.unwrap();
    drain::finish(engine, &late).await.unwrap();
    assert!(deliveries().await.is_empty(), "the attempt is not the current one");
    drain::finish(engine, &next).await.unwrap();
    drain::finish(engine, &next).await.unwrap();
    drain::finish(engine, &late).await.unwrap();
    assert_eq!(deliveries().await, [2], "once");
}

/// A claim of one transaction that is not over hides its rows from the next one. SQLite has one writer at a time. In a
/// table of a few rows MariaDB reads all of them to update some, and then waits.
pub(crate) async fn a_claim_passes_over_what_another_one_is_claiming(db: Arc<Database>) {
    if !db.backend.row_locks {
        return;
    }
    db.engine.create_tables::<(Message, Delivery)>().await.unwrap();
    Message::insert_many((0..2000).map(|id| insert!(Message { id: id }))).execute(&db.engine).await.unwrap();
    let tx = db.engine.begin().await.unwrap();
    let due = Message::select().columns(Message::id).where_(Message::due_at.le(now())).order_by(Message::due_at);
    let locked = due.limit(20).for_update().skip_locked().all(&tx).await.unwrap();
    let claimed = tokio::time::timeout(Duration::from_secs(5), drain::claim(&db.engine));
    let claimed = claimed.await.expect("it does not wait for the locks").unwrap();
    assert_eq!((locked.len(), claimed.len()), (20, 20));
    assert!(!claimed.iter().any(|(id, _)| locked.contains(id)), "{locked:?} {claimed:?}");
    tx.rollback().await.unwrap();
}
