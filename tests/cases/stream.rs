//! Rows that are taken one by one.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use tempest::Error;
use tempest::engine::{Prepare, Rows};
use tempest::prelude::*;

use super::error::slow;
use crate::backend::Database;

#[derive(Model, Debug, Clone, PartialEq)]
#[tempest(table = "measures")]
struct Measure {
    #[tempest(primary_key)]
    id: i64,
    payload: Option<String>,
}

/// The same table, read by a program that does not know that a payload may be missing.
#[derive(Model, Debug, Clone, PartialEq)]
#[tempest(table = "measures")]
struct Strict {
    #[tempest(primary_key)]
    id: i64,
    payload: String,
}

/// Makes 10,000 rows with the ids from 0, and payloads of so many bytes; that of row 7,500 is missing.
async fn measures(db: &Database, bytes: usize) {
    db.engine.create_tables::<Measure>().await.unwrap();
    let payload = match db.dialect().name() {
        "SQLite" => format!("hex(zeroblob({}))", bytes / 2),
        _ => format!("repeat('0', {bytes})"),
    };
    db.raw("CREATE TABLE digits (d INTEGER NOT NULL)").await;
    db.raw("INSERT INTO digits VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)").await;
    db.raw(&format!(
        "INSERT INTO measures (id, payload) \
         SELECT 1000 * a.d + 100 * b.d + 10 * c.d + e.d, {payload} FROM digits a, digits b, digits c, digits e"
    ))
    .await;
    db.raw("UPDATE measures SET payload = NULL WHERE id = 7500").await;
}

/// A condition that every row meets, except for the one in the middle, of which the database cannot tell.
fn failing(db: &Database) -> Condition<()> {
    match db.dialect().name() {
        "SQLite" => sql!("abs(CASE WHEN id = 5000 THEN -9223372036854775807 - 1 ELSE id END) >= 0").into_condition(),
        _ => sql!("CASE WHEN id = 5000 THEN 9223372036854775807 + id ELSE id END >= 0").into_condition(),
    }
}

/// Takes the rows to the end; the error, if there is one, as well.
async fn take<T>(mut rows: Rows<'_, T>) -> (Vec<T>, Option<Error>) {
    let mut taken = Vec::new();
    while let Some(row) = rows.next().await {
        match row {
            Ok(row) => taken.push(row),
            Err(error) => {
                assert!(rows.next().await.is_none(), "an error is the last item");
                return (taken, Some(error));
            }
        }
    }
    assert!(rows.next().await.is_none(), "the end is the end");
    (taken, None)
}

pub(crate) async fn all_rows_in_order(db: Arc<Database>) {
    measures(&db, 40).await;
    let (rows, error) = take(Measure::select().order_by(Measure::id).stream(&db.engine)).await;
    assert!(error.is_none(), "{error:?}");
    assert_eq!(rows.len(), 10_000);
    for (row, id) in rows.iter().zip(0..) {
        let payload = (id != 7500).then(|| "0".repeat(40));
        assert_eq!((row.id, &row.payload), (id, &payload));
    }
    let some = Measure::select().columns((Measure::id, Measure::id * 2)).where_(Measure::id.lt(4)).limit(3).offset(1);
    let (pairs, error) = take(some.order_by(Measure::id.desc()).stream(&db.engine)).await;
    assert!(error.is_none(), "{error:?}");
    assert_eq!(pairs, [(2, 4), (1, 2), (0, 0)]);
}

pub(crate) async fn no_rows(db: Arc<Database>) {
    db.engine.create_tables::<Measure>().await.unwrap();
    let (rows, error) = take(Measure::select().stream(&db.engine)).await;
    assert!(rows.is_empty() && error.is_none(), "{rows:?} {error:?}");
    let tx = db.engine.begin().await.unwrap();
    let (rows, error) = take(Measure::select().stream(&tx)).await;
    assert!(rows.is_empty() && error.is_none(), "{rows:?} {error:?}");
    tx.commit().await.unwrap();
}

/// What the server does for the stream. SQLite, which has none, is asked in the driver's own tests.
async fn state(db: &Database) -> Option<String> {
    let name = db.url.rsplit_once('/').unwrap().1;
    let query = match db.dialect().name() {
        "PostgreSQL" => format!(
            "SELECT wait_event FROM pg_stat_activity \
             WHERE datname = '{name}' AND state = 'active' AND pid <> pg_backend_pid()"
        ),
        _ => format!(
            "SELECT state FROM information_schema.processlist \
             WHERE db = '{name}' AND command = 'Execute' AND id <> CONNECTION_ID()"
        ),
    };
    db.raw_rows(&query).await.into_iter().next()?.remove(0)
}

