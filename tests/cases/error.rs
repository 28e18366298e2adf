//! What went wrong, as each database says it.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tempest::Error;
use tempest::prelude::*;

use super::sample::{Person, people};
use crate::backend::Database;

pub(crate) async fn a_key_that_is_there(db: Arc<Database>) {
    people(&db).await;
    let insert = insert!(Person { id: 1, name: "Zoe" }).execute(&db.engine).await.unwrap_err();
    let Error::UniqueViolation { columns, .. } = &insert else { panic!("{insert}") };
    assert_eq!(columns, &["id"], "{insert}");
    let update = Person::update().set(Person::email, "ada@example.org").where_(Person::id.eq(2));
    let update = update.execute(&db.engine).await.unwrap_err();
    let Error::UniqueViolation { constraint, columns, .. } = &update else { panic!("{update}") };
    assert_eq!((constraint.as_deref(), columns.as_slice()), (Some("people_email_key"), &["email".to_owned()][..]));
    assert!(update.to_string().starts_with("unique violation: `people_email_key` (in `UPDATE "), "{update}");
}

pub(crate) async fn a_table_or_column_that_is_not_there(db: Arc<Database>) {
    let table = Person::select().count(&db.engine).await.unwrap_err();
    let Error::Database { code, .. } = &table else { panic!("{table:?}") };
    let name = db.dialect().name();
    assert_eq!(
        code,
        match name {
            "PostgreSQL" => "42P01",
            "SQLite" => "1",
            _ => "1146",
        },
        "{table}"
    );
    db.raw("CREATE TABLE people (id INTEGER)").await;
    let column = Person::select().count(&db.engine).await;
    assert_eq!(column.unwrap(), 0, "it counts rows, whatever columns they have");
    let column = Person::select().all(&db.engine).await.unwrap_err();
    let Error::Database { code, .. } = &column else { panic!("{column:?}") };
    assert_eq!(
        code,
        match name {
            "PostgreSQL" => "42703",
            "SQLite" => "1",
            _ => "1054",
        },
        "{column}"
    );
    assert!(!column.is_retryable() && !column.is_unique_violation());
    assert!(column.sql().unwrap().starts_with("SELECT "), "{column}");
}

pub(crate) async fn a_value_that_a_column_does_not_hold(db: Arc<Database>) {
    people(&db).await;
    let add = Person::update().set(Person::age, Person::age + i32::MAX).where_(Person::id.eq(1));
    match (add.execute(&db.engine).await, db.dialect().name()) {
        // An integer that is too large for the column's type.
        (Err(Error::Database { code, .. }), "PostgreSQL") => assert_eq!(code, "22003"),
        (Err(Error::Database { code, .. }), "MySQL" | "MariaDB") => assert_eq!(code, "1264"),
        (Err(Error::CheckViolation { .. }), "SQLite") => {}
        (other, name) => panic!("{name}: {other:?}"),
    }
    assert_eq!(Person::select().columns(Person::age).where_(Person::id.eq(1)).one(&db.engine).await.unwrap(), 36);
}

/// A condition with which the database is busy for a minute.
pub(super) fn slow(db: &Database) -> Condition<()> {
    match db.dialect().name() {
        "PostgreSQL" => sql!("pg_sleep(60) IS NULL").into_condition(),
        "SQLite" => sql!(
            "0 = (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 10000000000) SELECT max(i) FROM n)"
        )
        .into_condition(),
        _ => sql!("SLEEP(60) = 1").into_condition(),
    }
}

pub(crate) async fn a_statement_that_takes_too_long(db: Arc<Database>) {
    people(&db).await;
    let options = db.options().pool_size(1).statement_timeout(Duration::from_millis(300));
    let engine = options.connect().await.unwrap();
    let began = Instant::now();
    let one = Person::select().where_(Person::id.eq(1)).where_(slow(&db));
    let error = one.clone().count(&engine).await.unwrap_err();
    assert!(matches!(error, Error::Timeout { .. }), "{error:?}");
    assert!(error.sql().unwrap().contains("people"));
    let in_transaction: tempest::Result<u64> = engine
        .transaction(async |tx| {
            Person::update().set(Person::age, 99).all_rows().execute(tx).await?;
            one.count(tx).await
        })
        .await;
    let error = in_transaction.unwrap_err();
    assert!(matches!(error, Error::Timeout { .. }), "{error:?}");
    let update = Person::update().set(Person::age, Person::age + 1).where_(Person::id.eq(1));
    update.execute(&engine).await.unwrap();
    let age = Person::select().columns(Person::age).where_(Person::id.eq(1)).one(&engine).await.unwrap();
    assert_eq!(age, 37, "what timed out was rolled back, and holds no lock");
    assert!(began.elapsed() < Duration::from_secs(20));
}

pub(crate) async fn a_connection_that_is_lost(db: Arc<Database>) {
    people(&db).await;
    let engine = db.options().pool_size(1).connect().await.unwrap();
    let tx = engine.begin().await.unwrap();
    Person::update().set(Person::age, 99).all_rows().execute(&tx).await.unwrap();
    if !db.end_connections().await {
        return;
    }
    let error = Person::select().count(&tx).await.unwrap_err();
    assert!(matches!(error, Error::ConnectionLost { .. }), "{error:?}");
    assert!(!error.is_retryable(), "it may have been executed");
    let error = tx.commit().await.unwrap_err();
    assert!(matches!(error, Error::TransactionAborted { .. }), "{error:?}");
    assert_eq!(Person::select().where_(Person::age.eq(99)).count(&engine).await.unwrap(), 0);

    // One that was lost while nobody used it is not handed out. MySQL's driver asks after a second.
    db.end_connections().await;
    tokio::time::sleep(Duration::from_millis(1100)).await;
    assert_eq!(Person::select().count(&engine).await.unwrap(), 5);
}

