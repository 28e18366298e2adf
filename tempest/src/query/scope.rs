//! Which models an expression may mention: those that the statement reads.
//!
//! `S: InScope<F, I>` says that every model in `S` is one of `F`. The index `I` says where, and is always inferred.

use super::join::Left;
use super::projection::{Nullable, Projection};
use crate::model::{Model, Relation};
use crate::types::ColumnValue;

/// Every model in `Self` is read by a statement over `F`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not part of this query",
    label = "this mentions a column of `{Self}`, which the query does not read",
    note = "the query reads `{F}`: join `{Self}` to it with `.join::<{Self}>().on(…)`, or ask it in a subquery: `in_({Self}::select().columns(…))`"
)]
pub trait InScope<F, I> {}

/// The model that a statement writes is `Self`.
#[diagnostic::on_unimplemented(
    message = "this statement writes `{M}`: a column of `{Self}` cannot be set in it",
    label = "not a column of `{M}`",
    note = "set columns of `{M}`; a column of `{Self}` is set by `{Self}::update()`"
)]
pub trait Written<M> {}

impl<M: Model> Written<M> for M {}

/// The index of an expression that mentions no model.
#[derive(Debug)]
pub struct Nothing;

/// The index of the model at place `N`, from 0.
#[derive(Debug)]
pub struct Nth<const N: usize>;

/// The index of the model at place `N`, whose rows may be missing: the nullable side of an outer join.
#[derive(Debug)]
pub struct NthOrNull<const N: usize>;

/// The index of the proposed row of an upsert.
#[derive(Debug)]
pub struct Proposed;

/// The index of what is never NULL, wherever its models are.
#[derive(Debug)]
pub struct Always<I>(I);

/// The scope of an upsert's `set`: the row that is there, and the proposed one.
#[derive(Debug)]
pub struct Upsert<M>(M);

/// The scope of an expression over `S` that has a value whatever the row, as `COUNT(*)` has: the nullable side of an
/// outer join does not make it an `Option`.
#[derive(Debug)]
pub struct NeverNull<S>(S);

/// The scope of an expression that reads the row of a statement around a subquery: see [`outer`](crate::expr::outer).
#[derive(Debug)]
pub struct Outer<M>(M);

impl<F> InScope<F, Nothing> for () {}

impl<F, A: InScope<F, I>, B: InScope<F, J>, I, J> InScope<F, (I, J)> for (A, B) {}

impl<F, S: InScope<F, I>, I> InScope<F, Always<I>> for NeverNull<S> {}

// Which statement is around a subquery is known where it is rendered.
impl<F, M> InScope<F, Nothing> for Outer<M> {}

impl<M: Model> InScope<Upsert<M>, Nth<0>> for M {}

macro_rules! places {
    ($($place:literal [$($before:ident)*] [$($after:ident)*];)*) => {$(
        impl<$($before,)* R: Relation, $($after,)*> InScope<($($before,)* R, $($after,)*), Nth<$place>> for R {}

        impl<$($before,)* R: Relation, $($after,)*> InScope<($($before,)* Left<R>, $($after,)*), NthOrNull<$place>> for R {}
    )*};
}

places! {
    0 [] [];
    0 [] [B];
    1 [A] [];
    0 [] [B C];
    1 [A] [C];
    2 [A B] [];
    0 [] [B C D];
    1 [A] [C D];
    2 [A B] [D];
    3 [A B C] [];
    0 [] [B C D E];
    1 [A] [C D E];
    2 [A B] [D E];
    3 [A B C] [E];
    4 [A B C D] [];
    0 [] [B C D E F];
    1 [A] [C D E F];
    2 [A B] [D E F];
    3 [A B C] [E F];
    4 [A B C D] [F];
    5 [A B C D E] [];
    0 [] [B C D E F G];
    1 [A] [C D E F G];
    2 [A B] [D E F G];
    3 [A B C] [E F G];
    4 [A B C D] [F G];
    5 [A B C D E] [G];
    6 [A B C D E F] [];
    0 [] [B C D E F G H];
    1 [A] [C D E F G H];
    2 [A B] [D E F G H];
    3 [A B C] [E F G H];
    4 [A B C D] [F G H];
    5 [A B C D E] [G H];
    6 [A B C D E F] [H];
    7 [A B C D E F G] [];
}

/// What an index makes of an expression that is selected: on the nullable side of an outer join it may be NULL.
pub trait Place {
    /// What is selected.
    type Selected<P: Projection<Output: ColumnValue>>: Projection<Output: ColumnValue>;

    /// What a whole row is.
    type Whole<R: Relation>: Projection;
}

/// Where nothing is missing.
macro_rules! present {
    ($([$($generics:tt)*] $index:ty;)*) => {$(
        impl<$($generics)*> Place for $index {
            type Selected<P: Projection<Output: ColumnValue>> = P;
            type Whole<R: Relation> = R;
        }
    )*};
}

present! {
    [] Nothing;
    [] Proposed;
    [const N: usize] Nth<N>;
    [I] Always<I>;
}

impl<const N: usize> Place for NthOrNull<N> {
    type Selected<P: Projection<Output: ColumnValue>> = Nullable<P>;
    type Whole<R: Relation> = Left<R>;
}

impl<I: Place, J: Place> Place for (I, J) {
    type Selected<P: Projection<Output: ColumnValue>> = I::Selected<J::Selected<P>>;
    type Whole<R: Relation> = R;
}
