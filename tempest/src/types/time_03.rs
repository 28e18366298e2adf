//! Dates and times, of the `time` crate, in microseconds: what is finer is cut off, as every database here does.

use time::{Date, Duration, Month, OffsetDateTime, PrimitiveDateTime, Time};

use super::text_form::{self, Civil};
use super::{CastTo, Cell, CellError, ColumnType, Dated, DbType, Element, Ordered, Value, duration};

const EPOCH: Date = OffsetDateTime::UNIX_EPOCH.date();

/// Microseconds in a day.
const DAY: i64 = 86_400_000_000;

/// Microseconds since 1970-01-01T00:00:00. A year beyond 294,247, which `time` holds with its feature `large-dates`, is
/// cut to the last microsecond that fits, which every database refuses.
fn micros(moment: PrimitiveDateTime) -> i64 {
    i64::from(days(moment.date())).saturating_mul(DAY).saturating_add(time_micros(moment.time()))
}

fn days(date: Date) -> i32 {
    date.to_julian_day() - EPOCH.to_julian_day()
}

fn time_micros(time: Time) -> i64 {
    let (hour, minute, second, micro) = time.as_hms_micro();
    (i64::from(hour) * 3600 + i64::from(minute) * 60 + i64::from(second)) * 1_000_000 + i64::from(micro)
}

fn moment(micros: i64) -> Option<PrimitiveDateTime> {
    let days = i32::try_from(micros.div_euclid(DAY)).ok()?;
    Some(date(days)?.with_time(time_of_day(micros.rem_euclid(DAY))?))
}

fn date(days: i32) -> Option<Date> {
    Date::from_julian_day(EPOCH.to_julian_day().checked_add(days)?).ok()
}

fn time_of_day(micros: i64) -> Option<Time> {
    let (seconds, micro) = (micros.div_euclid(1_000_000), micros.rem_euclid(1_000_000));
    let part = |part: i64| u8::try_from(part).ok();
    let [hour, minute, second] = [part(seconds / 3600)?, part(seconds / 60 % 60)?, part(seconds % 60)?];
    Time::from_hms_micro(hour, minute, second, u32::try_from(micro).ok()?).ok()
}

fn civil_date(Civil { year, month, day, .. }: Civil) -> Option<Date> {
    Date::from_calendar_date(year, Month::try_from(month).ok()?, day).ok()
}

fn civil_time(Civil { hour, minute, second, micro, .. }: Civil) -> Option<Time> {
    Time::from_hms_micro(hour, minute, second, micro).ok()
}

fn civil_moment(civil: Civil) -> Option<PrimitiveDateTime> {
    let moment = civil_date(civil)?.with_time(civil_time(civil)?);
    if civil.offset == 0 { Some(moment) } else { moment.checked_sub(Duration::minutes(civil.offset)) }
}

impl DbType for OffsetDateTime {
    const COLUMN_TYPE: ColumnType = ColumnType::TimestampTz;

    // The instant is kept, its offset is not: rows come back in UTC.
    fn into_value(self) -> Value {
        // Seconds first: an offset near the last year that `time` holds must not overflow.
        Value::TimestampTz(
            self.unix_timestamp().saturating_mul(1_000_000).saturating_add(i64::from(self.microsecond())),
        )
    }

    #[inline]
    fn from_cell(cell: Cell<'_>) -> Result<Self, CellError> {
        let instant = match cell {
            // MySQL and MariaDB have no type with a zone: the connection is in UTC.
            Cell::TimestampTz(micros) | Cell::Timestamp(micros) => moment(micros),
            Cell::Text(text) => text_form::instant(text).and_then(civil_moment),
            _ => None,
        };
        instant.map(PrimitiveDateTime::assume_utc).ok_or_else(|| CellError::mismatch("OffsetDateTime", cell))
    }
}

impl DbType for PrimitiveDateTime {
    const COLUMN_TYPE: ColumnType = ColumnType::Timestamp;

