//! `CASE`.

use std::fmt;
use std::marker::PhantomData;

use super::{Assign, Expr, IntoCondition, IntoExpr, NeverNull};
use crate::types::ColumnValue;
use tempest_dialects::tree;

/// Begins a `CASE`: the value of the first condition that is true. The first value says what type the others have.
///
/// ```
/// use tempest::prelude::*;
///
/// #[derive(Model)]
/// struct Person {
///     #[tempest(primary_key)]
///     id: i64,
///     age: i32,
/// }
///
/// let fare = case().when(Person::age.lt(6), 0).when(Person::age.lt(18), 50).otherwise(100);
/// let fares = Person::select().columns((Person::id, fare));
/// assert_eq!(
///     fares.to_sql(&Sqlite)?,
///     r#"SELECT "id", CASE WHEN "age" < ? THEN ? WHEN "age" < ? THEN ? ELSE ? END FROM "person""#
/// );
/// # Ok::<(), tempest::Error>(())
/// ```
pub const fn case() -> EmptyCase {
    EmptyCase(())
}

/// A `CASE` without branches: [`when`](Self::when) adds the first.
#[derive(Debug, Clone, Copy)]
#[must_use = "a `case` needs a `when`"]
pub struct EmptyCase(());

impl EmptyCase {
    /// The value if the condition is true.
    pub fn when<C, V: IntoExpr>(
        self,
        condition: impl IntoCondition<C>,
        value: V,
    ) -> Case<(NeverNull<C>, V::Scope), V::Type> {
        Case::new(vec![(condition.into_condition().tree, value.into_expr().tree)])
    }
}

/// A `CASE` of type `T` over the models `S`. [`otherwise`](Self::otherwise) or [`end`](Self::end) makes it an expression.
#[must_use = "end it with `otherwise` or `end`"]
pub struct Case<S, T> {
    branches: Vec<(tree::Expr, tree::Expr)>,
    marker: PhantomData<fn() -> (S, T)>,
}

impl<S, T: ColumnValue> Case<S, T> {
    const fn new(branches: Vec<(tree::Expr, tree::Expr)>) -> Self {
        Self { branches, marker: PhantomData }
    }

    /// The value if none of the conditions before is true, but this one is.
    pub fn when<C, V: Branch<T>>(
        mut self,
        condition: impl IntoCondition<C>,
        value: V,
    ) -> Case<V::With<(S, NeverNull<C>)>, T> {
        self.branches.push((condition.into_condition().tree, value.into_assigned()));
        Case::new(self.branches)
    }

    /// `ELSE … END`: the value if none of the conditions is true.
    pub fn otherwise<V: Branch<T>>(self, value: V) -> Expr<V::With<S>, T> {
        Expr::new(tree::Expr::Case { branches: self.branches, otherwise: Some(Box::new(value.into_assigned())) })
    }

    /// `END`: NULL if none of the conditions is true.
    #[must_use]
    pub fn end(self) -> Expr<S, Option<T::Inner>> {
        Expr::new(tree::Expr::Case { branches: self.branches, otherwise: None })
    }
}

impl<S, T> Clone for Case<S, T> {
    fn clone(&self) -> Self {
        Self { branches: self.branches.clone(), marker: PhantomData }
    }
}

impl<S, T> fmt::Debug for Case<S, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.branches).finish()
    }
}

/// A value of a `CASE` whose first value is of type `T`.
#[diagnostic::on_unimplemented(
    message = "the values of this `case` are of type `{T}`, and `{Self}` is none",
    label = "expected a value, column or expression of type `{T}`",
    note = "the first `when` decides the type; begin with a nullable column or an `Option` if some values may be NULL"
)]
pub trait Branch<T>: Assign<T> {}

#[diagnostic::do_not_recommend]
impl<T, V: Assign<T>> Branch<T> for V {}
