//! Which models an expression may mention: those that the statement reads.
//!
//! `S: InScope<F, I>` says that every model in `S` is one of `F`. The index `I` says where, and is always inferred.

use crate::model::Model;

/// Every model in `Self` is read by a statement over `F`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not part of this query",
    label = "this mentions a column of `{Self}`, which the query does not read",
    note = "the query reads `{F}`: use its columns, or ask `{Self}` in a subquery: `in_({Self}::select().columns(…))`"
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

/// The index of the first model.
#[derive(Debug)]
pub struct First;

/// The index of the proposed row of an upsert.
#[derive(Debug)]
pub struct Proposed;

/// The scope of an upsert's `set`: the row that is there, and the proposed one.
#[derive(Debug)]
pub struct Upsert<M>(M);

impl<F> InScope<F, Nothing> for () {}

impl<F, A: InScope<F, I>, B: InScope<F, J>, I, J> InScope<F, (I, J)> for (A, B) {}

impl<M: Model> InScope<(M,), First> for M {}

impl<M: Model> InScope<Upsert<M>, First> for M {}
