//! `ORDER BY` terms.

use std::fmt;
use std::marker::PhantomData;

use super::{Expr, Expression};
use crate::model::{Column, ColumnEnum, Position, Relation};
use crate::types::ColumnValue;
use tempest_dialects::tree::{self, Direction, Nulls};

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

/// What `order_by` and `group_by` take: a column or an expression (the smallest first), `asc()` or `desc()` of one, a value of the
/// column enum, or a tuple of these.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is nothing to order or group by",
    note = "order by a column, by `column.desc()`, by a value of the column enum, or by a tuple of these"
)]
pub trait IntoOrder<S> {
    /// Appends the terms.
    #[doc(hidden)]
    fn append_to(self, terms: &mut Vec<tree::OrderBy>);
}

/// The expressions of a clause whose terms have no order.
pub(crate) fn unordered(clause: &'static str, terms: Vec<tree::OrderBy>) -> impl Iterator<Item = tree::Expr> {
    terms.into_iter().map(move |term| {
        if term.direction == Direction::Ascending && term.nulls.is_none() {
            term.expr
        } else {
            tree::Expr::Misplaced(clause, "its terms have no order", "name the column alone, and sort by `order_by`")
        }
    })
}

impl<S> IntoOrder<S> for Order<S> {
    fn append_to(self, terms: &mut Vec<tree::OrderBy>) {
        terms.push(self.tree);
    }
}

impl<M: Relation, T: ColumnValue, P: Position> IntoOrder<M> for Column<M, T, P> {
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
        terms.push(self.asc().tree);
    }
}

macro_rules! tuples {
    ($(($first:ident $first_scope:ident $($term:ident $scope:ident)+))*) => {$(
        impl<$first, $first_scope, $($term, $scope),+> IntoOrder<tuples!(@pairs ($first_scope) $($scope)+)>
            for ($first, $($term),+)
        where
            $first: IntoOrder<$first_scope>,
            $($term: IntoOrder<$scope>,)+
        {
            #[allow(non_snake_case, reason = "the variables are named like their types")]
            fn append_to(self, terms: &mut Vec<tree::OrderBy>) {
                let ($first, $($term),+) = self;
                $first.append_to(terms);
                $($term.append_to(terms);)+
            }
        }
    )*};
    (@pairs ($scopes:ty)) => { $scopes };
    (@pairs ($scopes:ty) $next:ident $($rest:ident)*) => { tuples!(@pairs (($scopes, $next)) $($rest)*) };
}

tuples!((A SA B SB)(A SA B SB C SC)(A SA B SB C SC D SD)(A SA B SB C SC D SD E SE)(A SA B SB C SC D SD E SE F SF)
    (A SA B SB C SC D SD E SE F SF G SG)(A SA B SB C SC D SD E SE F SF G SG H SH)
    (A SA B SB C SC D SD E SE F SF G SG H SH I SI)(A SA B SB C SC D SD E SE F SF G SG H SH I SI J SJ)
    (A SA B SB C SC D SD E SE F SF G SG H SH I SI J SJ K SK)
    (A SA B SB C SC D SD E SE F SF G SG H SH I SI J SJ K SK L SL));
