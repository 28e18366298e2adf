//! What changes under an engine that runs: tables, types and connections.

use std::sync::Arc;
use std::time::Duration;

use tempest::prelude::*;
use tempest::{Error, Result};

use super::sample::{Person, people};
use crate::backend::Database;

#[derive(Model, Debug, Clone, PartialEq)]
#[tempest(table = "readings")]
struct Reading {
    #[tempest(primary_key)]
    id: i64,
    value: i64,
    note: Option<String>,
}

async fn readings(db: &Database, value: &str, note: &str) {
    db.raw("DROP TABLE IF EXISTS readings").await;
    db.raw(&format!("CREATE TABLE readings (id BIGINT NOT NULL PRIMARY KEY, value {value}, note {note})")).await;
    db.raw("INSERT INTO readings VALUES (1, 1, '1')").await;
}

/// Changes the type of a column. SQLite, which cannot, makes the table anew.
async fn alter(db: &Database, column: &str, to: &str) {
    match db.dialect().name() {
        "PostgreSQL" => {
            db.raw(&format!("ALTER TABLE readings ALTER {column} TYPE {to} USING {column}::{to}")).await;
        }
        "SQLite" if column == "value" => readings(db, to, "TEXT").await,
        "SQLite" => readings(db, "INTEGER", to).await,
        _ => db.raw(&format!("ALTER TABLE readings MODIFY {column} {to}")).await,
    }
}

/// Each kind of statement, with values that are new.
async fn all_statements<'e, E>(executor: E, value: i64, note: &str) -> Result<()>
where
    E: Executor<Output<u64> = tempest::engine::BoxFuture<'e, Result<u64>>> + Copy,
    E: Executor<Output<Vec<Reading>> = tempest::engine::BoxFuture<'e, Result<Vec<Reading>>>>,
{
    let find = Reading::select().where_(Reading::note.eq(note)).where_(Reading::id.eq(2));
    find.clone().all(executor).await?;
    Reading::delete().where_(Reading::id.eq(2)).execute(executor).await?;
    insert!(Reading { id: 2, value: value, note: note.to_owned() }).execute(executor).await?;
    Reading::update().set(Reading::value, Reading::value + 1).where_(Reading::id.eq(2)).execute(executor).await?;
    Reading::update()
        .set(Reading::note, note.to_owned())
        .where_(Reading::value.eq(value + 1))
        .execute(executor)
        .await?;
    assert_eq!(find.all(executor).await?, [Reading { id: 2, value: value + 1, note: Some(note.to_owned()) }]);
    Ok(())
}

pub(crate) async fn a_column_becomes_wider(db: Arc<Database>) {
    readings(&db, "INTEGER", "VARCHAR(10)").await;
    let engine = db.options().pool_size(1).connect().await.unwrap();
    all_statements(&engine, 5, "short").await.unwrap();
    alter(&db, "value", "BIGINT").await;
    all_statements(&engine, 1 << 40, "short").await.unwrap();
    alter(&db, "note", "VARCHAR(100)").await;
    all_statements(&engine, 1 << 40, &"long".repeat(20)).await.unwrap();
    // In a transaction as well: the first statement finds out.
    db.raw("DELETE FROM readings WHERE id = 2").await;
    alter(&db, "value", "INTEGER").await;
    all_statements(&engine, 6, "short").await.unwrap();
    alter(&db, "value", "BIGINT").await;
    engine.transaction(async |tx| all_statements(tx, 1 << 41, "short").await).await.unwrap();
}

/// The same table, with a value of another type.
#[derive(Model, Debug, Clone, PartialEq)]
#[tempest(table = "readings")]
struct Written {
    #[tempest(primary_key)]
    id: i64,
    value: String,
}

pub(crate) async fn a_column_becomes_text(db: Arc<Database>) {
    readings(&db, "INTEGER", "TEXT").await;
    let engine = db.options().pool_size(1).connect().await.unwrap();
    let insert = async |id: i64, value: &str| insert!(Written { id: id, value: value }).execute(&engine).await;
    let select = Written::select().columns(Written::value).where_(Written::id.eq(3));
    insert(2, "5").await.unwrap();
    assert!(matches!(select.clone().all(&engine).await, Ok(none) if none.is_empty()));
    alter(&db, "value", "VARCHAR(10)").await;
    insert(3, "five").await.unwrap();
    assert_eq!(select.one(&engine).await.unwrap(), "five");
    alter(&db, "note", "VARCHAR(20)").await;
    if db.backend.row_locks {
        // And back.
        Written::delete().where_(Written::id.eq(3)).execute(&engine).await.unwrap();
        alter(&db, "value", "INTEGER").await;
        insert(4, "6").await.unwrap();
        assert_eq!(Reading::select().where_(Reading::id.eq(4)).one(&engine).await.unwrap().value, 6);
    }
}

