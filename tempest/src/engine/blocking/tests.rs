use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tempest_dialects::table::ColumnDef;
use tempest_dialects::tree::{self, Expr, Projected, RawPart, Select};
use tempest_dialects::{ColumnType, TableDef};

use super::*;
use crate::driver::handmade::sql;

fn engine() -> BlockingEngine {
    let engine = BlockingEngine::open_in_memory().unwrap();
    engine.transaction(|tx| tx.command("CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER UNIQUE)")).unwrap();
    engine
}

fn insert(tx: &BlockingTransaction<'_>, n: i64) -> Result<u64> {
    let sql = sql("INSERT INTO t (n) VALUES (?)", vec![tempest_dialects::Value::I64(n)]);
    tx.step(|session| session.query(&sql, true, &mut |_| Ok(())))
}

fn rows(engine: &BlockingEngine) -> Vec<i64> {
    let mut rows = Vec::new();
    let sql = sql("SELECT n FROM t ORDER BY n", vec![]);
    let session = engine.shared.lock().unwrap();
    session.query(&sql, false, &mut |row| row.decode(0).map(|n| rows.push(n))).unwrap().result.unwrap();
    rows
}

#[test]
fn what_is_not_committed_is_undone() {
    let engine = engine();
    engine.transaction(|tx| insert(tx, 1)).unwrap();
    let error = engine.transaction(|tx| insert(tx, 2).and_then(|_| Err::<(), _>(Error::Closed)));
    assert!(matches!(error, Err(Error::Closed)));
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        engine.transaction::<()>(|tx| insert(tx, 3).map(|_| panic!("on purpose")))
    }));
    assert!(panicked.is_err());
    drop(engine.begin().map(|tx| insert(&tx, 4)).unwrap());
    let tx = engine.begin().unwrap();
    insert(&tx, 5).unwrap();
    tx.rollback().unwrap();
    let tx = engine.begin().unwrap();
    insert(&tx, 6).unwrap();
    tx.commit().unwrap();
    assert_eq!(rows(&engine), [1, 6]);
}

#[test]
fn a_transaction_inside_another_is_undone_alone() {
    let engine = engine();
    engine
        .transaction(|tx| {
            insert(tx, 1)?;
            let inner = tx.transaction(|tx| {
                insert(tx, 2)?;
                tx.transaction(|tx| insert(tx, 3))?;
                Err::<(), _>(Error::Closed)
            });
            assert!(matches!(inner, Err(Error::Closed)));
            tx.transaction(|tx| insert(tx, 4))?;
            let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                tx.transaction::<()>(|tx| insert(tx, 5).map(|_| panic!("on purpose")))
            }));
            assert!(panicked.is_err());
            assert!(insert(tx, 1).unwrap_err().is_unique_violation());
            Ok(())
        })
        .unwrap();
    assert_eq!(rows(&engine), [1, 4]);
}

#[test]
fn what_begins_and_ends_a_transaction_is_told_by_its_name() {
    let told = Arc::new(Mutex::new(Vec::new()));
    let note = Arc::clone(&told);
    let options = Options::from_url("sqlite::memory:").unwrap();
    let options = options.on_query(move |event| note.lock().unwrap().push(event.sql.to_owned()));
    let engine = BlockingEngine::with_options(options).unwrap();
    engine
        .transaction(|tx| {
            tx.transaction(|_| Ok(()))?;
            assert!(tx.transaction(|_| Err::<(), _>(Error::Closed)).is_err());
            Ok(())
        })
        .unwrap();
    drop(engine.begin().unwrap());
    let (set, release, undo) = ("SAVEPOINT", "RELEASE SAVEPOINT", "ROLLBACK TO SAVEPOINT");
    assert_eq!(*told.lock().unwrap(), ["BEGIN", set, release, set, undo, "COMMIT", "BEGIN", "ROLLBACK"]);
}

