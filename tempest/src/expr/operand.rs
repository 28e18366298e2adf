//! What may stand on the right: of a comparison, and of an assignment.

use std::borrow::Cow;

use super::Expr;
use crate::model::{Column, Position, Relation};
use crate::types::{ColumnValue, DbType};
use tempest_dialects::{Value, tree};

/// What can be compared with, added to, or otherwise stand beside an expression of type `T`: a value, a column or an
/// expression of that type, or `sql!`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot stand beside a column of type `{T}`",
    label = "expected a value, column or expression of type `{T}`",
    note = "for NULL, write `is_null()` or `is_not_null()`; for an `Option`, `match` on it first"
)]
pub trait Operand<T> {
    /// The models `S`, and those that this operand mentions.
    type With<S>;

    /// The operand as a node of the tree.
    #[doc(hidden)]
    fn into_operand(self) -> tree::Expr;
}

/// What can be assigned to a column of type `T`: a value (`None` is NULL), a column or an expression of that type, or
/// `sql!`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be assigned to a column of type `{T}`",
    label = "expected a value, column or expression of type `{T}`",
    note = "`None` is for columns whose field is an `Option`"
)]
pub trait Assign<T> {
    /// The models `S`, and those that this value mentions.
    type With<S>;

    /// The value as a node of the tree.
    #[doc(hidden)]
    fn into_assigned(self) -> tree::Expr;
}

/// What can be bound as a value of type `T`: `T` itself, a reference to it, and for texts and bytes their slices.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a value of type `{T}`",
    label = "expected a value of type `{T}`",
    note = "for NULL, write `is_null()` or `is_not_null()`"
)]
pub trait Bind<T> {
    /// The value.
    #[doc(hidden)]
    fn into_value(self) -> Value;
}

impl<T: DbType> Bind<T> for T {
    fn into_value(self) -> Value {
        DbType::into_value(self)
    }
}

impl<T: DbType + Clone> Bind<T> for &T {
    fn into_value(self) -> Value {
        DbType::into_value(self.clone())
    }
}

impl<T: DbType> Operand<T> for T {
    type With<S> = S;

    fn into_operand(self) -> tree::Expr {
        tree::Expr::Value(DbType::into_value(self))
    }
}

impl<T: DbType + Clone> Operand<T> for &T {
    type With<S> = S;

    fn into_operand(self) -> tree::Expr {
        tree::Expr::Value(DbType::into_value(self.clone()))
    }
}

impl<T: ColumnValue> Assign<T> for T {
    type With<S> = S;

    fn into_assigned(self) -> tree::Expr {
        tree::Expr::Value(ColumnValue::into_value(self))
    }
}

impl<T: ColumnValue + Clone> Assign<T> for &T {
    type With<S> = S;

    fn into_assigned(self) -> tree::Expr {
        tree::Expr::Value(ColumnValue::into_value(self.clone()))
    }
}

impl<T: DbType> Assign<Option<T>> for T {
    type With<S> = S;

    fn into_assigned(self) -> tree::Expr {
        tree::Expr::Value(DbType::into_value(self))
    }
}

impl<T: DbType + Clone> Assign<Option<T>> for &T {
    type With<S> = S;

    fn into_assigned(self) -> tree::Expr {
        tree::Expr::Value(DbType::into_value(self.clone()))
    }
}

/// Slices and the like that bind as an owned type.
macro_rules! borrowed {
    ($($self:ty => $type:ty, $value:ident => $into:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Bind<$type> for $self {
            fn into_value(self) -> Value {
                let $value = self;
                $into
            }
        }

        #[diagnostic::do_not_recommend]
        impl Operand<$type> for $self {
            type With<S> = S;

            fn into_operand(self) -> tree::Expr {
                tree::Expr::Value(Bind::<$type>::into_value(self))
            }
        }

        #[diagnostic::do_not_recommend]
        impl Assign<$type> for $self {
            type With<S> = S;

            fn into_assigned(self) -> tree::Expr {
                tree::Expr::Value(Bind::<$type>::into_value(self))
            }
        }

        #[diagnostic::do_not_recommend]
        impl Assign<Option<$type>> for $self {
            type With<S> = S;

            fn into_assigned(self) -> tree::Expr {
                tree::Expr::Value(Bind::<$type>::into_value(self))
            }
        }
    )*};
}

borrowed! {
    &str => String, text => Value::Text(Cow::Owned(text.to_owned()));
    &&str => String, text => Value::Text(Cow::Owned((*text).to_owned()));
    Box<str> => String, text => Value::Text(Cow::Owned(text.into()));
    Cow<'_, str> => String, text => Value::Text(Cow::Owned(text.into_owned()));
    &[u8] => Vec<u8>, bytes => Value::Bytes(bytes.to_vec());
}

impl<M: Relation, T: DbType, P: Position> Operand<T> for Column<M, T, P> {
    type With<S> = (S, M);

    fn into_operand(self) -> tree::Expr {
        self.to_tree()
    }
}

impl<M: Relation, T: DbType, P: Position> Operand<T> for Column<M, Option<T>, P> {
    type With<S> = (S, M);

    fn into_operand(self) -> tree::Expr {
        self.to_tree()
    }
}

impl<M: Relation, T: ColumnValue, P: Position> Assign<T> for Column<M, T, P> {
    type With<S> = (S, M);

    fn into_assigned(self) -> tree::Expr {
        self.to_tree()
    }
}

impl<M: Relation, T: DbType, P: Position> Assign<Option<T>> for Column<M, T, P> {
    type With<S> = (S, M);

    fn into_assigned(self) -> tree::Expr {
        self.to_tree()
    }
}

impl<X, T: DbType> Operand<T> for Expr<X, T> {
    type With<S> = (S, X);

    fn into_operand(self) -> tree::Expr {
        self.tree
    }
}

impl<X, T: DbType> Operand<T> for Expr<X, Option<T>> {
    type With<S> = (S, X);

    fn into_operand(self) -> tree::Expr {
        self.tree
    }
}

/// The database's clock, `now()`, beside an instant of another crate than `time`.
#[cfg(all(feature = "time", any(feature = "chrono", feature = "jiff")))]
macro_rules! clock {
    ($($type:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<X> Operand<$type> for Expr<X, time::OffsetDateTime> {
            type With<S> = (S, X);

            fn into_operand(self) -> tree::Expr {
                self.tree
            }
        }

        #[diagnostic::do_not_recommend]
        impl<X> Assign<$type> for Expr<X, time::OffsetDateTime> {
            type With<S> = (S, X);

            fn into_assigned(self) -> tree::Expr {
                self.tree
            }
        }

        #[diagnostic::do_not_recommend]
        impl<X> Assign<Option<$type>> for Expr<X, time::OffsetDateTime> {
            type With<S> = (S, X);

            fn into_assigned(self) -> tree::Expr {
                self.tree
            }
        }
    )*};
}

#[cfg(all(feature = "time", feature = "chrono"))]
clock!(chrono::DateTime<chrono::Utc>);
#[cfg(all(feature = "time", feature = "jiff"))]
clock!(jiff::Timestamp);

impl<X, T: ColumnValue> Assign<T> for Expr<X, T> {
    type With<S> = (S, X);

    fn into_assigned(self) -> tree::Expr {
        self.tree
    }
}

impl<X, T: DbType> Assign<Option<T>> for Expr<X, T> {
    type With<S> = (S, X);

    fn into_assigned(self) -> tree::Expr {
        self.tree
    }
}
