//! Functions of dates and times.

use super::functions::call;
use super::{Assign, Expr, Expression};
use crate::types::{ColumnValue, Dated, DbType};
use tempest_dialects::tree::{DatePart, Function};

/// The type of an expression without its `Option`.
type Inner<E> = <<E as Expression>::Type as ColumnValue>::Inner;

/// Functions of dates and of moments, which are in UTC whatever the session's time zone. A function of NULL is NULL.
///
/// ```
/// use tempest::expr::DatePart;
/// use tempest::prelude::*;
/// use time::OffsetDateTime;
///
/// #[derive(Model)]
/// struct Visit {
///     #[tempest(primary_key)]
///     id: i64,
///     at: OffsetDateTime,
/// }
///
/// let month = Visit::at.date_trunc(DatePart::Month);
/// let months = Visit::select().columns((month.clone(), count_all())).group_by(month);
/// assert_eq!(
///     months.to_sql(&Postgres)?,
///     r#"SELECT date_trunc('month', "at", 'UTC'), count(*) FROM "visit" GROUP BY date_trunc('month', "at", 'UTC')"#
/// );
/// # Ok::<(), tempest::Error>(())
/// ```
pub trait TimeFunctions: Expression {
    /// A part of the date or moment, such as its year. Seconds are whole ones.
    fn extract(self, part: DatePart) -> Expr<Self::Scope, <Self::Type as ColumnValue>::As<i32>>
    where
        Inner<Self>: Dated,
    {
        call(Function::Extract(part, Inner::<Self>::COLUMN_TYPE), vec![self.into_tree()])
    }

    /// The beginning of the year, month, week… in which the date or moment is. A week begins on Monday.
    fn date_trunc(self, part: DatePart) -> Expr<Self::Scope, Self::Type>
    where
        Inner<Self>: Dated,
    {
        call(Function::DateTrunc(part, Inner::<Self>::COLUMN_TYPE), vec![self.into_tree()])
    }

    /// The number of seconds from another moment to this one, with its fraction.
    fn seconds_since<R: Assign<Self::Type>>(
        self,
        other: R,
    ) -> Expr<R::With<Self::Scope>, <Self::Type as ColumnValue>::As<f64>>
    where
        Inner<Self>: Dated,
    {
        call(Function::SecondsSince(Inner::<Self>::COLUMN_TYPE), vec![self.into_tree(), other.into_assigned()])
    }
}

impl<E: Expression> TimeFunctions for E {}

/// Today, in UTC, by the database's clock.
#[cfg(feature = "time")]
#[must_use]
pub fn current_date() -> Expr<(), time::Date> {
    call(Function::CurrentDate, Vec::new())
}
