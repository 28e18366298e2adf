//! The database's clock, and intervals.

use std::fmt;
use std::marker::PhantomData;

use super::Expr;
use crate::model::{Column, Position, Relation};
use crate::types::DbType;
use tempest_dialects::tree;

/// The time by the database's clock: when the transaction began on PostgreSQL, when the statement began elsewhere.
///
/// Due times and leases are compared by this clock, never by the application's. SQLite's clock has milliseconds, the
/// others' microseconds.
#[cfg(feature = "time")]
#[must_use]
pub fn now() -> Expr<(), time::OffsetDateTime> {
    Expr::new(tree::Expr::Now)
}

/// A length of time.
pub struct Interval<S> {
    pub(crate) seconds: tree::Expr,
    marker: PhantomData<fn() -> S>,
}

impl<S> fmt::Debug for Interval<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Interval").field(&self.seconds).finish()
    }
}

/// So many seconds, to be added to a timestamp or taken from it.
///
/// ```
/// use tempest::prelude::*;
/// use time::OffsetDateTime;
///
/// #[derive(Model)]
/// struct Job {
///     #[tempest(primary_key)]
///     id: i64,
///     attempts: i32,
///     due: OffsetDateTime,
/// }
///
/// let retry = Job::update().set(Job::due, now() + seconds(Job::attempts * 30)).where_(Job::id.eq(7));
/// assert_eq!(
///     retry.to_sql(&MySql)?,
///     "UPDATE `job` SET `due` = now(6) + INTERVAL (`attempts` * ?) SECOND WHERE `id` = ?"
/// );
/// # Ok::<(), tempest::Error>(())
/// ```
pub fn seconds<N: Seconds>(number: N) -> Interval<N::Scope> {
    Interval { seconds: number.into_seconds(), marker: PhantomData }
}

/// What [`seconds`] takes: an `i32`, `i64`, `u32` or `f64`, a column or expression of one of these types, or a
/// [`Duration`](std::time::Duration).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number of seconds",
    label = "expected i32, i64, u32, f64, a column or expression of these, or a Duration"
)]
pub trait Seconds {
    /// The models that the number mentions.
    type Scope;

    /// The number as a node of the tree.
    #[doc(hidden)]
    fn into_seconds(self) -> tree::Expr;
}

macro_rules! numbers {
    ($($type:ty)*) => {$(
        impl Seconds for $type {
            type Scope = ();

            fn into_seconds(self) -> tree::Expr {
                tree::Expr::Value(self.into_value())
            }
        }

        impl<M: Relation, P: Position> Seconds for Column<M, $type, P> {
            type Scope = M;

            fn into_seconds(self) -> tree::Expr {
                self.to_tree()
            }
        }

        impl<S> Seconds for Expr<S, $type> {
            type Scope = S;

            fn into_seconds(self) -> tree::Expr {
                self.tree
            }
        }
    )*};
}

numbers!(i32 i64 u32 f64);

impl Seconds for std::time::Duration {
    type Scope = ();

    fn into_seconds(self) -> tree::Expr {
        tree::Expr::Value(self.as_secs_f64().into_value())
    }
}
