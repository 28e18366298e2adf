//! Tables, types and indexes, made from the models.

use tempest_dialects::render::{IndexNames, create_tables, drop_tables};

use super::{Database, Engine, Shared};
use crate::driver::{Access, Connection};
use crate::error::Result;
use crate::model::Models;
use crate::row::{DecodeError, Row};

impl<D: Database> Engine<D> {
    /// Makes the tables of these models with their types, keys and indexes, each after those that it refers to. What is
    /// there already is left as it is, whatever it looks like.
    ///
    /// All of it happens or nothing does, except on MySQL and MariaDB, which commit after each statement. Several programs
    /// may do it at the same time.
    ///
    /// # Errors
    /// If the database cannot hold a table as it is declared, if an index of another table has the name of one of these,
    /// or if the database refuses a statement.
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
        let tables = M::tables();
        let statements = create_tables(&tables, self.dialect())?;
        self.shared.run_schema(&IndexNames::of(&tables, self.dialect())?, &statements).await
    }

    /// Drops the tables of these models with their types, each before those that it refers to. Does not mind if one is
    /// not there.
    ///
    /// # Errors
    /// If the database refuses a statement, for instance because another table refers to one of these.
    pub async fn drop_tables<M: Models>(&self) -> Result<()> {
        let statements = drop_tables(&M::tables(), self.dialect())?;
        self.shared.run_schema(&[], &statements).await
    }
}

impl Shared {
    async fn run_schema(&self, names: &[IndexNames], statements: &[String]) -> Result<()> {
        let mut connection = self.acquire(Access::Write).await?;
        if !connection.has_transactional_ddl() {
            return self.run_ddl(&mut connection, names, statements).await;
        }
        self.command("BEGIN", connection.begin_schema()).await?;
        if let Err(error) = self.run_ddl(&mut connection, names, statements).await {
            // If even the rollback fails, the connection is closed, and the first error tells more.
            let _ = self.command("ROLLBACK", connection.rollback()).await;
            return Err(error);
        }
        self.command("COMMIT", connection.commit()).await
    }

    async fn run_ddl(&self, connection: &mut Connection, names: &[IndexNames], statements: &[String]) -> Result<()> {
        for question in names {
            let taken = self.step(connection, &question.sql, index_and_table).await?.rows;
            if let Some((index, other)) = taken.first() {
                return Err(question.taken(index, other).into());
            }
        }
        for text in statements {
            self.command(text, connection.control(text)).await?;
        }
        Ok(())
    }
}

/// A row of [`IndexNames`]: the index, and the table that has it.
pub(super) fn index_and_table(row: &Row<'_>) -> Result<(String, String), DecodeError> {
    Ok((row.decode(0)?, row.decode(1)?))
}
