//! Typed columns.

use std::fmt;
use std::marker::PhantomData;

use super::Relation;
use crate::types::ColumnValue;
use tempest_dialects::table::ColumnDef;
use tempest_dialects::tree::{ColumnRef, Expr};

/// The column of model `M` at position `P`, of type `T`.
///
/// `#[derive(Model)]` makes one constant for each field: `User::name`. What a column can do is in
/// [`Expression`](crate::Expression).
pub struct Column<M, T, P> {
    marker: PhantomData<fn() -> (M, T, P)>,
}

/// The place of a column in its table. It gives each column a type of its own.
pub trait Position: 'static {
    /// The place, from 0.
    const INDEX: usize;
}

/// The column at place `N`, from 0.
pub struct At<const N: usize>;

impl<const N: usize> Position for At<N> {
    const INDEX: usize = N;
}

/// The column at place `N`, which the database computes.
pub struct Generated<const N: usize>;

impl<const N: usize> Position for Generated<N> {
    const INDEX: usize = N;
}

impl<const N: usize> fmt::Debug for Generated<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Generated<{N}>")
    }
}

/// The place of a column that statements write: any but a generated one.
///
/// ```compile_fail,E0277
/// use tempest::prelude::*;
///
/// #[derive(Model)]
/// struct Line {
///     #[tempest(primary_key)]
///     id: i64,
///     #[tempest(generated = id * 2)]
///     double: i64,
/// }
///
/// let update = Line::update().set(Line::double, 4); // this column is generated: the database computes it
/// ```
#[diagnostic::on_unimplemented(
    message = "this column is generated: the database computes it, and no statement sets it",
    label = "a generated column",
    note = "set the columns that it is computed of"
)]
pub trait Settable: Position {}

impl<const N: usize> Settable for At<N> {}

impl<const N: usize> fmt::Debug for At<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "At<{N}>")
    }
}

impl<M, T, P> Column<M, T, P> {
    /// The column. Generated code makes it.
    #[doc(hidden)]
    pub const NEW: Self = Self { marker: PhantomData };
}

impl<M: Relation, T: ColumnValue, P: Position> Column<M, T, P> {
    /// The column's definition.
    #[must_use]
    pub fn definition(self) -> &'static ColumnDef {
        &M::DEFINITION.columns[P::INDEX]
    }

    /// The column's name in the database.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.definition().name
    }

    pub(crate) fn to_tree(self) -> Expr {
        column_tree::<M>(P::INDEX)
    }
}

pub(crate) fn column_tree<M: Relation>(position: usize) -> Expr {
    Expr::Column(ColumnRef { table: M::NAME, column: M::DEFINITION.columns[position].name })
}

impl<M, T, P> Clone for Column<M, T, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M, T, P> Copy for Column<M, T, P> {}

impl<M: Relation, T: ColumnValue, P: Position> fmt::Debug for Column<M, T, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", M::NAME, self.name())
    }
}
