//! Which statements run on the thread of their caller.

use std::thread::{ThreadId, current};

use super::*;
use crate::row::DecodeError;

/// Where each row is decoded.
#[allow(clippy::unnecessary_wraps, reason = "a row may be undecodable")]
fn place(_: &Row<'_>) -> Result<ThreadId, DecodeError> {
    Ok(current().id())
}

/// Runs a statement, and tells how many rows it gave and whether all were decoded here.
async fn here(db: &mut Connection, text: &str, values: Vec<Value>) -> (usize, bool) {
    let rows = db.query(&sql(text, values), place).await.unwrap().rows;
    assert!(rows.iter().all(|thread| *thread == rows[0]), "on two threads");
    (rows.len(), rows[0] == current().id())
}

/// A table of 5,000 rows.
async fn filled(pool: &Pool) -> Connection {
    let mut db = table(pool).await;
    let count = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 5000)";
    execute(&mut db, &format!("{count} INSERT INTO t (n) SELECT x % 10 FROM c"), vec![]).await.unwrap();
    db
}

const SOME: &str = "SELECT * FROM t LIMIT +?";

#[tokio::test]
async fn a_statement_that_was_short_runs_on_the_thread_of_its_caller() {
    let folder = Folder::new("brief");
    let pool = open(&folder.file(SqliteMode::Create)).await;
    drop(filled(&pool).await);
    let mut db = pool.acquire(Access::Read).await.unwrap();
    assert_eq!(here(&mut db, SOME, vec![Value::I64(2)]).await, (2, false), "not known yet");
    assert_eq!(here(&mut db, SOME, vec![Value::I64(3)]).await, (3, true));
    // It turns out to be long: all of its rows come from the connection's thread, each once.
    assert_eq!(here(&mut db, SOME, vec![Value::I64(5000)]).await, (5000, false));
    assert_eq!(here(&mut db, SOME, vec![Value::I64(2)]).await, (2, false), "it was long");
    for _ in 0..20 {
        here(&mut db, SOME, vec![Value::I64(2)]).await;
    }
    assert_eq!(here(&mut db, SOME, vec![Value::I64(2)]).await, (2, true), "it is short again");
}

#[tokio::test]
async fn an_interrupt_on_the_callers_thread_leaves_the_transaction_open() {
    let pool = open(&SqliteFile::Memory).await;
    let mut db = filled(&pool).await;
    db.begin(&TransactionOptions::new()).await.unwrap();
    let insert = "INSERT INTO t (name) VALUES (?) RETURNING id";
    for name in ["a", "b"] {
        assert_eq!(here(&mut db, insert, vec![Value::Text(name.into())]).await, (1, false), "an interrupt undoes all");
    }
    here(&mut db, SOME, vec![Value::I64(1)]).await;
    assert_eq!(here(&mut db, SOME, vec![Value::I64(1)]).await, (1, true));
    assert_eq!(here(&mut db, SOME, vec![Value::I64(5000)]).await, (5000, false));
    db.commit().await.unwrap();
    assert_eq!(integers(&mut db, "SELECT count(*) FROM t WHERE name IN ('a', 'b')").await.unwrap(), [2]);
}

#[tokio::test]
async fn a_change_in_memory_is_made_once_wherever_it_runs() {
    let pool = open(&SqliteFile::Memory).await;
    let mut db = filled(&pool).await;
    let change = "UPDATE t SET n = n + 1 WHERE id <= ? RETURNING id";
    assert_eq!(here(&mut db, change, vec![Value::I64(1)]).await, (1, false));
    assert_eq!(here(&mut db, change, vec![Value::I64(1)]).await, (1, true));
    let before = integers(&mut db, "SELECT sum(n) FROM t").await.unwrap()[0];
    assert_eq!(here(&mut db, change, vec![Value::I64(5000)]).await, (5000, false));
    assert_eq!(integers(&mut db, "SELECT sum(n) FROM t").await.unwrap(), [before + 5000]);
}

#[tokio::test]
async fn a_file_is_written_on_the_connections_thread() {
    let folder = Folder::new("written");
    let pool = open(&folder.file(SqliteMode::Create)).await;
    let mut db = table(&pool).await;
    for _ in 0..3 {
        assert_eq!(here(&mut db, "INSERT INTO t (n) VALUES (1) RETURNING id", vec![]).await, (1, false));
    }
}

