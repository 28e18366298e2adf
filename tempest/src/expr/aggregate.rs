//! Functions of many rows: `count`, `sum`, `min` and the like.

use super::{Condition, Expr, Expression, IntoCondition, IntoOrder, NeverNull};
use crate::types::{ColumnValue, DbType, Number, Ordered, Sum, Text};
use tempest_dialects::tree::{self, Aggregate, AggregateFunction};
use tempest_dialects::types::ColumnType;

/// The type of an expression without its `Option`.
type Inner<E> = <<E as Expression>::Type as ColumnValue>::Inner;

/// Functions of many rows: of all rows of a query, or of each group if it has a `group_by`.
///
/// NULLs do not count. Of no values at all, `count` is 0 and the others are `None`. The result has the same type on
/// every database.
///
/// ```
/// use tempest::prelude::*;
///
/// #[derive(Model)]
/// struct Payment {
///     #[tempest(primary_key)]
///     id: i64,
///     customer: String,
///     cents: i32,
///     refunded: bool,
/// }
///
/// let report = Payment::select()
///     .columns((Payment::customer, count_all(), Payment::cents.sum().filter(Payment::refunded)))
///     .group_by(Payment::customer)
///     .having(count_all().gt(1));
/// assert_eq!(
///     report.to_sql(&Postgres)?,
///     r#"SELECT "customer", count(*), CAST(sum("cents") FILTER (WHERE "refunded" = $1) AS bigint) FROM "payment" GROUP BY "customer" HAVING count(*) > $2"#
/// );
/// assert_eq!(
///     report.to_sql(&MySql)?,
///     "SELECT `customer`, count(*), (sum(CASE WHEN `refunded` = ? THEN `cents` END) DIV 1) FROM `payment` GROUP BY `customer` HAVING count(*) > ?"
/// );
/// # Ok::<(), tempest::Error>(())
/// ```
pub trait Aggregates: Expression {
    /// `count(x)`: how many values are not NULL.
    fn count(self) -> Expr<NeverNull<Self::Scope>, i64> {
        aggregate(AggregateFunction::Count, self)
    }

    /// `count(DISTINCT x)`: how many different values there are.
    fn count_distinct(self) -> Expr<NeverNull<Self::Scope>, i64> {
        let of = Inner::<Self>::COLUMN_TYPE;
        let counted = Aggregate::new(AggregateFunction::Count, self.into_tree(), of);
        Expr::new(aggregate_tree(Aggregate { distinct: true, ..counted }))
    }

    /// `sum(x)`: of integers an `i64`, and an error if it does not fit; of floating point numbers an `f64`.
    fn sum(self) -> Expr<Self::Scope, Option<<Inner<Self> as Sum>::Sum>>
    where
        Inner<Self>: Sum,
    {
        aggregate(AggregateFunction::Sum, self)
    }

    /// `avg(x)`: the average, of integers too with its fraction.
    fn avg(self) -> Expr<Self::Scope, Option<f64>>
    where
        Inner<Self>: Number,
    {
        aggregate(AggregateFunction::Average, self)
    }

    /// `min(x)`: the smallest value.
    fn min(self) -> Expr<Self::Scope, Option<Inner<Self>>>
    where
        Inner<Self>: Ordered,
    {
        aggregate(AggregateFunction::Min, self)
    }

    /// `max(x)`: the greatest value.
    fn max(self) -> Expr<Self::Scope, Option<Inner<Self>>>
    where
        Inner<Self>: Ordered,
    {
        aggregate(AggregateFunction::Max, self)
    }

