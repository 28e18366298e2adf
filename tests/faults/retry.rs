//! Transactions that meet others: which errors say so, what runs again, and what a failure leaves.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tempest::engine::Retry;
use tempest::prelude::*;
use tempest::{Error, Result};

use super::sample::{Person, people};
use crate::backend::Database;

/// Each reads a number and writes it one greater: what another one wrote in between would be lost.
pub(crate) async fn none_of_many_increments_is_lost(db: Arc<Database>) {
    people(&db).await;
    let serializable = Retry::new()
        .times(200)
        .pauses(Duration::from_millis(2), Duration::from_millis(50))
        .options(TransactionOptions::new().isolation(Isolation::Serializable));
    let runs = Arc::new(AtomicUsize::new(0));
    let tasks: Vec<_> = (0..8)
        .map(|_| {
            let (engine, runs) = (db.engine.clone(), Arc::clone(&runs));
            tokio::spawn(async move {
                for _ in 0..5 {
                    engine
                        .retry_transaction(serializable, async |tx| {
                            runs.fetch_add(1, Ordering::Relaxed);
                            let ada = Person::select().columns(Person::age).where_(Person::id.eq(1)).one(tx).await?;
                            tokio::time::sleep(Duration::from_millis(2)).await;
                            Person::update().set(Person::age, ada + 1).where_(Person::id.eq(1)).execute(tx).await
                        })
                        .await?;
                }
                Ok::<_, Error>(())
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap().unwrap();
    }
    assert_eq!(Person::select().columns(Person::age).where_(Person::id.eq(1)).one(&db.engine).await.unwrap(), 36 + 40);
    let runs = runs.load(Ordering::Relaxed);
    // SQLite's writers wait for each other before they begin.
    assert_eq!(runs > 40, db.backend.row_locks, "{runs} runs");
}

pub(crate) async fn nothing_else_runs_again(db: Arc<Database>) {
    people(&db).await;
    let retry = Retry::new().times(2).pauses(Duration::from_millis(1), Duration::from_millis(1));
    let runs = AtomicUsize::new(0);
    let run = || runs.fetch_add(1, Ordering::Relaxed);

    let unique = db.engine.retry_transaction(retry, async |tx| {
        run();
        insert!(Person { id: 1, name: "Zoe" }).execute(tx).await
    });
    assert!(unique.await.unwrap_err().is_unique_violation());
    assert_eq!(runs.swap(0, Ordering::Relaxed), 1, "it would fail again");

    let busy = || Error::LockNotAvailable { reason: "for the test".to_owned(), sql: String::new(), source: None };
    let limited: Result<()> = db
        .engine
        .retry_transaction(retry, async |tx| {
            run();
            insert!(Person { id: 100, name: "Zoe" }).execute(tx).await?;
            Err(busy())
        })
        .await;
    assert!(matches!(limited, Err(Error::LockNotAvailable { .. })));
    assert_eq!(runs.swap(0, Ordering::Relaxed), 3, "once, and twice again");
    assert_eq!(Person::select().count(&db.engine).await.unwrap(), 5, "each time from its start");

    let second = db.engine.retry_transaction(retry, async |tx| {
        insert!(Person { id: 100, name: "Zoe" }).execute(tx).await?;
        if run() == 0 { Err(busy()) } else { Ok(()) }
    });
    second.await.unwrap();
    assert_eq!(Person::select().count(&db.engine).await.unwrap(), 6);
}

/// Without its answer, nobody knows whether a COMMIT was done.
pub(crate) async fn a_lost_connection_is_no_reason_to_run_again(db: Arc<Database>) {
    people(&db).await;
    let runs = AtomicUsize::new(0);
    let lost = db.engine.retry_transaction(Retry::new(), async |tx| {
        runs.fetch_add(1, Ordering::Relaxed);
        Person::update().set(Person::age, 1).where_(Person::id.eq(1)).execute(tx).await?;
        if db.end_connections().await { Person::select().count(tx).await } else { Ok(0) }
    });
    match lost.await {
        Ok(_) => assert_eq!(db.dialect().name(), "SQLite", "it has no connections to lose"),
        Err(error) => assert!(matches!(error, Error::ConnectionLost { .. }), "{error:?}"),
    }
    assert_eq!(runs.load(Ordering::Relaxed), 1);
}

/// The error of what comes later says which statement it was.
pub(crate) async fn a_failed_transaction_explains_itself(db: Arc<Database>) {
    people(&db).await;
    let result: Result<()> = db
        .engine
        .transaction(async |tx| {
            let _ = insert!(Person { id: 1, name: "s3cret" }).execute(tx).await;
            Person::select().where_(Person::name.eq("s3cret")).count(tx).await?;
            Ok(())
        })
        .await;
    if !db.backend.failure_aborts {
        return result.unwrap();
    }
    let error = result.unwrap_err();
    let Error::TransactionAborted { earlier } = &error else { panic!("{error:?}") };
    assert!(earlier.contains("people_pkey") && earlier.contains("INSERT INTO"), "{error}");
    assert!(!error.to_string().contains("s3cret"), "{error}");
}

/// After a statement that failed, a closure that returns its error leaves the connection as good as new.
pub(crate) async fn a_connection_after_a_failed_transaction(db: Arc<Database>) {
    people(&db).await;
    let engine = db.options().pool_size(1).connect().await.unwrap();
    for _ in 0..3 {
        let failed = engine
            .transaction(async |tx| {
                Person::update().set(Person::age, 1).where_(Person::id.eq(2)).execute(tx).await?;
                insert!(Person { id: 1, name: "Zoe" }).execute(tx).await
            })
            .await;
        assert!(failed.unwrap_err().is_unique_violation());
        assert_eq!(Person::select().columns(Person::age).where_(Person::id.eq(2)).one(&engine).await.unwrap(), 20);
        assert_eq!(engine.status().size, engine.status().idle);
    }
}
