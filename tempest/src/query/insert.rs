//! `INSERT`.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use super::conflict::DoUpdate;
use super::projection::{Project, Projection};
use super::returning::Returning;
use super::scope::InScope;
use super::select::decode;
use super::state::{ConflictOn, ManyRows, NoConflict, NoReturning, OneRow, ReturnedBy};
use super::terminal::{self, rendered};
use super::update::set_on_update;
use crate::engine::{Executor, Finish, Run, ToStatement};
use crate::error::BuildError;
use crate::expr::Assign;
use crate::model::{Column, ConflictTarget, FieldValue, Fields, Model, Position, Relation, Settable};
use crate::types::ColumnValue;
use tempest_dialects::tree::{self, ConflictAction, Expr, OnConflict};
use tempest_dialects::{Dialect, Statement};

/// An `INSERT` into model `M`; `C` says what a conflict does, `R` whether rows come back, `N` whether it is one row.
///
/// ```
/// use tempest::prelude::*;
///
/// #[derive(Model)]
/// struct Message {
///     #[tempest(primary_key, auto)]
///     id: i64,
///     #[tempest(unique)]
///     key: String,
///     #[tempest(default = 0)]
///     attempts: i32,
/// }
///
/// let insert = insert!(Message { key: "a-1" }).on_conflict_do_nothing(Message::key).returning();
/// assert_eq!(
///     insert.to_sql(&Postgres)?,
///     r#"INSERT INTO "message" ("key") VALUES ($1) ON CONFLICT ("key") DO NOTHING RETURNING "id", "key", "attempts""#
/// );
/// # Ok::<(), tempest::Error>(())
/// ```
#[must_use = "an insert does nothing until `execute` or another terminal runs it"]
pub struct Insert<M, C = NoConflict, R = NoReturning, N = OneRow> {
    tree: tree::Insert,
    /// Set if the rows do not fit together: said when the statement is built.
    fault: Option<BuildError>,
    marker: PhantomData<fn() -> (M, C, R, N)>,
}

/// The columns of rows to insert, and the values of one row or of one after the other.
#[derive(Debug, Clone, Default)]
pub struct InsertRow {
    columns: Vec<&'static str>,
    values: Vec<Expr>,
    fault: Option<BuildError>,
}

impl InsertRow {
    /// The row that a struct of the program's own is.
    pub fn of<M>(row: impl RowPart<M>) -> Self {
        let mut new = Self::default();
        row.put_into(&mut new);
        new
    }

    /// Adds the values of a struct like the first one: its columns are known.
    pub fn append<M>(&mut self, row: impl RowPart<M>) {
        let columns = self.columns.len();
        row.put_into(self);
        self.columns.truncate(columns);
    }

    /// Adds a column and its value.
    pub fn put<M, T, P, V>(&mut self, column: Column<M, T, P>, value: V)
    where
        M: Model,
        T: ColumnValue,
        P: Position,
        V: FieldValue<T>,
    {
        self.columns.push(column.name());
        self.values.push(value.into_field());
    }
}

/// A part of a row of model `M`: a struct that derives `Insert`, as `flatten` takes it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no part of a row of `{M}`",
    label = "its fields are not columns of `{M}`",
    note = "add #[derive(Insert)] and #[tempest(model = {M}, part)] to the struct `{Self}`"
)]
pub trait RowPart<M> {
    /// The model's fields that it gives values to.
    const FIELDS: Fields;

    /// Adds its columns and their values.
    fn put_into(self, row: &mut InsertRow);
}

/// A row that can be inserted into model `M`: the model itself, a struct with
/// [`#[derive(Insert)]`](macro@crate::Insert), or what [`insert!`](crate::insert) makes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be inserted into `{M}`",
    label = "not a row of `{M}`",
    note = "insert a whole `{M}`, or name the columns: `insert!({M} {{ … }})`",
    note = "or add #[derive(Insert)] and #[tempest(model = {M})] to the struct `{Self}`"
)]
pub trait Insertable<M> {
    /// The row.
    #[doc(hidden)]
    fn into_row(self) -> InsertRow;

    /// Adds the values of this row to those of the rows before it.
    #[doc(hidden)]
    fn append_to(self, rows: &mut InsertRow)
    where
        Self: Sized,
        M: Model,
    {
        let row = self.into_row();
        let fault = rows.fault.take().or(row.fault);
        let other_columns = || (row.columns != rows.columns).then(|| different_columns(M::TABLE.name));
        rows.fault = fault.or_else(other_columns);
        rows.values.extend(row.values);
    }
}