    fn into_value(self) -> Value {
        Value::Timestamp(micros(self))
    }

    fn from_cell(cell: Cell<'_>) -> Result<Self, CellError> {
        let local = match cell {
            Cell::Timestamp(micros) => moment(micros),
            Cell::Text(text) => text_form::date_time(text).and_then(civil_moment),
            _ => None,
        };
        local.ok_or_else(|| CellError::mismatch("PrimitiveDateTime", cell))
    }
}

impl DbType for Date {
    const COLUMN_TYPE: ColumnType = ColumnType::Date;

    fn into_value(self) -> Value {
        Value::Date(days(self))
    }

    fn from_cell(cell: Cell<'_>) -> Result<Self, CellError> {
        let date = match cell {
            Cell::Date(days) => self::date(days),
            Cell::Text(text) => text_form::date(text).and_then(civil_date),
            _ => None,
        };
        date.ok_or_else(|| CellError::mismatch("Date", cell))
    }
}

impl DbType for Time {
    const COLUMN_TYPE: ColumnType = ColumnType::Time;

    fn into_value(self) -> Value {
        Value::Time(time_micros(self))
    }

    fn from_cell(cell: Cell<'_>) -> Result<Self, CellError> {
        let time = match cell {
            Cell::Time(micros) => time_of_day(micros),
            Cell::Text(text) => text_form::time(text).and_then(civil_time),
            _ => None,
        };
        time.ok_or_else(|| CellError::mismatch("Time", cell))
    }
}

impl DbType for Duration {
    const COLUMN_TYPE: ColumnType = ColumnType::Interval;

    fn into_value(self) -> Value {
        duration::value(i64::try_from(self.whole_microseconds()).ok())
    }

    fn from_cell(cell: Cell<'_>) -> Result<Self, CellError> {
        duration::micros(cell).map(Self::microseconds).ok_or_else(|| CellError::mismatch("Duration", cell))
    }
}

impl Element for Duration {}
impl Ordered for Duration {}
impl Element for OffsetDateTime {}
impl Ordered for OffsetDateTime {}
impl Element for PrimitiveDateTime {}
impl Ordered for PrimitiveDateTime {}
impl Element for Date {}
impl Ordered for Date {}
impl Element for Time {}
impl Ordered for Time {}

impl Dated for OffsetDateTime {}
impl Dated for PrimitiveDateTime {}
impl Dated for Date {}

impl CastTo<Date> for OffsetDateTime {}
impl CastTo<Time> for OffsetDateTime {}
impl CastTo<Date> for PrimitiveDateTime {}
impl CastTo<Time> for PrimitiveDateTime {}
impl CastTo<PrimitiveDateTime> for OffsetDateTime {}
impl CastTo<PrimitiveDateTime> for Date {}

#[cfg(test)]
mod tests {
    use time::macros::{date, datetime, time};

    use super::*;

    fn decode<T: DbType>(text: &str) -> Option<T> {
        T::from_cell(Cell::Text(text.as_bytes())).ok()
    }

    #[test]
    fn texts_that_others_wrote_are_read_too() {
        let instant = Some(datetime!(2026-11-29 17:05:00.123456 UTC));
        assert_eq!(decode("2026-11-29 17:05:00.123456"), instant);
        assert_eq!(decode("2026-11-29T17:05:00.123456Z"), instant);
        assert_eq!(decode("2026-11-29 19:05:00.123456789+02:00"), instant);
        assert_eq!(decode("2026-11-29 12:05:00.123456-0500"), instant);
        assert_eq!(decode("2026-11-29 17:05:00.123456Z"), instant);
        assert_eq!(decode("2026-11-29 17:05:00.1234567"), instant);
        assert_eq!(decode("2026-11-30 00:05:00+07"), Some(datetime!(2026-11-29 17:05 UTC)));
        assert_eq!(decode("2026-11-29 17:05"), Some(datetime!(2026-11-29 17:05 UTC)));
        assert_eq!(decode("2026-11-29 17:05:00"), Some(datetime!(2026-11-29 17:05 UTC)));
        assert_eq!(decode("2026-11-29 17:05:00.5"), Some(datetime!(2026-11-29 17:05:00.5 UTC)));
        assert_eq!(decode("2026-11-29"), Some(datetime!(2026-11-29 0:00 UTC)));
        assert_eq!(decode("2026-11-29"), Some(date!(2026 - 11 - 29)));
        assert_eq!(decode("23:59:59.999999"), Some(time!(23:59:59.999999)));
    }

