//! What a driver owes, and the one pool and connection type that the engine sees.
//!
//! A driver connects, binds [`Param`](tempest_dialects::Param)s by the type that the server asks for, lends the cells
//! of each row, and says what went wrong by [`Error`](crate::error::Error) variant:
//!
//! | fault | error |
//! |---|---|
//! | no such host, port, file; wrong password; TLS refused; connect timeout | `Connect` |
//! | connection gone, killed, reset | `ConnectionLost` |
//! | a value that the parameter's type cannot hold | `Bind` |
//! | a cell that the Rust type cannot hold | `Decode` |
//! | unique, foreign key, not null, check | the violation of that name |
//! | deadlock, serialization failure | `SerializationFailure` |
//! | NOWAIT, lock timeout, busy | `LockNotAvailable` |
//! | statement timeout, cancelled | `Timeout` |
//! | a statement in a transaction that the database can only roll back | `TransactionAborted` |
//! | all else | `Database` |
//!
//! # Clean and dirty
//! A connection marks itself dirty before it sends anything, and clean once the answer is there and no transaction is
//! open. A dirty connection that is dropped is closed, never given back; if a statement was still running, its `Drop`
//! also tells the database to give the statement up, without waiting for it. (SQLite queues a ROLLBACK on its own thread
//! instead, and may keep the connection.) So a driver needs nothing else for cancelled futures and timeouts.
//!
//! # Streams
//! A statement that was opened is read row by row by [`next`](Connection::next), and no faster: what the program does not
//! take stays with the server, or with SQLite. A stream that is left before its end leaves the rest on the connection,
//! which reads it before it sends anything else, or is dropped while a statement runs, as above. The rest may still fail:
//! that is a failure inside the transaction, as below.
//!
//! # After a failure inside a transaction
//! A driver remembers the first failure that leaves its database nothing but a rollback: any failed statement on
//! PostgreSQL; on MySQL and MariaDB one that made the server roll back the whole transaction, so that what follows would
//! run outside of it. From then on statements, `commit` and `release` are
//! [`TransactionAborted`](crate::error::Error::TransactionAborted) without being sent, until
//! [`rollback`](Connection::rollback), or [`rollback_to`](Connection::rollback_to) where a savepoint survives the
//! failure. `commit` of such a transaction sends ROLLBACK and then reports the error.

#[cfg(any(feature = "sqlite", feature = "mysql"))]
mod calendar;
#[cfg(test)]
pub(crate) mod handmade;
#[cfg(feature = "mysql")]
mod mysql;
#[cfg(any(feature = "postgres", feature = "sqlite", feature = "mysql"))]
mod pool;
#[cfg(feature = "postgres")]
mod postgres;
mod source;
#[cfg(feature = "sqlite")]
pub(crate) mod sqlite;
#[cfg(any(feature = "postgres", feature = "mysql"))]
mod statement_cache;

use tempest_dialects::{Dialect, Sql};

pub use source::DriverError;

use crate::engine::{Options, Status, Target, TransactionOptions};
use crate::error::{Error, Result};
use crate::row::{DecodeError, Row};

/// How a row becomes a value.
pub(crate) type Decode<T> = fn(&Row<'_>) -> Result<T, DecodeError>;

/// The rows of a statement, and how many rows it changed.
#[derive(Debug)]
pub(crate) struct Fetched<T> {
    pub(crate) rows: Vec<T>,
    pub(crate) affected: u64,
}

impl<T> Default for Fetched<T> {
    fn default() -> Self {
        Self { rows: Vec::new(), affected: 0 }
    }
}

/// A statement whose rows are taken one by one.
#[derive(Debug)]
pub(crate) struct Cursor<T> {
    decode: Decode<T>,
    /// The rows that SQLite's thread has sent.
    #[cfg(feature = "sqlite")]
    sqlite: Option<sqlite::Batches<T>>,
}

/// What a connection is acquired for. SQLite has one connection that writes and several that read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    Read,
    Write,
}

/// The connections to one database.
#[derive(Debug)]
pub(crate) enum Pool {
    #[cfg(feature = "postgres")]
    Postgres(postgres::Pool),
    #[cfg(feature = "sqlite")]
    Sqlite(sqlite::Pool),
    #[cfg(feature = "mysql")]
    MySql(mysql::Pool),
}

