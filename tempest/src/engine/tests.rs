//! Engine and transactions, on SQLite and, where `TEMPEST_TEST_POSTGRES` names one, on PostgreSQL.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tempest_dialects::table::{ColumnDef, ReferenceDef};
use tempest_dialects::tree::{ColumnRef, Expr, From, Insert, Projected, RawPart, Select};
use tempest_dialects::{ColumnType, Sqlite, Statement, TableDef, Value};

use super::{Engine, Executor, Isolation, Options, Transaction, TransactionOptions};
use crate::engine::Run;
use crate::error::{Error, Result};
use crate::model::Models;
use crate::test_server;

static COUNTER: AtomicUsize = AtomicUsize::new(0);

/// A table of one column, which each test has for itself.
struct Fixture {
    engine: Engine,
    table: &'static TableDef,
    /// SQLite's file, which goes with it.
    file: Option<PathBuf>,
}

impl Drop for Fixture {
    fn drop(&mut self) {
        for ending in ["", "-wal", "-shm"] {
            let Some(file) = &self.file else { return };
            let _ = std::fs::remove_file(format!("{}{ending}", file.display()));
        }
    }
}

const ID: &[ColumnDef] = &[ColumnDef::new("id", "id", ColumnType::Integer)];

async fn fixtures(change: impl Fn(Options) -> Options) -> Vec<Fixture> {
    let mut fixtures = Vec::new();
    let number = COUNTER.fetch_add(1, Ordering::SeqCst);
    let file = std::env::temp_dir().join(format!("tempest-engine-{}-{number}.db", std::process::id()));
    let mut urls = Vec::new();
    if cfg!(feature = "sqlite") {
        urls.push(format!("sqlite:{}", file.display()));
    }
    if cfg!(feature = "postgres") {
        urls.extend(test_server::url("TEMPEST_TEST_POSTGRES"));
    }
    for url in urls {
        let engine = change(Options::from_url(&url).unwrap()).connect().await.unwrap();
        let name: &'static str = format!("tempest_engine_{number}").leak();
        let table: &'static TableDef = Box::leak(Box::new(TableDef::new(name, ID)));
        let mut connection = engine.shared.pool.acquire(crate::driver::Access::Write).await.unwrap();
        connection.control(&format!("DROP TABLE IF EXISTS {name}")).await.unwrap();
        connection.control(&format!("CREATE TABLE {name} (id integer PRIMARY KEY)")).await.unwrap();
        drop(connection);
        let file = url.starts_with("sqlite:").then(|| file.clone());
        fixtures.push(Fixture { engine, table, file });
    }
    fixtures
}

fn run<U: Send>(statement: Statement, finish: fn(crate::driver::Fetched<i64>, &str) -> Result<U>) -> Run<i64, U> {
    Run { statement: Ok(Some(statement)), decode: |row| row.decode(0), finish }
}

impl Fixture {
    fn insert(&self, id: i32) -> Run<i64, u64> {
        let insert = Insert {
            table: self.table,
            columns: vec!["id"],
            values: Arc::new(vec![Expr::Value(Value::I32(id))]),
            rows: 1,
            on_conflict: None,
            returning: Cow::default(),
        };
        run(Statement::Insert(insert), |fetched, _| Ok(fetched.affected))
    }

    fn ids(&self) -> Run<i64, Vec<i64>> {
        let select = Select {
            projection: vec![Projected::Expr(Expr::Column(ColumnRef { table: self.table.name, column: "id" }))].into(),
            from: Some(From::Table(self.table)),
            ..Select::default()
        };
        run(Statement::Select(select), |fetched, _| {
            let mut ids = fetched.rows;
            ids.sort_unstable();
            Ok(ids)
        })
    }
}

/// A statement that the database is busy with for a minute.
fn slow(engine: &Engine) -> Run<i64, Vec<i64>> {
    let text = match engine.dialect().name() {
        "SQLite" => {
            "(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 10000000000) SELECT max(i) FROM n)"
        }
        _ => "(SELECT length(pg_sleep(60)::text)::int8)",
    };
    let one = Projected::Expr(Expr::Raw(vec![RawPart::Sql(text)]));
    run(Statement::Select(Select { projection: vec![one].into(), ..Select::default() }), |fetched, _| Ok(fetched.rows))
}

