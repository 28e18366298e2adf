//! The databases that the cases run on. Each case gets a database of its own, which is dropped after it.

mod raw;

use std::fmt::Debug;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::pin::Pin;
use std::process;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tempest::engine::{Engine, Options};
use tempest::{Dialect, Error, Result};

use raw::Raw;

/// A kind of database, and where to find one.
#[derive(Debug)]
pub(crate) struct Backend {
    /// The variable with the URL of a server in which the tests may make databases. SQLite needs none.
    pub(crate) variable: Option<&'static str>,
    /// What its dialect is called.
    pub(crate) dialect: &'static dyn Dialect,
    /// Whether several transactions write at the same time, and lock rows.
    pub(crate) row_locks: bool,
    /// Whether a lock may be for some of a query's tables only.
    pub(crate) lock_of: bool,
    /// Whether there is FULL OUTER JOIN.
    pub(crate) full_join: bool,
    /// Whether UPDATE returns rows.
    pub(crate) update_returning: bool,
    /// Whether DELETE returns rows.
    pub(crate) delete_returning: bool,
    /// Whether an INSERT of several rows returns them.
    pub(crate) insert_many_returning: bool,
    /// Whether a conflict has a target, an update of its own WHERE, and a partial index.
    pub(crate) conflict_target: bool,
    /// Whether `IN (SELECT …)` may have a LIMIT.
    pub(crate) limit_in_subquery: bool,
    /// Whether all assignments of an UPDATE read the old row.
    pub(crate) assigns_at_once: bool,
    /// Whether a failed statement leaves its transaction nothing but a rollback.
    pub(crate) failure_aborts: bool,
    /// Whether a floating point column holds NaN, and whether it holds infinities.
    pub(crate) holds: Holds,
}

/// Values that not every database holds.
#[derive(Debug)]
pub(crate) struct Holds {
    pub(crate) nan: bool,
    pub(crate) infinity: bool,
    pub(crate) nul_in_text: bool,
    pub(crate) year_0: bool,
    /// Years before 0, and after 9999.
    pub(crate) far_years: bool,
    /// Arrays, and in them whatever their elements hold: they are JSON documents elsewhere.
    pub(crate) arrays: bool,
    /// Integers above `i64::MAX`.
    pub(crate) unsigned_bigint: bool,
}

/// The database of one case.
pub(crate) struct Database {
    pub(crate) backend: &'static Backend,
    pub(crate) url: String,
    pub(crate) engine: Engine,
}

/// Runs a case in a new database.
pub(crate) fn run<F: Future<Output = ()> + 'static>(backend: &'static Backend, case: fn(Arc<Database>) -> F) {
    // There are hundreds of cases, each a type of its own: what runs them is compiled once.
    run_boxed(backend, Box::new(move |database| Box::pin(case(database))));
}

type BoxedCase = Box<dyn FnOnce(Arc<Database>) -> Pin<Box<dyn Future<Output = ()>>>>;

fn run_boxed(backend: &'static Backend, case: BoxedCase) {
    static COUNTER: AtomicUsize = AtomicUsize::new(0);
    let number = COUNTER.fetch_add(1, Ordering::Relaxed);
    let name = format!("tempest_test_{}_{number}", process::id());
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let (server, url) = backend.server_and_url(&name);
    runtime.block_on(server.create(&name));
    let result = catch_unwind(AssertUnwindSafe(|| {
        runtime.block_on(async {
            let engine = Engine::connect(&url).await.unwrap();
            let database = Arc::new(Database { backend, url: url.clone(), engine: engine.clone() });
            case(database).await;
            engine.close().await;
        });
    }));
    runtime.block_on(server.drop(&name));
    runtime.shutdown_background();
    if let Err(panic) = result {
        resume_unwind(panic);
    }
}