#[tokio::test]
async fn a_lock_is_waited_for_on_the_connections_thread() {
    let folder = Folder::new("locked");
    let path = folder.0.join("test.db");
    // Without a write-ahead log a reader has to wait.
    let other = rusqlite::Connection::open(&path).unwrap();
    other.execute_batch("CREATE TABLE t (id INTEGER PRIMARY KEY); INSERT INTO t VALUES (1)").unwrap();
    let file = folder.file(SqliteMode::Read);
    let pool = Pool::connect(&file, &options(&file).busy_timeout(Duration::from_secs(20))).await.unwrap();
    let mut db = pool.acquire(Access::Read).await.unwrap();
    for _ in 0..2 {
        here(&mut db, SOME, vec![Value::I64(1)]).await;
    }
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let freed = async {
        tokio::time::sleep(Duration::from_millis(50)).await;
        other.execute_batch("COMMIT").unwrap();
    };
    // On one thread the lock can only be freed if the statement does not wait there.
    let ((rows, at_once), ()) = tokio::join!(here(&mut db, SOME, vec![Value::I64(1)]), freed);
    assert_eq!((rows, at_once), (1, false));
}

#[tokio::test]
async fn the_write_lock_is_waited_for_on_the_connections_thread() {
    let folder = Folder::new("begin");
    let file = folder.file(SqliteMode::Create);
    let pool = Pool::connect(&file, &options(&file).busy_timeout(Duration::from_secs(20))).await.unwrap();
    let mut db = table(&pool).await;
    let other = rusqlite::Connection::open(folder.0.join("test.db")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let freed = async {
        tokio::time::sleep(Duration::from_millis(50)).await;
        other.execute_batch("INSERT INTO t (n) VALUES (1); COMMIT").unwrap();
    };
    let options = TransactionOptions::new();
    let (begun, ()) = tokio::join!(db.begin(&options), freed);
    begun.unwrap();
    assert_eq!(integers(&mut db, "SELECT n FROM t").await.unwrap(), [1]);
    db.commit().await.unwrap();
}

#[tokio::test]
async fn what_a_dropped_transaction_left_is_undone_before_anything_else() {
    let pool = open(&SqliteFile::Memory).await;
    drop(table(&pool).await);
    let count = "SELECT count(*) FROM t";
    for _ in 0..100 {
        let mut db = pool.acquire(Access::Write).await.unwrap();
        db.begin(&TransactionOptions::new()).await.unwrap();
        execute(&mut db, "INSERT INTO t (n) VALUES (1)", vec![]).await.unwrap();
        assert_eq!(integers(&mut db, count).await.unwrap(), [1]);
        drop(db);
        let mut db = pool.acquire(Access::Read).await.unwrap();
        assert_eq!(integers(&mut db, count).await.unwrap(), [0]);
    }
}

#[tokio::test]
async fn a_panic_here_leaves_the_connection_usable() {
    let pool = open(&SqliteFile::Memory).await;
    drop(filled(&pool).await);
    let panicking = tokio::spawn({
        let mut db = pool.acquire(Access::Read).await.unwrap();
        async move {
            here(&mut db, SOME, vec![Value::I64(1)]).await;
            db.query::<()>(&sql(SOME, vec![Value::I64(1)]), |_| panic!("seen")).await.map(|_| ())
        }
    });
    assert_eq!(*panicking.await.unwrap_err().into_panic().downcast::<&str>().unwrap(), "seen");
    let mut db = pool.acquire(Access::Read).await.unwrap();
    assert_eq!(here(&mut db, SOME, vec![Value::I64(3)]).await, (3, true));
    // The limit of the statement that panicked is no limit of this one.
    assert_eq!(here(&mut db, SOME, vec![Value::I64(5000)]).await, (5000, false));
}

#[tokio::test]
async fn a_task_that_never_waits_lets_others_run() {
    let pool = open(&SqliteFile::Memory).await;
    let mut db = table(&pool).await;
    let other = tokio::spawn(async {});
    for _ in 0..1000 {
        integers(&mut db, "SELECT 1").await.unwrap();
        if other.is_finished() {
            return;
        }
    }
    panic!("the other task had no turn");
}
