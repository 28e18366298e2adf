//! Functions of many rows.

use super::{Expr, OrderBy};
use crate::types::ColumnType;

/// A function of many rows, such as `sum(x)`.
#[derive(Debug, Clone, PartialEq)]
pub struct Aggregate {
    /// Which function.
    pub function: AggregateFunction,
    /// What it is computed from; `None` for the rows themselves.
    pub argument: Option<Expr>,
    /// The type of the argument, which decides what some databases call the function.
    pub of: ColumnType,
    /// Whether equal values count once.
    pub distinct: bool,
    /// The order in which the values are taken.
    pub order_by: Vec<OrderBy>,
    /// Which rows are taken; `None` for all.
    pub filter: Option<Expr>,
}

impl Aggregate {
    /// The number of rows.
    #[must_use]
    pub const fn count_all() -> Self {
        Self {
            function: AggregateFunction::Count,
            argument: None,
            of: ColumnType::BigInt,
            distinct: false,
            order_by: Vec::new(),
            filter: None,
        }
    }

    /// A function of the values of an expression, which are of this type.
    #[must_use]
    pub const fn new(function: AggregateFunction, argument: Expr, of: ColumnType) -> Self {
        Self { function, argument: Some(argument), of, distinct: false, order_by: Vec::new(), filter: None }
    }
}

/// The function of an [`Aggregate`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum AggregateFunction {
    /// The number of values that are not NULL, or of rows.
    Count,
    /// The sum: of integers a 64-bit integer.
    Sum,
    /// The average, a 64-bit floating point number.
    Average,
    /// The smallest value.
    Min,
    /// The greatest value.
    Max,
    /// Whether a condition is true of all rows.
    And,
    /// Whether a condition is true of any row.
    Or,
    /// The values in a JSON array, NULLs among them.
    JsonAgg,
    /// The texts in one, with this between them.
    StringAgg(&'static str),
}

impl AggregateFunction {
    /// Its name in SQL.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Count => "count",
            Self::Sum => "sum",
            Self::Average => "avg",
            Self::Min => "min",
            Self::Max => "max",
            Self::And => "bool_and",
            Self::Or => "bool_or",
            Self::JsonAgg => "json_agg",
            Self::StringAgg(_) => "string_agg",
        }
    }
}
