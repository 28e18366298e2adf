#![doc = include_str!("../docs/engine.md")]

#[cfg(feature = "sqlite")]
mod blocking;
mod capability;
mod database;
mod executor;
mod handle;
mod holders;
mod isolation;
mod observe;
mod options;
mod retry;
mod rows;
mod run;
mod savepoint;
mod schema;
mod several;
#[cfg(all(test, any(feature = "postgres", feature = "sqlite")))]
mod tests;
pub(crate) mod tls;
mod transaction;
mod url;
mod verify;
mod violation;

use std::fmt;
use std::marker::PhantomData;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use tempest_dialects::render::Outcome;
use tempest_dialects::tree::only_reads;
use tempest_dialects::{Dialect, Sql, Statement};

#[cfg(feature = "sqlite")]
pub use blocking::{BlockingEngine, BlockingRows, BlockingTransaction};
pub use capability::{
    ConflictTargets, DeleteReturning, InsertReturning, KeyLocks, LocksOfTables, NamedConflictTargets, RowLocks,
    UntargetedUpserts, UpdateReturning,
};
pub use database::{Any, Database};
pub use executor::{BoxFuture, Executor, InTransaction};
pub use handle::DriverConnection;
use holders::Holders;
pub use isolation::{Isolation, TransactionOptions};
#[cfg(any(feature = "postgres", feature = "mysql"))]
pub(crate) use options::Server;
pub(crate) use options::Target;
pub use options::{Options, Prepare, QueryEvent, SslMode};
#[cfg(feature = "sqlite")]
pub(crate) use options::{SqliteFile, SqliteMode};
pub use retry::Retry;
pub use rows::Rows;
use rows::Source;
pub(crate) use run::Finish;
pub use run::Run;
pub use transaction::Transaction;
pub use verify::ToStatement;

pub(crate) use crate::driver::Fetched;
use crate::driver::{Access, Connection, Decode, Pool};
use crate::error::{Error, Result};

/// A database, and the pool of connections to it. Cloning it is cheap: all clones share the pool.
///
/// `D` says which database it is, if the program knows: `Engine<Sqlite>` refuses at compile time what SQLite cannot do.
///
/// ```no_run
/// use tempest::engine::Engine;
///
/// # async fn run() -> tempest::error::Result<()> {
/// let engine = Engine::connect("postgres://app@localhost/app").await?;
/// println!("{}", engine.dialect().name());
/// engine.close().await;
/// # Ok(())
/// # }
/// ```
pub struct Engine<D = Any> {
    shared: Arc<Shared>,
    database: PhantomData<fn() -> D>,
}

/// What an engine's clones and transactions share.
pub(crate) struct Shared {
    pool: Pool,
    options: Options,
    holders: Arc<Holders>,
}

/// How many connections an engine has, and how long it was waited for them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Status {
    /// How many there may be.
    pub max_size: usize,
    /// How many there are.
    pub size: usize,
    /// How many of them nobody uses.
    pub idle: usize,
    /// How many callers wait for one.
    pub waiting: usize,
    /// How many callers have waited for one so far, and got it or gave up.
    pub waits: u64,
    /// How long they have waited, all together.
    pub waited: Duration,
}

impl Engine {
    /// Connects to the database of a URL, whichever it is; see [`Options`] for what the URL may say.
    ///
    /// # Errors
    /// If the URL is wrong, or the server cannot be reached or refuses the login.
    pub async fn connect(url: &str) -> Result<Self> {
        Options::from_url(url)?.connect().await
    }

    /// Connects to the database of a URL, which must be a `D`: the compiler then refuses what that database cannot do.
    ///
    /// # Errors
    /// If the URL is wrong, or the server cannot be reached, refuses the login, or is another database.
    ///
    /// ```
    /// use tempest::prelude::*;
    ///
    /// # #[tokio::main] async fn main() -> tempest::Result<()> {
    /// let engine = Engine::connect_as::<Sqlite>("sqlite::memory:").await?; // an `Engine<Sqlite>`
    /// assert!(Engine::connect_as::<Postgres>("sqlite::memory:").await.is_err());
    /// # let _: Engine<Sqlite> = engine;
    /// # Ok(())
    /// # }
    /// ```
    pub async fn connect_as<D: Database>(url: &str) -> Result<Engine<D>> {
        Options::from_url(url)?.connect_as().await
    }
}

impl<D: Database> Engine<D> {
    async fn open(options: Options) -> Result<Self> {
        let pool = Pool::connect(&options).await?;
        D::check(pool.dialect())?;
        let shared = Shared { pool, options, holders: Arc::default() };
        Ok(Self { shared: Arc::new(shared), database: PhantomData })
    }