    /// The texts in one, with a separator between them. In any order, unless [`order_by`](Expr::order_by) follows.
    ///
    /// ```
    /// use tempest::prelude::*;
    ///
    /// # #[derive(Model)]
    /// # struct Tag { #[tempest(primary_key)] id: i64, name: String }
    /// let names = Tag::select().columns(Tag::name.string_agg(", ").order_by(Tag::name));
    /// assert_eq!(names.to_sql(&Postgres)?, r#"SELECT string_agg("name", ', ' ORDER BY "name") FROM "tag""#);
    /// assert_eq!(
    ///     names.to_sql(&MariaDb)?,
    ///     "SELECT group_concat(`name` ORDER BY `name` SEPARATOR ', ') FROM `tag`"
    /// );
    /// # Ok::<(), tempest::Error>(())
    /// ```
    fn string_agg(self, separator: &'static str) -> Expr<Self::Scope, Option<String>>
    where
        Inner<Self>: Text,
    {
        aggregate(AggregateFunction::StringAgg(separator), self)
    }

    /// The values in a JSON array, a NULL as `null`; `None` if there are no rows. In any order, unless
    /// [`order_by`](Expr::order_by) follows, which MySQL does not have.
    #[cfg(feature = "json")]
    fn json_agg(self) -> Expr<Self::Scope, Option<serde_json::Value>>
    where
        Inner<Self>: crate::types::InJson,
    {
        aggregate(AggregateFunction::JsonAgg, self)
    }
}

impl<E: Expression> Aggregates for E {}

/// `count(*)`: the number of rows.
#[must_use]
pub fn count_all() -> Expr<NeverNull<()>, i64> {
    Expr::new(aggregate_tree(Aggregate::count_all()))
}

/// Whether a condition is true of all rows for which it is not unknown.
pub fn bool_and<S>(condition: impl IntoCondition<S>) -> Expr<S, Option<bool>> {
    of_condition(AggregateFunction::And, condition.into_condition())
}

/// Whether a condition is true of any row.
pub fn bool_or<S>(condition: impl IntoCondition<S>) -> Expr<S, Option<bool>> {
    of_condition(AggregateFunction::Or, condition.into_condition())
}

/// What follows an aggregate. Of anything else it is an error when the query is built.
impl<S, T> Expr<S, T> {
    /// `FILTER (WHERE …)`: takes only the rows for which the condition is true.
    #[must_use]
    pub fn filter<C>(self, condition: impl IntoCondition<C>) -> Expr<(S, NeverNull<C>), T> {
        Expr::new(filtered(self.tree, condition.into_condition().tree))
    }

    /// `ORDER BY` inside an aggregate: the order in which it takes the values.
    #[must_use]
    pub fn order_by<O>(self, order: impl IntoOrder<O>) -> Expr<(S, NeverNull<O>), T> {
        let mut terms = Vec::new();
        order.append_to(&mut terms);
        Expr::new(ordered(self.tree, terms))
    }
}

fn aggregate<E: Expression, S, T>(function: AggregateFunction, of: E) -> Expr<S, T> {
    let column_type = Inner::<E>::COLUMN_TYPE;
    Expr::new(aggregate_tree(Aggregate::new(function, of.into_tree(), column_type)))
}

fn of_condition<S>(function: AggregateFunction, condition: Condition<S>) -> Expr<S, Option<bool>> {
    Expr::new(aggregate_tree(Aggregate::new(function, condition.tree, ColumnType::Boolean)))
}

fn aggregate_tree(aggregate: Aggregate) -> tree::Expr {
    tree::Expr::Aggregate(Box::new(aggregate))
}

fn filtered(tree: tree::Expr, condition: tree::Expr) -> tree::Expr {
    match tree {
        tree::Expr::Aggregate(mut aggregate) => {
            super::condition_and(&mut aggregate.filter, condition);
            tree::Expr::Aggregate(aggregate)
        }
        _ => {
            tree::Expr::Misplaced("FILTER", "only an aggregate leaves out rows", "put it directly behind the aggregate")
        }
    }
}

fn ordered(tree: tree::Expr, mut terms: Vec<tree::OrderBy>) -> tree::Expr {
    match tree {
        tree::Expr::Aggregate(mut aggregate) => {
            aggregate.order_by.append(&mut terms);
            tree::Expr::Aggregate(aggregate)
        }
        _ => tree::Expr::Misplaced(
            "ORDER BY",
            "only an aggregate takes values in an order",
            "put it directly behind the aggregate",
        ),
    }
}
