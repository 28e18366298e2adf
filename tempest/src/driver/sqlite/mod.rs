//! SQLite, over rusqlite: one connection that writes and several that read, each with a thread for what takes long.

mod bind;
mod brief;
mod collation;
mod error;
mod handle;
mod open;
mod session;
mod statement;
mod stream;
mod thread;
mod transaction;

use std::fmt;

use deadpool::managed::{self, Metrics, Object, RecycleError, RecycleResult};
use tempest_dialects::{Dialect, Sql};

use self::open::{Role, Settings};
use self::statement::{describe, execute, run_all, run_brief};
use self::stream::Next;
use self::thread::Thread;
use self::transaction::run_in;
use super::{Access, Decode, Fetched, pool};
use crate::engine::{Options, SqliteFile, SqliteMode, Status, TransactionOptions};
use crate::error::{Error, Result};

pub(crate) use self::session::Session;
pub(crate) use self::statement::{OnEach, OnRow};
pub(crate) use self::stream::Batches;
pub(crate) use self::transaction::{Begun, Done};

/// The connections to one database file.
///
/// SQLite lets one connection write at a time: with one writer, writers wait in the pool's queue and not in SQLite's
/// busy handler. In WAL mode readers go on meanwhile.
#[derive(Debug)]
pub(crate) struct Pool {
    writer: pool::Pool<Manager>,
    /// None where one kind of connection does for both: a database in memory is one connection's own, and a file that
    /// is opened read-only has no writer.
    readers: Option<pool::Pool<Manager>>,
    name: String,
}

impl Pool {
    /// Opens the database: its writer at once, its readers when they are needed.
    pub(crate) async fn connect(file: &SqliteFile, options: &Options) -> Result<Self> {
        let settings = Settings::new(file, options);
        let name = settings.name();
        let build = |role, size| pool::build(Manager { settings: settings.clone(), role }, size, options);
        let (writer, readers) = match file {
            SqliteFile::Memory => (build(Role::Writer, 1)?, None),
            SqliteFile::Path(_, SqliteMode::Read) => (build(Role::Reader, options.pool_size)?, None),
            SqliteFile::Path(..) => (build(Role::Writer, 1)?, Some(build(Role::Reader, options.pool_size)?)),
        };
        let pool = Self { writer, readers, name };
        // A file that cannot be opened is found out now, and the readers find it made and in WAL mode.
        drop(pool.acquire(Access::Write).await?);
        Ok(pool)
    }

    pub(crate) fn dialect(&self) -> &'static dyn Dialect {
        &tempest_dialects::Sqlite
    }

    pub(crate) async fn acquire(&self, access: Access) -> Result<Connection> {
        let pool = match access {
            Access::Read => self.readers.as_ref().unwrap_or(&self.writer),
            Access::Write => &self.writer,
        };
        let thread = pool::acquire(pool, &self.name).await?;
        let Manager { settings, role } = pool.manager();
        let (reader, in_memory) = (*role == Role::Reader, settings.file == SqliteFile::Memory);
        Ok(Connection {
            thread,
            reader,
            in_memory,
            running: false,
            transaction: None,
            failure: None,
            handed_over: false,
        })
    }

    pub(crate) async fn close(&self) {
        self.writer.close();
        if let Some(readers) = &self.readers {
            readers.close();
        }
    }

    pub(crate) fn status(&self) -> Status {
        let mut status = pool::status(&self.writer);
        if let Some(readers) = self.readers.as_ref().map(pool::status) {
            status.max_size += readers.max_size;
            status.size += readers.size;
            status.idle += readers.idle;
            status.waiting += readers.waiting;
            status.waits += readers.waits;
            status.waited += readers.waited;
        }
        status
    }
}

#[derive(Debug)]
struct Manager {
    settings: Settings,
    role: Role,
}

impl managed::Manager for Manager {
    type Type = Thread;
    type Error = Error;

    async fn create(&self) -> Result<Thread> {
        Thread::start(&self.settings, self.role).await
    }

    async fn recycle(&self, thread: &mut Thread, _: &Metrics) -> RecycleResult<Error> {
        if thread.is_running() { Ok(()) } else { Err(RecycleError::message("its thread ended")) }
    }
}

/// A connection of the pool, until it is dropped.
pub(crate) struct Connection {
    thread: Object<Manager>,
    reader: bool,
    /// Whether nothing is ever written to a disk.
    in_memory: bool,
    /// Whether a statement was handed to the thread whose result has not come back.
    running: bool,
    /// The transaction that is, or may be, open.
    transaction: Option<Begun>,
    /// What ended the transaction before its time.
    failure: Option<String>,
    /// There until it is dropped.
    handed_over: bool,
}

