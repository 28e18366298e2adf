//! `DELETE`.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use super::projection::{Project, Projection};
use super::returning::Returning;
use super::scope::InScope;
use super::select::decode;
use super::state::{Filtered, HasFilter, NoReturning, Unfiltered};
use super::terminal::{self, rendered};
use super::update::refuse_all_rows;
use crate::engine::{DeleteReturning, Executor, Finish, Run, ToStatement};
use crate::error::BuildError;
use crate::expr::{IntoCondition, condition_and};
use crate::model::{Model, Relation};
use tempest_dialects::tree;
use tempest_dialects::{Dialect, Statement};

/// A `DELETE` of model `M`; `W` says whether it has a `WHERE`, `R` whether it returns rows.
///
/// ```
/// use tempest::prelude::*;
///
/// #[derive(Model)]
/// struct Session {
///     #[tempest(primary_key)]
///     id: i64,
///     user_id: i64,
/// }
///
/// let delete = Session::delete().where_(Session::user_id.eq(7));
/// assert_eq!(delete.to_sql(&Sqlite)?, r#"DELETE FROM "session" WHERE "user_id" = ?"#);
/// # Ok::<(), tempest::Error>(())
/// ```
#[must_use = "a delete does nothing until `execute` or another terminal runs it"]
pub struct Delete<M, W, R = NoReturning> {
    tree: tree::Delete,
    /// Whether `all_rows` was called.
    all_rows: bool,
    marker: PhantomData<fn() -> (M, W, R)>,
}

impl<M: Model> Delete<M, Unfiltered> {
    pub(crate) fn table() -> Self {
        let tree = tree::Delete { table: M::TABLE, filter: None, returning: Cow::default() };
        Self { tree, all_rows: false, marker: PhantomData }
    }
}

impl<M: Model, W, R> Delete<M, W, R> {
    fn retyped<X, S>(self) -> Delete<M, X, S> {
        Delete { tree: self.tree, all_rows: self.all_rows, marker: PhantomData }
    }

    /// Deletes the rows for which the condition is true. Several calls are joined by AND.
    pub fn where_<C, S, I>(mut self, condition: C) -> Delete<M, Filtered, R>
    where
        C: IntoCondition<S>,
        S: InScope<(M,), I>,
    {
        condition_and(&mut self.tree.filter, condition.into_condition().tree);
        self.retyped()
    }

    /// Says that every row is meant.
    pub fn all_rows(mut self) -> Delete<M, Filtered, R> {
        self.all_rows = true;
        self.retyped()
    }

    fn statement(self) -> Result<Option<Statement>, BuildError> {
        refuse_all_rows("DELETE", self.tree.filter.as_ref(), self.all_rows)?;
        Ok(Some(Statement::Delete(self.tree)))
    }

    /// Renders the statement for a database, without running it.
    ///
    /// # Errors
    /// If the database cannot do what the statement asks.
    pub fn to_sql(&self, dialect: &dyn Dialect) -> Result<String, BuildError> {
        rendered(self.clone().statement(), dialect)
    }
}

impl<M: Model, W> Delete<M, W> {
    /// Returns the deleted rows, whole, or with [`columns`](Delete::columns) parts of them. PostgreSQL, SQLite and
    /// MariaDB have it.
    pub fn returning(mut self) -> Delete<M, W, Returning<M>> {
        self.tree.returning = M::WHOLE.into();
        self.retyped()
    }

    /// Runs the statement and tells how many rows it deleted.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub fn execute<E>(self, executor: E) -> E::Output<u64>
    where
        E: Executor,
        W: HasFilter,
    {
        executor.run(Run::of(self.statement(), |_| Ok(()), terminal::affected))
    }
}

impl<M: Model, W, P: Projection> Delete<M, W, Returning<P>> {
    /// Returns columns or expressions in place of whole rows: one, or a tuple of up to 12.
    pub fn columns<C, I>(mut self, columns: C) -> Delete<M, W, Returning<C::Selected>>
    where
        C: Project<(M,), I>,
    {
        self.tree.returning = columns.projected();
        self.retyped()
    }

    fn run<U: Send + 'static>(self, finish: Finish<P::Output, U>) -> Run<P::Output, U> {
        Run::of(self.statement(), decode::<P>, finish)
    }

    /// All deleted rows.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub fn all<E>(self, executor: E) -> E::Output<Vec<P::Output>>
    where
        E: Executor<Database: DeleteReturning>,
        W: HasFilter,
    {
        executor.run(self.run(terminal::all))
    }

    /// One of the deleted rows, if there is one.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub fn first<E>(self, executor: E) -> E::Output<Option<P::Output>>
    where
        E: Executor<Database: DeleteReturning>,
        W: HasFilter,
    {
        executor.run(self.run(terminal::first))
    }

    /// The only deleted row. If there are several, all of them *are* deleted, unless a transaction is rolled back.
    ///
    /// # Errors
    /// [`RowNotFound`](crate::Error::RowNotFound) if there is none, [`TooManyRows`](crate::Error::TooManyRows) if
    /// there are several.
    pub fn one<E>(self, executor: E) -> E::Output<P::Output>
    where
        E: Executor<Database: DeleteReturning>,
        W: HasFilter,
    {
        executor.run(self.run(terminal::one))
    }

    /// The only deleted row, if there is one. If there are several, all of them *are* deleted, unless a transaction is
    /// rolled back.
    ///
    /// # Errors
    /// [`TooManyRows`](crate::Error::TooManyRows) if there are several.
    pub fn optional<E>(self, executor: E) -> E::Output<Option<P::Output>>
    where
        E: Executor<Database: DeleteReturning>,
        W: HasFilter,
    {
        executor.run(self.run(terminal::optional))
    }
}

impl<M: Model, W, R> ToStatement for Delete<M, W, R> {
    fn to_statement(&self) -> Result<Option<Statement>, BuildError> {
        self.clone().statement()
    }
}

impl<M: Model, W, R> Clone for Delete<M, W, R> {
    fn clone(&self) -> Self {
        Self { tree: self.tree.clone(), all_rows: self.all_rows, marker: PhantomData }
    }
}

impl<M, W, R> fmt::Debug for Delete<M, W, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tree.fmt(f)
    }
}
