//! Row locks.

use std::sync::Arc;
use std::time::Duration;

use tempest::Error;
use tempest::engine::{Any, Engine, Transaction};
use tempest::prelude::*;
use uuid::Uuid;

use super::outbound::{Outbound, Status, outbox};
use super::sample::{Person, people};
use crate::backend::Database;

async fn claim(tx: &Transaction<Any>, size: u64) -> tempest::Result<Vec<Uuid>> {
    Outbound::select()
        .columns(Outbound::id)
        .where_(Outbound::status.eq(Status::Queued))
        .order_by(Outbound::next_attempt_at)
        .limit(size)
        .for_update()
        .skip_locked()
        .all(tx)
        .await
}

pub(crate) async fn skip_locked_claims_disjoint_batches(db: Arc<Database>) {
    let mut ids = outbox(&db, 30).await;
    let first = db.engine.begin().await.unwrap();
    let batch = claim(&first, 10).await;
    let Some(mut claimed) = db.can(db.backend.row_locks, batch, "FOR UPDATE") else { return };
    let second = db.engine.begin().await.unwrap();
    let third = db.engine.begin().await.unwrap();
    claimed.extend(claim(&second, 10).await.unwrap());
    claimed.extend(claim(&third, 20).await.unwrap());
    claimed.sort_unstable();
    ids.sort_unstable();
    assert_eq!(claimed, ids);
    assert_eq!(claim(&second, 10).await.unwrap().len(), 10, "its own locks do not hinder it");
    first.rollback().await.unwrap();
    assert_eq!(claim(&third, 30).await.unwrap().len(), 20, "its own and those that became free");
}

/// A transaction that holds the lock on Ada, and one that would like to.
async fn two(db: &Database) -> (Transaction<Any>, Transaction<Any>) {
    people(db).await;
    (db.engine.begin().await.unwrap(), db.engine.begin().await.unwrap())
}

fn ada() -> tempest::query::Select<(Person,), Person> {
    Person::select().where_(Person::id.eq(1))
}

pub(crate) async fn no_wait_fails_at_a_locked_row(db: Arc<Database>) {
    if !db.backend.row_locks {
        people(&db).await;
        let tx = db.engine.begin().await.unwrap();
        return db.refuses(ada().for_update().no_wait().one(&tx).await, "FOR UPDATE");
    }
    let (first, second) = two(&db).await;
    ada().for_update().one(&first).await.unwrap();
    let error = ada().for_update().no_wait().one(&second).await.unwrap_err();
    assert!(matches!(error, Error::LockNotAvailable { .. }), "{error:?}");
    assert!(error.is_retryable());
    drop(second);
    first.commit().await.unwrap();
    let third = db.engine.begin().await.unwrap();
    assert_eq!(ada().for_update().no_wait().one(&third).await.unwrap().name, "Ada");
}

pub(crate) async fn a_lock_waits_for_the_one_before(db: Arc<Database>) {
    people(&db).await;
    let first = db.engine.begin().await.unwrap();
    let waiting = if db.backend.row_locks {
        ada().for_update().one(&first).await.unwrap();
        tokio::spawn({
            let engine = db.engine.clone();
            async move { engine.transaction(async |tx| ada().for_update().one(tx).await).await }
        })
    } else {
        // A write transaction of SQLite has the database to itself.
        tokio::spawn({
            let engine = db.engine.clone();
            async move { engine.transaction(async |tx| ada().one(tx).await).await }
        })
    };
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(!waiting.is_finished());
    Person::update().set(Person::age, 37).where_(Person::id.eq(1)).execute(&first).await.unwrap();
    first.commit().await.unwrap();
    assert_eq!(waiting.await.unwrap().unwrap().age, 37);
}

pub(crate) async fn shared_locks_keep_writers_out_only(db: Arc<Database>) {
    if !db.backend.row_locks {
        people(&db).await;
        let tx = db.engine.begin().await.unwrap();
        return db.refuses(ada().for_share().one(&tx).await, "FOR SHARE");
    }
    let (first, second) = two(&db).await;
    ada().for_share().one(&first).await.unwrap();
    ada().for_share().no_wait().one(&second).await.unwrap();
    second.rollback().await.unwrap();
    let third = db.engine.begin().await.unwrap();
    let rows = Person::select().columns(Person::id).order_by(Person::id).for_update().skip_locked();
    assert_eq!(rows.all(&third).await.unwrap(), [2, 3, 4, 5]);
    let error = ada().for_update().no_wait().one(&third).await.unwrap_err();
    assert!(matches!(error, Error::LockNotAvailable { .. }), "{error:?}");
}

