//! Dates and times, of the `jiff` crate, in microseconds: what is finer is cut off, as every database here does.

use jiff::civil::{Date, DateTime, Time};
use jiff::{SignedDuration, Timestamp};
use tempest_dialects::calendar::{civil, days};

use super::text_form::{self, Civil};
use super::{Cell, CellError, ColumnType, DbType, Element, Ordered, Value, duration};

/// Microseconds in a day.
const DAY: i64 = 86_400_000_000;

fn days_of(date: Date) -> i64 {
    days(date.year().into(), date.month().into(), date.day().into())
}

fn micros_of(time: Time) -> i64 {
    let seconds = (i64::from(time.hour()) * 60 + i64::from(time.minute())) * 60 + i64::from(time.second());
    seconds * 1_000_000 + i64::from(time.subsec_nanosecond()) / 1_000
}

fn date(days: i64) -> Option<Date> {
    // Far beyond all dates of the crate, and far within what the calendar can count.
    if !(-10_000_000..=10_000_000).contains(&days) {
        return None;
    }
    let (year, month, day) = civil(days);
    Date::new(year.try_into().ok()?, month.try_into().ok()?, day.try_into().ok()?).ok()
}

fn time_of_day(micros: i64) -> Option<Time> {
    let (seconds, micros) = (micros.div_euclid(1_000_000), micros.rem_euclid(1_000_000));
    let part = |part: i64| i8::try_from(part).ok();
    let nanos = i32::try_from(micros * 1_000).ok()?;
    Time::new(part(seconds / 3_600)?, part(seconds / 60 % 60)?, part(seconds % 60)?, nanos).ok()
}

impl DbType for Timestamp {
    const COLUMN_TYPE: ColumnType = ColumnType::TimestampTz;

    fn into_value(self) -> Value {
        // All of them are within the microseconds that 64 bits count.
        Value::TimestampTz(i64::try_from(self.as_nanosecond().div_euclid(1_000)).unwrap_or(i64::MAX))
    }

    fn from_cell(cell: Cell<'_>) -> Result<Self, CellError> {
        let micros = match cell {
            // MySQL and MariaDB have no type with a zone: the connection is in UTC.
            Cell::TimestampTz(micros) | Cell::Timestamp(micros) => Some(micros),
            Cell::Text(text) => text_form::instant(text).and_then(Civil::micros),
            _ => None,
        };
        // `from_microsecond` leaves out the last second that there is.
        let instant = micros.and_then(|micros| Self::from_nanosecond(i128::from(micros) * 1_000).ok());
        instant.ok_or_else(|| CellError::mismatch("Timestamp", cell))
    }
}

impl DbType for DateTime {
    const COLUMN_TYPE: ColumnType = ColumnType::Timestamp;

    fn into_value(self) -> Value {
        Value::Timestamp(days_of(self.date()) * DAY + micros_of(self.time()))
    }

    fn from_cell(cell: Cell<'_>) -> Result<Self, CellError> {
        let micros = match cell {
            Cell::Timestamp(micros) => Some(micros),
            Cell::Text(text) => text_form::date_time(text).and_then(Civil::micros),
            _ => None,
        };
        let moment =
            |micros: i64| Some(Self::from_parts(date(micros.div_euclid(DAY))?, time_of_day(micros.rem_euclid(DAY))?));
        micros.and_then(moment).ok_or_else(|| CellError::mismatch("DateTime", cell))
    }
}

impl DbType for Date {
    const COLUMN_TYPE: ColumnType = ColumnType::Date;

    fn into_value(self) -> Value {
        // Its years have four digits.
        Value::Date(i32::try_from(days_of(self)).unwrap_or(i32::MAX))
    }

    fn from_cell(cell: Cell<'_>) -> Result<Self, CellError> {
        let days = match cell {
            Cell::Date(days) => Some(days),
            Cell::Text(text) => text_form::date(text).and_then(Civil::days),
            _ => None,
        };
        days.and_then(|days| date(days.into())).ok_or_else(|| CellError::mismatch("Date", cell))
    }
}

impl DbType for Time {
    const COLUMN_TYPE: ColumnType = ColumnType::Time;

    fn into_value(self) -> Value {
        Value::Time(micros_of(self))
    }

    fn from_cell(cell: Cell<'_>) -> Result<Self, CellError> {
        let micros = match cell {
            Cell::Time(micros) => Some(micros),
            Cell::Text(text) => text_form::time(text).and_then(Civil::time),
            _ => None,
        };
        micros.and_then(time_of_day).ok_or_else(|| CellError::mismatch("Time", cell))
    }
}

impl DbType for SignedDuration {
    const COLUMN_TYPE: ColumnType = ColumnType::Interval;

    fn into_value(self) -> Value {
        duration::value(i64::try_from(self.as_micros()).ok())
    }

    fn from_cell(cell: Cell<'_>) -> Result<Self, CellError> {
        duration::micros(cell).map(Self::from_micros).ok_or_else(|| CellError::mismatch("SignedDuration", cell))
    }
}

impl Element for Timestamp {}
impl Element for DateTime {}
impl Element for Date {}
impl Element for Time {}
impl Element for SignedDuration {}
impl Ordered for Timestamp {}
impl Ordered for DateTime {}
impl Ordered for Date {}
impl Ordered for Time {}
impl Ordered for SignedDuration {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_before_1970_keep_their_microseconds() {
        let instant = Timestamp::from_nanosecond(-1).unwrap();
        assert_eq!(DbType::into_value(instant), Value::TimestampTz(-1));
        assert_eq!(Timestamp::from_cell(Cell::TimestampTz(-1)), Ok(Timestamp::from_microsecond(-1).unwrap()));
        let moment = DateTime::constant(1969, 12, 31, 23, 59, 59, 999_999_999);
        assert_eq!(DbType::into_value(moment), Value::Timestamp(-1));
    }

    #[test]
    fn all_moments_come_back() {
        for date in [Date::MIN, Date::MAX, Date::constant(2000, 2, 29), Date::constant(0, 1, 1)] {
            let Value::Date(days) = DbType::into_value(date) else { unreachable!() };
            assert_eq!(Date::from_cell(Cell::Date(days)), Ok(date));
            let moment = DateTime::from_parts(date, Time::constant(23, 59, 59, 999_999_000));
            let Value::Timestamp(micros) = DbType::into_value(moment) else { unreachable!() };
            assert_eq!(DateTime::from_cell(Cell::Timestamp(micros)), Ok(moment));
        }
        for micros in [i64::MIN, i64::MAX] {
            assert!(Timestamp::from_cell(Cell::TimestampTz(micros)).is_err());
            assert!(DateTime::from_cell(Cell::Timestamp(micros)).is_err());
            assert!(Time::from_cell(Cell::Time(micros)).is_err());
        }
        assert!(Time::from_cell(Cell::Time(DAY)).is_err());
        assert!(Date::from_cell(Cell::Date(i32::MAX)).is_err());
    }
}
