//! Conditions: what is true, false or unknown of a row.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{BitAnd, BitOr, Not};

use super::{Expr, Expression};
use crate::model::{Column, Position, Relation};
use tempest_dialects::render::MAX_DEPTH;
use tempest_dialects::tree;

/// A condition over the models `S`.
#[must_use = "give it to `where_`"]
pub struct Condition<S> {
    pub(crate) tree: tree::Expr,
    /// How deep it nests; what is a leaf here is bounded by its type.
    depth: usize,
    marker: PhantomData<fn() -> S>,
}

impl<S> Condition<S> {
    pub(crate) fn new(tree: tree::Expr) -> Self {
        Self { tree, depth: 1, marker: PhantomData }
    }

    /// A condition around others. One that is deeper than any statement takes is not kept: to drop it, to copy it and to
    /// look at it would overflow the stack.
    fn around(depth: usize, tree: impl FnOnce() -> tree::Expr) -> Self {
        let tree = if depth > 2 * MAX_DEPTH { tree::Expr::TooDeep } else { tree() };
        Self { tree, depth, marker: PhantomData }
    }

    /// True if both are.
    pub fn and<T>(self, other: impl IntoCondition<T>) -> Condition<(S, T)> {
        let other = other.into_condition();
        let depth = joined(&self, other.depth, |tree| matches!(tree, tree::Expr::All(_)));
        Condition::around(depth, || and(self.tree, other.tree))
    }

    /// True if one is.
    pub fn or<T>(self, other: impl IntoCondition<T>) -> Condition<(S, T)> {
        let other = other.into_condition();
        let depth = joined(&self, other.depth, |tree| matches!(tree, tree::Expr::Any(_)));
        Condition::around(depth, || or(self.tree, other.tree))
    }
}

/// True if the condition is false; unknown if it is unknown.
pub fn not<S>(condition: impl IntoCondition<S>) -> Condition<S> {
    let condition = condition.into_condition();
    Condition::around(condition.depth + 1, || tree::Expr::Not(Box::new(condition.tree)))
}

/// True if all of the conditions are, and so if there is none. For a number of conditions that is known at run time.
pub fn all_of<S>(conditions: impl IntoIterator<Item = impl IntoCondition<S>>) -> Condition<S> {
    let (depth, terms) = terms(conditions);
    Condition::around(depth, || tree::Expr::All(terms))
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
    let (depth, terms) = terms(conditions);
    Condition::around(depth, || tree::Expr::Any(terms))
}

/// The terms of a list, and how deep the list is.
fn terms<S>(conditions: impl IntoIterator<Item = impl IntoCondition<S>>) -> (usize, Vec<tree::Expr>) {
    let mut depth = 1;
    let terms = conditions.into_iter().map(|condition| {
        let condition = condition.into_condition();
        depth = depth.max(condition.depth + 1);
        condition.tree
    });
    let terms = terms.collect();
    (depth, terms)
}

/// How deep a condition is once another one was joined to it.
fn joined<S>(left: &Condition<S>, right: usize, is_list: impl Fn(&tree::Expr) -> bool) -> usize {
    let left = if is_list(&left.tree) { left.depth } else { left.depth + 1 };
    left.max(right + 1)
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

/// Whether a condition asks for nothing and so is true of every row: an empty condition struct, `None`, or a combination
/// of these.
pub(crate) fn asks_nothing(condition: &tree::Expr) -> bool {
    of_every_row(condition, 0) == Some(true)
}

/// What a condition is of every row, if it looks at none. Deeper ones than a statement can have are not looked into.
fn of_every_row(condition: &tree::Expr, depth: usize) -> Option<bool> {
    if depth > MAX_DEPTH {
        return None;
    }
    let decided_by = |terms: &[tree::Expr], one: bool| {
        let mut all = Some(!one);
        for term in terms {
            match of_every_row(term, depth + 1) {
                Some(term) if term == one => return Some(one),
                Some(_) => {}
                None => all = None,
            }
        }
        all
    };
    match condition {
        tree::Expr::All(terms) => decided_by(terms, false),
        tree::Expr::Any(terms) => decided_by(terms, true),
        tree::Expr::Not(condition) => of_every_row(condition, depth + 1).map(|is_true| !is_true),
        _ => None,
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
        Self { tree: self.tree.clone(), depth: self.depth, marker: PhantomData }
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