impl Connection {
    pub(crate) async fn query<T: Send + 'static>(&mut self, sql: &Sql<'_>, decode: Decode<T>) -> Result<Fetched<T>> {
        // What runs here never waits: without this, a task that only reads would keep the others waiting.
        tokio::task::coop::consume_budget().await;
        if sql.repeat.is_none()
            && let Some(fetched) = self.query_here(sql, decode)?
        {
            return Ok(fetched);
        }
        let (text, repeat, params) = (sql.text.clone(), sql.repeat.clone(), bind::owned(sql)?);
        self.statement(move |connection| {
            let mut rows = Vec::new();
            let affected = run_all(connection, &text, repeat.as_ref(), &params, &mut |row| {
                rows.push(decode(row)?);
                Ok(())
            })?;
            Ok(Fetched { rows, affected })
        })
        .await
    }

    /// Runs a statement on the thread of the caller, if it was short when it last ran. `None` if it was not, or is not
    /// this time.
    fn query_here<T>(&mut self, sql: &Sql<'_>, decode: Decode<T>) -> Result<Option<Fetched<T>>> {
        if self.failure.is_some() {
            return Ok(None);
        }
        let in_transaction = self.transaction.is_some();
        // To write to a file takes long, and an interrupt undoes not only the change but the transaction with it.
        let may_change = self.in_memory && !in_transaction;
        let mut rows = Vec::new();
        let done = self.thread.run_here(|connection| {
            run_in(connection, in_transaction, |connection| {
                run_brief(connection, &sql.text, &sql.params, may_change, &mut |row| {
                    rows.push(decode(row)?);
                    Ok(())
                })
            })
        });
        let Some(done) = done else { return Ok(None) };
        let Done { result, ended } = done?;
        self.failure = ended;
        match result {
            // What has to wait does so on the connection's thread.
            Err(Error::Timeout { .. } | Error::LockNotAvailable { .. }) => {
                self.thread.pause();
                Ok(None)
            }
            result => Ok(result?.map(|affected| Fetched { rows, affected })),
        }
    }

    pub(crate) fn open<T: Send + 'static>(&mut self, sql: &Sql<'_>, decode: Decode<T>) -> Result<Batches<T>> {
        self.refuse_if_failed()?;
        let params = bind::owned(sql)?;
        let (batches, job) = Batches::new(sql.text.clone(), params, self.transaction.is_some(), decode);
        self.running = true;
        self.thread.queue(job);
        Ok(batches)
    }

    pub(crate) async fn next<T: Send + 'static>(&mut self, batches: &mut Batches<T>) -> Result<Option<T>> {
        let done = match batches.next().await {
            Next::Row(row) => return Ok(Some(row)),
            Next::End(done) => done,
        };
        self.running = false;
        let Done { result, ended } = done?;
        self.failure = ended;
        result.map(|()| None)
    }

    pub(crate) fn hand_over(&mut self) -> Result<()> {
        self.refuse_if_failed()?;
        self.handed_over = true;
        Ok(())
    }

    /// Lends rusqlite's connection to a job.
    pub(super) async fn lend<T: Send + 'static>(
        &mut self,
        job: impl FnOnce(&rusqlite::Connection) -> T + Send + 'static,
    ) -> Result<T> {
        self.statement(move |connection| Ok(job(connection))).await
    }

    pub(crate) async fn describe(&mut self, text: &str) -> Result<Vec<String>> {
        let text = text.to_owned();
        self.statement(move |connection| describe(connection, &text)).await
    }

    pub(crate) async fn control(&mut self, text: &str) -> Result<()> {
        let text = text.to_owned();
        self.statement(move |connection| execute(connection, &text)).await
    }

    /// Runs a job that may fail and leave the transaction open, or end it.
    async fn statement<T: Send + 'static>(
        &mut self,
        job: impl FnOnce(&rusqlite::Connection) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.refuse_if_failed()?;
        let expected = self.transaction.is_some();
        self.running = true;
        let done = self.thread.run(move |connection| run_in(connection, expected, job)).await;
        self.running = false;
        let Done { result, ended } = done?;
        self.failure = ended;
        result
    }

    fn refuse_if_failed(&self) -> Result<()> {
        match &self.failure {
            Some(earlier) => Err(Error::TransactionAborted { earlier: earlier.clone() }),
            None => Ok(()),
        }
    }

    pub(crate) async fn begin(&mut self, options: &TransactionOptions) -> Result<()> {
        let begun = Begun::new(options.read_only, self.reader);
        self.transaction = Some(begun);
        self.failure = None;
        // It takes a lock or does not get it: nothing is read or written.
        match self.thread.run_here(|connection| begun.begin(connection)) {
            Some(Err(Error::LockNotAvailable { .. })) => self.thread.pause(),
            Some(result) => return result,
            None => {}
        }
        self.thread.run(move |connection| begun.begin(connection)).await
    }

    pub(crate) async fn commit(&mut self) -> Result<()> {
        if let Some(earlier) = self.failure.clone() {
            self.rollback().await?;
            return Err(Error::TransactionAborted { earlier });
        }
        if let Some(begun) = self.transaction {
            self.thread.run(move |connection| begun.commit(connection)).await?;
        }
        self.transaction = None;
        Ok(())
    }

    pub(crate) async fn rollback(&mut self) -> Result<()> {
        if let Some(begun) = self.transaction {
            self.thread.run(move |connection| begun.roll_back(connection)).await?;
        }
        self.transaction = None;
        self.failure = None;
        Ok(())
    }

    pub(crate) fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        if self.running {
            self.thread.interrupt();
        }
        // A database in memory ends with its connection.
        if self.handed_over && !self.in_memory {
            self.thread.discard();
        }
        // Jobs run in order: whoever takes the connection next finds it clean.
        if let Some(begun) = self.transaction {
            self.thread.queue(move |connection| {
                if let Err(error) = begun.roll_back(connection) {
                    tracing::error!(%error, "a transaction that was dropped could not be rolled back");
                }
            });
        }
    }
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connection")
            .field("reader", &self.reader)
            .field("transaction", &self.transaction)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
