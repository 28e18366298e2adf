//! Functions of one row's values: NULL, the greater of two, types, collations.

use super::{Assign, Bind, Condition, Expr, Expression, NeverNull, Operand};
use crate::model::{Column, Position, Relation};
use crate::types::{CastTo, ColumnValue, DbType, Ordered, Text};
use tempest_dialects::Value;
use tempest_dialects::tree::{self, Call, Function};

/// The type of an expression without its `Option`.
type Inner<E> = <<E as Expression>::Type as ColumnValue>::Inner;

/// Functions of values of any type.
///
/// ```
/// use tempest::prelude::*;
///
/// #[derive(Model)]
/// struct User {
///     #[tempest(primary_key)]
///     id: i64,
///     name: String,
///     nick: Option<String>,
/// }
///
/// let query = User::select().columns(User::nick.coalesce(User::name));
/// assert_eq!(query.to_sql(&Postgres)?, r#"SELECT coalesce("nick", "name") FROM "user""#);
/// # Ok::<(), tempest::Error>(())
/// ```
pub trait Functions: Expression {
    /// `coalesce(x, y)`: the value, or the other one if it is NULL.
    fn coalesce<R: Fallback<Inner<Self>>>(self, other: R) -> Expr<R::With<Self::Scope>, R::Type> {
        call(Function::Coalesce, vec![self.into_tree(), other.into_fallback()])
    }

    /// `nullif(x, y)`: NULL if the value equals the other one.
    fn nullif<R: Operand<Inner<Self>>>(self, other: R) -> Expr<R::With<Self::Scope>, Option<Inner<Self>>> {
        call(Function::NullIf, vec![self.into_tree(), other.into_operand()])
    }

    /// The greater of two. If one of them is NULL: on PostgreSQL the other one, elsewhere NULL.
    fn greatest<R: Assign<Self::Type>>(self, other: R) -> Expr<R::With<Self::Scope>, Self::Type>
    where
        Inner<Self>: Ordered,
    {
        call(Function::Greatest, vec![self.into_tree(), other.into_assigned()])
    }

    /// The smaller of two. If one of them is NULL: on PostgreSQL the other one, elsewhere NULL.
    fn least<R: Assign<Self::Type>>(self, other: R) -> Expr<R::With<Self::Scope>, Self::Type>
    where
        Inner<Self>: Ordered,
    {
        call(Function::Least, vec![self.into_tree(), other.into_assigned()])
    }

    /// `IS DISTINCT FROM`: `<>`, to which NULL is a value like any other.
    #[allow(
        clippy::wrong_self_convention,
        reason = "SQL calls it so, and an expression is moved into what it becomes part of"
    )]
    fn is_distinct_from<R>(self, other: R) -> Condition<R::With<Self::Scope>>
    where
        R: Assign<Option<Inner<Self>>>,
    {
        is_distinct(self.into_tree(), other.into_assigned(), false)
    }

    /// `IS NOT DISTINCT FROM`: `=`, to which NULL is a value like any other.
    #[allow(
        clippy::wrong_self_convention,
        reason = "SQL calls it so, and an expression is moved into what it becomes part of"
    )]
    fn is_not_distinct_from<R>(self, other: R) -> Condition<R::With<Self::Scope>>
    where
        R: Assign<Option<Inner<Self>>>,
    {
        is_distinct(self.into_tree(), other.into_assigned(), true)
    }

    /// `CAST`: the value as one of another type, where all databases agree on what that is. A fraction is cut off. What does
    /// not fit is an error, but a floating point number beyond an `i64` is so on PostgreSQL only: elsewhere it becomes the
    /// nearest one.
    ///
    /// ```
    /// use tempest::prelude::*;
    ///
    /// # #[derive(Model)]
    /// # struct Job { #[tempest(primary_key)] id: i64, attempts: i32 }
    /// let half = Job::select().columns(Job::attempts.cast::<f64>() / 2.0);
    /// assert_eq!(half.to_sql(&Postgres)?, r#"SELECT CAST("attempts" AS DOUBLE PRECISION) / $1 FROM "job""#);
    /// # Ok::<(), tempest::Error>(())
    /// ```
    fn cast<T: DbType>(self) -> Expr<Self::Scope, <Self::Type as ColumnValue>::As<T>>
    where
        Inner<Self>: CastTo<T>,
    {
        let function = Function::Cast { from: Inner::<Self>::COLUMN_TYPE, to: T::COLUMN_TYPE };
        call(function, vec![self.into_tree()])
    }

    /// Compares and sorts by a collation of the database's own.
    ///
    /// ```
    /// use tempest::prelude::*;
    ///
    /// # #[derive(Model)]
    /// # struct City { #[tempest(primary_key)] id: i64, name: String }
    /// let sorted = City::select().columns(City::name).order_by(City::name.collate("de-x-icu"));
    /// assert_eq!(sorted.to_sql(&Postgres)?, r#"SELECT "name" FROM "city" ORDER BY "name" COLLATE "de-x-icu""#);
    /// # Ok::<(), tempest::Error>(())
    /// ```
    fn collate(self, collation: &'static str) -> Expr<Self::Scope, Self::Type>
    where
        Inner<Self>: Text,
    {
        Expr::new(tree::Expr::Collate(Box::new(self.into_tree()), collation))
    }
}