    #[test]
    fn texts_that_are_no_times_are_refused() {
        for text in [
            "",
            "now",
            "2026-02-30 00:00:00",
            "2026-13-01 00:00:00",
            "2026-11-29 25:00:00",
            "2026-11-29 17:05:60.000000",
            "2026-11-29 17:05:00.",
            "2026-11-29 17:05:00.12345:",
            "2026-11-29 17:05:00.12345/",
            "2026-11-29 17:05:00.-12345",
            "2026-11-29 17:05:00.1234567x",
            "2026-11-29 17:05:00+99:99:99",
            "2026-11-29 17:05:00+99:99",
            "2026-11-29 17:05:00+24:00",
            "2026-11-29 17:05:00-02:60",
            "2026-11-29 17:05:00+:0",
            "2026-11-29 17:05:00+02:00Z",
            "2026-11-29Z",
            "2026-11-29+02:00",
            "2026-11-29x",
        ] {
            let decoded = decode::<OffsetDateTime>(text);
            assert_eq!(decoded, None, "{text}");
        }
        assert_eq!(decode::<Time>("ä:00:00"), None);
    }

    /// It could be its own clock or that of UTC.
    #[test]
    fn a_moment_without_a_zone_has_no_offset() {
        for text in
            ["2026-11-29 17:05:00+02:00", "2026-11-29 17:05:00-0500", "2026-11-29T17:05:00Z", "2026-11-29 17:05+07"]
        {
            assert_eq!(decode::<PrimitiveDateTime>(text), None, "{text}");
            assert!(decode::<OffsetDateTime>(text).is_some(), "{text}");
        }
        assert_eq!(decode("2026-11-29T17:05:00.5"), Some(datetime!(2026-11-29 17:05:00.5)));
    }

    #[test]
    fn numbers_beyond_the_calendar_are_refused() {
        for micros in [i64::MIN, i64::MAX] {
            assert!(OffsetDateTime::from_cell(Cell::TimestampTz(micros)).is_err());
            assert!(Time::from_cell(Cell::Time(micros)).is_err());
        }
        assert!(Time::from_cell(Cell::Time(-1)).is_err());
        assert!(Time::from_cell(Cell::Time(86_400_000_000)).is_err());
        assert!(Date::from_cell(Cell::Date(i32::MAX)).is_err());
    }

    #[test]
    fn numbers_within_the_calendar_come_back() {
        for instant in [
            datetime!(-9999-01-01 0:00 UTC),
            datetime!(0000-02-29 12:34:56.000001 UTC),
            datetime!(1970-01-01 0:00 UTC),
            datetime!(9999-12-31 23:59:59.999999 UTC),
        ] {
            let Value::TimestampTz(micros) = DbType::into_value(instant) else { unreachable!() };
            assert_eq!(OffsetDateTime::from_cell(Cell::TimestampTz(micros)), Ok(instant));
            assert_eq!(Time::from_cell(Cell::Time(micros.rem_euclid(DAY))), Ok(instant.time()));
        }
    }

    #[test]
    fn an_instant_before_1970_keeps_its_microseconds() {
        let instant = datetime!(1969-12-31 23:59:59.999999 UTC);
        assert_eq!(DbType::into_value(instant), Value::TimestampTz(-1));
        assert_eq!(OffsetDateTime::from_cell(Cell::TimestampTz(-1)), Ok(instant));
    }
}
