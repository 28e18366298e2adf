//! Transactions: from BEGIN to COMMIT, or to the rollback that everything else is.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use super::savepoint::Scopes;
use tempest_dialects::Statement;

use super::rows::Source;
use super::violation;
use super::{Any, BoxFuture, Database, Engine, Executor, InTransaction, Rows, Run, TransactionOptions};
use crate::driver::{Access, Connection, Decode, Fetched};
use crate::error::{Error, Result};
use crate::row::Columns;

/// A transaction, or a transaction inside another one.
///
/// Statements run on `&Transaction`; several at a time wait for each other. They do not wait for [`Rows`] of this
/// transaction, which may not be taken before: that is [`Error::TransactionState`]. What is not committed is rolled back: by
/// [`rollback`](Self::rollback), by an error or a panic in the closure of [`Engine::transaction`], and when the
/// transaction or the future that it runs in is dropped.
///
/// A transaction begun inside another one is a savepoint. While it is open, the outer one cannot be used.
pub struct Transaction<D = Any> {
    scopes: Arc<Scopes>,
    /// 1 for the outermost.
    depth: usize,
    /// Whether commit or rollback was called, so that dropping has nothing left to do.
    ended: bool,
    database: PhantomData<fn() -> D>,
}

impl<D: Database> Engine<D> {
    /// Runs a closure in a transaction: commits if it returns `Ok`, rolls back if it returns an error, panics, or its
    /// future is dropped.
    ///
    /// # Errors
    /// What the closure returns, or what BEGIN or COMMIT fail with. A transaction in which a statement failed on
    /// PostgreSQL cannot be committed, even if the closure swallowed the error: [`Error::TransactionAborted`].
    ///
    /// ```no_run
    /// # use tempest::engine::Engine;
    /// # async fn run(engine: Engine) -> tempest::error::Result<()> {
    /// let answer = engine
    ///     .transaction(async |tx| {
    ///         // … statements that run on `tx` …
    /// #       let _ = tx;
    ///         Ok(42)
    ///     })
    ///     .await?;
    /// # let _: i32 = answer;
    /// # Ok(())
    /// # }
    /// ```
    pub async fn transaction<T, F>(&self, body: F) -> Result<T>
    where
        F: AsyncFnOnce(&Transaction<D>) -> Result<T>,
    {
        self.begin().await?.run_body(body).await
    }

    /// Like [`transaction`](Self::transaction), with isolation level or read only.
    ///
    /// # Errors
    /// See [`transaction`](Self::transaction).
    pub async fn transaction_with<T, F>(&self, options: TransactionOptions, body: F) -> Result<T>
    where
        F: AsyncFnOnce(&Transaction<D>) -> Result<T>,
    {
        self.begin_with(options).await?.run_body(body).await
    }

    /// Like [`transaction`](Self::transaction), for a closure with an error type of the program's own.
    ///
    /// # Errors
    /// See [`transaction`](Self::transaction).
    pub async fn try_transaction<T, E, F>(&self, body: F) -> Result<T, E>
    where
        E: From<Error>,
        F: AsyncFnOnce(&Transaction<D>) -> Result<T, E>,
    {
        self.begin().await?.run_body(body).await
    }

    /// Begins a transaction, which is rolled back unless [`Transaction::commit`] is called.
    ///
    /// # Errors
    /// If no connection becomes free, or BEGIN fails.
    pub async fn begin(&self) -> Result<Transaction<D>> {
        self.begin_with(TransactionOptions::new()).await
    }

    /// Begins a transaction with isolation level or read only.
    ///
    /// # Errors
    /// If no connection becomes free, or BEGIN fails.
    pub async fn begin_with(&self, options: TransactionOptions) -> Result<Transaction<D>> {
        let access = if options.read_only { Access::Read } else { Access::Write };
        let mut connection = self.shared.acquire(access).await?;
        self.shared.command("BEGIN", connection.begin(&options)).await?;
        let scopes = Arc::new(Scopes::new(Arc::clone(&self.shared), connection));
        Ok(Transaction { scopes, depth: 1, ended: false, database: PhantomData })
    }
}

impl<D: Database> Transaction<D> {
    /// Begins a transaction inside this one: a savepoint, to which the inner one rolls back unless it is committed. This
    /// one cannot be used until then.
    ///
    /// # Errors
    /// If the savepoint cannot be set.
    pub async fn begin(&self) -> Result<Transaction<D>> {
        let depth = self.scopes.begin(self.depth).await?;
        Ok(Transaction { scopes: Arc::clone(&self.scopes), depth, ended: false, database: PhantomData })
    }