pub(crate) async fn a_slow_program_makes_the_server_wait(db: Arc<Database>) {
    if db.backend.variable.is_none() {
        return;
    }
    measures(&db, 4000).await;
    for prepare in [Prepare::Always, Prepare::Never] {
        let engine = db.options().prepare(prepare).connect().await.unwrap();
        let mut rows = Measure::select().order_by(Measure::id).stream(&engine);
        assert_eq!(rows.next().await.unwrap().unwrap().id, 0);
        let mut waits = 0;
        for _ in 0..100 {
            tokio::time::sleep(Duration::from_millis(100)).await;
            let waiting = match state(&db).await.as_deref() {
                Some("ClientWrite" | "Sending to client" | "Writing to net") => true,
                Some(_) | None => false,
            };
            waits = if waiting { waits + 1 } else { 0 };
            if waits == 3 {
                break;
            }
        }
        assert_eq!(waits, 3, "the server is done, or is at {:?}", state(&db).await);
        let (rest, error) = take(rows).await;
        assert_eq!((rest.len(), rest.last().unwrap().id), (9999, 9999), "{error:?}");
    }
}

pub(crate) async fn a_stream_that_is_left(db: Arc<Database>) {
    measures(&db, 400).await;
    let engine = db.options().pool_size(1).connect().await.unwrap();
    for taken in [0, 1, 5, 2000] {
        let mut rows = Measure::select().order_by(Measure::id).stream(&engine);
        for id in 0..taken {
            assert_eq!(rows.next().await.unwrap().unwrap().id, id);
        }
        drop(rows);
        assert_eq!(Measure::select().count(&engine).await.unwrap(), 10_000);
    }
    // Also while a row is being waited for.
    for _ in 0..3 {
        let mut rows = Measure::select().where_(slow(&db)).stream(&engine);
        let waited = tokio::time::timeout(Duration::from_millis(20), rows.next()).await;
        assert!(waited.is_err(), "{waited:?}");
        drop(rows);
        assert_eq!(Measure::select().where_(Measure::id.lt(5)).all(&engine).await.unwrap().len(), 5);
    }
    let status = engine.status();
    assert_eq!((status.waiting, status.idle), (0, status.size), "{status:?}");
}

pub(crate) async fn a_row_is_waited_for_in_pieces(db: Arc<Database>) {
    measures(&db, 40).await;
    let mut rows = Measure::select().order_by(Measure::id).stream(&db.engine);
    let mut ids = 0..;
    loop {
        // Many of these are dropped before they are done.
        match tokio::time::timeout(Duration::ZERO, rows.next()).await {
            Ok(Some(row)) => assert_eq!(row.unwrap().id, ids.next().unwrap()),
            Ok(None) => break,
            Err(_) => tokio::task::yield_now().await,
        }
    }
    assert_eq!(ids.next(), Some(10_000));
}

pub(crate) async fn an_error_midway(db: Arc<Database>) {
    measures(&db, 40).await;
    let engine = db.options().pool_size(1).connect().await.unwrap();
    for _ in 0..2 {
        let (rows, error) = take(Strict::select().order_by(Strict::id).stream(&engine)).await;
        assert_eq!(rows.len(), 7500);
        let Some(Error::Decode { error, sql }) = error else { panic!("{error:?}") };
        assert_eq!((error.table, error.column), ("measures", "payload"), "{sql}");
        let (rows, error) = take(Measure::select().where_(failing(&db)).stream(&engine)).await;
        assert!((1..10_000).contains(&rows.len()), "{}", rows.len());
        assert!(matches!(error, Some(Error::Database { .. })), "{error:?}");
        let (rows, error) = take(Measure::select().where_(sql!("nosuch = 1")).stream(&engine)).await;
        assert!(rows.is_empty() && matches!(error, Some(Error::Database { .. })), "{error:?}");
    }
    assert_eq!(Measure::select().count(&engine).await.unwrap(), 10_000);
}

pub(crate) async fn what_a_database_cannot_do_is_the_first_item(db: Arc<Database>) {
    db.engine.create_tables::<Measure>().await.unwrap();
    let tx = db.engine.begin().await.unwrap();
    let (_, error) = take(Measure::select().for_update().stream(&tx)).await;
    match error {
        Some(error) => db.refuses::<()>(Err(error), "FOR UPDATE"),
        None => assert!(db.backend.row_locks),
    }
    tx.commit().await.unwrap();
}

fn is_busy<T: std::fmt::Debug>(result: tempest::Result<T>) {
    match result {
        Err(Error::TransactionState { reason }) => assert!(reason.contains("stream"), "{reason}"),
        other => panic!("{other:?}"),
    }
}

