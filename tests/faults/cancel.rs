//! Futures that are dropped after 1, 2, 3, … polls: what they leave in the pool, and in the database.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use tempest::Result;
use tempest::prelude::*;

use crate::backend::Database;

#[derive(Model, Debug, Clone, PartialEq)]
#[tempest(table = "notes")]
struct Note {
    #[tempest(primary_key)]
    id: i64,
    text: String,
}

fn note(id: i64) -> Note {
    Note { id, text: format!("note {id}") }
}

/// Polls the future so many times at most, and drops it. Whether it came to its end.
async fn polled(times: usize, future: impl Future) -> bool {
    let mut future = pin!(future);
    let mut left = times;
    poll_fn(|context| {
        if future.as_mut().poll(context).is_ready() {
            return Poll::Ready(true);
        }
        left -= 1;
        if left == 0 { Poll::Ready(false) } else { Poll::Pending }
    })
    .await
}

/// Runs an operation again and again, dropped after one poll more each time until it comes to its end. Round `n` may
/// write the notes with the ids `10 n` to `10 n + 9`; how many of them there are afterwards is one of `left`.
async fn at_every_poll<F: Future>(db: &Database, left: &[u64], operation: impl Fn(Engine, i64) -> F) {
    db.engine.create_tables::<Note>().await.unwrap();
    let engine: Engine = db.options().pool_size(1).acquire_timeout(Duration::from_secs(20)).connect().await.unwrap();
    let rows_of = |round: i64| Note::select().where_(Note::id.between(10 * round, 10 * round + 9));
    let mut rounds = 0;
    loop {
        rounds += 1;
        assert!(rounds < 2000, "it never comes to its end");
        let round = i64::try_from(rounds).unwrap();
        let ended = polled(rounds, operation(engine.clone(), round)).await;

        // The next one's row is there for all at once: it is in no transaction that was left open.
        let probe = note(-round);
        assert_eq!(Note::insert(probe.clone()).execute(&engine).await.unwrap(), 1, "round {round}");
        assert_eq!(Note::select().where_(Note::id.eq(-round)).one(&db.engine).await.unwrap(), probe);
        // It gets its own rows, and not what was left of others'.
        assert_eq!(Note::select().where_(Note::id.eq(-round)).all(&engine).await.unwrap(), [probe]);
        let tx = engine.begin().await.unwrap();
        Note::delete().where_(Note::id.eq(-round)).execute(&tx).await.unwrap();
        tx.rollback().await.unwrap();
        assert!(Note::select().where_(Note::id.eq(-round)).exists(&db.engine).await.unwrap(), "round {round}");
        // Nobody holds a lock any more on what was given up.
        Note::update().set(Note::text, "seen").where_(Note::id.eq(10 * round)).execute(&db.engine).await.unwrap();
        let status = engine.status();
        assert!(status.size <= status.max_size && status.waiting == 0, "round {round}: {status:?}");
        if ended {
            break;
        }
    }
    engine.close().await;
    for round in 1..=i64::try_from(rounds).unwrap() {
        let found = rows_of(round).count(&db.engine).await.unwrap();
        assert!(left.contains(&found), "round {round} of {rounds} left {found} notes, and not one of {left:?}");
    }
}

pub(crate) async fn a_query(db: Arc<Database>) {
    at_every_poll(&db, &[0], async |engine, _| {
        Note::select().where_(Note::id.ge(0)).order_by(Note::id).all(&engine).await
    })
    .await;
}

pub(crate) async fn a_statement_that_writes(db: Arc<Database>) {
    at_every_poll(&db, &[0, 1], async |engine, round| Note::insert(note(10 * round)).execute(&engine).await).await;
}

/// MySQL reads the row back by its key.
pub(crate) async fn a_row_that_comes_back(db: Arc<Database>) {
    let insert = async |engine: Engine, round| Note::insert(note(10 * round)).returning().one(&engine).await;
    at_every_poll(&db, &[0, 1], insert).await;
}

/// All of them, or none: on SQLite and MySQL they are several statements in one transaction.
pub(crate) async fn many_rows(db: Arc<Database>) {
    let insert = async |engine: Engine, round| {
        let rows = (0..10).map(|n| Note { id: 10 * round + n, text: "x".repeat(300_000) });
        Note::insert_many(rows).execute(&engine).await
    };
    at_every_poll(&db, &[0, 10], insert).await;
}

pub(crate) async fn a_begin(db: Arc<Database>) {
    at_every_poll(&db, &[0], async |engine, _| engine.begin().await.map(drop)).await;
}

pub(crate) async fn a_transaction(db: Arc<Database>) {
    let both = async |engine: Engine, round| {
        engine
            .transaction(async |tx| {
                Note::insert(note(10 * round)).execute(tx).await?;
                Note::insert(note(10 * round + 1)).execute(tx).await
            })
            .await
    };
    at_every_poll(&db, &[0, 2], both).await;
}

pub(crate) async fn a_rollback(db: Arc<Database>) {
    let neither = async |engine: Engine, round| -> Result<()> {
        let tx = engine.begin().await?;
        Note::insert(note(10 * round)).execute(&tx).await?;
        tx.rollback().await
    };
    at_every_poll(&db, &[0], neither).await;
}