pub(crate) async fn a_table_is_made_anew(db: Arc<Database>) {
    readings(&db, "INTEGER", "TEXT").await;
    let engine = db.options().pool_size(1).connect().await.unwrap();
    all_statements(&engine, 5, "before").await.unwrap();
    db.raw("DROP TABLE readings").await;
    for _ in 0..2 {
        let error = Reading::select().all(&engine).await.unwrap_err();
        assert!(matches!(error, Error::Database { .. }), "{error}");
    }
    db.raw("CREATE TABLE readings (note VARCHAR(99), value BIGINT, id BIGINT NOT NULL PRIMARY KEY)").await;
    all_statements(&engine, 6, "after").await.unwrap();
}

#[derive(DbEnum, Debug, Clone, Copy, PartialEq, Eq)]
#[tempest(native = "tide", naming = "snake_case")]
enum Tide {
    Low,
    High,
}

#[derive(Model, Debug, Clone, PartialEq)]
#[tempest(table = "tides")]
struct Observed {
    #[tempest(primary_key)]
    id: i64,
    tide: Tide,
    before: Option<Tide>,
}

pub(crate) async fn an_enum_is_made_anew(db: Arc<Database>) {
    db.engine.create_tables::<Observed>().await.unwrap();
    let engine = db.options().pool_size(1).connect().await.unwrap();
    let use_it = async |executor: &Engine| {
        let row = Observed { id: 1, tide: Tide::High, before: Some(Tide::Low) };
        Observed::insert(row.clone()).execute(executor).await?;
        let update = Observed::update().set(Observed::before, Tide::High).where_(Observed::tide.eq(Tide::High));
        update.execute(executor).await?;
        let tides = [Tide::Low, Tide::High];
        let rows = Observed::select().where_(Observed::before.in_(tides)).all(executor).await?;
        assert_eq!(rows, [Observed { before: Some(Tide::High), ..row }]);
        Observed::delete().where_(Observed::tide.ne(Tide::Low)).execute(executor).await
    };
    for _ in 0..3 {
        assert_eq!(use_it(&engine).await.unwrap(), 1);
        // By another program.
        db.engine.drop_tables::<Observed>().await.unwrap();
        db.engine.create_tables::<Observed>().await.unwrap();
    }
    let row = Observed { id: 1, tide: Tide::High, before: None };
    engine.transaction(async |tx| Observed::insert(row.clone()).execute(tx).await).await.unwrap();
    assert_eq!(Observed::select().all(&engine).await.unwrap(), [row]);
}

pub(crate) async fn a_change_in_the_middle_of_a_transaction(db: Arc<Database>) {
    readings(&db, "INTEGER", "TEXT").await;
    let engine = db.options().pool_size(3).connect().await.unwrap();
    // All connections have prepared the statements.
    let read = || engine.begin_with(TransactionOptions::new().read_only());
    let readers = [read().await.unwrap(), read().await.unwrap(), read().await.unwrap()];
    for tx in &readers {
        Reading::select().columns(Reading::note).all(tx).await.unwrap();
        Reading::select().all(tx).await.unwrap();
    }
    for tx in readers {
        tx.rollback().await.unwrap();
    }
    alter(&db, "value", "BIGINT").await;
    let mut repeated = 0;
    for _ in 0..6 {
        let work = async |tx: &tempest::engine::Transaction| {
            Reading::select().columns(Reading::note).all(tx).await?;
            Reading::select().all(tx).await
        };
        match engine.transaction_with(TransactionOptions::new().read_only(), work).await {
            Ok(rows) => assert_eq!(rows.len(), 1),
            // PostgreSQL ends a transaction with each error, so that there is nothing left in which to try again.
            Err(error) => {
                assert!(error.is_retryable() && db.backend.failure_aborts, "{error}");
                assert!(error.to_string().contains("the schema has changed"), "{error}");
                repeated += 1;
            }
        }
    }
    assert!(repeated <= 1, "one connection finds out for all: {repeated}");
}

pub(crate) async fn connections_end_while_nobody_uses_them(db: Arc<Database>) {
    people(&db).await;
    let engine = db.options().pool_size(3).connect().await.unwrap();
    let all_in_use = async || {
        let (one, two, three) = tokio::join!(engine.begin(), engine.begin(), engine.begin());
        for tx in [one, two, three] {
            tx.unwrap().rollback().await.unwrap();
        }
    };
    if !db.backend.row_locks {
        return;
    }
    all_in_use().await;
    assert!(db.end_connections().await);
    // As if the server was stopped and started again. MySQL does not tell its clients, so the first statement within a
    // second may fail; none after that.
    let mut lost = 0;
    for _ in 0..6 {
        match Person::select().count(&engine).await {
            Ok(count) => assert_eq!(count, 5),
            Err(error) => {
                assert!(matches!(error, Error::ConnectionLost { .. }), "{error}");
                lost += 1;
            }
        }
    }
    assert!(lost <= usize::from(db.dialect().name() != "PostgreSQL"), "{lost}");
    all_in_use().await;
    db.end_connections().await;
    tokio::time::sleep(Duration::from_millis(1100)).await;
    all_in_use().await;
}