impl<M: Model> Insertable<M> for M {
    fn into_row(self) -> InsertRow {
        let columns = M::TABLE.columns.iter().filter(|column| column.generated.is_none());
        InsertRow { columns: columns.map(|column| column.name).collect(), values: given(self), fault: None }
    }

    /// The columns of a whole model are always the same.
    fn append_to(self, rows: &mut InsertRow) {
        rows.values.extend(given(self));
    }
}

/// The values of a row, but those that the database computes.
fn given<M: Model>(row: M) -> Vec<Expr> {
    let values = row.into_values().into_iter();
    if !const { M::TABLE.has_generated() } {
        return values.map(Expr::Value).collect();
    }
    let values = values.zip(M::TABLE.columns);
    values.filter(|(_, column)| column.generated.is_none()).map(|(value, _)| Expr::Value(value)).collect()
}

impl<M: Model> Insertable<M> for Insert<M> {
    fn into_row(self) -> InsertRow {
        let tree::Insert { columns, values, .. } = self.tree;
        InsertRow { columns, values: Arc::unwrap_or_clone(values), fault: self.fault }
    }
}

/// A row under construction: what `insert!` calls.
#[doc(hidden)]
#[derive(Debug)]
pub struct NewRow<M> {
    row: InsertRow,
    marker: PhantomData<fn() -> M>,
}

impl<M: Model> NewRow<M> {
    #[must_use]
    pub fn new(columns: usize) -> Self {
        let row = InsertRow { columns: Vec::with_capacity(columns), values: Vec::with_capacity(columns), fault: None };
        Self { row, marker: PhantomData }
    }

    #[must_use]
    pub fn set<T, P, V, I>(mut self, column: Column<M, T, P>, value: V) -> Self
    where
        T: ColumnValue,
        P: Settable,
        V: Assign<T>,
        V::With<()>: InScope<(), I>,
    {
        self.row.columns.push(column.name());
        self.row.values.push(value.into_assigned());
        self
    }

    pub fn into_insert(self) -> Insert<M> {
        Insert::of(self.row, 1)
    }
}

impl<M: Model> Insert<M> {
    pub(crate) fn of_row<R: Insertable<M>>(row: R) -> Self {
        Self::of(row.into_row(), 1)
    }
}

impl<M: Model, N> Insert<M, NoConflict, NoReturning, N> {
    pub(crate) fn of_rows<R: Insertable<M>>(rows: impl IntoIterator<Item = R>) -> Self {
        let mut rows = rows.into_iter();
        let Some(first) = rows.next() else { return Self::of(InsertRow::default(), 0) };
        let mut all = first.into_row();
        let mut count = 1;
        all.values.reserve(rows.size_hint().0.min(MOST_EXPECTED) * all.columns.len());
        for row in rows {
            row.append_to(&mut all);
            count += 1;
        }
        Self::of(all, count)
    }

    fn of(rows: InsertRow, count: usize) -> Self {
        let InsertRow { columns, values, fault } = rows;
        let values = Arc::new(values);
        let (on_conflict, returning) = (None, Cow::default());
        let tree = tree::Insert { table: M::TABLE, rows: count, columns, values, on_conflict, returning };
        Self { tree, fault, marker: PhantomData }
    }
}

/// For so many rows memory is set aside before they come.
const MOST_EXPECTED: usize = 1 << 16;

#[cold]
fn different_columns(table: &str) -> BuildError {
    BuildError::new(
        "SQL",
        "INSERT of several rows",
        format!("the rows for `{table}` give values to different columns"),
        "name the same columns, in the same order, in every row",
    )
}

impl<M: Model, C, R, N> Insert<M, C, R, N> {
    fn retyped<D, S, O>(self) -> Insert<M, D, S, O> {
        Insert { tree: self.tree, fault: self.fault, marker: PhantomData }
    }

    fn statement(mut self) -> Result<Option<Statement>, BuildError> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        if let Some(OnConflict { action: ConflictAction::DoUpdate { assignments, .. }, .. }) =
            &mut self.tree.on_conflict
        {
            set_on_update(self.tree.table, assignments);
        }
        Ok((self.tree.rows > 0).then_some(Statement::Insert(self.tree)))
    }

    /// Renders the statement for a database, without running it: of many rows, which go in several statements, the
    /// first. For no rows at all there is nothing to send, and the text is empty.
    ///
    /// # Errors
    /// If the database cannot do what the statement asks.
    pub fn to_sql(&self, dialect: &dyn Dialect) -> Result<String, BuildError> {
        rendered(self.clone().statement(), dialect)
    }
}