pub(crate) async fn a_transaction_inside_another(db: Arc<Database>) {
    let nested = async |engine: Engine, round| {
        engine
            .transaction(async |tx| {
                Note::insert(note(10 * round)).execute(tx).await?;
                let undone = tx.begin().await?;
                Note::insert(note(10 * round + 1)).execute(&undone).await?;
                undone.rollback().await?;
                tx.transaction(async |inner| Note::insert(note(10 * round + 2)).execute(inner).await).await
            })
            .await
    };
    at_every_poll(&db, &[0, 2], nested).await;
}

/// Only what is inside is given up, and the transaction around it goes on or says that it cannot.
pub(crate) async fn a_savepoint_whose_transaction_goes_on(db: Arc<Database>) {
    db.engine.create_tables::<Note>().await.unwrap();
    let engine = db.options().pool_size(1).connect().await.unwrap();
    let (mut went_on, mut polls) = (0, 0);
    loop {
        polls += 1;
        let first = 10 * i64::try_from(polls).unwrap();
        let tx = engine.begin().await.unwrap();
        Note::insert(note(first)).execute(&tx).await.unwrap();
        let inner = async {
            let inner = tx.begin().await?;
            Note::insert(note(first + 1)).execute(&inner).await?;
            inner.rollback().await
        };
        let ended = polled(polls, inner).await;
        let last = Note::insert(note(first + 2)).execute(&tx).await;
        let committed = tx.commit().await;
        let found = Note::select().where_(Note::id.between(first, first + 9)).count(&db.engine).await.unwrap();
        if last.is_ok() && committed.is_ok() {
            went_on += 1;
            assert_eq!(found, 2, "after {polls} polls");
        } else {
            assert_eq!(found, 0, "after {polls} polls: {last:?}, {committed:?}");
        }
        if ended {
            break;
        }
    }
    assert!(went_on > 0);
}

pub(crate) async fn a_stream(db: Arc<Database>) {
    db.engine.create_tables::<Note>().await.unwrap();
    Note::insert_many((1_000_000..1_000_030).map(note)).execute(&db.engine).await.unwrap();
    let outside = async |engine: Engine, _| {
        let many = Note::select().where_(Note::id.ge(1_000_000)).order_by(Note::id);
        let mut rows = many.stream(&engine);
        while let Some(row) = rows.next().await {
            row?;
            tokio::task::yield_now().await;
        }
        Ok::<_, tempest::Error>(())
    };
    at_every_poll(&db, &[0], outside).await;
}

pub(crate) async fn a_stream_in_a_transaction(db: Arc<Database>) {
    db.engine.create_tables::<Note>().await.unwrap();
    Note::insert_many((1_000_000..1_000_030).map(note)).execute(&db.engine).await.unwrap();
    let inside = async |engine: Engine, round| {
        engine
            .transaction(async |tx| {
                Note::insert(note(10 * round)).execute(tx).await?;
                let mut rows = Note::select().where_(Note::id.ge(1_000_000)).order_by(Note::id).stream(tx);
                for _ in 0..10 {
                    rows.next().await.transpose()?;
                    tokio::task::yield_now().await;
                }
                drop(rows);
                Note::insert(note(10 * round + 1)).execute(tx).await
            })
            .await
    };
    at_every_poll(&db, &[0, 2], inside).await;
}

/// Waiting in the pool's queue: who gives up leaves no place behind.
pub(crate) async fn a_wait_for_a_connection(db: Arc<Database>) {
    db.engine.create_tables::<Note>().await.unwrap();
    let engine = db.options().pool_size(1).connect().await.unwrap();
    let holder = engine.begin().await.unwrap();
    for polls in 1..20 {
        // It is polled again each time something else wakes the task.
        let (begin, mut wake) = (engine.begin(), tokio::time::interval(Duration::from_millis(1)));
        let waits = async {
            tokio::join!(begin, async {
                loop {
                    wake.tick().await;
                }
            })
        };
        assert!(!polled(polls, waits).await, "there is no connection to be had");
    }
    assert_eq!(engine.status().waiting, 0);
    holder.rollback().await.unwrap();
    for id in 0..5 {
        Note::insert(note(id)).execute(&engine).await.unwrap();
    }
}

/// One that was given up while it was being made is closed.
pub(crate) async fn a_new_connection(db: Arc<Database>) {
    let connect = async || {
        let engine: Engine = db.options().connect().await.unwrap();
        engine.close().await;
    };
    let mut polls = 1;
    while !polled(polls, connect()).await {
        polls += 1;
    }
    let list = match db.dialect().name() {
        "PostgreSQL" => "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()",
        "SQLite" => return,
        _ => "SELECT count(*) FROM information_schema.processlist WHERE db = database()",
    };
    for _ in 0..100 {
        // The engine's one, and the one that asks.
        if db.raw_cell(list).await.is_some_and(|open| open == "1" || open == "2") {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{:?} connections are open", db.raw_cell(list).await);
}
