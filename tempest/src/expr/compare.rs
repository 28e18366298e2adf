//! What a column or an expression can be asked: comparisons, lists, patterns, NULL, order.

use super::operand::Operand;
use super::order::Order;
use super::subquery::Members;
use super::text::escape_like;
use super::{Condition, Expr, binary};
use crate::model::{Column, Position, Relation};
use crate::types::{ColumnValue, Ordered, Text};
use tempest_dialects::tree::{BinaryOperator, Direction};
use tempest_dialects::{Value, tree};

/// The type of an expression without its `Option`.
type Inner<E> = <<E as Expression>::Type as ColumnValue>::Inner;

/// A column or an expression: all that can be asked of it.
///
/// What can be computed from it is in traits of their own, all of them in the prelude: [`Functions`](super::Functions) of any
/// value, [`TextFunctions`](super::TextFunctions), [`NumberFunctions`](super::NumberFunctions),
/// [`TimeFunctions`](super::TimeFunctions), [`Aggregates`](super::Aggregates) of many rows, and
/// [`WindowFunctions`](super::WindowFunctions).
///
/// A comparison with NULL is never true, so a nullable column is compared with values of its inner type; whether it
/// is NULL is asked with [`is_null`](Self::is_null).
///
/// ```
/// use tempest::prelude::*;
///
/// #[derive(Model)]
/// struct User {
///     #[tempest(primary_key)]
///     id: i64,
///     name: Option<String>,
/// }
///
/// let query = User::select().where_(User::name.starts_with("100%").or(User::id.in_([1, 2])));
/// assert_eq!(
///     query.to_sql(&Postgres)?,
///     r#"SELECT "id", "name" FROM "user" WHERE "name" LIKE $1 ESCAPE '!' OR "id" = ANY($2)"#
/// );
/// # Ok::<(), tempest::Error>(())
/// ```
#[allow(
    clippy::wrong_self_convention,
    reason = "SQL calls it IS NULL, and an expression is moved into what it becomes part of"
)]
pub trait Expression: Sized {
    /// The models that the expression mentions.
    type Scope;
    /// The Rust type of its value.
    type Type: ColumnValue;

    /// The expression as a node of the tree.
    #[doc(hidden)]
    fn into_tree(self) -> tree::Expr;

    /// `=`
    fn eq<R: Operand<Inner<Self>>>(self, other: R) -> Condition<R::With<Self::Scope>> {
        compare(BinaryOperator::Eq, self, other)
    }

    /// `<>`; false for NULL, as in SQL.
    fn ne<R: Operand<Inner<Self>>>(self, other: R) -> Condition<R::With<Self::Scope>> {
        compare(BinaryOperator::Ne, self, other)
    }

    /// `<`
    fn lt<R: Operand<Inner<Self>>>(self, other: R) -> Condition<R::With<Self::Scope>>
    where
        Inner<Self>: Ordered,
    {
        compare(BinaryOperator::Lt, self, other)
    }

    /// `<=`
    fn le<R: Operand<Inner<Self>>>(self, other: R) -> Condition<R::With<Self::Scope>>
    where
        Inner<Self>: Ordered,
    {
        compare(BinaryOperator::Le, self, other)
    }

    /// `>`
    fn gt<R: Operand<Inner<Self>>>(self, other: R) -> Condition<R::With<Self::Scope>>
    where
        Inner<Self>: Ordered,
    {
        compare(BinaryOperator::Gt, self, other)
    }

    /// `>=`
    fn ge<R: Operand<Inner<Self>>>(self, other: R) -> Condition<R::With<Self::Scope>>
    where
        Inner<Self>: Ordered,
    {
        compare(BinaryOperator::Ge, self, other)
    }

    /// `BETWEEN`, both bounds included.
    fn between<L, H>(self, low: L, high: H) -> Condition<H::With<L::With<Self::Scope>>>
    where
        L: Operand<Inner<Self>>,
        H: Operand<Inner<Self>>,
        Inner<Self>: Ordered,
    {
        let bounds = (self.into_tree(), low.into_operand(), high.into_operand());
        Condition::new(tree::Expr::Between(Box::new(bounds)))
    }