impl Pool {
    /// Makes the pool and its first connection, so that a wrong password is told at once.
    pub(crate) async fn connect(options: &Options) -> Result<Self> {
        match options.target {
            #[cfg(feature = "postgres")]
            Target::Postgres(ref server) => postgres::Pool::connect(server, options).await.map(Self::Postgres),
            #[cfg(not(feature = "postgres"))]
            Target::Postgres(_) => Err(missing_driver("PostgreSQL", "postgres")),
            #[cfg(feature = "sqlite")]
            Target::Sqlite(ref file) => sqlite::Pool::connect(file, options).await.map(Self::Sqlite),
            #[cfg(not(feature = "sqlite"))]
            Target::Sqlite(_) => Err(missing_driver("SQLite", "sqlite")),
            #[cfg(feature = "mysql")]
            Target::MySql(ref server) => mysql::Pool::connect(server, options).await.map(Self::MySql),
            #[cfg(not(feature = "mysql"))]
            Target::MySql(_) => Err(missing_driver("MySQL and MariaDB", "mysql")),
        }
    }

    /// The SQL that the database speaks.
    pub(crate) fn dialect(&self) -> &'static dyn Dialect {
        match *self {
            #[cfg(feature = "postgres")]
            Self::Postgres(ref pool) => pool.dialect(),
            #[cfg(feature = "sqlite")]
            Self::Sqlite(ref pool) => pool.dialect(),
            #[cfg(feature = "mysql")]
            Self::MySql(ref pool) => pool.dialect(),
        }
    }

    /// Waits for a connection, for as long as the acquire timeout allows.
    pub(crate) async fn acquire(&self, access: Access) -> Result<Connection> {
        let _ = access;
        match *self {
            #[cfg(feature = "postgres")]
            Self::Postgres(ref pool) => pool.acquire().await.map(Connection::Postgres),
            #[cfg(feature = "sqlite")]
            Self::Sqlite(ref pool) => pool.acquire(access).await.map(Connection::Sqlite),
            #[cfg(feature = "mysql")]
            Self::MySql(ref pool) => pool.acquire().await.map(Connection::MySql),
        }
    }

    /// Closes idle connections now, and the others when they come back.
    pub(crate) async fn close(&self) {
        match *self {
            #[cfg(feature = "postgres")]
            Self::Postgres(ref pool) => pool.close().await,
            #[cfg(feature = "sqlite")]
            Self::Sqlite(ref pool) => pool.close().await,
            #[cfg(feature = "mysql")]
            Self::MySql(ref pool) => pool.close().await,
        }
    }

    /// How many connections there are.
    pub(crate) fn status(&self) -> Status {
        match *self {
            #[cfg(feature = "postgres")]
            Self::Postgres(ref pool) => pool.status(),
            #[cfg(feature = "sqlite")]
            Self::Sqlite(ref pool) => pool.status(),
            #[cfg(feature = "mysql")]
            Self::MySql(ref pool) => pool.status(),
        }
    }
}

/// A connection of the pool, until it is dropped.
#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "one at a time, and never in a list")]
pub(crate) enum Connection {
    #[cfg(feature = "postgres")]
    Postgres(postgres::Connection),
    #[cfg(feature = "sqlite")]
    Sqlite(sqlite::Connection),
    #[cfg(feature = "mysql")]
    MySql(mysql::Connection),
}