#[test]
fn a_thread_never_waits_for_itself() {
    let engine = engine();
    engine
        .transaction(|_| {
            assert!(matches!(engine.begin(), Err(Error::TransactionState { .. })));
            assert!(matches!(engine.shared.lock(), Err(Error::TransactionState { .. })));
            Ok(())
        })
        .unwrap();
    assert_eq!(rows(&engine), [0; 0]);
}

#[test]
fn threads_wait_for_each_other() {
    let engine = engine();
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let engine = engine.clone();
            scope.spawn(move || {
                for n in 0..25 {
                    engine.transaction(|tx| insert(tx, thread * 100 + n)).unwrap();
                }
            });
        }
    });
    assert_eq!(rows(&engine).len(), 100);
}

#[test]
fn a_read_only_transaction_writes_nothing_and_leaves_nothing_behind() {
    let engine = engine();
    let tx = engine.begin_with(TransactionOptions::new().read_only()).unwrap();
    assert!(insert(&tx, 1).is_err());
    drop(tx);
    engine.transaction(|tx| insert(tx, 1)).unwrap();
    assert_eq!(rows(&engine), [1]);
}

#[test]
fn a_statement_that_takes_too_long_is_interrupted() {
    let told = Arc::new(AtomicUsize::new(0));
    let hook = Arc::clone(&told);
    let options = Options::from_url("sqlite::memory:").unwrap().statement_timeout(Duration::from_millis(50)).on_query(
        move |event| {
            hook.fetch_add(usize::from(event.error.is_some()), Ordering::SeqCst);
        },
    );
    let engine = BlockingEngine::with_options(options).unwrap();
    let endless =
        "CREATE TABLE t AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c";
    let tx = engine.begin().unwrap();
    assert!(matches!(tx.command(endless), Err(Error::Timeout { .. })));
    // SQLite has rolled the whole transaction back.
    assert!(matches!(tx.command("CREATE TABLE t (id INTEGER)"), Err(Error::TransactionAborted { .. })));
    assert!(matches!(tx.commit(), Err(Error::TransactionAborted { .. })));
    engine.transaction(|tx| tx.command("CREATE TABLE t (id INTEGER)")).unwrap();
    assert_eq!(told.load(Ordering::SeqCst), 2);
}

#[test]
fn only_sqlite_can_block() {
    let options = Options::from_url("postgres://localhost/test").unwrap();
    assert!(matches!(BlockingEngine::with_options(options), Err(Error::Config { part: "scheme", .. })));
    assert!(matches!(BlockingEngine::open("/no/such/folder/app.db"), Err(Error::Connect { .. })));
}

/// The query of this text after its SELECT.
fn query(text: &'static str) -> Statement {
    let projection = vec![Projected::Expr(Expr::Raw(vec![RawPart::Sql(text)]))];
    Statement::Select(Select { projection: projection.into(), ..Select::default() })
}

const ALL: &str = "n FROM t ORDER BY n";

#[test]
fn rows_are_taken_one_by_one() {
    let told = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&told);
    let options = Options::from_url("sqlite::memory:").unwrap().on_query(move |event| {
        if event.sql.starts_with("SELECT") {
            counter.fetch_add(event.rows + 100, Ordering::SeqCst);
        }
    });
    let engine = BlockingEngine::with_options(options).unwrap();
    engine.transaction(|tx| tx.command("CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER UNIQUE)")).unwrap();
    engine.transaction(|tx| (1..=5).try_for_each(|n| insert(tx, n).map(drop))).unwrap();
    let mut taken = Vec::new();
    let all = || engine.stream(query(ALL), |row| row.decode::<i64>(0));
    all()
        .for_each(|n| {
            // The query has the connection: nothing waits for itself.
            assert!(matches!(engine.begin(), Err(Error::TransactionState { .. })));
            taken.push(n);
            Ok(())
        })
        .unwrap();
    assert_eq!((taken.as_slice(), told.swap(0, Ordering::SeqCst)), (&[1, 2, 3, 4, 5][..], 105));
    // The closure has seen enough.
    taken.clear();
    let stopped = all().for_each(|n| {
        taken.push(n);
        if n == 2 { Err(Error::Closed) } else { Ok(()) }
    });
    assert!(matches!(stopped, Err(Error::Closed)));
    assert_eq!((taken.as_slice(), told.swap(0, Ordering::SeqCst)), (&[1, 2][..], 102));
    // A row does not fit, or a closure panics: the engine goes on.
    let bytes = engine.stream(query(ALL), |row| row.decode::<Vec<u8>>(0));
    assert!(matches!(bytes.for_each(|_| Ok(())), Err(Error::Decode { .. })));
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        all().for_each(|_| -> Result<()> { panic!("on purpose") })
    }));
    assert!(panicked.is_err());
    assert_eq!(rows(&engine), [1, 2, 3, 4, 5]);
}