impl<E: Expression> Functions for E {}

pub(super) fn call<S, T>(function: Function, arguments: Vec<tree::Expr>) -> Expr<S, T> {
    Expr::new(tree::Expr::Call(Box::new(Call { function, arguments })))
}

fn is_distinct<S>(left: tree::Expr, right: tree::Expr, negated: bool) -> Condition<S> {
    Condition::new(tree::Expr::IsDistinct { operands: Box::new((left, right)), negated })
}

/// What `coalesce` takes in place of NULL: a value, column or expression of type `T`. If it may be NULL itself, so may
/// the result.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot take the place of a NULL of type `{T}`",
    label = "expected a value, column or expression of type `{T}`"
)]
pub trait Fallback<T> {
    /// The type of the result: `T`, or `Option<T>` if this may be NULL.
    type Type: ColumnValue;
    /// The models `S`, and those that this mentions.
    type With<S>;

    /// It as a node of the tree.
    #[doc(hidden)]
    fn into_fallback(self) -> tree::Expr;
}

macro_rules! fallbacks {
    (values: $([$($generics:tt)*] $self:ty => $type:ty;)*) => {$(
        impl<$($generics)*> Fallback<$type> for $self {
            type Type = $type;
            type With<S> = NeverNull<S>;

            fn into_fallback(self) -> tree::Expr {
                tree::Expr::Value(Bind::<$type>::into_value(self))
            }
        }
    )*};
    (expressions: $([$($generics:tt)*] $self:ty, $scope:ty => $inner:ty, $type:ty;)*) => {$(
        impl<$($generics)*> Fallback<$inner> for $self {
            type Type = $type;
            type With<S> = (S, $scope);

            fn into_fallback(self) -> tree::Expr {
                self.into_tree()
            }
        }
    )*};
}

fallbacks! { values:
    [T: DbType] T => T;
    [T: DbType + Clone] &T => T;
    [] &str => String;
    [] &[u8] => Vec<u8>;
}

fallbacks! { expressions:
    [M: Relation, T: DbType, P: Position] Column<M, T, P>, M => T, T;
    [M: Relation, T: DbType, P: Position] Column<M, Option<T>, P>, M => T, Option<T>;
    [X, T: DbType] Expr<X, T>, X => T, T;
    [X, T: DbType] Expr<X, Option<T>>, X => T, Option<T>;
}

/// What an expression can be made of: a value, a column or an expression.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither a value that a column can hold, nor a column or expression",
    label = "expected a value, column or expression"
)]
pub trait IntoExpr {
    /// The models that it mentions.
    type Scope;
    /// The Rust type of its value.
    type Type: ColumnValue;

    /// The expression.
    #[doc(hidden)]
    fn into_expr(self) -> Expr<Self::Scope, Self::Type>;
}

impl<T: ColumnValue> IntoExpr for T {
    type Scope = ();
    type Type = T;

    fn into_expr(self) -> Expr<(), T> {
        Expr::new(tree::Expr::Value(self.into_value()))
    }
}

impl IntoExpr for &str {
    type Scope = ();
    type Type = String;

    fn into_expr(self) -> Expr<(), String> {
        Expr::new(tree::Expr::Value(Value::Text(self.to_owned().into())))
    }
}

impl<M: Relation, T: ColumnValue, P: Position> IntoExpr for Column<M, T, P> {
    type Scope = M;
    type Type = T;

    fn into_expr(self) -> Expr<M, T> {
        Expr::new(self.to_tree())
    }
}

impl<S, T: ColumnValue> IntoExpr for Expr<S, T> {
    type Scope = S;
    type Type = T;

    fn into_expr(self) -> Self {
        self
    }
}

/// A value as an expression, for where a value alone is none: in `columns`, and before a function.
///
/// ```
/// use tempest::prelude::*;
///
/// # #[derive(Model)]
/// # struct User { #[tempest(primary_key)] id: i64 }
/// let query = User::select().columns((User::id, value("user")));
/// assert_eq!(query.to_sql(&Postgres)?, r#"SELECT "id", $1::text FROM "user""#);
/// # Ok::<(), tempest::Error>(())
/// ```
pub fn value<V: IntoExpr>(value: V) -> Expr<V::Scope, V::Type> {
    value.into_expr()
}
