//! Functions of numbers.

use super::functions::call;
use super::{Expr, Expression};
use crate::types::{ColumnValue, Number};
use tempest_dialects::tree::Function;

/// The type of an expression without its `Option`.
type Inner<E> = <<E as Expression>::Type as ColumnValue>::Inner;

/// Functions of numbers. A function of NULL is NULL.
///
/// ```
/// use tempest::prelude::*;
///
/// #[derive(Model)]
/// struct Sample {
///     #[tempest(primary_key)]
///     id: i64,
///     value: f64,
/// }
///
/// let query = Sample::select().columns(Sample::value.abs().ceil());
/// assert_eq!(query.to_sql(&Postgres)?, r#"SELECT ceil(abs("value")) FROM "sample""#);
/// # Ok::<(), tempest::Error>(())
/// ```
pub trait NumberFunctions: Expression {
    /// The number without its sign.
    fn abs(self) -> Expr<Self::Scope, Self::Type>
    where
        Inner<Self>: Number,
    {
        call(Function::Abs, vec![self.into_tree()])
    }

    /// The nearest whole number; of two that are equally near, the one that is farther from 0, as in Rust.
    fn round(self) -> Expr<Self::Scope, Self::Type>
    where
        Inner<Self>: Number,
    {
        whole(Function::Round, self)
    }

    /// The greatest whole number that is not greater.
    fn floor(self) -> Expr<Self::Scope, Self::Type>
    where
        Inner<Self>: Number,
    {
        whole(Function::Floor, self)
    }

    /// The smallest whole number that is not smaller.
    fn ceil(self) -> Expr<Self::Scope, Self::Type>
    where
        Inner<Self>: Number,
    {
        whole(Function::Ceil, self)
    }
}

impl<E: Expression> NumberFunctions for E {}

/// An integer is whole already.
fn whole<E: Expression>(function: Function, number: E) -> Expr<E::Scope, E::Type>
where
    Inner<E>: Number,
{
    if Inner::<E>::INTEGER { Expr::new(number.into_tree()) } else { call(function, vec![number.into_tree()]) }
}