pub(crate) async fn a_statement_in_flight_when_its_connection_is_lost(db: Arc<Database>) {
    people(&db).await;
    if !db.backend.row_locks {
        return;
    }
    let engine = db.options().pool_size(1).connect().await.unwrap();
    let running = tokio::spawn({
        let (engine, slow) = (engine.clone(), slow(&db));
        async move { Person::select().where_(slow).count(&engine).await }
    });
    tokio::time::sleep(Duration::from_millis(300)).await;
    db.end_connections().await;
    let error = running.await.unwrap().unwrap_err();
    assert!(matches!(error, Error::ConnectionLost { .. }), "{error:?}");
    assert_eq!(Person::select().count(&engine).await.unwrap(), 5);
}

/// A lock that is waited for too long. What the servers wait by themselves is for ever or a minute.
pub(crate) async fn a_lock_that_does_not_become_free(db: Arc<Database>) {
    people(&db).await;
    let update = Person::update().set(Person::age, 1).where_(Person::id.eq(1));
    let error = match db.dialect().name() {
        "PostgreSQL" => {
            let name = db.url.rsplit_once('/').unwrap().1;
            db.raw(&format!("ALTER DATABASE {name} SET lock_timeout = '200ms'")).await;
            let engine = db.options().connect().await.unwrap();
            let holder = engine.begin().await.unwrap();
            update.clone().execute(&holder).await.unwrap();
            let error = update.execute(&engine).await.unwrap_err();
            holder.rollback().await.unwrap();
            error
        }
        "SQLite" => {
            // Another program: within one engine, writers wait for each other in the pool.
            let other = db.options().connect().await.unwrap();
            let engine = db.options().busy_timeout(Duration::from_millis(200)).connect().await.unwrap();
            let holder = other.begin().await.unwrap();
            update.clone().execute(&holder).await.unwrap();
            let error = update.execute(&engine).await.unwrap_err();
            holder.rollback().await.unwrap();
            error
        }
        _ => {
            let engine = db.options().statement_timeout(Duration::from_millis(300)).connect().await.unwrap();
            let holder = db.engine.begin().await.unwrap();
            update.clone().execute(&holder).await.unwrap();
            let error = update.clone().execute(&engine).await.unwrap_err();
            holder.rollback().await.unwrap();
            assert!(matches!(error, Error::Timeout { .. }), "{error:?}");
            update.execute(&engine).await.unwrap();
            return;
        }
    };
    assert!(matches!(error, Error::LockNotAvailable { .. }), "{error:?}");
    assert!(error.is_retryable());
}

/// What the hook was told: the statement, the rows, those changed, and whether it failed.
type Told = (String, usize, u64, bool);

pub(crate) async fn the_hook_hears_of_each_statement(db: Arc<Database>) {
    people(&db).await;
    let told: Arc<Mutex<Vec<Told>>> = Arc::default();
    let note = Arc::clone(&told);
    let options = db.options().on_query(move |event| {
        note.lock().unwrap().push((event.sql.to_owned(), event.rows, event.affected, event.error.is_some()));
    });
    let engine = options.connect().await.unwrap();
    Person::select().all(&engine).await.unwrap();
    Person::update().set(Person::age, 1).where_(Person::id.le(3)).execute(&engine).await.unwrap();
    insert!(Person { id: 1, name: "Zoe" }).execute(&engine).await.unwrap_err();
    let rolled_back: tempest::Result<()> = engine
        .transaction(async |tx| {
            Person::delete().where_(Person::id.eq(5)).execute(tx).await?;
            Err(Error::TransactionState { reason: "for the test" })
        })
        .await;
    rolled_back.unwrap_err();
    engine
        .transaction(async |tx| {
            tx.transaction(async |inner| Person::delete().where_(Person::id.eq(4)).execute(inner).await).await
        })
        .await
        .unwrap();
    let told = told.lock().unwrap();
    let known = ["SELECT", "UPDATE", "INSERT", "DELETE", "BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE"];
    let statements: Vec<_> = told
        .iter()
        .filter_map(|(sql, rows, affected, failed)| {
            let word = known.into_iter().find(|word| sql.starts_with(word))?;
            Some((word, *rows, *affected, *failed))
        })
        .collect();
    assert_eq!(
        statements,
        [
            ("SELECT", 5, statements[0].2, false),
            ("UPDATE", 0, 3, false),
            ("INSERT", 0, 0, true),
            ("BEGIN", 0, 0, false),
            ("DELETE", 0, 1, false),
            ("ROLLBACK", 0, 0, false),
            ("BEGIN", 0, 0, false),
            ("SAVEPOINT", 0, 0, false),
            ("DELETE", 0, 1, false),
            ("RELEASE", 0, 0, false),
            ("COMMIT", 0, 0, false),
        ],
        "{told:?}"
    );
}
