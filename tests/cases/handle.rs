//! The driver's own connection.

use std::sync::Arc;

use tempest::engine::DriverConnection;
use tempest::prelude::*;
use tempest::{Error, Result};

use super::sample::{Person, people};
use crate::backend::Database;

/// Runs commands by the driver's own means; what it answers is a text.
async fn run(driver: &mut DriverConnection, commands: &str) -> Result<Option<String>> {
    use mysql_async::prelude::Queryable;
    let commands = commands.to_owned();
    if driver.postgres().is_ok() {
        return Ok(driver.postgres()?.batch_execute(&commands).await.err().map(|error| error.to_string()));
    }
    if driver.mysql().is_ok() {
        return Ok(driver.mysql()?.query_drop(commands).await.err().map(|error| error.to_string()));
    }
    let result = driver.sqlite(move |connection| connection.execute_batch(&commands)).await?;
    Ok(result.err().map(|error| error.to_string()))
}

async fn age(db: &Database, id: i64) -> i32 {
    Person::select().columns(Person::age).where_(Person::id.eq(id)).one(&db.engine).await.unwrap()
}

pub(crate) async fn an_engine_gives_out_a_connection_and_closes_it(db: Arc<Database>) {
    people(&db).await;
    let one = db.options().pool_size(1).connect().await.unwrap();
    let mut driver = one.driver().await.unwrap();
    assert_eq!(run(&mut driver, "UPDATE people SET age = 99 WHERE id = 1").await.unwrap(), None);
    // What is left behind reaches nobody: an open transaction is rolled back.
    let begin = if db.dialect().name() == "SQLite" { "UPDATE people SET age = age" } else { "BEGIN" };
    run(&mut driver, begin).await.unwrap();
    assert_eq!(run(&mut driver, "UPDATE people SET name = 'Zoe' WHERE id = 2").await.unwrap(), None);
    drop(driver);
    assert_eq!(age(&db, 1).await, 99);
    let mut driver = one.driver().await.unwrap();
    assert_eq!(run(&mut driver, "UPDATE people SET age = 98 WHERE id = 1").await.unwrap(), None);
    driver.give_back();
    assert_eq!(Person::select().columns(Person::age).where_(Person::id.eq(1)).one(&one).await.unwrap(), 98);
    let name = Person::select().columns(Person::name).where_(Person::id.eq(2)).one(&one).await.unwrap();
    assert_eq!(name, if db.dialect().name() == "SQLite" { "Zoe" } else { "Bob" });
}

pub(crate) async fn a_transaction_goes_on_with_its_connection(db: Arc<Database>) {
    people(&db).await;
    let tx = db.engine.begin().await.unwrap();
    let mut driver = tx.driver().await.unwrap();
    assert_eq!(run(&mut driver, "UPDATE people SET age = 50 WHERE id = 1").await.unwrap(), None);
    let meanwhile = Person::select().count(&tx).await;
    assert!(matches!(meanwhile, Err(Error::TransactionState { .. })), "{meanwhile:?}");
    driver.give_back();
    Person::update().set(Person::age, Person::age + 1).where_(Person::id.eq(1)).execute(&tx).await.unwrap();
    assert_eq!(age(&db, 1).await, 36);
    tx.commit().await.unwrap();
    assert_eq!(age(&db, 1).await, 51);
}

pub(crate) async fn a_transaction_whose_connection_is_dropped_is_rolled_back(db: Arc<Database>) {
    people(&db).await;
    let tx = db.engine.begin().await.unwrap();
    let mut driver = tx.driver().await.unwrap();
    assert_eq!(run(&mut driver, "UPDATE people SET age = 50 WHERE id = 1").await.unwrap(), None);
    drop(driver);
    let after = tx.commit().await;
    assert!(
        matches!(&after, Err(Error::TransactionAborted { earlier }) if earlier.contains("given back")),
        "{after:?}"
    );
    assert_eq!(age(&db, 1).await, 36);
}

pub(crate) async fn a_transaction_that_was_ended_cannot_be_committed(db: Arc<Database>) {
    people(&db).await;
    for (command, kept) in [("ROLLBACK", false), ("COMMIT", true)] {
        let tx = db.engine.begin().await.unwrap();
        let mut driver = tx.driver().await.unwrap();
        assert_eq!(run(&mut driver, "UPDATE people SET age = 50 WHERE id = 1").await.unwrap(), None);
        assert_eq!(run(&mut driver, command).await.unwrap(), None);
        driver.give_back();
        let after = tx.commit().await;
        assert!(matches!(after, Err(Error::TransactionAborted { .. })), "{command}: {after:?}");
        assert_eq!(age(&db, 1).await, if kept { 50 } else { 36 });
    }
}

pub(crate) async fn a_statement_that_failed_counts(db: Arc<Database>) {
    people(&db).await;
    let tx = db.engine.begin().await.unwrap();
    let mut driver = tx.driver().await.unwrap();
    assert_eq!(run(&mut driver, "UPDATE people SET age = 50 WHERE id = 1").await.unwrap(), None);
    assert!(run(&mut driver, "UPDATE nobody SET age = 50").await.unwrap().is_some());
    driver.give_back();
    let after = tx.commit().await;
    if db.backend.failure_aborts {
        assert!(matches!(after, Err(Error::TransactionAborted { .. })), "{after:?}");
        assert_eq!(age(&db, 1).await, 36);
    } else {
        after.unwrap();
        assert_eq!(age(&db, 1).await, 50);
    }
}

pub(crate) async fn another_driver_is_refused(db: Arc<Database>) {
    let mut driver = db.engine.driver().await.unwrap();
    let postgres = driver.postgres().map(drop);
    let mysql = driver.mysql().map(drop);
    let sqlite = driver.sqlite(|_| ()).await;
    let worked = [postgres.is_ok(), mysql.is_ok(), sqlite.is_ok()];
    assert_eq!(worked.iter().filter(|worked| **worked).count(), 1, "{worked:?}");
    for (result, crate_name) in [(postgres, "tokio-postgres"), (mysql, "mysql_async"), (sqlite, "rusqlite")] {
        if result.is_err() {
            db.refuses(result, crate_name);
        }
    }
}
