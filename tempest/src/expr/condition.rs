//! Conditions: what is true, false or unknown of a row.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{BitAnd, BitOr, Not};

use super::{Expr, Expression};
use crate::model::{Column, Position, Relation};
use tempest_dialects::tree;

/// A condition over the models `S`.
#[must_use = "give it to `where_`"]
pub struct Condition<S> {
    pub(crate) tree: tree::Expr,
    marker: PhantomData<fn() -> S>,
}

impl<S> Condition<S> {
    pub(crate) fn new(tree: tree::Expr) -> Self {
        Self { tree, marker: PhantomData }
    }

    /// True if both are.
    pub fn and<T>(self, other: impl IntoCondition<T>) -> Condition<(S, T)> {
        Condition::new(and(self.tree, other.into_condition().tree))
    }

    /// True if one is.
    pub fn or<T>(self, other: impl IntoCondition<T>) -> Condition<(S, T)> {
        Condition::new(or(self.tree, other.into_condition().tree))
    }
}

/// True if the condition is false; unknown if it is unknown.
pub fn not<S>(condition: impl IntoCondition<S>) -> Condition<S> {
    Condition::new(tree::Expr::Not(Box::new(condition.into_condition().tree)))
}

/// True if all of the conditions are, and so if there is none. For a number of conditions that is known at run time.
pub fn all_of<S>(conditions: impl IntoIterator<Item = impl IntoCondition<S>>) -> Condition<S> {
    Condition::new(tree::Expr::All(trees(conditions)))
}

/// True if one of the conditions is, and so not if there is none. For a number of conditions that is known at run time.
///
/// ```
/// use tempest::prelude::*;
///
/// #[derive(Model)]
/// struct Page {
///     #[tempest(primary_key)]
///     id: i64,
///     text: String,
/// }
///
/// let words = ["storm", "sea"]; // what somebody typed
/// let query = Page::select().columns(Page::id).where_(any_of(words.map(|word| Page::text.contains(word))));
/// assert_eq!(
///     query.to_sql(&Sqlite)?,
///     r#"SELECT "id" FROM "page" WHERE "text" LIKE +? ESCAPE '!' OR "text" LIKE +? ESCAPE '!'"#
/// );
/// # Ok::<(), tempest::Error>(())
/// ```
pub fn any_of<S>(conditions: impl IntoIterator<Item = impl IntoCondition<S>>) -> Condition<S> {
    Condition::new(tree::Expr::Any(trees(conditions)))
}

fn trees<S>(conditions: impl IntoIterator<Item = impl IntoCondition<S>>) -> Vec<tree::Expr> {
    conditions.into_iter().map(|condition| condition.into_condition().tree).collect()
}

// Chains stay flat, so that neither the tree nor the SQL grows deep.
fn and(left: tree::Expr, right: tree::Expr) -> tree::Expr {
    match left {
        tree::Expr::All(mut all) => {
            all.push(right);
            tree::Expr::All(all)
        }
        left => tree::Expr::All(vec![left, right]),
    }
}

/// Joins a condition to those that a statement has already.
pub(crate) fn and_also(filter: &mut Option<tree::Expr>, condition: tree::Expr) {
    *filter = Some(match filter.take() {
        Some(filter) => and(filter, condition),
        None => condition,
    });
}

/// Whether a condition asks for nothing: an empty condition struct, `None`, or a combination of these.
pub(crate) fn asks_nothing(condition: &tree::Expr) -> bool {
    match condition {
        tree::Expr::All(terms) => terms.iter().all(asks_nothing),
        tree::Expr::Any(terms) => terms.iter().any(asks_nothing),
        _ => false,
    }
}

fn or(left: tree::Expr, right: tree::Expr) -> tree::Expr {
    match left {
        tree::Expr::Any(mut any) => {
            any.push(right);
            tree::Expr::Any(any)
        }
        left => tree::Expr::Any(vec![left, right]),
    }
}

impl<S, T> BitAnd<Condition<T>> for Condition<S> {
    type Output = Condition<(S, T)>;

    fn bitand(self, other: Condition<T>) -> Self::Output {
        self.and(other)
    }
}

impl<S, T> BitOr<Condition<T>> for Condition<S> {
    type Output = Condition<(S, T)>;

    fn bitor(self, other: Condition<T>) -> Self::Output {
        self.or(other)
    }
}

impl<S> Not for Condition<S> {
    type Output = Self;

    fn not(self) -> Self {
        not(self)
    }
}

impl<S> Clone for Condition<S> {
    fn clone(&self) -> Self {
        Self::new(self.tree.clone())
    }
}

impl<S> fmt::Debug for Condition<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tree.fmt(f)
    }
}

/// What `where_` takes: a condition, a condition struct, a boolean column, `sql!`, or an `Option` of a condition
/// (`None` is true).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a condition",
    label = "expected a condition",
    note = "compare a column: `User::name.eq(\"Ada\")`"
)]
pub trait IntoCondition<S> {
    /// The condition.
    #[doc(hidden)]
    fn into_condition(self) -> Condition<S>;
}

impl<S> IntoCondition<S> for Condition<S> {
    fn into_condition(self) -> Condition<S> {
        self
    }
}

impl<S> IntoCondition<S> for Option<Condition<S>> {
    fn into_condition(self) -> Condition<S> {
        self.unwrap_or_else(|| Condition::new(tree::Expr::All(Vec::new())))
    }
}

impl<M: Relation, P: Position> IntoCondition<M> for Column<M, bool, P> {
    fn into_condition(self) -> Condition<M> {
        Condition::new(self.eq(true).tree)
    }
}

impl<S> IntoCondition<S> for Expr<S, bool> {
    fn into_condition(self) -> Condition<S> {
        Condition::new(self.eq(true).tree)
    }
}

impl<S> IntoCondition<S> for Expr<S, Option<bool>> {
    fn into_condition(self) -> Condition<S> {
        Condition::new(self.eq(true).tree)
    }
}
