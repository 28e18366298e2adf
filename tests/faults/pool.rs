//! The pool: who waits, for how long, and for whom.

use std::future::poll_fn;
use std::sync::{Arc, Mutex};
use std::task::Poll;
use std::time::{Duration, Instant};

use tempest::Error;
use tempest::prelude::*;

use super::sample::{Person, people};
use crate::backend::Database;

pub(crate) async fn an_exhausted_pool_says_who_has_its_connections(db: Arc<Database>) {
    people(&db).await;
    let engine = db.options().pool_size(1).acquire_timeout(Duration::from_millis(300)).connect().await.unwrap();
    let (held, hold) = tokio::sync::oneshot::channel();
    let (release, released) = tokio::sync::oneshot::channel::<()>();
    let holder = tokio::spawn({
        let engine = engine.clone();
        async move {
            let tx = engine.begin().await.unwrap();
            Person::update().set(Person::name, "s3cret").where_(Person::id.eq(1)).execute(&tx).await.unwrap();
            held.send(()).unwrap();
            released.await.unwrap();
            tx.rollback().await.unwrap();
        }
    });
    hold.await.unwrap();
    let error = engine.begin().await.unwrap_err();
    let Error::PoolExhausted { waited, size, waiting, holders } = &error else { panic!("{error:?}") };
    assert!(*waited >= Duration::from_millis(250) && *waited < Duration::from_secs(5), "{error}");
    assert_eq!((*size, *waiting), (1, 0));
    assert_eq!(holders.len(), 1, "{error}");
    assert_eq!((holders[0].what, holders[0].is_this_task), ("a transaction", false));
    assert_eq!(holders[0].task, Some(holder.id().to_string()));
    assert!(holders[0].held >= *waited && holders[0].sql.starts_with("UPDATE "), "{error}");
    let text = error.to_string();
    assert!(text.contains("held by a transaction for ") && text.contains("last `UPDATE "), "{text}");
    assert!(!format!("{error:?}").contains("s3cret"), "{error:?}");
    release.send(()).unwrap();
    holder.await.unwrap();

    // A task that waits for itself.
    let tx = engine.begin().await.unwrap();
    let error = Person::update().set(Person::age, 1).all_rows().execute(&engine).await.unwrap_err();
    assert!(error.to_string().contains("of this task itself"), "{error}");
    tx.rollback().await.unwrap();
    // A stream of it.
    let mut rows = Person::select().stream(&engine);
    rows.next().await.unwrap().unwrap();
    let error = Person::select().count(&engine).await.unwrap_err();
    assert!(error.to_string().contains("held by a stream for "), "{error}");
    drop(rows);
    assert_eq!(Person::select().count(&engine).await.unwrap(), 5);
    let status = engine.status();
    assert!(status.waits >= 3 && status.waited >= Duration::from_millis(750), "{status:?}");
}

/// A mistake that a pool with more connections hides, until it is busy.
pub(crate) async fn a_second_connection_of_a_task_is_refused_where_that_is_asked_for(db: Arc<Database>) {
    people(&db).await;
    let engine = db.options().pool_size(4).refuse_nested().connect().await.unwrap();
    let nested = engine.transaction(async |tx| {
        Person::select().count(tx).await?;
        Person::select().count(&engine).await
    });
    let error = nested.await.unwrap_err();
    assert!(matches!(&error, Error::TransactionState { reason } if reason.contains("`tx`")), "{error:?}");
    // One after the other is right, and so is another task.
    assert_eq!(Person::select().count(&engine).await.unwrap(), 5);
    let tx = engine.begin().await.unwrap();
    let other = tokio::spawn({
        let engine = engine.clone();
        async move { Person::select().count(&engine).await }
    });
    assert_eq!(other.await.unwrap().unwrap(), 5);
    tx.commit().await.unwrap();
    let mut rows = Person::select().stream(&engine);
    rows.next().await.unwrap().unwrap();
    assert!(Person::select().count(&engine).await.is_err());
    drop(rows);
    assert_eq!(Person::select().count(&engine).await.unwrap(), 5);
}

/// Who came first is served first.
pub(crate) async fn those_who_wait_are_served_in_their_order(db: Arc<Database>) {
    people(&db).await;
    let engine = db.options().pool_size(4).acquire_timeout(Duration::from_secs(120)).connect().await.unwrap();
    let mut first = Vec::new();
    while first.len() < 4 && engine.status().waiting == 0 {
        // SQLite has one connection that writes.
        let Ok(Ok(tx)) = tokio::time::timeout(Duration::from_secs(2), engine.begin()).await else { break };
        first.push(tx);
    }
    let served = Arc::new(Mutex::new(Vec::new()));
    let mut waiting = Vec::new();
    for number in 0..500 {
        let (engine, served) = (engine.clone(), Arc::clone(&served));
        let mut one = Box::pin(async move {
            let tx = engine.begin().await.unwrap();
            served.lock().unwrap().push(number);
            tx.rollback().await.unwrap();
        });
        // In the queue before the next one.
        poll_fn(|context| {
            assert!(one.as_mut().poll(context).is_pending());
            Poll::Ready(())
        })
        .await;
        waiting.push(tokio::spawn(one));
    }
    assert_eq!(engine.status().waiting, 500);
    for tx in first {
        tx.rollback().await.unwrap();
    }
    for one in waiting {
        one.await.unwrap();
    }
    for (place, number) in served.lock().unwrap().iter().enumerate() {
        // Several begin at the same time, and some of them sooner than others.
        assert!(place.abs_diff(*number) <= 100, "number {number} was served as number {place}");
    }
}

pub(crate) async fn closing_waits_for_what_runs(db: Arc<Database>) {
    people(&db).await;
    let engine = db.options().pool_size(3).connect().await.unwrap();
    let (begun, wait) = tokio::sync::oneshot::channel();
    let running = tokio::spawn({
        let engine = engine.clone();
        async move {
            engine
                .transaction(async |tx| {
                    Person::update().set(Person::age, 99).where_(Person::id.eq(1)).execute(tx).await?;
                    begun.send(()).unwrap();
                    tokio::time::sleep(Duration::from_millis(300)).await;
                    Person::update().set(Person::age, 98).where_(Person::id.eq(2)).execute(tx).await
                })
                .await
        }
    });
    wait.await.unwrap();
    assert!(!engine.close_within(Duration::from_millis(20)).await, "a transaction is open");
    let began = Instant::now();
    assert!(matches!(Person::select().count(&engine).await, Err(Error::Closed)));
    assert!(engine.close_within(Duration::from_secs(20)).await);
    assert!(began.elapsed() < Duration::from_secs(15));
    assert_eq!(running.await.unwrap().unwrap(), 1, "it was left to its end");
    assert_eq!(Person::select().where_(Person::age.ge(98)).count(&db.engine).await.unwrap(), 2);
    assert_eq!(engine.status().size, 0);
}