    /// `IN` a list of values or a subquery. An empty list is false.
    fn in_<R: Members<Inner<Self>>>(self, members: R) -> Condition<Self::Scope> {
        Condition::new(members.into_membership(self.into_tree(), false))
    }

    /// `NOT IN` a list of values or a subquery. An empty list is true; NULL is in no list and outside none.
    fn not_in<R: Members<Inner<Self>>>(self, members: R) -> Condition<Self::Scope> {
        Condition::new(members.into_membership(self.into_tree(), true))
    }

    /// `IS NULL`
    fn is_null(self) -> Condition<Self::Scope> {
        Condition::new(tree::Expr::IsNull(Box::new(self.into_tree())))
    }

    /// `IS NOT NULL`
    fn is_not_null(self) -> Condition<Self::Scope> {
        Condition::new(tree::Expr::IsNotNull(Box::new(self.into_tree())))
    }

    /// `LIKE`: `%` is any text, `_` any character, `!` takes the meaning from the next one. Letter case counts on
    /// PostgreSQL and SQLite; on MySQL and MariaDB the column's collation decides (tables made by Tempest: it counts).
    fn like<R: Operand<String>>(self, pattern: R) -> Condition<R::With<Self::Scope>>
    where
        Inner<Self>: Text,
    {
        like(self.into_tree(), pattern.into_operand(), false)
    }

    /// `LIKE` whatever the letters' case. SQLite knows the case of ASCII letters only.
    fn ilike<R: Operand<String>>(self, pattern: R) -> Condition<R::With<Self::Scope>>
    where
        Inner<Self>: Text,
    {
        like(self.into_tree(), pattern.into_operand(), true)
    }

    /// Whether the text contains another. `%` and `_` in it mean themselves.
    fn contains(self, text: &str) -> Condition<Self::Scope>
    where
        Inner<Self>: Text,
    {
        like(self.into_tree(), pattern(format!("%{}%", escape_like(text))), false)
    }

    /// Whether the text begins with another. `%` and `_` in it mean themselves.
    fn starts_with(self, text: &str) -> Condition<Self::Scope>
    where
        Inner<Self>: Text,
    {
        like(self.into_tree(), pattern(format!("{}%", escape_like(text))), false)
    }

    /// Whether the text ends with another. `%` and `_` in it mean themselves.
    fn ends_with(self, text: &str) -> Condition<Self::Scope>
    where
        Inner<Self>: Text,
    {
        like(self.into_tree(), pattern(format!("%{}", escape_like(text))), false)
    }

    /// Sorts by this, the smallest first.
    fn asc(self) -> Order<Self::Scope> {
        Order::new(self.into_tree(), Direction::Ascending)
    }

    /// Sorts by this, the greatest first.
    fn desc(self) -> Order<Self::Scope> {
        Order::new(self.into_tree(), Direction::Descending)
    }
}

impl<M: Relation, T: ColumnValue, P: Position> Expression for Column<M, T, P> {
    type Scope = M;
    type Type = T;

    fn into_tree(self) -> tree::Expr {
        self.to_tree()
    }
}

impl<S, T: ColumnValue> Expression for Expr<S, T> {
    type Scope = S;
    type Type = T;

    fn into_tree(self) -> tree::Expr {
        self.tree
    }
}

fn compare<S, T, E: Expression, R: Operand<T>>(operator: BinaryOperator, left: E, right: R) -> Condition<S> {
    Condition::new(binary(operator, left.into_tree(), right.into_operand()))
}

fn like<S>(expr: tree::Expr, pattern: tree::Expr, case_insensitive: bool) -> Condition<S> {
    Condition::new(tree::Expr::Like { expr: Box::new(expr), pattern: Box::new(pattern), case_insensitive })
}

fn pattern(pattern: String) -> tree::Expr {
    tree::Expr::Value(Value::Text(pattern.into()))
}
