//! `UPDATE`.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use super::projection::{Project, Projection};
use super::returning::Returning;
use super::scope::{InScope, Written};
use super::select::decode;
use super::state::{Filtered, HasFilter, NoReturning, Unfiltered};
use super::terminal::{self, rendered};
use crate::engine::{Executor, Finish, Run, ToStatement, UpdateReturning};
use crate::error::BuildError;
use crate::expr::{Assign, IntoCondition, asks_nothing, condition_and};
use crate::model::{Changes, Column, Model, Patch, Relation, Settable};
use crate::types::ColumnValue;
use tempest_dialects::tree::{self, Assignment};
use tempest_dialects::{Dialect, Statement, TableDef};

/// An `UPDATE` of model `M`; `W` says whether it has a `WHERE`, `R` whether it returns rows.
///
/// ```
/// use tempest::prelude::*;
///
/// #[derive(Model)]
/// struct Counter {
///     #[tempest(primary_key)]
///     name: String,
///     value: i64,
/// }
///
/// let update = Counter::update().set(Counter::value, Counter::value + 1).where_(Counter::name.eq("visits"));
/// assert_eq!(update.to_sql(&Postgres)?, r#"UPDATE "counter" SET "value" = "value" + $1 WHERE "name" = $2"#);
/// # Ok::<(), tempest::Error>(())
/// ```
#[must_use = "an update does nothing until `execute` or another terminal runs it"]
pub struct Update<M, W, R = NoReturning> {
    tree: tree::Update,
    /// Whether `all_rows` was called.
    all_rows: bool,
    /// Whether `allow_empty` was called.
    allow_empty: bool,
    marker: PhantomData<fn() -> (M, W, R)>,
}

impl<M: Model> Update<M, Unfiltered> {
    pub(crate) fn table() -> Self {
        let tree = tree::Update { table: M::TABLE, assignments: Vec::new(), filter: None, returning: Cow::default() };
        Self { tree, all_rows: false, allow_empty: false, marker: PhantomData }
    }
}

impl<M: Model, W, R> Update<M, W, R> {
    fn retyped<X, S>(self) -> Update<M, X, S> {
        Update { tree: self.tree, all_rows: self.all_rows, allow_empty: self.allow_empty, marker: PhantomData }
    }

    /// Sets a column to a value, an expression or `sql!`. `None` sets a nullable column to NULL. The right side reads
    /// the old row.
    pub fn set<N, T, P, V, I>(mut self, column: Column<N, T, P>, value: V) -> Self
    where
        N: Model + Written<M>,
        T: ColumnValue,
        P: Settable,
        V: Assign<T>,
        V::With<()>: InScope<(M,), I>,
    {
        self.tree.assignments.push(Assignment { column: column.name(), value: value.into_assigned() });
        self
    }

    /// Sets a column if there is a value, and leaves it alone for `None`.
    pub fn set_opt<N, T, P, V, I>(self, column: Column<N, T, P>, value: Option<V>) -> Self
    where
        N: Model + Written<M>,
        T: ColumnValue,
        P: Settable,
        V: Assign<T>,
        V::With<()>: InScope<(M,), I>,
    {
        match value {
            Some(value) => self.set(column, value),
            None => self,
        }
    }

    /// Sets what a struct with [`#[derive(Patch)]`](macro@crate::Patch) says. If it says nothing, and nothing else is set,
    /// that is an error when the statement is built, unless [`allow_empty`](Self::allow_empty) is called.
    pub fn patch<C: Patch<M>>(mut self, patch: C) -> Self {
        let mut changes = Changes { assignments: self.tree.assignments };
        patch.set_into(&mut changes);
        self.tree.assignments = changes.assignments;
        self
    }

    /// Says that there may be nothing to set: then nothing is sent, and no row is changed.
    pub fn allow_empty(mut self) -> Self {
        self.allow_empty = true;
        self
    }

    /// Changes the rows for which the condition is true. Several calls are joined by AND.
    pub fn where_<C, S, I>(mut self, condition: C) -> Update<M, Filtered, R>
    where
        C: IntoCondition<S>,
        S: InScope<(M,), I>,
    {
        condition_and(&mut self.tree.filter, condition.into_condition().tree);
        self.retyped()
    }

    /// Says that every row is meant.
    pub fn all_rows(mut self) -> Update<M, Filtered, R> {
        self.all_rows = true;
        self.retyped()
    }

    fn statement(mut self) -> Result<Option<Statement>, BuildError> {
        refuse_all_rows("UPDATE", self.tree.filter.as_ref(), self.all_rows)?;
        if self.allow_empty && self.tree.assignments.is_empty() {
            return Ok(None);
        }
        set_on_update(self.tree.table, &mut self.tree.assignments);
        Ok(Some(Statement::Update(self.tree)))
    }

