//! The database's clock, and intervals.

use std::fmt;
use std::marker::PhantomData;

use super::Expr;
use crate::model::{Column, Position, Relation};
use crate::types::DbType;
use tempest_dialects::Value;
use tempest_dialects::tree::{self, BinaryOperator};

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

/// So many minutes, to be added to a timestamp or taken from it.
pub fn minutes<N: Seconds>(number: N) -> Interval<N::Scope> {
    times(number, 60)
}

/// So many hours, to be added to a timestamp or taken from it.
pub fn hours<N: Seconds>(number: N) -> Interval<N::Scope> {
    times(number, 3_600)
}

/// So many days of 24 hours, to be added to a timestamp or taken from it.
///
/// ```
/// use tempest::prelude::*;
/// use time::OffsetDateTime;
///
/// # #[derive(Model)]
/// # struct Session { #[tempest(primary_key)] id: i64, last_seen: OffsetDateTime }
/// let old = Session::delete().where_(Session::last_seen.lt(now() - days(30)));
/// assert_eq!(
///     old.to_sql(&Postgres)?,
///     r#"DELETE FROM "session" WHERE "last_seen" < now() - $1 * interval '1 second'"#
/// );
/// # Ok::<(), tempest::Error>(())
/// ```
pub fn days<N: Seconds>(number: N) -> Interval<N::Scope> {
    times(number, 86_400)
}

fn times<N: Seconds>(number: N, seconds: i32) -> Interval<N::Scope> {
    Interval { seconds: multiplied(number.into_seconds(), seconds), marker: PhantomData }
}

/// A number that is known is multiplied here, so that SQLite sees a whole number of seconds.
fn multiplied(number: tree::Expr, by: i32) -> tree::Expr {
    let whole = |number: i64| tree::Expr::Value(Value::I64(number.saturating_mul(i64::from(by))));
    match number {
        tree::Expr::Value(Value::I32(number)) => whole(i64::from(number)),
        tree::Expr::Value(Value::U32(number)) => whole(i64::from(number)),
        tree::Expr::Value(Value::I64(number)) => whole(number),
        tree::Expr::Value(Value::F64(number)) => tree::Expr::Value(Value::F64(number * f64::from(by))),
        number => super::binary(BinaryOperator::Multiply, number, tree::Expr::Value(Value::I64(i64::from(by)))),
    }
}

/// What [`seconds`], [`minutes`], [`hours`] and [`days`] take: an `i32`, `i64`, `u32` or `f64`, a column or expression of one of these types, or a
/// [`Duration`](std::time::Duration).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number of seconds, minutes, hours or days",
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