pub(crate) async fn a_transaction_has_one_stream_at_a_time(db: Arc<Database>) {
    measures(&db, 400).await;
    let engine = db.options().pool_size(1).connect().await.unwrap();
    let tx = engine.begin().await.unwrap();
    Measure::delete().where_(Measure::id.eq(0)).execute(&tx).await.unwrap();
    for left in [false, true] {
        let mut rows = Measure::select().order_by(Measure::id).stream(&tx);
        assert_eq!(rows.next().await.unwrap().unwrap().id, 1, "it sees what the transaction has done");
        // Nothing waits for the stream, which would wait for itself.
        is_busy(Measure::select().count(&tx).await);
        is_busy(tx.begin().await);
        is_busy(tx.transaction(async |_| Ok(())).await);
        let (others, error) = take(Measure::select().stream(&tx)).await;
        assert!(others.is_empty());
        is_busy(error.map_or(Ok(()), Err));
        if left {
            drop(rows);
        } else {
            let (rest, error) = take(rows).await;
            assert_eq!(rest.len(), 9998, "{error:?}");
        }
        let set = Measure::update().set(Measure::payload, "1").where_(Measure::id.eq(1));
        assert_eq!(set.execute(&tx).await.unwrap(), 1);
    }
    let inner = tx.begin().await.unwrap();
    Measure::delete().all_rows().execute(&inner).await.unwrap();
    let mut rows = Measure::select().stream(&inner);
    assert!(rows.next().await.is_none());
    drop(rows);
    inner.rollback().await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(Measure::select().where_(Measure::payload.eq("1")).count(&engine).await.unwrap(), 1);
    assert_eq!(Measure::select().count(&engine).await.unwrap(), 9999);
}

pub(crate) async fn a_stream_of_a_transaction_that_ends(db: Arc<Database>) {
    measures(&db, 400).await;
    let engine = db.options().pool_size(1).connect().await.unwrap();
    // Left, and the transaction is dropped, rolled back or committed next.
    for end in 0..3 {
        let tx = engine.begin().await.unwrap();
        Measure::update().set(Measure::payload, "1").where_(Measure::id.eq(end)).execute(&tx).await.unwrap();
        assert!(Measure::select().stream(&tx).next().await.is_some());
        match end {
            0 => drop(tx),
            1 => tx.rollback().await.unwrap(),
            _ => tx.commit().await.unwrap(),
        }
    }
    let marked = Measure::select().columns(Measure::id).where_(Measure::payload.eq("1"));
    assert_eq!(marked.clone().all(&engine).await.unwrap(), [2]);
    // Open on an inner transaction, while the outer one is rolled back.
    let tx = engine.begin().await.unwrap();
    let inner = tx.begin().await.unwrap();
    Measure::update().set(Measure::payload, "1").where_(Measure::id.eq(3)).execute(&inner).await.unwrap();
    let mut rows = Measure::select().stream(&inner);
    assert!(rows.next().await.is_some());
    is_busy(tx.rollback().await);
    assert!(rows.next().await.is_some());
    drop(rows);
    drop(inner);
    assert_eq!(marked.all(&engine).await.unwrap(), [2]);
}

pub(crate) async fn an_error_in_a_transaction(db: Arc<Database>) {
    measures(&db, 40).await;
    let select = Measure::select().where_(failing(&db));
    // Whether the error is seen, or is in what was left of the stream.
    for seen in [true, false] {
        let tx = db.engine.begin().await.unwrap();
        Measure::delete().where_(Measure::id.eq(1)).execute(&tx).await.unwrap();
        if seen {
            let (_, error) = take(select.clone().stream(&tx)).await;
            assert!(matches!(error, Some(Error::Database { .. })), "{error:?}");
        } else {
            assert!(select.clone().stream(&tx).next().await.unwrap().is_ok());
        }
        let count = Measure::select().count(&tx).await;
        let commit = tx.commit().await;
        if db.backend.failure_aborts {
            assert!(matches!(count, Err(Error::TransactionAborted { .. })), "{count:?}");
            assert!(matches!(commit, Err(Error::TransactionAborted { .. })), "{commit:?}");
        } else {
            assert_eq!(count.unwrap(), 9999);
            commit.unwrap();
        }
    }
    // Without a statement between: what failed is not reported as committed.
    let tx = db.engine.begin().await.unwrap();
    assert!(select.stream(&tx).next().await.unwrap().is_ok());
    assert_eq!(tx.commit().await.is_err(), db.backend.failure_aborts);
}

