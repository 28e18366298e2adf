//! `IN` lists, and subqueries.

use super::{Bind, Condition, Expr};
use crate::model::{Column, Position, Relation};
use crate::query::{Nullable, Outer, Select};
use crate::types::{ColumnValue, DbType};
use tempest_dialects::tree;

/// What `in_` and `not_in` take: an array, a `Vec`, a slice, or a subquery of one column, all of type `T`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list or subquery of `{T}`",
    label = "expected a list of `{T}`, or a subquery of one such column",
    note = "lists: an array, a `Vec`, a slice or a reference to one; a subquery selects its column with `.columns(..)`"
)]
pub trait Members<T> {
    /// Whether `expr` is among the members.
    #[doc(hidden)]
    fn into_membership(self, expr: tree::Expr, negated: bool) -> tree::Expr;
}

fn in_values<T, V: Bind<T>>(expr: tree::Expr, values: impl IntoIterator<Item = V>, negated: bool) -> tree::Expr {
    let values = values.into_iter().map(Bind::into_value).collect();
    tree::Expr::InValues { expr: Box::new(expr), values, negated }
}

impl<T, V: Bind<T>, const N: usize> Members<T> for [V; N] {
    fn into_membership(self, expr: tree::Expr, negated: bool) -> tree::Expr {
        in_values(expr, self, negated)
    }
}

impl<T, V: Bind<T> + Clone, const N: usize> Members<T> for &[V; N] {
    fn into_membership(self, expr: tree::Expr, negated: bool) -> tree::Expr {
        in_values(expr, self.iter().cloned(), negated)
    }
}

impl<T, V: Bind<T>> Members<T> for Vec<V> {
    fn into_membership(self, expr: tree::Expr, negated: bool) -> tree::Expr {
        in_values(expr, self, negated)
    }
}

impl<T, V: Bind<T> + Clone> Members<T> for &Vec<V> {
    fn into_membership(self, expr: tree::Expr, negated: bool) -> tree::Expr {
        in_values(expr, self.iter().cloned(), negated)
    }
}

impl<T, V: Bind<T> + Clone> Members<T> for &[V] {
    fn into_membership(self, expr: tree::Expr, negated: bool) -> tree::Expr {
        in_values(expr, self.iter().cloned(), negated)
    }
}

impl<T, F, P: SingleColumn<T>, L> Members<T> for Select<F, P, L> {
    fn into_membership(self, expr: tree::Expr, negated: bool) -> tree::Expr {
        tree::Expr::InSelect { expr: Box::new(expr), select: Box::new(self.into_tree()), negated }
    }
}

/// A projection of one column of type `T`, nullable or not.
#[diagnostic::on_unimplemented(
    message = "a subquery for a `{T}` column selects one column of type `{T}`, not `{Self}`",
    label = "not one column of type `{T}`",
    note = "choose the column: `.columns(User::id)`"
)]
pub trait SingleColumn<T> {}

impl<M: Relation, T: DbType, P: Position> SingleColumn<T> for Column<M, T, P> {}
impl<M: Relation, T: DbType, P: Position> SingleColumn<T> for Column<M, Option<T>, P> {}
impl<T, P: SingleColumn<T>> SingleColumn<T> for Nullable<P> {}
impl<S, T: DbType> SingleColumn<T> for Expr<S, T> {}
impl<S, T: DbType> SingleColumn<T> for Expr<S, Option<T>> {}

/// A column of a statement around a subquery, which the subquery does not read itself.
///
/// ```
/// use tempest::prelude::*;
///
/// #[derive(Model)]
/// struct Customer {
///     #[tempest(primary_key)]
///     id: i64,
///     name: String,
/// }
///
/// #[derive(Model)]
/// struct Payment {
///     #[tempest(primary_key)]
///     id: i64,
///     customer_id: i64,
/// }
///
/// let payments = Payment::select().where_(Payment::customer_id.eq(outer(Customer::id)));
/// let never_paid = Customer::select().columns(Customer::name).where_(not(exists(payments)));
/// assert_eq!(
///     never_paid.to_sql(&Postgres)?,
///     r#"SELECT "name" FROM "customer" WHERE NOT EXISTS (SELECT "id", "customer_id" FROM "payment" WHERE "customer_id" = "customer"."id")"#
/// );
/// # Ok::<(), tempest::Error>(())
/// ```
///
/// # Errors
/// When the query is built: if no statement around the subquery reads the table, or if the subquery reads it itself
/// (then one of them needs an alias).
pub fn outer<R: Relation, T: ColumnValue, P: Position>(column: Column<R, T, P>) -> Expr<Outer<R>, T> {
    Expr::new(match column.to_tree() {
        tree::Expr::Column(column) => tree::Expr::Outer(column),
        tree => tree,
    })
}

/// Whether the subquery has a row.
pub fn exists<F, P, L>(select: Select<F, P, L>) -> Condition<()> {
    Condition::new(tree::Expr::Exists(Box::new(select.into_tree())))
}
