//! `ORDER BY` terms.

use std::fmt;
use std::marker::PhantomData;

use super::{Expr, Expression};
use crate::model::{Column, ColumnEnum, Model, Position};
use crate::types::ColumnValue;
use tempest_dialects::tree::{self, ColumnRef, Direction, Nulls};

/// A term of `ORDER BY`, made by `asc()` or `desc()`.
#[must_use = "give it to `order_by`"]
pub struct Order<S> {
    pub(crate) tree: tree::OrderBy,
    marker: PhantomData<fn() -> S>,
}

impl<S> Order<S> {
    pub(crate) fn new(expr: tree::Expr, direction: Direction) -> Self {
        Self { tree: tree::OrderBy { expr, direction, nulls: None }, marker: PhantomData }
    }

    /// Puts NULLs before all values.
    pub fn nulls_first(mut self) -> Self {
        self.tree.nulls = Some(Nulls::First);
        self
    }

    /// Puts NULLs after all values.
    pub fn nulls_last(mut self) -> Self {
        self.tree.nulls = Some(Nulls::Last);
        self
    }
}

impl<S> Clone for Order<S> {
    fn clone(&self) -> Self {
        Self { tree: self.tree.clone(), marker: PhantomData }
    }
}

impl<S> fmt::Debug for Order<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tree.fmt(f)
    }
}

/// What `order_by` takes: a column or an expression (the smallest first), `asc()` or `desc()` of one, a value of the
/// column enum, or a tuple of these.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is nothing to order by",
    note = "order by a column, by `column.desc()`, by a value of the column enum, or by a tuple of these"
)]
pub trait IntoOrder<S> {
    /// Appends the terms.
    #[doc(hidden)]
    fn append_to(self, terms: &mut Vec<tree::OrderBy>);
}

impl<S> IntoOrder<S> for Order<S> {
    fn append_to(self, terms: &mut Vec<tree::OrderBy>) {
        terms.push(self.tree);
    }
}

impl<M: Model, T: ColumnValue, P: Position> IntoOrder<M> for Column<M, T, P> {
    fn append_to(self, terms: &mut Vec<tree::OrderBy>) {
        terms.push(self.asc().tree);
    }
}

impl<S, T: ColumnValue> IntoOrder<S> for Expr<S, T> {
    fn append_to(self, terms: &mut Vec<tree::OrderBy>) {
        terms.push(self.asc().tree);
    }
}

impl<C: ColumnEnum> IntoOrder<C::Model> for C {
    fn append_to(self, terms: &mut Vec<tree::OrderBy>) {
        let column = ColumnRef { table: C::Model::TABLE.name, column: self.definition().name };
        terms.push(Order::<C::Model>::new(tree::Expr::Column(column), Direction::Ascending).tree);
    }
}

/// A value of the column enum, the greatest first.
impl<C: ColumnEnum> IntoOrder<C::Model> for std::cmp::Reverse<C> {
    fn append_to(self, terms: &mut Vec<tree::OrderBy>) {
        let first = terms.len();
        self.0.append_to(terms);
        for term in terms.iter_mut().skip(first) {
            term.direction = Direction::Descending;
        }
    }
}

macro_rules! tuples {
    ($($scopes:ty: $($term:ident $scope:ident),+;)*) => {$(
        impl<$($term, $scope),+> IntoOrder<$scopes> for ($($term,)+)
        where
            $($term: IntoOrder<$scope>,)+
        {
            #[allow(non_snake_case, reason = "the variables are named like their types")]
            fn append_to(self, terms: &mut Vec<tree::OrderBy>) {
                let ($($term,)+) = self;
                $($term.append_to(terms);)+
            }
        }
    )*};
}

tuples! {
    (SA, SB): A SA, B SB;
    ((SA, SB), SC): A SA, B SB, C SC;
    ((SA, SB), (SC, SD)): A SA, B SB, C SC, D SD;
    (((SA, SB), (SC, SD)), SE): A SA, B SB, C SC, D SD, E SE;
    (((SA, SB), (SC, SD)), (SE, SF)): A SA, B SB, C SC, D SD, E SE, F SF;
}
