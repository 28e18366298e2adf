//! The connection of rusqlite, lent to a closure.

use crate::driver::Connection;
use crate::engine::{BlockingEngine, DriverConnection};
use crate::error::{Error, Result};

impl DriverConnection {
    /// Lends rusqlite's connection to a closure, which runs on the connection's thread.
    ///
    /// # Errors
    /// If the database is not SQLite, or the closure left a transaction open, which is then rolled back.
    ///
    /// ```
    /// use tempest::prelude::*;
    ///
    /// # #[tokio::main] async fn main() -> tempest::Result<()> {
    /// let engine = Engine::connect("sqlite::memory:").await?;
    /// let mut driver = engine.driver().await?;
    /// let rows: i64 = driver.sqlite(|connection| connection.query_row("SELECT 1", [], |row| row.get(0))).await?.unwrap();
    /// assert_eq!(rows, 1);
    /// # Ok(())
    /// # }
    /// ```
    pub async fn sqlite<T: Send + 'static>(
        &mut self,
        body: impl FnOnce(&rusqlite::Connection) -> T + Send + 'static,
    ) -> Result<T> {
        if !matches!(self.connection()?, Connection::Sqlite(_)) {
            return Err(self.other_driver("rusqlite"));
        }
        match self.connection()? {
            Connection::Sqlite(connection) => connection.lend(body).await,
            #[allow(unreachable_patterns, reason = "other drivers may be missing")]
            _ => Err(Error::Closed),
        }
    }
}

impl BlockingEngine {
    /// Lends rusqlite's connection to a closure, for what Tempest does not do.
    ///
    /// # Errors
    /// If the closure left a transaction open, which is then rolled back.
    ///
    /// ```
    /// use tempest::prelude::*;
    ///
    /// let engine = BlockingEngine::open_in_memory()?;
    /// let pages: i64 = engine.driver(|connection| connection.query_row("PRAGMA page_count", [], |row| row.get(0)))?.unwrap();
    /// assert_eq!(pages, 0);
    /// # Ok::<(), tempest::Error>(())
    /// ```
    pub fn driver<T>(&self, body: impl FnOnce(&rusqlite::Connection) -> T) -> Result<T> {
        self.with_session(|session| session.lend(body))
    }
}
