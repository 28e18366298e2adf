//! What a query selects.

use std::borrow::Cow;
use std::marker::PhantomData;

use crate::expr::Expr;
use crate::model::{Column, ColumnEnum, Model, Position};
use crate::row::{DecodeError, Row};
use crate::types::{ColumnValue, Value};
use tempest_dialects::tree::Projected;

/// What `columns` takes and what a query's rows become: a column, an expression, a tuple of up to 12 of these, or a
/// whole model.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be selected",
    label = "expected a column, an expression or a tuple of these",
    note = "tuples have up to 12 elements"
)]
pub trait Projection {
    /// The models that it mentions.
    type Scope;
    /// What a row becomes.
    type Output: Send + 'static;
    /// How many cells of the row it takes.
    #[doc(hidden)]
    const WIDTH: usize;

    /// Decodes a row whose cells for this begin at position `at`.
    ///
    /// # Errors
    /// If a cell does not fit.
    fn decode(row: &Row<'_>, at: usize) -> Result<Self::Output, DecodeError>;
}

/// A projection that is written: what its value adds to the statement. A whole model has no value to write.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be selected",
    label = "expected a column, an expression or a tuple of these",
    note = "tuples have up to 12 elements"
)]
pub trait Project: Projection {
    /// Appends what is selected.
    #[doc(hidden)]
    fn append_to(self, projection: &mut Vec<Projected>);

    /// What is selected, alone.
    #[doc(hidden)]
    fn projected(self) -> Cow<'static, [Projected]>
    where
        Self: Sized,
    {
        let mut projection = Vec::with_capacity(Self::WIDTH);
        self.append_to(&mut projection);
        Cow::Owned(projection)
    }
}

/// All columns of a model.
pub(super) fn whole_rows<M: Model>() -> Cow<'static, [Projected]> {
    Cow::Borrowed(Whole::<M>::ROWS)
}

struct Whole<M>(M);

impl<M: Model> Whole<M> {
    const ROWS: &'static [Projected] = &[Projected::Table(M::TABLE)];
}

impl<M: Model> Projection for M {
    type Scope = M;
    type Output = M;
    const WIDTH: usize = M::TABLE.columns.len();

    fn decode(row: &Row<'_>, at: usize) -> Result<M, DecodeError> {
        <M as Model>::decode(row, at)
    }
}

impl<M: Model, T: ColumnValue, P: Position> Projection for Column<M, T, P> {
    type Scope = M;
    type Output = T;
    const WIDTH: usize = 1;

    fn decode(row: &Row<'_>, at: usize) -> Result<T, DecodeError> {
        row.decode_column(at, M::TABLE, P::INDEX)
    }
}

impl<M: Model, T: ColumnValue, P: Position> Project for Column<M, T, P> {
    fn append_to(self, projection: &mut Vec<Projected>) {
        projection.push(Projected::Expr(self.to_tree()));
    }
}

impl<S, T: ColumnValue> Projection for Expr<S, T> {
    type Scope = S;
    type Output = T;
    const WIDTH: usize = 1;

    fn decode(row: &Row<'_>, at: usize) -> Result<T, DecodeError> {
        row.decode(at)
    }
}

impl<S, T: ColumnValue> Project for Expr<S, T> {
    fn append_to(self, projection: &mut Vec<Projected>) {
        projection.push(Projected::Expr(self.tree));
    }
}

/// Columns that were picked at run time: a row is their values, in the order in which they were picked.
#[derive(Debug)]
pub struct Picked<C>(PhantomData<fn() -> C>);

impl<C: ColumnEnum> Projection for Picked<C> {
    type Scope = C::Model;
    type Output = Vec<Value>;
    const WIDTH: usize = 0;

    fn decode(row: &Row<'_>, at: usize) -> Result<Vec<Value>, DecodeError> {
        row.values(at, C::Model::TABLE)
    }
}

macro_rules! tuples {
    ($(($($part:ident)+))*) => {$(
        impl<$($part: Projection),+> Projection for ($($part,)+) {
            type Scope = tuples!(@scope () $($part)+);
            type Output = ($($part::Output,)+);
            const WIDTH: usize = 0 $(+ $part::WIDTH)+;

            #[allow(unused_assignments, reason = "the last part moves the position past the row's end")]
            fn decode(row: &Row<'_>, mut at: usize) -> Result<Self::Output, DecodeError> {
                Ok(($({
                    let part = $part::decode(row, at)?;
                    at += $part::WIDTH;
                    part
                },)+))
            }
        }

        impl<$($part: Project),+> Project for ($($part,)+) {
            #[allow(non_snake_case, reason = "the variables are named like their types")]
            fn append_to(self, projection: &mut Vec<Projected>) {
                let ($($part,)+) = self;
                $($part.append_to(projection);)+
            }
        }
    )*};
    (@scope $scope:ty,) => { $scope };
    (@scope () $first:ident $($rest:ident)*) => { tuples!(@pairs ($first::Scope) $($rest)*) };
    (@pairs ($scope:ty)) => { $scope };
    (@pairs ($scope:ty) $next:ident $($rest:ident)*) => { tuples!(@pairs (($scope, $next::Scope)) $($rest)*) };
}

tuples!((A)(A B)(A B C)(A B C D)(A B C D E)(A B C D E F)(A B C D E F G)(A B C D E F G H)(A B C D E F G H I)
    (A B C D E F G H I J)(A B C D E F G H I J K)(A B C D E F G H I J K L));