pub(crate) async fn weaker_locks_of_postgresql(db: Arc<Database>) {
    let (dialect, clause) = (db.dialect().name(), "FOR NO KEY UPDATE");
    people(&db).await;
    let first = db.engine.begin().await.unwrap();
    let locked = ada().for_no_key_update().one(&first).await;
    if db.can(dialect == "PostgreSQL", locked, clause).is_none() {
        return db.refuses(ada().for_key_share().no_wait().one(&first).await, "FOR KEY SHARE");
    }
    let second = db.engine.begin().await.unwrap();
    ada().for_key_share().no_wait().one(&second).await.unwrap();
    let error = ada().for_share().no_wait().one(&second).await.unwrap_err();
    assert!(matches!(error, Error::LockNotAvailable { .. }), "{error:?}");
}

pub(crate) async fn of_names_the_tables_whose_rows_are_locked(db: Arc<Database>) {
    people(&db).await;
    let tx = db.engine.begin().await.unwrap();
    let rows = Person::select().for_update().of::<Person>().skip_locked().all(&tx).await;
    match db.dialect().name() {
        "SQLite" => db.refuses(rows, "FOR UPDATE"),
        "MariaDB" => db.refuses(rows, "OF in a row lock"),
        _ => assert_eq!(rows.unwrap().len(), 5),
    }
}

pub(crate) async fn one_statement_claims_no_more_than_its_limit(db: Arc<Database>) {
    outbox(&db, 200).await;
    let claim = |engine: &Engine, size| {
        let engine = engine.clone();
        let due = Outbound::select()
            .columns(Outbound::id)
            .where_(Outbound::status.eq(Status::Queued))
            .order_by(Outbound::next_attempt_at)
            .limit(size)
            .for_update()
            .skip_locked();
        let claim = Outbound::update()
            .set(Outbound::status, Status::Sending)
            .set(Outbound::attempts, Outbound::attempts + 1)
            .where_(Outbound::id.in_(due))
            .returning();
        async move { claim.all(&engine).await }
    };
    match db.dialect().name() {
        "PostgreSQL" => {}
        "SQLite" => return db.refuses(claim(&db.engine, 10).await, "FOR UPDATE"),
        _ => return db.refuses(claim(&db.engine, 10).await, "LIMIT or OFFSET inside IN"),
    }
    // Plans under which a subquery would be run again for each row.
    db.raw(&format!(
        "ALTER DATABASE {0} SET enable_hashjoin = off; ALTER DATABASE {0} SET enable_mergejoin = off;
         ALTER DATABASE {0} SET enable_hashagg = off; ALTER DATABASE {0} SET enable_material = off;
         ALTER DATABASE {0} SET enable_sort = off",
        db.url.rsplit_once('/').unwrap().1
    ))
    .await;
    for engine in [db.engine.clone(), db.options().connect().await.unwrap()] {
        let rows = claim(&engine, 7).await.unwrap();
        assert_eq!(rows.len(), 7);
        assert!(rows.iter().all(|row| row.status == Status::Sending && row.attempts == 1));
    }
    assert_eq!(Outbound::select().where_(Outbound::attempts.ne(0)).count(&db.engine).await.unwrap(), 14);
}

pub(crate) async fn rows_that_are_no_rows_of_a_table(db: Arc<Database>) {
    people(&db).await;
    let tx = db.engine.begin().await.unwrap();
    let ages = Person::select().columns(Person::age).distinct().for_update().all(&tx).await;
    match db.dialect().name() {
        "PostgreSQL" => db.refuses(ages, "a row lock with DISTINCT"),
        "SQLite" => db.refuses(ages, "FOR UPDATE"),
        _ => assert_eq!(ages.unwrap().len(), 4),
    }
}