    /// Runs a closure in a transaction inside this one; see [`Engine::transaction`].
    ///
    /// # Errors
    /// What the closure returns, or what the savepoint fails with.
    pub async fn transaction<T, F>(&self, body: F) -> Result<T>
    where
        F: AsyncFnOnce(&Transaction<D>) -> Result<T>,
    {
        self.begin().await?.run_body(body).await
    }

    /// Like [`transaction`](Self::transaction), for a closure with an error type of the program's own.
    ///
    /// # Errors
    /// What the closure returns, or what the savepoint fails with.
    pub async fn try_transaction<T, E, F>(&self, body: F) -> Result<T, E>
    where
        E: From<Error>,
        F: AsyncFnOnce(&Transaction<D>) -> Result<T, E>,
    {
        self.begin().await?.run_body(body).await
    }

    pub(super) async fn run_body<T, E, F>(self, body: F) -> Result<T, E>
    where
        E: From<Error>,
        F: AsyncFnOnce(&Transaction<D>) -> Result<T, E>,
    {
        match body(&self).await {
            Ok(value) => {
                self.commit().await?;
                Ok(value)
            }
            Err(error) => {
                // If even the rollback fails, the connection is closed, and the first error tells more.
                let _ = self.rollback().await;
                Err(error)
            }
        }
    }

    /// Runs one statement.
    async fn run_one<T: Send + 'static, U>(&self, run: &Run<T, U>) -> Result<U> {
        let Some(statement) = run.statement()? else { return (run.finish)(Fetched::default(), "") };
        let sql = statement.render(self.scopes.shared.pool.dialect())?;
        let mut held = self.scopes.enter(self.depth).await?;
        let fetched = held.statement(&self.scopes.shared, statement, &sql, run.decode).await;
        drop(held);
        let fetched = fetched.map_err(|error| violation::complete(error, statement));
        (run.finish)(fetched?, &sql.text)
    }

    /// Lends the connection, which [`Scopes::take_back`] takes.
    pub(super) async fn lend(&self) -> Result<(Arc<Scopes>, Connection)> {
        let connection = self.scopes.lend(self.depth).await?;
        Ok((Arc::clone(&self.scopes), connection))
    }

    pub(super) async fn verify_statement(&self, statement: Option<Statement>, columns: Option<Columns>) -> Result<()> {
        let Some(statement) = statement else { return Ok(()) };
        let mut held = self.scopes.enter(self.depth).await?;
        held.verify(&self.scopes.shared, &statement, columns).await
    }
}

impl<D> Transaction<D> {
    /// Keeps what was done: COMMIT, or RELEASE SAVEPOINT for a transaction inside another one.
    ///
    /// # Errors
    /// If the database cannot commit. What was done is then rolled back; only [`Error::ConnectionLost`] and
    /// [`Error::Timeout`] leave it open whether it was kept. If a transaction inside this one is still open:
    /// [`Error::TransactionState`], and everything is rolled back.
    pub async fn commit(mut self) -> Result<()> {
        let result = self.scopes.commit(self.depth).await;
        self.ended = !matches!(result, Err(Error::TransactionState { .. }));
        result
    }

    /// Undoes what was done: ROLLBACK, or ROLLBACK TO SAVEPOINT for a transaction inside another one. Merely dropping
    /// the transaction does the same, at the price of the connection.
    ///
    /// # Errors
    /// If the connection is lost. What was done is undone even then.
    pub async fn rollback(mut self) -> Result<()> {
        let result = self.scopes.rollback(self.depth).await;
        self.ended = true;
        result
    }
}

impl<'e, D: Database> Executor for &'e Transaction<D> {
    type Database = D;
    type Output<T: Send + 'static> = BoxFuture<'e, Result<T>>;
    type Rows<T: Send + 'static> = Rows<'e, T>;

    fn run<T: Send + 'static, U: Send + 'static>(self, run: Run<T, U>) -> Self::Output<U> {
        Box::pin(async move { self.run_one(&run).await })
    }

    fn stream<T: Send + 'static>(self, statement: Statement, decode: Decode<T>) -> Self::Rows<T> {
        Rows::new(Source::Transaction(Arc::clone(&self.scopes), self.depth), statement, decode)
    }
}

impl<D: Database> InTransaction for &Transaction<D> {}

impl<D> Drop for Transaction<D> {
    fn drop(&mut self) {
        if !self.ended {
            self.scopes.abandon(self.depth);
        }
    }
}

impl<D> fmt::Debug for Transaction<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Transaction").field("depth", &self.depth).finish_non_exhaustive()
    }
}
