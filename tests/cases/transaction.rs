//! Transactions.

use std::sync::Arc;
use std::time::Duration;

use tempest::engine::{Any, Transaction};
use tempest::prelude::*;
use tempest::{Error, Result};

use crate::backend::Database;

#[derive(Model, Debug, Clone, PartialEq)]
struct Account {
    #[tempest(primary_key)]
    id: i32,
    balance: i64,
}

async fn accounts(db: &Database) {
    db.engine.create_tables::<Account>().await.unwrap();
}

async fn deposit(tx: &Transaction<Any>, id: i32, balance: i64) -> Result<()> {
    assert_eq!(Account::insert(Account { id, balance }).execute(tx).await?, 1);
    Ok(())
}

async fn ids(db: &Database) -> Vec<i32> {
    Account::select().columns(Account::id).order_by(Account::id).all(&db.engine).await.unwrap()
}

pub(crate) async fn what_is_committed_stays(db: Arc<Database>) {
    accounts(&db).await;
    let answer = db.engine.transaction(async |tx| {
        deposit(tx, 1, 10).await?;
        deposit(tx, 2, 20).await?;
        Ok("done")
    });
    assert_eq!(answer.await.unwrap(), "done");
    let tx = db.engine.begin().await.unwrap();
    deposit(&tx, 3, 30).await.unwrap();
    assert_eq!(Account::select().count(&tx).await.unwrap(), 3, "it sees its own rows");
    assert_eq!(ids(&db).await, [1, 2], "others do not");
    tx.commit().await.unwrap();
    assert_eq!(ids(&db).await, [1, 2, 3]);
}

pub(crate) async fn an_error_rolls_back(db: Arc<Database>) {
    accounts(&db).await;
    let result: Result<()> = db
        .engine
        .transaction(async |tx| {
            deposit(tx, 1, 10).await?;
            deposit(tx, 1, 10).await
        })
        .await;
    assert!(result.unwrap_err().is_unique_violation());
    let tx = db.engine.begin().await.unwrap();
    deposit(&tx, 2, 20).await.unwrap();
    tx.rollback().await.unwrap();
    assert_eq!(ids(&db).await, [0; 0]);

    #[derive(Debug)]
    enum Refused {
        Poor,
        Database(Error),
    }
    impl From<Error> for Refused {
        fn from(error: Error) -> Self {
            Self::Database(error)
        }
    }
    let result = db.engine.try_transaction(async |tx| {
        deposit(tx, 1, 10).await?;
        Err::<(), _>(Refused::Poor)
    });
    let refused = result.await.unwrap_err();
    assert!(matches!(refused, Refused::Poor), "{refused:?}");
    let result = db.engine.try_transaction(async |tx| {
        deposit(tx, 1, 10).await?;
        Ok::<_, Refused>(deposit(tx, 1, 10).await?)
    });
    assert!(matches!(result.await, Err(Refused::Database(error)) if error.is_unique_violation()));
    assert_eq!(ids(&db).await, [0; 0]);
}

pub(crate) async fn a_panic_rolls_back(db: Arc<Database>) {
    accounts(&db).await;
    let engine = db.engine.clone();
    let task = tokio::spawn(async move {
        let panicking: Result<()> = engine
            .transaction(async |tx| {
                deposit(tx, 1, 10).await?;
                panic!("on purpose")
            })
            .await;
        panicking
    });
    assert!(task.await.unwrap_err().is_panic());
    assert_eq!(ids(&db).await, [0; 0]);
    db.engine.transaction(async |tx| deposit(tx, 1, 10).await).await.unwrap();
}

pub(crate) async fn a_dropped_future_rolls_back(db: Arc<Database>) {
    accounts(&db).await;
    let one = db.options().pool_size(1).connect().await.unwrap();
    let body = one.transaction(async |tx| {
        deposit(tx, 1, 10).await?;
        std::future::pending::<Result<()>>().await
    });
    tokio::time::timeout(Duration::from_millis(300), body).await.unwrap_err();
    let tx = one.begin().await.unwrap();
    deposit(&tx, 2, 20).await.unwrap();
    drop(tx);
    // Neither is the row there, nor does anybody still hold a lock on it.
    one.transaction(async |tx| deposit(tx, 1, 11).await).await.unwrap();
    one.transaction(async |tx| deposit(tx, 2, 22).await).await.unwrap();
    assert_eq!(ids(&db).await, [1, 2]);
}

