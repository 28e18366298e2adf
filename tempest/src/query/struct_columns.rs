//! Structs of the program's own, selected: which columns they take, and from which tables.

use std::fmt;
use std::marker::PhantomData;

use super::join::{Left, Sources};
use super::projection::{Project, Projection};
use super::row_struct::{RowStruct, StructCells, width};
use super::scope::{InScope, Nth};
use crate::model::Relation;
use crate::row::{DecodeError, Row};
use tempest_dialects::tree::Projected;

/// A struct that rows become, and that says which columns its fields are.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say which columns its fields are",
    label = "no columns for its fields",
    note = "add #[derive(Row)] and #[tempest(from = …)], with the model, to the struct `{Self}`"
)]
pub trait SelectedStruct: RowStruct {
    /// The tables that they are of, as a query over them has them.
    type From: Sources;

    /// Appends what is selected.
    fn append_to(projection: &mut Vec<Projected>);
}

/// The columns of a struct: `#[derive(Row)]` with `from` makes a constant of the struct's own name, for `columns`.
pub struct StructColumns<R>(PhantomData<fn() -> R>);

impl<R> StructColumns<R> {
    /// The columns. Generated code makes it.
    #[doc(hidden)]
    pub const NEW: Self = Self(PhantomData);
}

impl<R> Clone for StructColumns<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for StructColumns<R> {}

impl<R: RowStruct> fmt::Debug for StructColumns<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "columns of {}", R::NAME)
    }
}

impl<F, I, R: SelectedStruct<From: AllIn<F, I>>> Project<F, I> for StructColumns<R> {
    type Selected = Self;

    fn append_to(self, projection: &mut Vec<Projected>) {
        R::append_to(projection);
    }
}

impl<R: SelectedStruct> Projection for StructColumns<R> {
    type Scope = ();
    type Output = R;
    const WIDTH: usize = width(R::COLUMNS);

    fn decode(row: &Row<'_>, at: usize) -> Result<R, DecodeError> {
        R::decode(&mut StructCells::begin::<R>(row, at))
    }
}

/// A table that a query over `F` has a row of: a model one that is always there, [`Left`] one that may be missing.
pub trait OneIn<F, I> {}

impl<F, I: AlwaysThere, R: Relation + InScope<F, I>> OneIn<F, I> for R {}
impl<F, I, R: Relation + InScope<F, I>> OneIn<F, I> for Left<R> {}

/// The place of a table whose row is never missing.
#[diagnostic::on_unimplemented(
    message = "an outer join may leave out the row that this struct takes columns of",
    label = "some of its columns may be missing",
    note = "name the model in an `Option`, `#[tempest(from(…, Option<…>))]`, and make the fields of its columns `Option`s"
)]
pub trait AlwaysThere {}

impl<const N: usize> AlwaysThere for Nth<N> {}

/// Tables that a query over `F` has a row of.
pub trait AllIn<F, I> {}

macro_rules! all {
    ($(($($table:ident $index:ident)+))*) => {$(
        impl<From, $($index, $table: OneIn<From, $index>),+> AllIn<From, ($($index,)+)> for ($($table,)+) {}
    )*};
}

all!((A AI)(A AI B BI)(A AI B BI C CI)(A AI B BI C CI D DI)(A AI B BI C CI D DI E EI)(A AI B BI C CI D DI E EI F FI)
    (A AI B BI C CI D DI E EI F FI G GI));

/// What a column or an expression gives, for a field of type `T`: the same type, or one that is never NULL for an
/// `Option`.
#[diagnostic::on_unimplemented(
    message = "a column of type `{Self}` does not fit into a field of type `{T}`",
    label = "the column is of type `{Self}`",
    note = "where an outer join may leave a row out, each of its columns is an `Option`"
)]
pub trait FitsInto<T> {}

impl<T> FitsInto<T> for T {}

#[diagnostic::do_not_recommend]
impl<T> FitsInto<Option<T>> for T {}

/// Selects a column or an expression for a field of type `T`, in a query over `F`.
pub fn select_field<F, T, C, I>(column: C, projection: &mut Vec<Projected>)
where
    C: Project<F, I>,
    <C::Selected as Projection>::Output: FitsInto<T>,
{
    column.append_to(projection);
}

/// Selects the columns of a struct in a struct, in a query over `F`.
pub fn select_part<F, R: SelectedStruct<From: AllIn<F, I>>, I>(projection: &mut Vec<Projected>) {
    R::append_to(projection);
}

/// Selects the columns of a struct in a struct whose row may be missing, in a query over `F`.
pub fn select_optional_part<F, R, I>(projection: &mut Vec<Projected>)
where
    R: SelectedStruct<From: Sources<Nullable: AllIn<F, I>>>,
{
    R::append_to(projection);
}