impl Backend {
    /// Where databases are made, and the URL of the one of this name.
    fn server_and_url(&self, name: &str) -> (Raw, String) {
        let Some(variable) = self.variable else {
            let url = format!("sqlite:{}", raw::sqlite_file(name).display());
            return (Raw::new(&url), url);
        };
        let Ok(server) = std::env::var(variable) else {
            panic!(
                "{variable} is not set, so there is no {} to test on. Run `./tests/run`, which finds or starts one, or \
                 set it to the URL of a server in which databases may be made",
                self.dialect.name()
            );
        };
        let mut url = url::Url::parse(&server).unwrap_or_else(|error| panic!("{variable} is not a URL: {error}"));
        url.set_path(name);
        (Raw::new(&server), url.into())
    }
}

impl Database {
    pub(crate) fn dialect(&self) -> &'static dyn Dialect {
        self.backend.dialect
    }

    /// The options of the database's URL.
    pub(crate) fn options(&self) -> Options {
        Options::from_url(&self.url).unwrap()
    }

    /// An engine that notes each statement that it runs.
    pub(crate) async fn watched(&self) -> (Engine, Arc<Mutex<Vec<String>>>) {
        let seen = Arc::new(Mutex::new(Vec::new()));
        let noted = Arc::clone(&seen);
        let options = self.options().on_query(move |event| noted.lock().unwrap().push(event.sql.to_owned()));
        (options.connect().await.unwrap(), seen)
    }

    /// Runs commands without Tempest.
    pub(crate) async fn raw(&self, commands: &str) {
        Raw::new(&self.url).run(commands).await;
    }

    /// Runs commands without Tempest, which may fail.
    pub(crate) async fn try_raw(&self, commands: &str) {
        let _ = Raw::new(&self.url).try_run(commands).await;
    }

    /// The rows of a query that is run without Tempest, as text.
    pub(crate) async fn raw_rows(&self, query: &str) -> Vec<Vec<Option<String>>> {
        Raw::new(&self.url).rows(query).await
    }

    /// The one cell of a query that is run without Tempest, as text.
    pub(crate) async fn raw_cell(&self, query: &str) -> Option<String> {
        let rows = self.raw_rows(query).await;
        assert!(rows.len() == 1 && rows[0].len() == 1, "{query}: {rows:?}");
        rows[0][0].clone()
    }

    /// Ends all connections to the database from outside; nothing on SQLite, which has none.
    pub(crate) async fn end_connections(&self) -> bool {
        let name = self.url.rsplit_once('/').unwrap().1.to_owned();
        let (list, end) = match self.dialect().name() {
            "PostgreSQL" => (
                format!("SELECT pid FROM pg_stat_activity WHERE datname = '{name}' AND pid <> pg_backend_pid()"),
                "SELECT pg_terminate_backend",
            ),
            "SQLite" => return false,
            _ => (
                format!("SELECT id FROM information_schema.processlist WHERE db = '{name}' AND id <> CONNECTION_ID()"),
                "KILL ",
            ),
        };
        let list: Vec<_> = self.raw_rows(&list).await.into_iter().map(|row| row[0].clone().unwrap()).collect();
        for connection in list {
            // The one that made the list is in it, and gone by now.
            self.try_raw(&format!("{end}({connection})")).await;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
        true
    }

    /// Asserts that the statement was refused as it was built, for this clause.
    #[track_caller]
    pub(crate) fn refuses<T: Debug>(&self, result: Result<T>, clause: &str) {
        let error = result.unwrap_err();
        let Error::Build(build) = &error else { panic!("not refused when it was built: {error}") };
        assert_eq!(build.dialect, self.dialect().name(), "{error}");
        assert!(build.clause.contains(clause), "{error}");
        assert!(!build.reason.is_empty() && !build.way_out.is_empty(), "{error}");
    }

    /// Asserts that a statement did what it should where the database can do it, and was refused elsewhere.
    #[track_caller]
    pub(crate) fn can<T: Debug>(&self, can: bool, result: Result<T>, clause: &str) -> Option<T> {
        if can {
            return Some(result.unwrap());
        }
        self.refuses(result, clause);
        None
    }
}