    /// Runs one statement on a connection of its own.
    async fn run_one<T: Send + 'static, U>(&self, run: &Run<T, U>) -> Result<U> {
        let Some(statement) = run.statement()? else { return (run.finish)(Fetched::default(), "") };
        let sql = statement.render(self.dialect())?;
        let mut connection = self.shared.acquire(access(statement)).await?;
        let fetched = self.shared.execute_all(&mut connection, statement, &sql, run.decode, None).await;
        let fetched = fetched.map_err(|error| violation::complete(error, statement));
        // Back to the pool before the rows are turned into what was asked for.
        drop(connection);
        (run.finish)(fetched?, &sql.text)
    }
}

impl<D> Engine<D> {
    /// The SQL that the database speaks.
    #[must_use]
    pub fn dialect(&self) -> &'static dyn Dialect {
        self.shared.pool.dialect()
    }

    /// How many connections there are.
    #[must_use]
    pub fn status(&self) -> Status {
        self.shared.pool.status()
    }

    /// Closes the idle connections now and the others as they come back. What asks for a connection from now on gets
    /// [`Error::Closed`].
    pub async fn close(&self) {
        self.shared.pool.close().await;
    }

    /// Closes the engine like [`close`](Self::close), and waits until what runs has ended and all connections are closed, but
    /// no longer than so. Tells whether all were.
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use tempest::prelude::*;
    /// # #[tokio::main] async fn main() -> tempest::Result<()> {
    /// let engine = Engine::connect("sqlite::memory:").await?;
    /// assert!(engine.close_within(Duration::from_secs(10)).await);
    /// # Ok(())
    /// # }
    /// ```
    pub async fn close_within(&self, longest: Duration) -> bool {
        self.close().await;
        let all_closed = async {
            while self.status().size > 0 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(longest, all_closed).await.is_ok()
    }
}

impl<'e, D: Database> Executor for &'e Engine<D> {
    type Database = D;
    type Output<T: Send + 'static> = BoxFuture<'e, Result<T>>;
    type Rows<T: Send + 'static> = Rows<'static, T>;

    fn run<T: Send + 'static, U: Send + 'static>(self, run: Run<T, U>) -> Self::Output<U> {
        // Lent, because an argument that is moved takes its room twice.
        Box::pin(async move { self.run_one(&run).await })
    }

    fn stream<T: Send + 'static>(self, statement: Statement, decode: Decode<T>) -> Self::Rows<T> {
        Rows::new(Source::Pool(Arc::clone(&self.shared)), statement, decode)
    }
}

impl<D> Clone for Engine<D> {
    fn clone(&self) -> Self {
        Self { shared: Arc::clone(&self.shared), database: PhantomData }
    }
}

impl<D> fmt::Debug for Engine<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine")
            .field("dialect", &self.dialect().name())
            .field("status", &self.status())
            .finish_non_exhaustive()
    }
}

/// What a statement does to the database.
fn access(statement: &Statement) -> Access {
    match statement {
        Statement::Select(select) if select.lock.is_none() => Access::Read,
        Statement::Raw(parts) if only_reads(parts) => Access::Read,
        _ => Access::Write,
    }
}

impl Shared {
    /// Waits for a connection.
    async fn acquire(&self, access: Access) -> Result<Connection> {
        if self.options.refuse_nested {
            self.holders.refuse_nested()?;
        }
        match self.pool.acquire(access).await {
            Err(Error::PoolExhausted { waited, size, waiting, .. }) => {
                Err(Error::PoolExhausted { waited, size, waiting, holders: self.holders.told() })
            }
            result => result,
        }
    }

    /// Runs a statement, and those that fetch its rows where the database has no RETURNING.
    async fn execute<T: Send + 'static>(
        &self,
        connection: &mut Connection,
        sql: &Sql<'_>,
        decode: Decode<T>,
    ) -> Result<Fetched<T>> {
        let mut fetched = self.step(connection, sql, decode).await?;
        let mut next = sql.then.as_deref();
        while let Some(sql) = next {
            if fetched.affected == 0 {
                break;
            }
            fetched.rows = self.step(connection, sql, decode).await?.rows;
            next = sql.then.as_deref();
        }
        Ok(fetched)
    }

    async fn step<T: Send + 'static>(
        &self,
        connection: &mut Connection,
        sql: &Sql<'_>,
        decode: Decode<T>,
    ) -> Result<Fetched<T>> {
        // Pinned here and lent: a future that is moved into another one takes its room twice, and each call copies it.
        let query = pin!(connection.query(sql, decode));
        let run = pin!(async {
            match self.in_time(&sql.text, query).await {
                Err(Error::UniqueViolation { .. }) if sql.outcome == Outcome::DuplicateIsNoRow => {
                    Ok(Fetched::default())
                }
                result => result,
            }
        });
        self.observe(&sql.text, run).await
    }

    /// Gives a statement up that takes longer than the statement timeout. Its connection is dirty from then on.
    async fn in_time<T>(&self, sql: &str, run: impl Future<Output = Result<T>>) -> Result<T> {
        match self.options.statement_timeout {
            None => run.await,
            Some(timeout) => match tokio::time::timeout(timeout, run).await {
                Ok(result) => result,
                Err(_) => Err(Error::Timeout { sql: sql.to_owned(), source: None }),
            },
        }
    }
}
