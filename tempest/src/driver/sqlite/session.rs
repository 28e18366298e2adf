//! A connection without a thread of its own: its statements run on the thread that calls.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use rusqlite::Connection;
use tempest_dialects::Sql;

use super::open::{Role, Settings};
use super::statement::{OnEach, OnRow, describe, each, execute, run_all};
use super::transaction::{Begun, Done, run_in};
use crate::engine::{Options, SqliteFile, SqliteMode};
use crate::error::{Error, Result};
use crate::row::Row;

/// A connection that the calling thread has to itself.
pub(crate) struct Session {
    connection: Connection,
    statement_timeout: Option<Duration>,
}

impl Session {
    pub(crate) fn open(file: &SqliteFile, options: &Options) -> Result<Self> {
        let role = if matches!(file, SqliteFile::Path(_, SqliteMode::Read)) { Role::Reader } else { Role::Writer };
        let connection = Settings::new(file, options).open(role)?;
        Ok(Self { connection, statement_timeout: options.statement_timeout })
    }

    /// Runs a statement, whose values are bound without being copied, and tells how many rows it changed.
    pub(crate) fn query(&self, sql: &Sql<'_>, in_transaction: bool, on_row: OnRow<'_>) -> Result<Done<u64>> {
        run_in(&self.connection, in_transaction, |connection| {
            self.in_time(|| run_all(connection, &sql.text, sql.repeat.as_ref(), &sql.params, on_row))
        })
    }

    /// Runs a query whose rows are taken until `on_row` has seen enough.
    pub(crate) fn each(&self, sql: &Sql<'_>, in_transaction: bool, on_row: OnEach<'_>) -> Result<Done<u64>> {
        run_in(&self.connection, in_transaction, |connection| {
            self.in_time(|| each(connection, &sql.text, &sql.params, &mut |row| on_row(&Row::new(row)))).map(|()| 0)
        })
    }

    /// Lends rusqlite's connection to a closure, outside of a transaction.
    pub(super) fn lend<T>(&self, body: impl FnOnce(&Connection) -> T) -> Result<Done<T>> {
        run_in(&self.connection, false, |connection| Ok(body(connection)))
    }

    /// Prepares a statement, and tells the names of the columns that its rows would have.
    pub(crate) fn describe(&self, text: &str) -> Result<Vec<String>> {
        describe(&self.connection, text)
    }

    /// Runs commands that take no parameters and give no rows, in a transaction.
    pub(crate) fn command(&self, text: &str) -> Result<Done<u64>> {
        run_in(&self.connection, true, |connection| self.in_time(|| execute(connection, text)).map(|()| 0))
    }

    pub(crate) fn begin(&self, begun: Begun) -> Result<()> {
        begun.begin(&self.connection)
    }

    pub(crate) fn commit(&self, begun: Begun) -> Result<()> {
        begun.commit(&self.connection)
    }

    pub(crate) fn roll_back(&self, begun: Begun) -> Result<()> {
        begun.roll_back(&self.connection)
    }

    /// Interrupts a statement that takes longer than the statement timeout, from another thread.
    fn in_time<T>(&self, statement: impl FnOnce() -> Result<T>) -> Result<T> {
        let Some(timeout) = self.statement_timeout else { return statement() };
        let interrupt = self.connection.get_interrupt_handle();
        let (done, wait) = channel::<()>();
        let watch = move || {
            // Nothing is ever sent: the statement is done when the other end is dropped.
            if wait.recv_timeout(timeout) == Err(RecvTimeoutError::Timeout) {
                interrupt.interrupt();
            }
        };
        std::thread::scope(|scope| {
            std::thread::Builder::new().spawn_scoped(scope, watch).map_err(|error| Error::Database {
                code: error.raw_os_error().unwrap_or_default().to_string(),
                message: format!("no thread could be started to keep the statement timeout: {error}"),
                sql: String::new(),
                source: Some(Box::new(error)),
            })?;
            let result = statement();
            drop(done);
            result
        })
    }
}