#[tokio::test]
async fn a_transaction_commits_what_its_closure_did() {
    for fixture in fixtures(|options| options).await {
        let answer = fixture
            .engine
            .transaction(async |tx| {
                assert_eq!(tx.run(fixture.insert(1)).await?, 1);
                tx.run(fixture.insert(2)).await?;
                Ok("done")
            })
            .await
            .unwrap();
        assert_eq!(answer, "done");
        assert_eq!(fixture.engine.run(fixture.ids()).await.unwrap(), [1, 2]);
    }
}

#[derive(Debug)]
struct OwnError(String);

impl std::convert::From<Error> for OwnError {
    fn from(error: Error) -> Self {
        Self(error.to_string())
    }
}

#[tokio::test]
async fn an_error_rolls_back_and_gives_the_connection_back() {
    for fixture in fixtures(|options| options.pool_size(1)).await {
        let result: Result<(), OwnError> = fixture
            .engine
            .try_transaction(async |tx| {
                tx.run(fixture.insert(1)).await?;
                Err(OwnError("mine".to_owned()))
            })
            .await;
        assert_eq!(result.unwrap_err().0, "mine");
        assert!(fixture.engine.status().idle >= 1);
        assert_eq!(fixture.engine.run(fixture.ids()).await.unwrap(), [0_i64; 0]);
    }
}

#[tokio::test]
async fn a_panic_and_a_dropped_future_and_a_dropped_guard_roll_back() {
    for fixture in fixtures(|options| options.pool_size(2).acquire_timeout(Duration::from_secs(2))).await {
        let fixture = Arc::new(fixture);
        let panicking = Arc::clone(&fixture);
        let task = tokio::spawn(async move {
            panicking
                .engine
                .transaction(async |tx| {
                    tx.run(panicking.insert(1)).await?;
                    if panicking.table.name.len() > 1 {
                        panic!("on purpose");
                    }
                    Ok(())
                })
                .await
        });
        assert!(task.await.unwrap_err().is_panic());

        let body = fixture.engine.transaction(async |tx| {
            tx.run(fixture.insert(2)).await?;
            std::future::pending::<()>().await;
            Ok(())
        });
        tokio::time::timeout(Duration::from_millis(200), body).await.unwrap_err();

        let body = fixture.engine.transaction(async |tx| {
            tx.run(fixture.insert(3)).await?;
            tx.run(slow(&fixture.engine)).await
        });
        tokio::time::timeout(Duration::from_millis(200), body).await.unwrap_err();

        let guard = fixture.engine.begin().await.unwrap();
        guard.run(fixture.insert(4)).await.unwrap();
        drop(guard);

        assert_eq!(fixture.engine.run(fixture.ids()).await.unwrap(), [0_i64; 0]);
        fixture.engine.run(fixture.insert(5)).await.unwrap();
        assert_eq!(fixture.engine.run(fixture.ids()).await.unwrap(), [5]);
    }
}

#[tokio::test]
async fn a_guard_commits_or_rolls_back() {
    for fixture in fixtures(|options| options).await {
        let tx = fixture.engine.begin().await.unwrap();
        tx.run(fixture.insert(1)).await.unwrap();
        tx.commit().await.unwrap();
        let tx = fixture.engine.begin().await.unwrap();
        tx.run(fixture.insert(2)).await.unwrap();
        tx.rollback().await.unwrap();
        assert_eq!(fixture.engine.run(fixture.ids()).await.unwrap(), [1]);
    }
}

#[tokio::test]
async fn a_transaction_inside_another_rolls_back_alone() {
    for fixture in fixtures(|options| options).await {
        fixture
            .engine
            .transaction(async |tx| {
                tx.run(fixture.insert(1)).await?;
                let inner = tx
                    .transaction(async |nested| {
                        nested.run(fixture.insert(2)).await?;
                        nested.run(fixture.insert(1)).await
                    })
                    .await;
                assert!(inner.unwrap_err().is_unique_violation());
                tx.transaction(async |nested| {
                    nested.run(fixture.insert(3)).await?;
                    nested.transaction(async |innermost| innermost.run(fixture.insert(4)).await).await
                })
                .await?;
                // Dropped: undone before the next statement.
                let dropped = tx.begin().await?;
                dropped.run(fixture.insert(5)).await?;
                drop(dropped);
                tx.run(fixture.insert(6)).await?;
                let dropped = tx.begin().await?;
                dropped.run(fixture.insert(7)).await?;
                drop(dropped);
                Ok(())
            })
            .await
            .unwrap();
        assert_eq!(fixture.engine.run(fixture.ids()).await.unwrap(), [1, 3, 4, 6]);
    }
}