/// Dropped at any of its points, in the middle of a statement too.
pub(crate) async fn a_future_may_be_dropped_at_any_moment(db: Arc<Database>) {
    accounts(&db).await;
    let one = db.options().pool_size(2).connect().await.unwrap();
    for micros in (0..3000).step_by(150) {
        let body = one.transaction(async |tx| {
            deposit(tx, 1, 10).await?;
            deposit(tx, 2, 20).await?;
            let inner = tx.begin().await?;
            deposit(&inner, 3, 30).await?;
            inner.commit().await?;
            std::future::pending::<Result<()>>().await
        });
        tokio::time::timeout(Duration::from_micros(micros), body).await.unwrap_err();
        let one = Account::insert(Account { id: -i32::try_from(micros).unwrap() - 1, balance: 0 }).execute(&one);
        assert_eq!(one.await.unwrap(), 1);
    }
    assert!(ids(&db).await.iter().all(|id| *id < 0), "{:?}", ids(&db).await);
    assert_eq!(ids(&db).await.len(), 20);
}

pub(crate) async fn a_transaction_inside_another_is_a_savepoint(db: Arc<Database>) {
    accounts(&db).await;
    db.engine
        .transaction(async |tx| {
            deposit(tx, 1, 10).await?;
            tx.transaction(async |inner| {
                deposit(inner, 2, 20).await?;
                let failed: Result<()> = inner
                    .transaction(async |innermost| {
                        deposit(innermost, 3, 30).await?;
                        deposit(innermost, 1, 10).await
                    })
                    .await;
                assert!(failed.unwrap_err().is_unique_violation());
                deposit(inner, 4, 40).await
            })
            .await?;
            let dropped = tx.begin().await?;
            deposit(&dropped, 5, 50).await?;
            drop(dropped);
            deposit(tx, 6, 60).await
        })
        .await
        .unwrap();
    assert_eq!(ids(&db).await, [1, 2, 4, 6]);
    let tx = db.engine.begin().await.unwrap();
    let inner = tx.begin().await.unwrap();
    deposit(&inner, 7, 70).await.unwrap();
    inner.commit().await.unwrap();
    tx.rollback().await.unwrap();
    assert_eq!(ids(&db).await, [1, 2, 4, 6]);
}

pub(crate) async fn the_outer_transaction_waits_for_the_inner_one(db: Arc<Database>) {
    accounts(&db).await;
    let tx = db.engine.begin().await.unwrap();
    let inner = tx.begin().await.unwrap();
    let early = deposit(&tx, 1, 10).await.unwrap_err();
    assert!(matches!(early, Error::TransactionState { .. }), "{early}");
    inner.commit().await.unwrap();
    deposit(&tx, 1, 10).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(ids(&db).await, [1]);
}

pub(crate) async fn a_failed_statement_that_the_program_swallows(db: Arc<Database>) {
    accounts(&db).await;
    let aborts = db.backend.failure_aborts;
    let result = db.engine.transaction(async |tx| {
        deposit(tx, 1, 10).await?;
        let again = deposit(tx, 1, 10).await.unwrap_err();
        assert!(again.is_unique_violation(), "{again}");
        match deposit(tx, 2, 20).await {
            Err(Error::TransactionAborted { earlier }) => assert!(aborts && earlier.contains("unique"), "{earlier}"),
            result => assert!(!aborts && result.is_ok()),
        }
        Ok(())
    });
    match result.await {
        Err(Error::TransactionAborted { .. }) => assert!(aborts),
        result => result.unwrap(),
    }
    assert_eq!(ids(&db).await, if aborts { vec![] } else { vec![1, 2] });
}

pub(crate) async fn a_read_only_transaction_refuses_to_write(db: Arc<Database>) {
    accounts(&db).await;
    Account::insert(Account { id: 1, balance: 10 }).execute(&db.engine).await.unwrap();
    let options = TransactionOptions::new().read_only();
    let tx = db.engine.begin_with(options).await.unwrap();
    assert_eq!(Account::select().count(&tx).await.unwrap(), 1);
    let write = deposit(&tx, 2, 20).await.unwrap_err();
    assert!(matches!(write, Error::Database { .. }), "{write:?}");
    drop(tx);
    let sum = db.engine.transaction_with(options, async |tx| Account::select().one(tx).await);
    assert_eq!(sum.await.unwrap().balance, 10);
    db.engine.transaction(async |tx| deposit(tx, 2, 20).await).await.unwrap();
}

