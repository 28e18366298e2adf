//! Rows of values: `(a, b) > (x, y)`.

use super::{Condition, Expression, Operand};
use crate::types::{ColumnValue, Ordered};
use tempest_dialects::tree::{self, BinaryOperator};

/// A tuple of columns or expressions, which compares with a tuple of values as words do in a dictionary: the first that
/// differ decide.
///
/// ```
/// use tempest::prelude::*;
///
/// #[derive(Model)]
/// struct Post {
///     #[tempest(primary_key)]
///     id: i64,
///     score: i32,
/// }
///
/// let next = Post::select().where_((Post::score, Post::id).gt((10, 7)));
/// assert_eq!(
///     next.to_sql(&Postgres)?,
///     r#"SELECT "id", "score" FROM "post" WHERE ("score", "id") > ($1, $2)"#
/// );
/// // The form for which MySQL uses an index.
/// assert_eq!(
///     next.to_sql(&MySql)?,
///     "SELECT `id`, `score` FROM `post` WHERE (`score` > ? OR (`score` = ? AND `id` > ?))"
/// );
/// # Ok::<(), tempest::Error>(())
/// ```
pub trait RowValue<V>: Sized {
    /// The models that both rows mention.
    type Scope;

    /// The pairs of values that are compared.
    #[doc(hidden)]
    fn pairs(self, other: V) -> Vec<(tree::Expr, tree::Expr)>;

    /// `=`
    fn eq(self, other: V) -> Condition<Self::Scope> {
        compare(BinaryOperator::Eq, self, other)
    }

    /// `<>`
    fn ne(self, other: V) -> Condition<Self::Scope> {
        compare(BinaryOperator::Ne, self, other)
    }

    /// `<`
    fn lt(self, other: V) -> Condition<Self::Scope> {
        compare(BinaryOperator::Lt, self, other)
    }

    /// `<=`
    fn le(self, other: V) -> Condition<Self::Scope> {
        compare(BinaryOperator::Le, self, other)
    }

    /// `>`
    fn gt(self, other: V) -> Condition<Self::Scope> {
        compare(BinaryOperator::Gt, self, other)
    }

    /// `>=`
    fn ge(self, other: V) -> Condition<Self::Scope> {
        compare(BinaryOperator::Ge, self, other)
    }
}

fn compare<V, R: RowValue<V>>(operator: BinaryOperator, row: R, other: V) -> Condition<R::Scope> {
    Condition::new(tree::Expr::CompareRows { operator, pairs: row.pairs(other) })
}

/// The type of an expression without its `Option`.
type Inner<E> = <<E as Expression>::Type as ColumnValue>::Inner;

macro_rules! rows {
    ($(($($left:ident $right:ident)+))*) => {$(
        impl<$($left, $right),+> RowValue<($($right,)+)> for ($($left,)+)
        where
            $($left: Expression, Inner<$left>: Ordered, $right: Operand<Inner<$left>>,)+
        {
            type Scope = rows!(@pairs () $($left $right)+);

            #[allow(non_snake_case, reason = "the variables are named like their types")]
            fn pairs(self, other: ($($right,)+)) -> Vec<(tree::Expr, tree::Expr)> {
                let (($($left,)+), ($($right,)+)) = (self, other);
                vec![$(($left.into_tree(), $right.into_operand())),+]
            }
        }
    )*};
    (@pairs $scopes:ty) => { $scopes };
    (@pairs $scopes:tt $left:ident $right:ident $($rest:ident)*) => {
        rows!(@pairs ($scopes, $right::With<$left::Scope>) $($rest)*)
    };
}

rows!((A VA B VB)(A VA B VB C VC)(A VA B VB C VC D VD)(A VA B VB C VC D VD E VE)(A VA B VB C VC D VD E VE F VF));
