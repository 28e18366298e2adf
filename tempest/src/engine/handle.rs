//! The driver's own connection, for what Tempest does not do.

use std::fmt;
use std::sync::Arc;

use super::holders::{Holders, Ticket};
use super::savepoint::Scopes;
use super::{Database, Engine, Transaction};
use crate::driver::{Access, Connection};
use crate::error::{BuildError, Error, Result};

/// A connection of the driver below, for what Tempest does not do: `COPY`, `LISTEN`, a backup. [`Engine::driver`] and
/// [`Transaction::driver`] make it.
///
/// What it does to the connection Tempest cannot know, so an engine's connection is closed when this is dropped, and the
/// pool opens a new one: nothing that it leaves behind reaches anybody. (SQLite's database in memory lives as long as
/// its connection, which is therefore kept; a transaction left open is rolled back.)
///
/// The types are those of the driver's crate: tokio-postgres 0.7, rusqlite 0.43, `mysql_async` 0.37. What it does is told
/// neither to `tracing` nor to the `on_query` hook, and no timeout ends it.
#[must_use = "the connection is closed when this is dropped"]
pub struct DriverConnection {
    /// There until it is dropped or given back.
    connection: Option<Connection>,
    /// Those of the transaction that it belongs to.
    scopes: Option<Arc<Scopes>>,
    /// Notes who has a connection of the pool, as long as it does.
    ticket: Option<Ticket>,
    dialect: &'static str,
}

impl<D: Database> Engine<D> {
    /// A connection of the pool as the driver knows it. On SQLite it is the one that writes.
    ///
    /// # Errors
    /// If no connection becomes free.
    ///
    /// ```
    /// use tempest::prelude::*;
    ///
    /// # #[tokio::main] async fn main() -> tempest::Result<()> {
    /// let engine = Engine::connect("sqlite::memory:").await?;
    /// let mut driver = engine.driver().await?;
    /// let version = driver.sqlite(|connection| connection.query_row("SELECT sqlite_version()", [], |row| row.get(0))).await?;
    /// let version: String = version.unwrap(); // rusqlite's own result
    /// assert!(version.starts_with("3."));
    /// # Ok(())
    /// # }
    /// ```
    pub async fn driver(&self) -> Result<DriverConnection> {
        let connection = self.shared.acquire(Access::Write).await?;
        let mut handle = DriverConnection::new(connection, None, self.dialect().name()).await?;
        handle.ticket = Some(Holders::note(&self.shared.holders, "the driver's connection"));
        Ok(handle)
    }
}

impl<D: Database> Transaction<D> {
    /// The transaction's connection as the driver knows it. Nothing else runs in the transaction until
    /// [`give_back`](DriverConnection::give_back) is called. If it is dropped instead, the transaction can only be rolled
    /// back: nobody knows what was left half done.
    ///
    /// A transaction that was committed or rolled back through it, or in which a statement failed that leaves nothing but
    /// a rollback, cannot be committed: [`TransactionAborted`](Error::TransactionAborted).
    ///
    /// # Errors
    /// If the transaction has ended, or another one inside it is open.
    pub async fn driver(&self) -> Result<DriverConnection> {
        let (scopes, connection) = self.lend().await?;
        let dialect = scopes.shared.pool.dialect().name();
        DriverConnection::new(connection, Some(scopes), dialect).await
    }
}

impl DriverConnection {
    async fn new(mut connection: Connection, scopes: Option<Arc<Scopes>>, dialect: &'static str) -> Result<Self> {
        let handed_over = connection.hand_over().await;
        let handle = Self { connection: Some(connection), scopes, ticket: None, dialect };
        if let Err(error) = handed_over {
            handle.give_back();
            return Err(error);
        }
        Ok(handle)
    }

    /// Ends the use of the connection: a transaction's goes on with it, an engine's is closed.
    pub fn give_back(mut self) {
        self.ticket = None;
        if let (Some(connection), Some(scopes)) = (self.connection.take(), self.scopes.take()) {
            scopes.take_back(Ok(connection));
        }
    }

    pub(crate) fn connection(&mut self) -> Result<&mut Connection> {
        self.connection.as_mut().ok_or(Error::Closed)
    }

    /// The error for a driver that is not that of the database.
    #[allow(dead_code, reason = "used by the drivers, each of which is a feature")]
    pub(crate) fn other_driver(&self, asked: &'static str) -> Error {
        let clause = format!("a connection of {asked}");
        BuildError::new(self.dialect, clause, "its driver is another one", "ask for the driver of this database").into()
    }
}

impl Drop for DriverConnection {
    fn drop(&mut self) {
        if let (Some(connection), Some(scopes)) = (self.connection.take(), self.scopes.take()) {
            drop(connection);
            scopes.take_back(Err("the driver's connection was dropped and not given back".to_owned()));
        }
    }
}

impl fmt::Debug for DriverConnection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DriverConnection").field("dialect", &self.dialect).finish_non_exhaustive()
    }
}
