//! Expressions and conditions.

use super::{Aggregate, Call, JsonStep, Over, RawPart, Select};
use crate::value::Value;

/// An expression; a condition is an expression whose value is true, false or unknown.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Expr {
    /// A column of a table in scope.
    Column(ColumnRef),
    /// In a subquery: a column of a table that a statement around it reads or changes.
    Outer(ColumnRef),
    /// In an upsert: the value that was proposed for this column.
    Excluded(&'static str),
    /// A bound value.
    Value(Value),
    /// The column's default, as a value of an INSERT.
    Default,
    /// Two operands.
    Binary(BinaryOperator, Box<(Expr, Expr)>),
    /// What is computed of decimal numbers: an operator of which not every database keeps all digits.
    OfDecimals(Box<Expr>),
    /// True if all are; true for none at all.
    All(Vec<Expr>),
    /// True if one is; false for none at all.
    Any(Vec<Expr>),
    /// `NOT`.
    Not(Box<Expr>),
    /// `IS NULL`.
    IsNull(Box<Expr>),
    /// `IS NOT NULL`.
    IsNotNull(Box<Expr>),
    /// `BETWEEN`: the value, the lower bound, the upper bound, both included.
    Between(Box<(Expr, Expr, Expr)>),
    /// `IN` or, if negated, `NOT IN` a list of values.
    InValues {
        /// What is looked for.
        expr: Box<Expr>,
        /// The list. `IN` an empty one is false, `NOT IN` an empty one is true.
        values: Vec<Value>,
        /// Whether this is `NOT IN`.
        negated: bool,
    },
    /// `IN` or, if negated, `NOT IN` the rows of a subquery of one column.
    InSelect {
        /// What is looked for.
        expr: Box<Expr>,
        /// The subquery.
        select: Box<Select>,
        /// Whether this is `NOT IN`.
        negated: bool,
    },
    /// `LIKE` with the escape character `!`, which the pattern must use.
    Like {
        /// The text.
        expr: Box<Expr>,
        /// The pattern: `%` is any text, `_` any character, `!` takes the meaning from the next one.
        pattern: Box<Expr>,
        /// Whether letter case does not count.
        case_insensitive: bool,
    },
    /// `EXISTS` a row of the subquery.
    Exists(Box<Select>),
    /// The value in the only row of a subquery of one column; NULL if it has no row.
    Scalar(Box<Select>),
    /// The number of rows.
    CountAll,
    /// A function of many rows.
    Aggregate(Box<Aggregate>),
    /// A function over a window of rows.
    Over(Box<Over>),
    /// A function of the row's own values.
    Call(Box<Call>),
    /// A way into a JSON document, as an argument of a function.
    JsonPath(Vec<JsonStep>),
    /// A function of the program's own, by its name, and its arguments.
    UserFunction(&'static str, Vec<Expr>),
    /// `CASE`.
    Case {
        /// Each condition, and the value if it is the first that is true.
        branches: Vec<(Expr, Expr)>,
        /// The value if none is true; `None` for NULL.
        otherwise: Option<Box<Expr>>,
    },
    /// `IS DISTINCT FROM` or, if negated, `IS NOT DISTINCT FROM`: a comparison to which NULL is a value.
    IsDistinct {
        /// The two operands.
        operands: Box<(Expr, Expr)>,
        /// Whether this is `IS NOT DISTINCT FROM`.
        negated: bool,
    },
    /// A comparison of rows of values, from the first value to the last.
    CompareRows {
        /// The comparison.
        operator: BinaryOperator,
        /// The pairs of values, one of each row.
        pairs: Vec<(Expr, Expr)>,
    },
    /// A text that compares and sorts by this collation.
    Collate(Box<Expr>, &'static str),
    /// The time at which the statement (on PostgreSQL: the transaction) began, an instant.
    Now,
    /// An instant or a date and time, and the number of seconds (integer or fraction) that is added to it.
    AddSeconds(Box<(Expr, Expr)>),
    /// An instant or a date and time, and the number of seconds (integer or fraction) that is taken from it.
    SubtractSeconds(Box<(Expr, Expr)>),
    /// What SQL does not have: an error when it is rendered, with its clause, its reason and the way out.
    Misplaced(&'static str, &'static str, &'static str),
    /// SQL written in the program, with values bound in it.
    Raw(Vec<RawPart>),
    /// What was deeper than any statement takes, and was not kept.
    TooDeep,
}

/// A column of a table in scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ColumnRef {
    /// The table's name, without its schema.
    pub table: &'static str,
    /// The column's name.
    pub column: &'static str,
}

/// An operator between two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum BinaryOperator {
    /// `=`
    Eq,
    /// `<>`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// Division of floating point numbers.
    Divide,
    /// Division of integers, which drops the fraction on every database.
    DivideInteger,
    /// The remainder of a division of integers.
    Remainder,
}