pub(crate) async fn repeatable_reads_see_one_moment(db: Arc<Database>) {
    accounts(&db).await;
    Account::insert(Account { id: 1, balance: 10 }).execute(&db.engine).await.unwrap();
    let read = async |isolation| {
        let options = TransactionOptions::new().isolation(isolation).read_only();
        let tx = db.engine.begin_with(options).await.unwrap();
        let before = Account::select().one(&tx).await.unwrap().balance;
        let add = Account::update().set(Account::balance, Account::balance + 1).all_rows();
        add.execute(&db.engine).await.unwrap();
        let after = Account::select().one(&tx).await.unwrap().balance;
        tx.commit().await.unwrap();
        after - before
    };
    assert_eq!(read(Isolation::RepeatableRead).await, 0);
    // SQLite has one level only, the strictest.
    let moves = i64::from(db.dialect().name() != "SQLite");
    assert_eq!(read(Isolation::ReadCommitted).await, moves);
    assert_eq!(read(Isolation::ReadUncommitted).await, moves);
}

/// Two transactions each read what the other writes.
pub(crate) async fn serializable_transactions_have_an_order(db: Arc<Database>) {
    accounts(&db).await;
    Account::insert_many([1, 2].map(|id| Account { id, balance: 50 })).execute(&db.engine).await.unwrap();
    let withdraw = async |from: i32| {
        let options = TransactionOptions::new().isolation(Isolation::Serializable);
        let body = db.engine.transaction_with(options, async |tx| {
            let sum: i64 = Account::select().columns(Account::balance).all(tx).await?.iter().sum();
            tokio::time::sleep(Duration::from_millis(200)).await;
            if sum >= 100 {
                let update = Account::update().set(Account::balance, Account::balance - 100);
                update.where_(Account::id.eq(from)).execute(tx).await?;
            }
            Ok(sum >= 100)
        });
        body.await
    };
    let results = tokio::join!(withdraw(1), withdraw(2));
    let results = [results.0, results.1];
    let paid = results.iter().filter(|result| matches!(result, Ok(true))).count();
    let failed: Vec<_> = results.iter().filter_map(|result| result.as_ref().err()).collect();
    assert_eq!(paid, 1, "{results:?}");
    assert!(failed.iter().all(|error| matches!(error, Error::SerializationFailure { .. })), "{failed:?}");
    assert!(failed.iter().all(|error| error.is_retryable()));
    assert_eq!(failed.is_empty(), !db.backend.row_locks, "{results:?}");
}

pub(crate) async fn a_transaction_runs_in_a_spawned_task(db: Arc<Database>) {
    accounts(&db).await;
    let tasks: Vec<_> = (1..=8)
        .map(|id| {
            let engine = db.engine.clone();
            tokio::spawn(async move { engine.transaction(async |tx| deposit(tx, id, 10).await).await })
        })
        .collect();
    for task in tasks {
        task.await.unwrap().unwrap();
    }
    assert_eq!(ids(&db).await.len(), 8);
}

pub(crate) async fn statements_of_one_transaction_wait_for_each_other(db: Arc<Database>) {
    accounts(&db).await;
    let tx = db.engine.begin().await.unwrap();
    let (a, b, c) = tokio::join!(deposit(&tx, 1, 1), deposit(&tx, 2, 2), Account::select().count(&tx));
    a.and(b).unwrap();
    assert!(c.unwrap() <= 2);
    tx.commit().await.unwrap();
    assert_eq!(ids(&db).await, [1, 2]);
}

pub(crate) async fn tables_are_made_once(db: Arc<Database>) {
    let tasks: Vec<_> = (0..4)
        .map(|_| {
            let engine = db.engine.clone();
            tokio::spawn(async move { engine.create_tables::<(Account, super::outbound::Outbound)>().await })
        })
        .collect();
    for task in tasks {
        task.await.unwrap().unwrap();
    }
    accounts(&db).await;
    db.engine.transaction(async |tx| deposit(tx, 1, 10).await).await.unwrap();
    db.engine.drop_tables::<(Account, super::outbound::Outbound)>().await.unwrap();
    db.engine.drop_tables::<Account>().await.unwrap();
    let gone = Account::select().count(&db.engine).await.unwrap_err();
    assert!(matches!(gone, Error::Database { .. }), "{gone:?}");
}
