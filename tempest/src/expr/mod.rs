//! Typed expressions and conditions: thin shells over the untyped tree.
//!
//! `S` is the set of models that an expression mentions: `()`, a model, or nested pairs. It is a phantom: what an
//! expression holds is one node of the tree, whatever it says.

mod aggregate;
mod arithmetic;
mod case;
mod compare;
mod condition;
mod functions;
#[cfg(feature = "json")]
mod json;
mod moment;
mod number;
mod operand;
mod order;
mod raw;
mod row;
mod subquery;
mod text;
mod time;
mod user_function;
mod window;

use std::fmt;
use std::marker::PhantomData;

pub use aggregate::{Aggregates, bool_and, bool_or, count_all};
pub use arithmetic::Plus;
pub use case::{Branch, Case, EmptyCase, case};
pub use compare::Expression;
pub use condition::{Condition, IntoCondition, all_of, any_of, not};
pub use functions::{Fallback, Functions, IntoExpr, value};
#[cfg(feature = "json")]
pub use json::JsonFunctions;
pub use moment::TimeFunctions;
#[cfg(feature = "time")]
pub use moment::current_date;
pub use number::NumberFunctions;
pub use operand::{Assign, Bind, Operand};
pub use order::{IntoOrder, Order};
pub use raw::{ByReference, ByText, ByValue, Raw, SqlList, SqlValue};
pub use row::RowValue;
pub use subquery::{Members, SingleColumn, exists, outer};
pub use text::TextFunctions;
#[cfg(feature = "time")]
pub use time::now;
pub use time::{Interval, Seconds, days, hours, minutes, seconds};
pub use window::{Unplaced, Window, WindowFunctions, dense_rank, ntile, rank, row_number, window};

pub use tempest_dialects::tree::{DatePart, FrameBound, JsonStep};

pub(crate) use condition::{and_also as condition_and, asks_nothing};
pub(crate) use order::unordered;
pub(crate) use text::escape_like;
#[doc(hidden)]
pub use user_function::{argument, user_function};

use crate::query::NeverNull;
use tempest_dialects::tree;

/// An expression of type `T` over the models `S`.
pub struct Expr<S, T> {
    pub(crate) tree: tree::Expr,
    marker: PhantomData<fn() -> (S, T)>,
}

impl<S, T> Expr<S, T> {
    pub(crate) fn new(tree: tree::Expr) -> Self {
        Self { tree, marker: PhantomData }
    }
}

impl<S, T> Clone for Expr<S, T> {
    fn clone(&self) -> Self {
        Self::new(self.tree.clone())
    }
}

impl<S, T> fmt::Debug for Expr<S, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tree.fmt(f)
    }
}

fn binary(operator: tree::BinaryOperator, left: tree::Expr, right: tree::Expr) -> tree::Expr {
    tree::Expr::Binary(operator, Box::new((left, right)))
}
