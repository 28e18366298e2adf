//! Statements that the database checks without running them.

use tempest_dialects::Statement;

use super::{Database, Engine, Shared, Transaction, access};
use crate::driver::Connection;
use crate::error::{BuildError, Error, Result};
use crate::row::Columns;

/// A statement that has not run: what `verify` takes. Every builder is one, and so is [`sql!`](crate::sql).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a statement",
    label = "expected a query or another statement that has not run",
    note = "`verify` takes a reference: `engine.verify(&statement)`"
)]
pub trait ToStatement {
    /// The statement; `None` where there is nothing to send.
    #[doc(hidden)]
    fn to_statement(&self) -> Result<Option<Statement>, BuildError>;

    /// The columns that its rows must have, where the statement does not say it.
    #[doc(hidden)]
    fn columns(&self) -> Option<Columns> {
        None
    }
}

impl<D: Database> Engine<D> {
    /// Has the database prepare a statement, without running it: whether it knows the tables, columns and functions, and
    /// for [`sql!`](crate::sql) whether the rows have the columns that are asked for. A test can do this for each statement
    /// of a program.
    ///
    /// # Errors
    /// What running the statement would fail with before its first row.
    ///
    /// ```
    /// use tempest::prelude::*;
    ///
    /// #[derive(Model)]
    /// struct Task {
    ///     #[tempest(primary_key)]
    ///     id: i64,
    ///     title: String,
    /// }
    ///
    /// # #[tokio::main] async fn main() -> tempest::Result<()> {
    /// let engine = Engine::connect("sqlite::memory:").await?;
    /// engine.create_tables::<Task>().await?;
    ///
    /// engine.verify(&Task::select().where_(Task::id.eq(7))).await?;
    /// engine.verify(&sql!("SELECT id, title FROM task").rows::<Task>()).await?;
    ///
    /// let error = engine.verify(&sql!("SELECT id FROM task").rows::<Task>()).await.unwrap_err();
    /// assert!(error.to_string().contains("column `title` of `task`: expected a column of this name, found only `id`"));
    /// assert!(engine.verify(&sql!("SELECT titel FROM task")).await.is_err());
    /// # Ok(())
    /// # }
    /// ```
    pub async fn verify<S: ToStatement>(&self, statement: &S) -> Result<()> {
        self.shared.verify(statement.to_statement()?, statement.columns()).await
    }
}

impl<D: Database> Transaction<D> {
    /// Has the database prepare a statement, without running it; see [`Engine::verify`].
    ///
    /// # Errors
    /// What running the statement would fail with before its first row. On PostgreSQL the transaction can then only be
    /// rolled back.
    pub async fn verify<S: ToStatement>(&self, statement: &S) -> Result<()> {
        self.verify_statement(statement.to_statement()?, statement.columns()).await
    }
}

impl Shared {
    async fn verify(&self, statement: Option<Statement>, columns: Option<Columns>) -> Result<()> {
        let Some(statement) = statement else { return Ok(()) };
        let mut connection = self.acquire(access(&statement)).await?;
        self.verify_on(&mut connection, &statement, columns).await
    }

    pub(super) async fn verify_on(
        &self,
        connection: &mut Connection,
        statement: &Statement,
        columns: Option<Columns>,
    ) -> Result<()> {
        let sql = statement.render(self.pool.dialect())?;
        let mut next = Some(&sql);
        while let Some(sql) = next {
            let names = self.in_time(&sql.text, connection.describe(&sql.text)).await?;
            if let Some(columns) = columns {
                check(columns, &names, &sql.text)?;
            }
            next = sql.then.as_deref();
        }
        Ok(())
    }
}

/// Checks the columns of a result by their names.
pub(super) fn check(columns: Columns, names: &[String], sql: &str) -> Result<()> {
    columns.check(names).map_err(|error| Error::Decode { error, sql: sql.to_owned() })
}
