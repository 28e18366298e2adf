//! Dates and times, of the `chrono` crate, in microseconds: what is finer is cut off, as every database here does.

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Timelike, Utc};

use super::text_form::{self, Civil};
use super::{Cell, CellError, ColumnType, DbType, Element, Ordered, Value, duration};

/// The days of the year 1 until 1970-01-01, from which `chrono` counts.
const DAYS_TO_1970: i32 = 719_163;

fn date(days: i32) -> Option<NaiveDate> {
    NaiveDate::from_num_days_from_ce_opt(days.checked_add(DAYS_TO_1970)?)
}

fn time_of_day(micros: i64) -> Option<NaiveTime> {
    let seconds = u32::try_from(micros.div_euclid(1_000_000)).ok()?;
    let nanos = u32::try_from(micros.rem_euclid(1_000_000) * 1_000).ok()?;
    NaiveTime::from_num_seconds_from_midnight_opt(seconds, nanos)
}

impl DbType for DateTime<Utc> {
    const COLUMN_TYPE: ColumnType = ColumnType::TimestampTz;

    fn into_value(self) -> Value {
        Value::TimestampTz(self.timestamp_micros())
    }

    fn from_cell(cell: Cell<'_>) -> Result<Self, CellError> {
        let micros = match cell {
            // MySQL and MariaDB have no type with a zone: the connection is in UTC.
            Cell::TimestampTz(micros) | Cell::Timestamp(micros) => Some(micros),
            Cell::Text(text) => text_form::instant(text).and_then(Civil::micros),
            _ => None,
        };
        micros.and_then(Self::from_timestamp_micros).ok_or_else(|| CellError::mismatch("DateTime<Utc>", cell))
    }
}

impl DbType for NaiveDateTime {
    const COLUMN_TYPE: ColumnType = ColumnType::Timestamp;

    fn into_value(self) -> Value {
        Value::Timestamp(self.and_utc().timestamp_micros())
    }

    fn from_cell(cell: Cell<'_>) -> Result<Self, CellError> {
        let micros = match cell {
            Cell::Timestamp(micros) => Some(micros),
            Cell::Text(text) => text_form::date_time(text).and_then(Civil::micros),
            _ => None,
        };
        let moment = micros.and_then(DateTime::from_timestamp_micros);
        moment.map(|moment| moment.naive_utc()).ok_or_else(|| CellError::mismatch("NaiveDateTime", cell))
    }
}

impl DbType for NaiveDate {
    const COLUMN_TYPE: ColumnType = ColumnType::Date;

    fn into_value(self) -> Value {
        // No date of `chrono` is more days away than 32 bits count.
        let days = self.signed_duration_since(NaiveDate::default()).num_days();
        Value::Date(i32::try_from(days).unwrap_or(i32::MAX))
    }

    fn from_cell(cell: Cell<'_>) -> Result<Self, CellError> {
        let days = match cell {
            Cell::Date(days) => Some(days),
            Cell::Text(text) => text_form::date(text).and_then(Civil::days),
            _ => None,
        };
        days.and_then(date).ok_or_else(|| CellError::mismatch("NaiveDate", cell))
    }
}

impl DbType for NaiveTime {
    const COLUMN_TYPE: ColumnType = ColumnType::Time;

    // A leap second has more than a second's nanoseconds. At the end of the day no database holds it.
    fn into_value(self) -> Value {
        Value::Time(i64::from(self.num_seconds_from_midnight()) * 1_000_000 + i64::from(self.nanosecond() / 1_000))
    }

    fn from_cell(cell: Cell<'_>) -> Result<Self, CellError> {
        let micros = match cell {
            Cell::Time(micros) => Some(micros),
            Cell::Text(text) => text_form::time(text).and_then(Civil::time),
            _ => None,
        };
        micros.and_then(time_of_day).ok_or_else(|| CellError::mismatch("NaiveTime", cell))
    }
}

impl DbType for TimeDelta {
    const COLUMN_TYPE: ColumnType = ColumnType::Interval;

    fn into_value(self) -> Value {
        duration::value(self.num_microseconds())
    }

    fn from_cell(cell: Cell<'_>) -> Result<Self, CellError> {
        duration::micros(cell).map(Self::microseconds).ok_or_else(|| CellError::mismatch("TimeDelta", cell))
    }
}

impl Element for TimeDelta {}
impl Ordered for TimeDelta {}
impl Element for DateTime<Utc> {}
impl Ordered for DateTime<Utc> {}
impl Element for NaiveDateTime {}
impl Ordered for NaiveDateTime {}
impl Element for NaiveDate {}
impl Ordered for NaiveDate {}
impl Element for NaiveTime {}
impl Ordered for NaiveTime {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_before_1970_keep_their_microseconds() {
        let instant = DateTime::from_timestamp(-1, 999_999_999).unwrap();
        assert_eq!(DbType::into_value(instant), Value::TimestampTz(-1));
        assert_eq!(DbType::into_value(instant.naive_utc()), Value::Timestamp(-1));
        assert_eq!(DateTime::from_cell(Cell::TimestampTz(-1)), Ok(DateTime::from_timestamp_micros(-1).unwrap()));
    }

    #[test]
    fn dates_and_days_agree() {
        for (days, (year, month, day)) in [(0, (1970, 1, 1)), (-1, (1969, 12, 31)), (-719_528, (0, 1, 1))] {
            let date = NaiveDate::from_ymd_opt(year, month, day).unwrap();
            assert_eq!(DbType::into_value(date), Value::Date(days));
            assert_eq!(NaiveDate::from_cell(Cell::Date(days)), Ok(date));
        }
        for date in [NaiveDate::MIN, NaiveDate::MAX] {
            let Value::Date(days) = DbType::into_value(date) else { unreachable!() };
            assert_eq!(NaiveDate::from_cell(Cell::Date(days)), Ok(date));
        }
        assert!(NaiveDate::from_cell(Cell::Date(i32::MAX)).is_err());
    }

    #[test]
    fn numbers_that_are_no_moments_are_refused() {
        assert!(DateTime::from_cell(Cell::TimestampTz(i64::MAX)).is_err());
        assert!(NaiveDateTime::from_cell(Cell::Timestamp(i64::MIN)).is_err());
        assert!(NaiveDateTime::from_cell(Cell::Text(b"2026-02-29 00:00:00")).is_err());
        for micros in [-1, 86_400_000_000, i64::MIN, i64::MAX] {
            assert!(NaiveTime::from_cell(Cell::Time(micros)).is_err());
        }
    }
}