impl<M: Model, R, N> Insert<M, NoConflict, R, N> {
    /// Leaves the row that is there as it is, if a unique index has the key already: no row is inserted, and that is
    /// no error.
    pub fn on_conflict_do_nothing<T: ConflictTarget<M>>(mut self, target: T) -> Insert<M, T::Kind, R, N> {
        let target = target.into_target();
        self.tree.on_conflict = Some(OnConflict { target, action: ConflictAction::DoNothing });
        self.retyped()
    }

    /// Changes the row that is there, if a unique index has the key already.
    pub fn on_conflict_do_update<T: ConflictTarget<M>>(
        mut self,
        target: T,
        update: impl FnOnce(DoUpdate<M>) -> DoUpdate<M>,
    ) -> Insert<M, T::UpdateKind, R, ManyRows> {
        let DoUpdate { assignments, filter, .. } = update(DoUpdate::new());
        let target = target.into_target();
        self.tree.on_conflict = Some(OnConflict { target, action: ConflictAction::DoUpdate { assignments, filter } });
        self.retyped()
    }
}

impl<M: Model, C, N> Insert<M, C, NoReturning, N> {
    /// Returns the inserted rows, whole, or with [`columns`](Insert::columns) parts of them. On MySQL, which has no
    /// RETURNING, a single row is read back by its key.
    pub fn returning(mut self) -> Insert<M, C, Returning<M>, N> {
        self.tree.returning = M::WHOLE.into();
        self.retyped()
    }

    /// Runs the statement and tells how many rows it inserted or updated.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub fn execute<E>(self, executor: E) -> E::Output<u64>
    where
        E: Executor,
        C: ConflictOn<E::Database>,
    {
        executor.run(Run::of(self.statement(), |_| Ok(()), terminal::affected))
    }
}

impl<M: Model, C, P: Projection, N> Insert<M, C, Returning<P>, N> {
    /// Returns columns or expressions in place of whole rows: one, or a tuple of up to 12.
    pub fn columns<Q, I>(mut self, columns: Q) -> Insert<M, C, Returning<Q::Selected>, N>
    where
        Q: Project<(M,), I>,
    {
        self.tree.returning = columns.projected();
        self.retyped()
    }

    fn run<U: Send + 'static>(self, finish: Finish<P::Output, U>) -> Run<P::Output, U> {
        Run::of(self.statement(), decode::<P>, finish)
    }

    /// All inserted or updated rows, in the order in which they were given.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub fn all<E>(self, executor: E) -> E::Output<Vec<P::Output>>
    where
        E: Executor,
        C: ConflictOn<E::Database>,
        N: ReturnedBy<E::Database>,
    {
        executor.run(self.run(terminal::all))
    }

    /// The inserted or updated row; `None` if the row was there already and stayed as it is.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub fn first<E>(self, executor: E) -> E::Output<Option<P::Output>>
    where
        E: Executor,
        C: ConflictOn<E::Database>,
        N: ReturnedBy<E::Database>,
    {
        executor.run(self.run(terminal::first))
    }

    /// The only inserted or updated row.
    ///
    /// # Errors
    /// [`RowNotFound`](crate::Error::RowNotFound) if the row was there already and stayed as it is,
    /// [`TooManyRows`](crate::Error::TooManyRows) if there are several.
    pub fn one<E>(self, executor: E) -> E::Output<P::Output>
    where
        E: Executor,
        C: ConflictOn<E::Database>,
        N: ReturnedBy<E::Database>,
    {
        executor.run(self.run(terminal::one))
    }

    /// The only inserted or updated row, if there is one.
    ///
    /// # Errors
    /// [`TooManyRows`](crate::Error::TooManyRows) if there are several.
    pub fn optional<E>(self, executor: E) -> E::Output<Option<P::Output>>
    where
        E: Executor,
        C: ConflictOn<E::Database>,
        N: ReturnedBy<E::Database>,
    {
        executor.run(self.run(terminal::optional))
    }
}

impl<M: Model, C, R, N> ToStatement for Insert<M, C, R, N> {
    fn to_statement(&self) -> Result<Option<Statement>, BuildError> {
        self.clone().statement()
    }
}

impl<M: Model, C, R, N> Clone for Insert<M, C, R, N> {
    fn clone(&self) -> Self {
        Self { tree: self.tree.clone(), fault: self.fault.clone(), marker: PhantomData }
    }
}

impl<M, C, R, N> fmt::Debug for Insert<M, C, R, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tree.fmt(f)
    }
}
