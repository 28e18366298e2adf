//! An `INSERT` of more rows than one statement takes: several statements, of which all count or none.

use tempest_dialects::{Sql, Statement};

use super::savepoint::leaves_out_of_step;
use super::{Shared, TransactionOptions};
use crate::driver::{Connection, Decode, Fetched};
use crate::error::{Error, Result};

impl Shared {
    /// Runs a statement, whose first part was rendered, and all the parts that follow. They run in a transaction, or in
    /// the one of this depth that is open.
    pub(super) async fn execute_all<T: Send + 'static>(
        &self,
        connection: &mut Connection,
        statement: &Statement,
        first: &Sql<'_>,
        decode: Decode<T>,
        depth: Option<usize>,
    ) -> Result<Fetched<T>> {
        if first.next_row.is_none() {
            return self.execute(connection, first, decode).await;
        }
        // Boxed, so that the future of several statements takes no room in that of a single one.
        Box::pin(self.execute_several(connection, statement, first, decode, depth)).await
    }

    async fn execute_several<T: Send + 'static>(
        &self,
        connection: &mut Connection,
        statement: &Statement,
        first: &Sql<'_>,
        decode: Decode<T>,
        depth: Option<usize>,
    ) -> Result<Fetched<T>> {
        let Some(depth) = depth else {
            self.command("BEGIN", connection.begin(&TransactionOptions::new())).await?;
            let fetched = self.each(connection, statement, first, decode).await;
            return match fetched {
                Ok(fetched) => self.command("COMMIT", connection.commit()).await.map(|()| fetched),
                Err(error) => {
                    // If even the rollback fails, the connection is closed, and the first error tells more.
                    if !leaves_out_of_step(&error) {
                        let _ = self.command("ROLLBACK", connection.rollback()).await;
                    }
                    Err(error)
                }
            };
        };
        if !connection.goes_on_after_failure() {
            return self.each(connection, statement, first, decode).await;
        }
        self.command("SAVEPOINT", connection.savepoint(depth)).await?;
        let fetched = self.each(connection, statement, first, decode).await;
        let ended = match &fetched {
            Ok(_) => self.command("RELEASE SAVEPOINT", connection.release(depth)).await,
            Err(error) if leaves_out_of_step(error) => Ok(()),
            Err(_) => self.command("ROLLBACK TO SAVEPOINT", connection.rollback_to(depth)).await,
        };
        match ended {
            Ok(()) | Err(Error::TransactionAborted { .. }) => fetched,
            // Whether a part of the rows is there is not known: the transaction must not be committed.
            Err(error) => Err(Error::ConnectionLost {
                reason: format!("its savepoint could be neither kept nor undone: {error}"),
                sql: first.text.clone(),
                source: Some(Box::new(error)),
            }),
        }
    }

    async fn each<T: Send + 'static>(
        &self,
        connection: &mut Connection,
        statement: &Statement,
        first: &Sql<'_>,
        decode: Decode<T>,
    ) -> Result<Fetched<T>> {
        let mut all = self.execute(connection, first, decode).await?;
        let mut next = statement.render_after(first, self.pool.dialect())?;
        while let Some(sql) = next {
            let fetched = self.execute(connection, &sql, decode).await?;
            all.rows.extend(fetched.rows);
            all.affected += fetched.affected;
            next = statement.render_after(&sql, self.pool.dialect())?;
        }
        Ok(all)
    }
}
