//! The client of tokio-postgres, handed out.

use crate::driver::Connection;
use crate::engine::DriverConnection;
use crate::error::{Error, Result};

impl DriverConnection {
    /// The client of tokio-postgres.
    ///
    /// # Errors
    /// If the database is not PostgreSQL.
    ///
    /// ```no_run
    /// use tempest::prelude::*;
    ///
    /// # async fn run(engine: Engine) -> Result<(), Box<dyn std::error::Error>> {
    /// let mut driver = engine.driver().await?;
    /// driver.postgres()?.batch_execute("VACUUM ANALYZE").await?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn postgres(&mut self) -> Result<&mut tokio_postgres::Client> {
        if !matches!(self.connection()?, Connection::Postgres(_)) {
            return Err(self.other_driver("tokio-postgres"));
        }
        match self.connection()? {
            Connection::Postgres(connection) => connection.client().ok_or(Error::Closed),
            #[allow(unreachable_patterns, reason = "other drivers may be missing")]
            _ => Err(Error::Closed),
        }
    }
}