#[tokio::test]
async fn the_outer_transaction_is_not_used_while_an_inner_one_is_open() {
    for fixture in fixtures(|options| options).await {
        let tx = fixture.engine.begin().await.unwrap();
        let inner = tx.begin().await.unwrap();
        assert!(matches!(tx.run(fixture.insert(1)).await, Err(Error::TransactionState { .. })));
        assert!(matches!(tx.begin().await, Err(Error::TransactionState { .. })));
        inner.run(fixture.insert(2)).await.unwrap();
        inner.commit().await.unwrap();
        tx.run(fixture.insert(3)).await.unwrap();
        let inner = tx.begin().await.unwrap();
        inner.run(fixture.insert(4)).await.unwrap();
        assert!(matches!(tx.commit().await, Err(Error::TransactionState { .. })));
        assert!(matches!(inner.run(fixture.insert(5)).await, Err(Error::TransactionState { .. })));
        assert!(matches!(inner.commit().await, Err(Error::TransactionState { .. })));
        assert_eq!(fixture.engine.run(fixture.ids()).await.unwrap(), [0_i64; 0]);
    }
}

#[tokio::test]
async fn a_commit_after_a_failed_statement_is_an_error_on_postgresql_and_keeps_the_rest_elsewhere() {
    for fixture in fixtures(|options| options).await {
        let body = async |tx: &Transaction| {
            tx.run(fixture.insert(1)).await?;
            assert!(tx.run(fixture.insert(1)).await.is_err());
            Ok(())
        };
        let result = fixture.engine.transaction(body).await;
        let nested = fixture.engine.transaction(async |tx| {
            tx.run(fixture.insert(2)).await?;
            let inner = tx.transaction(async |nested| {
                nested.run(fixture.insert(3)).await?;
                let _ = nested.run(fixture.insert(3)).await;
                Ok(())
            });
            Ok(inner.await)
        });
        let nested = nested.await.unwrap();
        let ids = fixture.engine.run(fixture.ids()).await.unwrap();
        if fixture.engine.dialect().name() == "PostgreSQL" {
            assert!(matches!(result, Err(Error::TransactionAborted { .. })), "{result:?}");
            assert!(matches!(nested, Err(Error::TransactionAborted { .. })), "{nested:?}");
            assert_eq!(ids, [2]);
        } else {
            result.unwrap();
            nested.unwrap();
            assert_eq!(ids, [1, 2, 3]);
        }
    }
}

#[tokio::test]
async fn statements_on_one_transaction_wait_for_each_other() {
    for fixture in fixtures(|options| options).await {
        fixture
            .engine
            .transaction(async |tx| {
                let (a, b, c) =
                    tokio::join!(tx.run(fixture.insert(1)), tx.run(fixture.insert(2)), tx.run(fixture.insert(3)));
                Ok((a?, b?, c?))
            })
            .await
            .unwrap();
        assert_eq!(fixture.engine.run(fixture.ids()).await.unwrap(), [1, 2, 3]);
    }
}

#[tokio::test]
async fn options_reach_the_database() {
    for fixture in fixtures(|options| options).await {
        let options = TransactionOptions::new().isolation(Isolation::Serializable).read_only();
        let result = fixture
            .engine
            .transaction_with(options, async |tx| {
                assert_eq!(tx.run(fixture.ids()).await?, [0_i64; 0]);
                tx.run(fixture.insert(1)).await
            })
            .await;
        assert!(matches!(result, Err(Error::Database { .. })), "{result:?}");
        fixture.engine.run(fixture.insert(2)).await.unwrap();
    }
}

