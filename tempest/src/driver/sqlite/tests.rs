mod brief;

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tempest_dialects::Value;

use super::*;
use crate::driver::handmade::sql;
use crate::row::{DecodeError, Row};

/// A folder of its own for each test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("tempest-sqlite-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn file(&self, mode: SqliteMode) -> SqliteFile {
        SqliteFile::Path(self.0.join("test.db"), mode)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

fn options(file: &SqliteFile) -> Options {
    Options::new(crate::engine::Target::Sqlite(file.clone()))
        .pool_size(2)
        .acquire_timeout(Duration::from_millis(300))
        .busy_timeout(Duration::from_millis(100))
}

async fn open(file: &SqliteFile) -> Pool {
    Pool::connect(file, &options(file)).await.unwrap()
}

async fn execute(connection: &mut Connection, text: &str, values: Vec<Value>) -> Result<u64> {
    connection.query(&sql(text, values), |_| Ok(())).await.map(|fetched| fetched.affected)
}

async fn integers(connection: &mut Connection, text: &str) -> Result<Vec<i64>> {
    connection.query(&sql(text, vec![]), |row: &Row<'_>| row.decode(0)).await.map(|fetched| fetched.rows)
}

async fn table(pool: &Pool) -> Connection {
    let mut writer = pool.acquire(Access::Write).await.unwrap();
    writer
        .control("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT UNIQUE, n INTEGER CHECK (n < 100))")
        .await
        .unwrap();
    writer
}

#[tokio::test]
async fn counts_and_rows_are_those_of_the_statement() {
    let pool = open(&SqliteFile::Memory).await;
    let mut db = table(&pool).await;
    let insert = "INSERT INTO t (name, n) VALUES (?, ?), (?, ?)";
    let values = vec![Value::Text("a".into()), Value::I32(1), Value::Text("b".into()), Value::U32(2)];
    assert_eq!(execute(&mut db, insert, values).await.unwrap(), 2);
    assert_eq!(execute(&mut db, "SELECT * FROM t", vec![]).await.unwrap(), 0);
    assert_eq!(execute(&mut db, "UPDATE t SET n = 5 WHERE id > 99", vec![]).await.unwrap(), 0);
    assert_eq!(execute(&mut db, "CREATE TABLE u AS SELECT * FROM t", vec![]).await.unwrap(), 0);
    assert_eq!(execute(&mut db, "INSERT INTO t (name) VALUES ('a') ON CONFLICT DO NOTHING", vec![]).await.unwrap(), 0);
    let returning = sql("UPDATE t SET n = n + 1 RETURNING n", vec![]);
    let fetched = db.query(&returning, |row: &Row<'_>| row.decode::<i32>(0)).await.unwrap();
    assert_eq!((fetched.rows, fetched.affected), (vec![2, 3], 2));
    // A row that cannot be decoded does not undo the statement.
    let error = db.query(&returning, |row: &Row<'_>| row.decode::<String>(0)).await.unwrap_err();
    assert!(matches!(error, Error::Decode { .. }), "{error}");
    assert_eq!(integers(&mut db, "SELECT n FROM t ORDER BY n").await.unwrap(), [3, 4]);
    assert!(matches!(execute(&mut db, "SELECT ?", vec![]).await, Err(Error::Bind { position: 1, .. })));
}

#[tokio::test]
async fn a_file_has_a_writer_and_readers() {
    let folder = Folder::new("readers");
    let pool = open(&folder.file(SqliteMode::Create)).await;
    let mut writer = table(&pool).await;
    let (mut one, mut two) = (pool.acquire(Access::Read).await.unwrap(), pool.acquire(Access::Read).await.unwrap());
    writer.begin(&TransactionOptions::new()).await.unwrap();
    execute(&mut writer, "INSERT INTO t (n) VALUES (1)", vec![]).await.unwrap();
    assert_eq!(integers(&mut one, "SELECT n FROM t").await.unwrap(), [0; 0]);
    writer.commit().await.unwrap();
    assert_eq!(integers(&mut two, "SELECT n FROM t").await.unwrap(), [1]);
    let refused = execute(&mut one, "DELETE FROM t", vec![]).await.unwrap_err();
    assert!(matches!(&refused, Error::Database { code, .. } if code == "8"), "{refused}");
    assert_eq!(
        integers(&mut writer, "SELECT count(*) FROM pragma_journal_mode WHERE journal_mode = 'wal'").await.unwrap(),
        [1]
    );
    assert!(matches!(pool.acquire(Access::Write).await, Err(Error::PoolExhausted { size: 1, .. })));
    assert!(matches!(pool.acquire(Access::Read).await, Err(Error::PoolExhausted { size: 2, .. })));
    assert_eq!((pool.status().size, pool.status().idle), (3, 0));
}

#[tokio::test]
async fn every_connection_is_set_up() {
    let folder = Folder::new("setup");
    let pool = open(&folder.file(SqliteMode::Create)).await;
    for access in [Access::Write, Access::Read] {
        let mut db = pool.acquire(access).await.unwrap();
        for (pragma, value) in [("foreign_keys", 1), ("synchronous", 2)] {
            assert_eq!(integers(&mut db, &format!("PRAGMA {pragma}")).await.unwrap(), [value], "{pragma}");
        }
        assert_eq!(integers(&mut db, "SELECT 'A' LIKE 'a'").await.unwrap(), [0]);
        let error = execute(&mut db, "SELECT \"nosuch\"", vec![]).await.unwrap_err();
        assert!(error.to_string().starts_with("no such column"), "{error}");
    }
}

#[tokio::test]
async fn a_file_that_cannot_be_opened_is_named() {
    let folder = Folder::new("missing");
    for file in [
        folder.file(SqliteMode::Write),
        folder.file(SqliteMode::Read),
        SqliteFile::Path(folder.0.join("no/such/folder.db"), SqliteMode::Create),
    ] {
        let error = Pool::connect(&file, &options(&file)).await.unwrap_err();
        let SqliteFile::Path(path, _) = file else { unreachable!() };
        assert!(matches!(&error, Error::Connect { server, .. } if *server == path.display().to_string()), "{error}");
    }
    let file = folder.file(SqliteMode::Create);
    std::fs::write(folder.0.join("test.db"), "this is no database, but a text that is long enough to be looked at")
        .unwrap();
    let error = Pool::connect(&file, &options(&file)).await.unwrap_err();
    assert!(error.to_string().contains("not a database"), "{error}");
}

#[tokio::test]
async fn a_file_can_be_opened_read_only() {
    let folder = Folder::new("read-only");
    drop(table(&open(&folder.file(SqliteMode::Create)).await).await);
    let pool = open(&folder.file(SqliteMode::Read)).await;
    let mut db = pool.acquire(Access::Write).await.unwrap();
    assert_eq!(integers(&mut db, "SELECT count(*) FROM t").await.unwrap(), [0]);
    assert!(execute(&mut db, "DELETE FROM t", vec![]).await.is_err());
}

#[tokio::test]
async fn a_dropped_transaction_is_rolled_back_and_the_connection_goes_on() {
    let pool = open(&SqliteFile::Memory).await;
    let mut db = table(&pool).await;
    db.begin(&TransactionOptions::new()).await.unwrap();
    execute(&mut db, "INSERT INTO t (n) VALUES (1)", vec![]).await.unwrap();
    drop(db);
    let mut db = pool.acquire(Access::Read).await.unwrap();
    assert_eq!(integers(&mut db, "SELECT n FROM t").await.unwrap(), [0; 0]);
    // Read-only on the one connection of a database in memory.
    db.begin(&TransactionOptions::new().read_only()).await.unwrap();
    assert!(execute(&mut db, "INSERT INTO t (n) VALUES (1)", vec![]).await.is_err());
    drop(db);
    let mut db = pool.acquire(Access::Write).await.unwrap();
    execute(&mut db, "INSERT INTO t (n) VALUES (1)", vec![]).await.unwrap();
}

const ENDLESS: &str = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c";

#[tokio::test]
async fn a_statement_that_nobody_waits_for_ends() {
    let pool = open(&SqliteFile::Memory).await;
    let mut db = table(&pool).await;
    db.begin(&TransactionOptions::new()).await.unwrap();
    execute(&mut db, "INSERT INTO t (n) VALUES (1)", vec![]).await.unwrap();
    let endless = tokio::time::timeout(Duration::from_millis(50), integers(&mut db, ENDLESS)).await;
    assert!(endless.is_err());
    drop(db);
    let mut db = pool.acquire(Access::Write).await.unwrap();
    let rows = tokio::time::timeout(Duration::from_secs(5), integers(&mut db, "SELECT n FROM t")).await.unwrap();
    assert_eq!(rows.unwrap(), [0; 0]);
}

#[tokio::test]
async fn a_transaction_that_sqlite_ended_refuses_what_follows() {
    let pool = open(&SqliteFile::Memory).await;
    let mut db = table(&pool).await;
    execute(&mut db, "INSERT INTO t (name) VALUES ('a')", vec![]).await.unwrap();
    db.begin(&TransactionOptions::new()).await.unwrap();
    // An ordinary failure leaves the transaction as it was.
    assert!(execute(&mut db, "INSERT INTO t (name) VALUES ('a')", vec![]).await.unwrap_err().is_unique_violation());
    execute(&mut db, "INSERT INTO t (name) VALUES ('b')", vec![]).await.unwrap();
    assert!(execute(&mut db, "INSERT OR ROLLBACK INTO t (name) VALUES ('a')", vec![]).await.is_err());
    assert!(db.failure().unwrap().contains("unique violation"));
    let error = execute(&mut db, "INSERT INTO t (name) VALUES ('c')", vec![]).await.unwrap_err();
    assert!(matches!(error, Error::TransactionAborted { .. }), "{error}");
    assert!(matches!(db.commit().await, Err(Error::TransactionAborted { .. })));
    assert_eq!(integers(&mut db, "SELECT count(*) FROM t").await.unwrap(), [1]);
}

#[tokio::test]
async fn a_transaction_is_begun_on_the_engine_only() {
    let pool = open(&SqliteFile::Memory).await;
    let mut db = table(&pool).await;
    assert!(matches!(execute(&mut db, "BEGIN", vec![]).await, Err(Error::TransactionState { .. })));
    execute(&mut db, "INSERT INTO t (n) VALUES (1)", vec![]).await.unwrap();
    db.begin(&TransactionOptions::new()).await.unwrap();
    execute(&mut db, "COMMIT", vec![]).await.unwrap();
    assert!(matches!(execute(&mut db, "DELETE FROM t", vec![]).await, Err(Error::TransactionAborted { .. })));
    assert!(matches!(db.commit().await, Err(Error::TransactionAborted { .. })));
    db.begin(&TransactionOptions::new()).await.unwrap();
    db.rollback().await.unwrap();
}

#[tokio::test]
async fn a_panic_of_a_decoder_reaches_the_caller_only() {
    let pool = open(&SqliteFile::Memory).await;
    let mut db = table(&pool).await;
    let panicking =
        tokio::spawn(async move { db.query::<()>(&sql("SELECT 1", vec![]), |_| panic!("seen")).await.map(|_| ()) });
    let panic = panicking.await.unwrap_err().into_panic();
    assert_eq!(*panic.downcast::<&str>().unwrap(), "seen");
    let mut db = pool.acquire(Access::Write).await.unwrap();
    assert_eq!(integers(&mut db, "SELECT count(*) FROM t").await.unwrap(), [0]);
}

#[tokio::test]
async fn constraints_are_named() {
    let pool = open(&SqliteFile::Memory).await;
    let mut db = table(&pool).await;
    db.control("CREATE TABLE c (a INTEGER NOT NULL, b INTEGER REFERENCES t (id), CONSTRAINT small CHECK (a < 9))")
        .await
        .unwrap();
    db.control("CREATE UNIQUE INDEX twice ON c (a * 2)").await.unwrap();
    execute(&mut db, "INSERT INTO c (a) VALUES (1)", vec![]).await.unwrap();
    for (text, expected) in [
        ("INSERT INTO c (a) VALUES (NULL)", "not null violation: `a`"),
        ("INSERT INTO c (a) VALUES (9)", "check violation: `small`"),
        ("INSERT INTO c (a) VALUES (1)", "unique violation: `twice`"),
        ("INSERT INTO c (a, b) VALUES (2, 1)", "foreign key violation"),
        ("INSERT INTO t (id, name) VALUES (1, 'a'), (1, 'b')", "unique violation: `id`"),
        ("INSERT INTO nosuch VALUES (1)", "no such table: nosuch (code 1,"),
        ("SELECT 1; SELECT 2", ""),
    ] {
        let error = execute(&mut db, text, vec![]).await.unwrap_err().to_string();
        assert!(error.starts_with(expected), "{text}: {error}");
    }
}

#[tokio::test]
async fn another_process_that_writes_is_waited_for() {
    let folder = Folder::new("busy");
    let file = folder.file(SqliteMode::Create);
    let (here, there) = (open(&file).await, open(&file).await);
    let (mut one, mut two) = (table(&here).await, there.acquire(Access::Write).await.unwrap());
    one.begin(&TransactionOptions::new()).await.unwrap();
    let error = execute(&mut two, "INSERT INTO t (n) VALUES (1)", vec![]).await.unwrap_err();
    assert!(matches!(error, Error::LockNotAvailable { .. }), "{error}");
    assert!(matches!(two.begin(&TransactionOptions::new()).await, Err(Error::LockNotAvailable { .. })));
    one.commit().await.unwrap();
    two.rollback().await.unwrap();
    execute(&mut two, "INSERT INTO t (n) VALUES (1)", vec![]).await.unwrap();
}

/// The numbers from 1, for ever.
const NUMBERS: &str = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x, ? FROM c";

#[tokio::test]
async fn a_stream_runs_only_a_little_ahead() {
    static DECODED: AtomicUsize = AtomicUsize::new(0);
    fn decode(row: &Row<'_>) -> std::result::Result<i64, DecodeError> {
        DECODED.fetch_add(1, Ordering::SeqCst);
        row.decode::<Vec<u8>>(1)?;
        row.decode(0)
    }
    let pool = open(&SqliteFile::Memory).await;
    for (bytes, ahead) in [(0, 3 * 512), (70_000, 3)] {
        DECODED.store(0, Ordering::SeqCst);
        let mut db = pool.acquire(Access::Read).await.unwrap();
        let mut batches = db.open(&sql(NUMBERS, vec![Value::Bytes(vec![0; bytes])]), decode).unwrap();
        assert_eq!(db.next(&mut batches).await.unwrap(), Some(1));
        tokio::time::sleep(Duration::from_millis(100)).await;
        let decoded = DECODED.load(Ordering::SeqCst);
        assert!((1..=ahead).contains(&decoded), "{decoded}");
        for number in 2..2000 {
            assert_eq!(db.next(&mut batches).await.unwrap(), Some(number));
        }
        // Whoever comes next does not wait for the end, which there is none of.
        drop(batches);
        assert_eq!(integers(&mut db, "SELECT 1").await.unwrap(), [1]);
    }
}

#[tokio::test]
async fn a_panic_in_a_stream_reaches_the_caller_only() {
    let pool = open(&SqliteFile::Memory).await;
    let mut db = pool.acquire(Access::Read).await.unwrap();
    let panicking = tokio::spawn(async move {
        let mut batches = db.open::<()>(&sql("SELECT 1", vec![]), |_| panic!("seen")).unwrap();
        db.next(&mut batches).await.map(|_| ())
    });
    let panic = panicking.await.unwrap_err().into_panic();
    assert_eq!(*panic.downcast::<&str>().unwrap(), "seen");
    let mut db = pool.acquire(Access::Write).await.unwrap();
    assert_eq!(integers(&mut db, "SELECT 1").await.unwrap(), [1]);
}

#[tokio::test]
async fn a_stream_may_end_the_transaction() {
    let pool = open(&SqliteFile::Memory).await;
    let mut db = pool.acquire(Access::Write).await.unwrap();
    db.begin(&TransactionOptions::new()).await.unwrap();
    let mut batches = db.open::<i64>(&sql("COMMIT", vec![]), |row| row.decode(0)).unwrap();
    assert_eq!(db.next(&mut batches).await.unwrap(), None);
    assert!(db.failure().is_some());
    assert!(matches!(db.commit().await, Err(Error::TransactionAborted { .. })));
}
