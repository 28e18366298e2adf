//! Tables made from models.

use std::sync::Arc;

use tempest_dialects::render;
use tempest_dialects::{BuildError, Dialect, TableDef};

use super::{Database, Engine, TransactionOptions};
use crate::driver::{Access, Fetched};
use crate::error::Result;
use crate::model::Models;

type Ddl = fn(&[&'static TableDef], &dyn Dialect) -> Result<Vec<String>, BuildError>;

impl<D: Database> Engine<D> {
    /// Makes the tables of the models, with enum types, keys, checks and indexes, in the order in which they refer to
    /// each other. What is there already stays as it is.
    ///
    /// All of it happens or nothing does, except on MySQL and MariaDB, which commit after each statement.
    ///
    /// # Errors
    /// If the database cannot do what a model asks for (nothing was sent then), or refuses it.
    ///
    /// ```no_run
    /// # use tempest::prelude::*;
    /// # #[derive(Model)] struct User { #[tempest(primary_key)] id: i64 }
    /// # #[derive(Model)] struct Order { #[tempest(primary_key)] id: i64 }
    /// # async fn run(engine: Engine) -> tempest::Result<()> {
    /// engine.create_tables::<(User, Order)>().await?;
    /// # Ok(())
    /// # }
    /// ```
    pub async fn create_tables<M: Models>(&self) -> Result<()> {
        self.run_ddl(render::create_tables, M::tables()).await
    }

    /// Drops the tables of the models, and their enum types, in the order opposite to
    /// [`create_tables`](Self::create_tables). What is not there is passed over.
    ///
    /// # Errors
    /// If the database refuses it.
    pub async fn drop_tables<M: Models>(&self) -> Result<()> {
        self.run_ddl(render::drop_tables, M::tables()).await
    }

    async fn run_ddl(&self, ddl: Ddl, tables: Vec<&'static TableDef>) -> Result<()> {
        let statements = ddl(&tables, self.dialect())?;
        let shared = Arc::clone(&self.shared);
        let mut connection = shared.pool.acquire(Access::Write).await?;
        connection.begin(&TransactionOptions::new()).await?;
        for statement in &statements {
            let run = async {
                shared.in_time(statement, connection.control(statement)).await.map(|()| Fetched::<()>::default())
            };
            if let Err(error) = shared.observe(statement, run).await {
                // If even the rollback fails, the connection is closed, and the first error tells more.
                let _ = connection.rollback().await;
                return Err(error);
            }
        }
        connection.commit().await
    }
}
