//! Tables, types and indexes, made from the models.

use tempest_dialects::render::{create_tables, drop_tables};

use super::{Database, Engine, Shared};
use crate::driver::Access;
use crate::error::Result;
use crate::model::Models;

impl<D: Database> Engine<D> {
    /// Makes the tables of these models with their types, keys and indexes, each after those that it refers to. What is
    /// there already is left as it is, whatever it looks like.
    ///
    /// All of it happens or nothing does, except on MySQL and MariaDB, which commit after each statement. Several programs
    /// may do it at the same time.
    ///
    /// # Errors
    /// If the database cannot hold a table as it is declared, or refuses a statement.
    ///
    /// ```no_run
    /// # use tempest::prelude::*;
    /// # #[derive(Model)]
    /// # struct User { #[tempest(primary_key)] id: i64 }
    /// # #[derive(Model)]
    /// # struct Order { #[tempest(primary_key)] id: i64 }
    /// # async fn run(engine: Engine) -> tempest::Result<()> {
    /// engine.create_tables::<(User, Order)>().await?;
    /// # Ok(())
    /// # }
    /// ```
    pub async fn create_tables<M: Models>(&self) -> Result<()> {
        let statements = create_tables(&M::tables(), self.dialect())?;
        self.shared.run_schema(&statements).await
    }

    /// Drops the tables of these models with their types, each before those that it refers to. Does not mind if one is
    /// not there.
    ///
    /// # Errors
    /// If the database refuses a statement, for instance because another table refers to one of these.
    pub async fn drop_tables<M: Models>(&self) -> Result<()> {
        let statements = drop_tables(&M::tables(), self.dialect())?;
        self.shared.run_schema(&statements).await
    }
}

impl Shared {
    async fn run_schema(&self, statements: &[String]) -> Result<()> {
        let mut connection = self.pool.acquire(Access::Write).await?;
        let in_transaction = connection.has_transactional_ddl();
        if in_transaction {
            self.command("BEGIN", connection.begin_schema()).await?;
        }
        for text in statements {
            if let Err(error) = self.command(text, connection.control(text)).await {
                if in_transaction {
                    // If even the rollback fails, the connection is closed, and the first error tells more.
                    let _ = self.command("ROLLBACK", connection.rollback()).await;
                }
                return Err(error);
            }
        }
        if in_transaction { self.command("COMMIT", connection.commit()).await } else { Ok(()) }
    }
}