#[tokio::test]
async fn a_statement_that_takes_too_long_is_a_timeout_and_ends_its_transaction() {
    for fixture in fixtures(|options| options.statement_timeout(Duration::from_millis(300)).pool_size(2)).await {
        let error = fixture.engine.run(slow(&fixture.engine)).await.unwrap_err();
        assert!(matches!(error, Error::Timeout { .. }), "{error}");
        let tx = fixture.engine.begin().await.unwrap();
        tx.run(fixture.insert(1)).await.unwrap();
        let error = tx.run(slow(&fixture.engine)).await.unwrap_err();
        assert!(matches!(error, Error::Timeout { .. }), "{error}");
        let error = tx.run(fixture.insert(2)).await.unwrap_err();
        assert!(matches!(error, Error::TransactionAborted { .. }), "{error}");
        let error = tx.commit().await.unwrap_err();
        assert!(matches!(error, Error::TransactionAborted { .. }), "{error}");
        assert_eq!(fixture.engine.run(fixture.ids()).await.unwrap(), [0_i64; 0]);
    }
}

#[tokio::test]
async fn a_statement_dropped_midway_ends_its_transaction() {
    for fixture in fixtures(|options| options.pool_size(2)).await {
        let tx = fixture.engine.begin().await.unwrap();
        tx.run(fixture.insert(1)).await.unwrap();
        tokio::time::timeout(Duration::from_millis(100), tx.run(slow(&fixture.engine))).await.unwrap_err();
        let error = tx.run(fixture.insert(2)).await.unwrap_err();
        assert!(matches!(error, Error::TransactionAborted { .. }), "{error}");
        tx.rollback().await.unwrap();
        assert_eq!(fixture.engine.run(fixture.ids()).await.unwrap(), [0_i64; 0]);
    }
}

#[tokio::test]
async fn a_transaction_runs_in_a_spawned_task() {
    for fixture in fixtures(|options| options).await {
        let fixture = Arc::new(fixture);
        let shared = Arc::clone(&fixture);
        let ids = vec![1, 2, 3];
        let count = tokio::spawn(async move {
            let engine = shared.engine.clone();
            let borrowed = &ids;
            let count = engine
                .transaction(async |tx| {
                    for id in borrowed {
                        tx.run(shared.insert(*id)).await?;
                    }
                    tx.transaction(async |nested| nested.run(shared.insert(4)).await).await?;
                    Ok(borrowed.len())
                })
                .await;
            drop(ids);
            count
        });
        assert_eq!(count.await.unwrap().unwrap(), 3);
        assert_eq!(fixture.engine.run(fixture.ids()).await.unwrap(), [1, 2, 3, 4]);
    }
}

#[tokio::test]
async fn the_hook_hears_of_every_statement() {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let hook = Arc::clone(&heard);
    let change = move |options: Options| {
        let hook = Arc::clone(&hook);
        options.on_query(move |event| {
            hook.lock().unwrap().push((event.sql.to_owned(), event.rows, event.affected, event.error.is_some()));
        })
    };
    for fixture in fixtures(change).await {
        heard.lock().unwrap().clear();
        fixture.engine.run(fixture.insert(1)).await.unwrap();
        fixture.engine.run(fixture.insert(1)).await.unwrap_err();
        fixture.engine.run(fixture.ids()).await.unwrap();
        let heard = heard.lock().unwrap();
        assert_eq!(heard.len(), 3, "{heard:?}");
        assert!(heard[0].0.starts_with("INSERT INTO"));
        assert_eq!((heard[0].1, heard[0].2, heard[0].3), (0, 1, false));
        assert!(heard[1].3);
        assert_eq!((heard[2].1, heard[2].3), (1, false));
    }
}