pub(crate) async fn a_row_that_takes_too_long(db: Arc<Database>) {
    measures(&db, 400).await;
    let options = db.options().pool_size(1).statement_timeout(Duration::from_millis(400));
    let engine = options.connect().await.unwrap();
    // How slow the program is does not count.
    let mut rows = Measure::select().order_by(Measure::id).stream(&engine);
    for id in 0..10_000 {
        if id % 4000 == 1 {
            tokio::time::sleep(Duration::from_millis(600)).await;
        }
        assert_eq!(rows.next().await.unwrap().unwrap().id, id);
    }
    assert!(rows.next().await.is_none());
    let late = match db.dialect().name() {
        "PostgreSQL" => sql!("id < 5000 OR pg_sleep(60) IS NULL"),
        "SQLite" => sql!(
            "id < 5000 OR 0 = (WITH RECURSIVE n(i) AS (SELECT id UNION ALL SELECT i + 1 FROM n LIMIT 10000000000) \
             SELECT max(i) FROM n)"
        ),
        _ => sql!("id < 5000 OR SLEEP(60) = 1"),
    };
    let (rows, error) = take(Measure::select().where_(late.clone()).stream(&engine)).await;
    assert!(rows.len() <= 5000, "{}", rows.len());
    assert!(matches!(error, Some(Error::Timeout { .. })), "{error:?}");
    let tx = engine.begin().await.unwrap();
    let (_, error) = take(Measure::select().where_(late).stream(&tx)).await;
    assert!(matches!(error, Some(Error::Timeout { .. })), "{error:?}");
    let count = Measure::select().count(&tx).await;
    assert!(matches!(count, Err(Error::TransactionAborted { .. })), "{count:?}");
    drop(tx);
    assert_eq!(Measure::select().count(&engine).await.unwrap(), 10_000);
}

pub(crate) async fn a_stream_of_a_closed_engine(db: Arc<Database>) {
    measures(&db, 400).await;
    let engine = db.options().connect().await.unwrap();
    let mut rows = Measure::select().order_by(Measure::id).stream(&engine);
    assert!(rows.next().await.is_some());
    engine.close().await;
    // What runs already may end.
    let (rest, error) = take(rows).await;
    assert_eq!(rest.len(), 9999, "{error:?}");
    let (_, error) = take(Measure::select().stream(&engine)).await;
    assert!(matches!(error, Some(Error::Closed)), "{error:?}");
    assert_eq!(engine.status().size, 0);
}

/// A stream may leave the function that made it, and the thread.
fn ids(engine: &Engine) -> Rows<'static, i64> {
    Measure::select().columns(Measure::id).order_by(Measure::id).stream(engine)
}

pub(crate) async fn several_streams_at_once(db: Arc<Database>) {
    measures(&db, 40).await;
    let engine = db.options().pool_size(2).acquire_timeout(Duration::from_millis(200)).connect().await.unwrap();
    let tasks: Vec<_> = (0..2).map(|_| tokio::spawn(take(ids(&engine)))).collect();
    for task in tasks {
        let (rows, error) = task.await.unwrap();
        assert_eq!(rows, (0..10_000).collect::<Vec<_>>(), "{error:?}");
    }
    let (mut one, mut two) = (ids(&engine), ids(&engine));
    assert_eq!((one.next().await.unwrap().unwrap(), two.next().await.unwrap().unwrap()), (0, 0));
    let (_, error) = take(ids(&engine)).await;
    assert!(matches!(error, Some(Error::PoolExhausted { .. })), "{error:?}");
    // One that is at its end has given its connection back.
    let (rest, error) = take(one).await;
    assert_eq!(rest.len(), 9999, "{error:?}");
    assert_eq!(Measure::select().count(&engine).await.unwrap(), 10_000);
    assert_eq!(two.next().await.unwrap().unwrap(), 1);
}

/// What the hook was told of a stream: the rows, and whether it failed.
type Told = (usize, bool);

pub(crate) async fn the_hook_hears_of_a_stream_once(db: Arc<Database>) {
    measures(&db, 40).await;
    let told: Arc<Mutex<Vec<Told>>> = Arc::default();
    let note = Arc::clone(&told);
    let options = db.options().on_query(move |event| {
        if event.sql.starts_with("SELECT") {
            note.lock().unwrap().push((event.rows, event.error.is_some()));
        }
    });
    let engine = options.connect().await.unwrap();
    take(Measure::select().stream(&engine)).await;
    let mut rows = Measure::select().stream(&engine);
    for _ in 0..7 {
        rows.next().await.unwrap().unwrap();
    }
    drop(rows);
    take(Strict::select().order_by(Strict::id).stream(&engine)).await;
    take(Measure::select().where_(sql!("nosuch = 1")).stream(&engine)).await;
    drop(Measure::select().stream(&engine));
    assert_eq!(*told.lock().unwrap(), [(10_000, false), (7, false), (7500, true), (0, true)]);
}
