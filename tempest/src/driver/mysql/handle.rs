//! The connection of `mysql_async`, handed out.

use crate::driver::Connection;
use crate::engine::DriverConnection;
use crate::error::{Error, Result};

impl DriverConnection {
    /// The connection of `mysql_async`.
    ///
    /// # Errors
    /// If the database is neither MySQL nor MariaDB.
    ///
    /// ```no_run
    /// use tempest::prelude::*;
    ///
    /// # async fn run(engine: Engine) -> tempest::Result<()> {
    /// let mut driver = engine.driver().await?;
    /// println!("{:?}", driver.mysql()?.server_version());
    /// # Ok(())
    /// # }
    /// ```
    pub fn mysql(&mut self) -> Result<&mut mysql_async::Conn> {
        if !matches!(self.connection()?, Connection::MySql(_)) {
            return Err(self.other_driver("mysql_async"));
        }
        match self.connection()? {
            Connection::MySql(connection) => connection.conn(),
            #[allow(unreachable_patterns, reason = "other drivers may be missing")]
            _ => Err(Error::Closed),
        }
    }
}