#[test]
fn the_rows_of_a_transaction_can_be_changed_meanwhile() {
    let engine = engine();
    engine
        .transaction(|tx| {
            (1..=5).try_for_each(|n| insert(tx, n).map(drop))?;
            tx.stream(query("id FROM t"), |row| row.decode::<i64>(0))
                .for_each(|id| tx.command(&format!("UPDATE t SET n = n + 10 WHERE id = {id}")))
        })
        .unwrap();
    assert_eq!(rows(&engine), [11, 12, 13, 14, 15]);
    // What ends the transaction ends it for the statements that follow as well.
    let ended = engine.transaction(|tx| {
        tx.stream(query("id FROM t"), |row| row.decode::<i64>(0))
            .for_each(|_| tx.command("INSERT OR ROLLBACK INTO t (n) VALUES (11)"))
    });
    assert!(ended.is_err(), "{ended:?}");
    assert_eq!(rows(&engine).len(), 5);
}

/// An INSERT of these numbers, which returns them.
fn many(numbers: impl Iterator<Item = i64>, decode: Decode<i64>) -> Run<i64, Vec<i64>> {
    const TABLE: TableDef = TableDef::new("t", &[ColumnDef::new("n", "n", ColumnType::BigInt)]);
    let values: Vec<Expr> = numbers.map(|n| Expr::Value(tempest_dialects::Value::I64(n))).collect();
    let insert = tree::Insert {
        table: &TABLE,
        columns: vec!["n"],
        rows: values.len(),
        values: Arc::new(values),
        on_conflict: None,
        returning: vec![Projected::Table(&TABLE)].into(),
    };
    Run::new(Statement::Insert(insert), decode, |fetched, _| Ok(fetched.rows))
}

#[test]
fn many_rows_are_inserted_or_none() {
    let engine = engine();
    let number: Decode<i64> = |row| row.decode(0);
    let one_panics: Decode<i64> = |row| match row.decode(0)? {
        35 => panic!("on purpose"),
        n => Ok(n),
    };
    // One statement that runs several times, and several statements.
    for count in [500, 40_000] {
        let inserted = (&engine).run(many(0..count, number)).unwrap();
        assert_eq!(inserted, rows(&engine));
        assert_eq!(inserted.len() as i64, count);
        (&engine).run(many(0..count, number)).unwrap_err();
        let repeated = (count..2 * count).chain([count]);
        assert!((&engine).run(many(repeated, number)).unwrap_err().is_unique_violation());
        assert_eq!(rows(&engine), inserted);
        engine
            .transaction(|tx| {
                insert(tx, -1)?;
                let repeated = (count..2 * count).chain([count]);
                assert!(tx.run(many(repeated, number)).unwrap_err().is_unique_violation());
                assert_eq!(tx.run(many(count..2 * count, number))?.len() as i64, count);
                Ok(())
            })
            .unwrap();
        assert_eq!(rows(&engine).len() as i64, 2 * count + 1);
        engine.transaction(|tx| tx.command("DELETE FROM t")).unwrap();
        let panicked =
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| (&engine).run(many(0..count, one_panics))));
        assert!(panicked.is_err());
        assert_eq!(rows(&engine), [0; 0]);
    }
}
