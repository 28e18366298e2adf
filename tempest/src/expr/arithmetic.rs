//! `+`, `-`, `*`, `/` and `%`.

use std::ops::{Add, Div, Mul, Rem, Sub};

use super::{Expr, Expression, Operand, binary};
use crate::model::{Column, Position, Relation};
use crate::types::{ColumnValue, Number};
use tempest_dialects::tree::{self, BinaryOperator};

/// A type to which an `R` can be added, and from which it can be taken: a number and a number, a timestamp and an
/// interval.
#[diagnostic::on_unimplemented(
    message = "`{R}` cannot be added to or taken from a column of type `{Self}`",
    label = "cannot add this to `{Self}`",
    note = "numbers take a number of the same type, timestamps take `seconds(n)`"
)]
pub trait Plus<R> {
    /// The models `S`, and those that the right side mentions.
    type With<S>;

    /// `left + right`
    #[doc(hidden)]
    fn plus(left: tree::Expr, right: R) -> tree::Expr;

    /// `left - right`
    #[doc(hidden)]
    fn minus(left: tree::Expr, right: R) -> tree::Expr;
}

macro_rules! numbers {
    ($($type:ty)*) => {$(
        impl<R: Operand<$type>> Plus<R> for $type {
            type With<S> = R::With<S>;

            fn plus(left: tree::Expr, right: R) -> tree::Expr {
                <$type>::computed(binary(BinaryOperator::Add, left, right.into_operand()))
            }

            fn minus(left: tree::Expr, right: R) -> tree::Expr {
                <$type>::computed(binary(BinaryOperator::Subtract, left, right.into_operand()))
            }
        }
    )*};
}

numbers!(i8 i16 i32 i64 u8 u16 u32 u64 f32 f64);
#[cfg(feature = "decimal")]
numbers!(rust_decimal::Decimal);

#[cfg(any(feature = "time", feature = "chrono", feature = "jiff"))]
mod times {
    use super::{Plus, tree};
    use crate::expr::Interval;

    macro_rules! instants {
        ($($type:ty)*) => {$(
            impl<I> Plus<Interval<I>> for $type {
                type With<S> = (S, I);

                fn plus(left: tree::Expr, right: Interval<I>) -> tree::Expr {
                    tree::Expr::AddSeconds(Box::new((left, right.seconds)))
                }

                fn minus(left: tree::Expr, right: Interval<I>) -> tree::Expr {
                    tree::Expr::SubtractSeconds(Box::new((left, right.seconds)))
                }
            }
        )*};
    }

    #[cfg(feature = "time")]
    instants!(time::OffsetDateTime time::PrimitiveDateTime);
    #[cfg(feature = "chrono")]
    instants!(chrono::DateTime<chrono::Utc> chrono::NaiveDateTime);
    #[cfg(feature = "jiff")]
    instants!(jiff::Timestamp jiff::civil::DateTime);
}

/// The operators of columns and of expressions, which differ only in their header.
macro_rules! operators {
    ([$($generics:tt)*] $left:ty, $scope:ty) => {
        impl<$($generics)*, R> Add<R> for $left
        where
            T::Inner: Plus<R>,
        {
            type Output = Expr<<T::Inner as Plus<R>>::With<$scope>, T>;

            fn add(self, right: R) -> Self::Output {
                Expr::new(T::Inner::plus(self.into_tree(), right))
            }
        }

        impl<$($generics)*, R> Sub<R> for $left
        where
            T::Inner: Plus<R>,
        {
            type Output = Expr<<T::Inner as Plus<R>>::With<$scope>, T>;

            fn sub(self, right: R) -> Self::Output {
                Expr::new(T::Inner::minus(self.into_tree(), right))
            }
        }

        operators!(@number [$($generics)*] $left, $scope, Mul, mul, BinaryOperator::Multiply);
        operators!(@number [$($generics)*] $left, $scope, Div, div,
            if T::Inner::INTEGER { BinaryOperator::DivideInteger } else { BinaryOperator::Divide });
        operators!(@number [$($generics)*] $left, $scope, Rem, rem, BinaryOperator::Remainder);
    };
    (@number [$($generics:tt)*] $left:ty, $scope:ty, $trait:ident, $method:ident, $operator:expr) => {
        impl<$($generics)*, R> $trait<R> for $left
        where
            T::Inner: Number,
            R: Operand<T::Inner>,
        {
            type Output = Expr<R::With<$scope>, T>;

            fn $method(self, right: R) -> Self::Output {
                Expr::new(T::Inner::computed(binary($operator, self.into_tree(), right.into_operand())))
            }
        }
    };
}

operators!([M: Relation, T: ColumnValue, P: Position] Column<M, T, P>, M);
operators!([S, T: ColumnValue] Expr<S, T>, S);