/// Gathers Tempest's events: the level, and each field's name and value.
struct Gathered(Arc<Mutex<Vec<Vec<(&'static str, String)>>>>);

impl tracing::Subscriber for Gathered {
    fn enabled(&self, metadata: &tracing::Metadata<'_>) -> bool {
        metadata.target() == "tempest"
    }

    fn event(&self, event: &tracing::Event<'_>) {
        let mut fields = Fields(vec![("level", event.metadata().level().to_string())]);
        event.record(&mut fields);
        self.0.lock().unwrap().push(fields.0);
    }

    fn new_span(&self, _: &tracing::span::Attributes<'_>) -> tracing::span::Id {
        tracing::span::Id::from_u64(1)
    }

    fn record(&self, _: &tracing::span::Id, _: &tracing::span::Record<'_>) {}
    fn record_follows_from(&self, _: &tracing::span::Id, _: &tracing::span::Id) {}
    fn enter(&self, _: &tracing::span::Id) {}
    fn exit(&self, _: &tracing::span::Id) {}
}

struct Fields(Vec<(&'static str, String)>);

impl tracing::field::Visit for Fields {
    fn record_debug(&mut self, field: &tracing::field::Field, value: &dyn std::fmt::Debug) {
        self.0.push((field.name(), format!("{value:?}")));
    }
}

#[tokio::test]
async fn every_statement_is_a_tracing_event() {
    for fixture in fixtures(|options| options).await {
        let events = Arc::new(Mutex::new(Vec::new()));
        let guard = tracing::subscriber::set_default(Gathered(Arc::clone(&events)));
        fixture.engine.run(fixture.insert(1)).await.unwrap();
        fixture.engine.run(fixture.insert(1)).await.unwrap_err();
        fixture.engine.run(fixture.ids()).await.unwrap();
        drop(guard);
        let events = events.lock().unwrap();
        let [inserted, refused, selected] = &events[..] else { panic!("{events:?}") };
        let value = |event: &[(&str, String)], name| {
            event.iter().find(|(field, _)| *field == name).map(|(_, value)| value.clone()).unwrap_or_default()
        };
        for event in [inserted, refused, selected] {
            assert_eq!(value(event, "level"), "DEBUG");
            assert_eq!(value(event, "dialect"), format!("{:?}", fixture.engine.dialect().name()));
            assert!(value(event, "elapsed").ends_with('s'), "{event:?}");
            assert!(value(event, "sql").contains(fixture.table.name), "{event:?}");
        }
        assert_eq!((value(inserted, "affected"), value(inserted, "error")), ("1".to_owned(), String::new()));
        assert!(value(refused, "error").starts_with("unique violation"), "{refused:?}");
        assert_eq!((value(selected, "rows"), value(selected, "error")), ("1".to_owned(), String::new()));
    }
}

#[tokio::test]
async fn an_engine_of_another_database_is_refused() {
    if let Some(url) = test_server::url("TEMPEST_TEST_POSTGRES") {
        let error = Engine::connect_as::<Sqlite>(&url).await.unwrap_err();
        assert!(matches!(error, Error::Config { part: "scheme", .. }), "{error}");
    }
    if cfg!(feature = "sqlite") {
        Engine::connect_as::<Sqlite>("sqlite::memory:").await.unwrap();
        let error = Engine::connect_as::<tempest_dialects::MySql>("sqlite::memory:").await.unwrap_err();
        assert!(matches!(error, Error::Config { part: "scheme", .. }), "{error}");
    }
}

#[tokio::test]
async fn a_closed_engine_says_so() {
    for fixture in fixtures(|options| options).await {
        fixture.engine.close().await;
        assert!(matches!(fixture.engine.run(fixture.ids()).await, Err(Error::Closed)));
        assert!(matches!(fixture.engine.begin().await, Err(Error::Closed)));
    }
}

/// A table that refers to another one, which comes after it.
struct Pair;

static PARENT: TableDef = TableDef::new("tempest_engine_parent", ID).primary_key(&[0]);
static CHILD: TableDef = TableDef::new("tempest_engine_child", ID).primary_key(&[0]).references(&[ReferenceDef::new(
    "tempest_engine_child_fkey",
    &[0],
    || (&PARENT, vec![0]),
)]);

impl Models for Pair {
    fn tables() -> Vec<&'static TableDef> {
        vec![&CHILD, &PARENT]
    }
}

#[tokio::test]
async fn tables_are_made_in_order_by_several_programs_at_a_time() {
    for fixture in fixtures(|options| options).await {
        fixture.engine.drop_tables::<Pair>().await.unwrap();
        let other = fixture.engine.clone();
        let (a, b, c) = tokio::join!(
            fixture.engine.create_tables::<Pair>(),
            other.create_tables::<Pair>(),
            other.create_tables::<Pair>()
        );
        a.unwrap();
        b.unwrap();
        c.unwrap();
        let child = Fixture { engine: other, table: &CHILD, file: None };
        let error = fixture.engine.run(child.insert(1)).await.unwrap_err();
        assert!(matches!(error, Error::ForeignKeyViolation { .. }), "{error}");
        fixture.engine.drop_tables::<Pair>().await.unwrap();
        fixture.engine.drop_tables::<Pair>().await.unwrap();
        assert!(matches!(fixture.engine.run(child.ids()).await, Err(Error::Database { .. })));
    }
}