impl Connection {
    /// Runs a statement and decodes its rows. [`Outcome`](tempest_dialects::render::Outcome) is the engine's to handle,
    /// except for the two that read MySQL's own count of rows; [`then`](Sql::then) is the engine's as well.
    pub(crate) async fn query<T: Send + 'static>(&mut self, sql: &Sql<'_>, decode: Decode<T>) -> Result<Fetched<T>> {
        let _ = (sql, decode);
        match *self {
            #[cfg(feature = "postgres")]
            Self::Postgres(ref mut connection) => connection.query(sql, decode).await,
            #[cfg(feature = "sqlite")]
            Self::Sqlite(ref mut connection) => connection.query(sql, decode).await,
            #[cfg(feature = "mysql")]
            Self::MySql(ref mut connection) => connection.query(sql, decode).await,
        }
    }

    /// Starts a statement whose rows [`next`](Self::next) takes. Nothing else runs on the connection until the last row is
    /// taken, or the cursor is dropped.
    pub(crate) async fn open<T: Send + 'static>(&mut self, sql: &Sql<'_>, decode: Decode<T>) -> Result<Cursor<T>> {
        #[allow(unused_mut, reason = "SQLite may be missing")]
        let mut cursor = Cursor {
            decode,
            #[cfg(feature = "sqlite")]
            sqlite: None,
        };
        match *self {
            #[cfg(feature = "postgres")]
            Self::Postgres(ref mut connection) => connection.open(sql).await?,
            #[cfg(feature = "sqlite")]
            Self::Sqlite(ref mut connection) => cursor.sqlite = Some(connection.open(sql, decode)?),
            #[cfg(feature = "mysql")]
            Self::MySql(ref mut connection) => connection.open(sql).await?,
        }
        Ok(cursor)
    }

    /// The next row, as soon as it is there; nothing after the last one. `text` is that of the statement, for errors.
    pub(crate) async fn next<T: Send + 'static>(&mut self, cursor: &mut Cursor<T>, text: &str) -> Result<Option<T>> {
        let _ = (text, cursor.decode);
        match *self {
            #[cfg(feature = "postgres")]
            Self::Postgres(ref mut connection) => connection.next(text, cursor.decode).await,
            #[cfg(feature = "sqlite")]
            Self::Sqlite(ref mut connection) => match &mut cursor.sqlite {
                Some(batches) => connection.next(batches).await,
                None => Ok(None),
            },
            #[cfg(feature = "mysql")]
            Self::MySql(ref mut connection) => connection.next(text, cursor.decode).await,
        }
    }

    /// Hands the driver's own connection to the program. What is done with it is not known, so it never goes back to the
    /// pool, and a transaction is looked at again before it is committed.
    pub(crate) async fn hand_over(&mut self) -> Result<()> {
        match *self {
            #[cfg(feature = "postgres")]
            Self::Postgres(ref mut connection) => connection.hand_over().await,
            #[cfg(feature = "sqlite")]
            Self::Sqlite(ref mut connection) => connection.hand_over(),
            #[cfg(feature = "mysql")]
            Self::MySql(ref mut connection) => connection.hand_over().await,
        }
    }

    /// Prepares a statement, and tells the names of the columns that its rows would have.
    pub(crate) async fn describe(&mut self, text: &str) -> Result<Vec<String>> {
        let _ = text;
        match *self {
            #[cfg(feature = "postgres")]
            Self::Postgres(ref mut connection) => connection.describe(text).await,
            #[cfg(feature = "sqlite")]
            Self::Sqlite(ref mut connection) => connection.describe(text).await,
            #[cfg(feature = "mysql")]
            Self::MySql(ref mut connection) => connection.describe(text).await,
        }
    }

    /// Runs a command that has no parameters and no rows, such as DDL, as text: it is not prepared.
    pub(crate) async fn control(&mut self, text: &str) -> Result<()> {
        let _ = text;
        match *self {
            #[cfg(feature = "postgres")]
            Self::Postgres(ref mut connection) => connection.control(text).await,
            #[cfg(feature = "sqlite")]
            Self::Sqlite(ref mut connection) => connection.control(text).await,
            #[cfg(feature = "mysql")]
            Self::MySql(ref mut connection) => connection.control(text).await,
        }
    }

    /// Begins a transaction. The connection is dirty before anything is sent.
    pub(crate) async fn begin(&mut self, options: &TransactionOptions) -> Result<()> {
        let _ = options;
        match *self {
            #[cfg(feature = "postgres")]
            Self::Postgres(ref mut connection) => connection.begin(options).await,
            #[cfg(feature = "sqlite")]
            Self::Sqlite(ref mut connection) => connection.begin(options).await,
            #[cfg(feature = "mysql")]
            Self::MySql(ref mut connection) => connection.begin(options).await,
        }
    }

    /// Commits. If the transaction can only be rolled back, rolls it back and says so. After any other error the
    /// connection is still dirty if a transaction may still be open.
    pub(crate) async fn commit(&mut self) -> Result<()> {
        match *self {
            #[cfg(feature = "postgres")]
            Self::Postgres(ref mut connection) => connection.commit().await,
            #[cfg(feature = "sqlite")]
            Self::Sqlite(ref mut connection) => connection.commit().await,
            #[cfg(feature = "mysql")]
            Self::MySql(ref mut connection) => connection.commit().await,
        }
    }

    /// Rolls back. The connection is clean if this is `Ok`.
    pub(crate) async fn rollback(&mut self) -> Result<()> {
        match *self {
            #[cfg(feature = "postgres")]
            Self::Postgres(ref mut connection) => connection.rollback().await,
            #[cfg(feature = "sqlite")]
            Self::Sqlite(ref mut connection) => connection.rollback().await,
            #[cfg(feature = "mysql")]
            Self::MySql(ref mut connection) => connection.rollback().await,
        }
    }

    /// The failure that left the transaction nothing but a rollback, if there was one.
    pub(crate) fn failure(&self) -> Option<&str> {
        match *self {
            #[cfg(feature = "postgres")]
            Self::Postgres(ref connection) => connection.failure(),
            #[cfg(feature = "sqlite")]
            Self::Sqlite(ref connection) => connection.failure(),
            #[cfg(feature = "mysql")]
            Self::MySql(ref connection) => connection.failure(),
        }
    }

    /// Whether a transaction goes on after a statement that failed, with what the statements before it did.
    pub(crate) fn goes_on_after_failure(&self) -> bool {
        match *self {
            #[cfg(feature = "postgres")]
            Self::Postgres(_) => false,
            #[cfg(feature = "sqlite")]
            Self::Sqlite(_) => true,
            #[cfg(feature = "mysql")]
            Self::MySql(_) => true,
        }
    }

    /// Whether several DDL statements can be one step; otherwise the database commits each of them by itself.
    pub(crate) fn has_transactional_ddl(&self) -> bool {
        match *self {
            #[cfg(feature = "postgres")]
            Self::Postgres(_) => true,
            #[cfg(feature = "sqlite")]
            Self::Sqlite(_) => true,
            #[cfg(feature = "mysql")]
            Self::MySql(_) => false,
        }
    }

    /// Begins a transaction for DDL, in which no other program can do the same.
    pub(crate) async fn begin_schema(&mut self) -> Result<()> {
        match *self {
            #[cfg(feature = "postgres")]
            Self::Postgres(ref mut connection) => connection.begin_schema().await,
            #[cfg(feature = "sqlite")]
            Self::Sqlite(ref mut connection) => connection.begin(&TransactionOptions::new()).await,
            #[cfg(feature = "mysql")]
            Self::MySql(ref mut connection) => connection.begin(&TransactionOptions::new()).await,
        }
    }

    /// Sets a savepoint. `depth` is its number, from 1: the names are the same again and again, so that their text is
    /// known to the database.
    pub(crate) async fn savepoint(&mut self, depth: usize) -> Result<()> {
        self.control(&format!("SAVEPOINT tempest_{depth}")).await
    }

    /// Keeps what was done since the savepoint. If that cannot be, rolls back to the savepoint and says so.
    pub(crate) async fn release(&mut self, depth: usize) -> Result<()> {
        if let Some(earlier) = self.failure().map(str::to_owned) {
            self.rollback_to(depth).await?;
            return Err(Error::TransactionAborted { earlier });
        }
        self.control(&format!("RELEASE SAVEPOINT tempest_{depth}")).await
    }

    /// Undoes what was done since the savepoint, and forgets the savepoint.
    pub(crate) async fn rollback_to(&mut self, depth: usize) -> Result<()> {
        let text = format!("ROLLBACK TO SAVEPOINT tempest_{depth}");
        let rolled_back: Result<()> = match *self {
            #[cfg(feature = "postgres")]
            Self::Postgres(ref mut connection) => connection.rollback_to(&text).await,
            #[cfg(feature = "sqlite")]
            Self::Sqlite(ref mut connection) => connection.control(&text).await,
            #[cfg(feature = "mysql")]
            Self::MySql(ref mut connection) => connection.control(&text).await,
        };
        rolled_back?;
        self.control(&format!("RELEASE SAVEPOINT tempest_{depth}")).await
    }
}

#[allow(dead_code, reason = "every driver may be there")]
fn missing_driver(database: &str, feature: &str) -> Error {
    Error::Config {
        part: "scheme",
        reason: format!("the driver for {database} is not built in: enable the feature `{feature}` of `tempest`"),
    }
}