    /// Renders the statement for a database, without running it.
    ///
    /// # Errors
    /// If the database cannot do what the statement asks.
    pub fn to_sql(&self, dialect: &dyn Dialect) -> Result<String, BuildError> {
        rendered(self.clone().statement(), dialect)
    }
}

/// Refuses a condition that asks for nothing, such as a condition struct without fields: it would mean every row, which
/// only `all_rows` says.
pub(super) fn refuse_all_rows(
    clause: &'static str,
    filter: Option<&tree::Expr>,
    all_rows: bool,
) -> Result<(), BuildError> {
    if all_rows || !filter.is_some_and(asks_nothing) {
        return Ok(());
    }
    Err(BuildError::new(
        "SQL",
        format!("{clause} with a condition that asks for nothing"),
        "it would change or delete every row",
        "ask for something, or say `.all_rows()` to mean every row",
    ))
}

/// Adds the columns that every update writes, unless it sets them itself.
pub(super) fn set_on_update(table: &'static TableDef, assignments: &mut Vec<Assignment>) {
    if assignments.is_empty() {
        return; // an empty update stays empty, and is refused
    }
    for column in table.columns {
        let Some(value) = column.on_update else { continue };
        if !assignments.iter().any(|assignment| assignment.column == column.name) {
            assignments.push(Assignment { column: column.name, value: value() });
        }
    }
}

impl<M: Model, W> Update<M, W> {
    /// Returns the changed rows, whole, or with [`columns`](Update::columns) parts of them. PostgreSQL and SQLite
    /// have it.
    pub fn returning(mut self) -> Update<M, W, Returning<M>> {
        self.tree.returning = M::WHOLE.into();
        self.retyped()
    }

    /// Runs the statement and tells how many rows met its condition.
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

impl<M: Model, W, P: Projection> Update<M, W, Returning<P>> {
    /// Returns columns or expressions in place of whole rows: one, or a tuple of up to 12.
    pub fn columns<C, I>(mut self, columns: C) -> Update<M, W, Returning<C::Selected>>
    where
        C: Project<(M,), I>,
    {
        self.tree.returning = columns.projected();
        self.retyped()
    }
}

/// Terminals: they run the statement on an engine or a transaction. None of them limits the rows that are changed.
impl<M: Model, W, P: Projection> Update<M, W, Returning<P>> {
    fn run<U: Send + 'static>(self, finish: Finish<P::Output, U>) -> Run<P::Output, U> {
        Run::of(self.statement(), decode::<P>, finish)
    }

    /// All changed rows.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub fn all<E>(self, executor: E) -> E::Output<Vec<P::Output>>
    where
        E: Executor<Database: UpdateReturning>,
        W: HasFilter,
    {
        executor.run(self.run(terminal::all))
    }

    /// One of the changed rows, if there is one.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub fn first<E>(self, executor: E) -> E::Output<Option<P::Output>>
    where
        E: Executor<Database: UpdateReturning>,
        W: HasFilter,
    {
        executor.run(self.run(terminal::first))
    }

    /// The only changed row. If there are several, all of them *are* changed, unless a transaction is rolled back.
    ///
    /// # Errors
    /// [`RowNotFound`](crate::Error::RowNotFound) if there is none, [`TooManyRows`](crate::Error::TooManyRows) if
    /// there are several.
    pub fn one<E>(self, executor: E) -> E::Output<P::Output>
    where
        E: Executor<Database: UpdateReturning>,
        W: HasFilter,
    {
        executor.run(self.run(terminal::one))
    }

    /// The only changed row, if there is one. If there are several, all of them *are* changed, unless a transaction is
    /// rolled back.
    ///
    /// # Errors
    /// [`TooManyRows`](crate::Error::TooManyRows) if there are several.
    pub fn optional<E>(self, executor: E) -> E::Output<Option<P::Output>>
    where
        E: Executor<Database: UpdateReturning>,
        W: HasFilter,
    {
        executor.run(self.run(terminal::optional))
    }
}

impl<M: Model, W, R> ToStatement for Update<M, W, R> {
    fn to_statement(&self) -> Result<Option<Statement>, BuildError> {
        self.clone().statement()
    }
}

impl<M: Model, W, R> Clone for Update<M, W, R> {
    fn clone(&self) -> Self {
        Self { tree: self.tree.clone(), all_rows: self.all_rows, allow_empty: self.allow_empty, marker: PhantomData }
    }
}

impl<M, W, R> fmt::Debug for Update<M, W, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tree.fmt(f)
    }
}
