//! Dates and times, of the `time` crate, in microseconds: what is finer is cut off, as every database here does.

use time::{Date, OffsetDateTime, PrimitiveDateTime, Time};

use super::{CastTo, Cell, CellError, ColumnType, Dated, DbType, Ordered, Value};

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
            Cell::Text(text) => text_form::instant(text),
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
            // One with an offset is an instant: its own clock, or UTC's, would be a guess.
            Cell::Text(text) => text_form::date_time(text),
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
            Cell::Text(text) => text.try_into().ok().and_then(text_form::date),
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
            Cell::Text(text) => text_form::time(text),
            _ => None,
        };
        time.ok_or_else(|| CellError::mismatch("Time", cell))
    }
}

impl Ordered for OffsetDateTime {}
impl Ordered for PrimitiveDateTime {}
impl Ordered for Date {}
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

/// The forms in which SQLite keeps dates and times: `2026-11-29 17:05:00.123456` is what Tempest writes; a `T`, a
/// shorter fraction and a UTC mark or offset are what others write.
mod text_form {
    use time::{Date, Duration, Month, PrimitiveDateTime, Time};

    /// A date and a time of day. All digits of Tempest's own form are looked at together: a large read spends much of its
    /// time here.
    pub(super) fn date_time(text: &[u8]) -> Option<PrimitiveDateTime> {
        let own = text.try_into().ok().and_then(|text| digits(text, b"0000-00-00 00:00:00.000000"));
        let Some(digits) = own else { return date_time_of_others(text) };
        let two = |at: usize| 10 * digits[at] + digits[at + 1];
        let year = 100 * i32::from(two(0)) + i32::from(two(2));
        let micro = [two(20), two(22), two(24)].into_iter().fold(0, |micro, two| 100 * micro + u32::from(two));
        let date = Date::from_calendar_date(year, Month::try_from(two(5)).ok()?, two(8)).ok()?;
        Some(date.with_time(Time::from_hms_micro(two(11), two(14), two(17), micro).ok()?))
    }

    /// A date and a time of day in UTC, or with an offset from it.
    pub(super) fn instant(text: &[u8]) -> Option<PrimitiveDateTime> {
        date_time(text).or_else(|| {
            let (local, offset) = split_offset(text)?;
            date_time_of_others(local)?.checked_sub(Duration::minutes(offset))
        })
    }

    /// The digits of a text, if it has them where the form has zeros, and else what the form has.
    #[inline]
    fn digits<const N: usize>(text: &[u8; N], form: &[u8; N]) -> Option<[u8; N]> {
        let mut digits = [0; N];
        let mut differs = false;
        for (digit, (byte, form)) in digits.iter_mut().zip(text.iter().zip(form)) {
            *digit = byte ^ form;
            differs |= *digit > if *form == b'0' { 9 } else { 0 };
        }
        (!differs).then_some(digits)
    }

    #[cold]
    fn date_time_of_others(text: &[u8]) -> Option<PrimitiveDateTime> {
        let (day, rest) = text.split_first_chunk()?;
        let date = date(day)?;
        let Some((b' ' | b'T', clock)) = rest.split_first() else {
            return rest.is_empty().then(|| date.midnight());
        };
        Some(date.with_time(time(clock)?))
    }

    /// The date and time without its offset, and the offset in minutes east of UTC.
    fn split_offset(text: &[u8]) -> Option<(&[u8], i64)> {
        let mark = text.iter().rposition(|byte| matches!(byte, b'+' | b'-' | b'Z'))?;
        // Behind the time of day: a date has hyphens too, and no offset.
        let (local, offset) = text.split_at_checked(mark).filter(|(local, _)| local.len() > 10)?;
        let (hours, minutes) = match *offset {
            [b'Z'] => (0, 0),
            [_, h1, h2] => (two([h1, h2])?, 0),
            [_, h1, h2, b':', m1, m2] | [_, h1, h2, m1, m2] => (two([h1, h2])?, two([m1, m2])?),
            _ => return None,
        };
        if hours > 23 || minutes > 59 {
            return None;
        }
        let offset_minutes = 60 * i64::from(hours) + i64::from(minutes);
        Some((local, if offset.first() == Some(&b'-') { -offset_minutes } else { offset_minutes }))
    }

    pub(super) fn date(text: &[u8; 10]) -> Option<Date> {
        let &[y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = text else { return None };
        let year = 100 * i32::from(two([y1, y2])?) + i32::from(two([y3, y4])?);
        let month = Month::try_from(two([m1, m2])?).ok()?;
        Date::from_calendar_date(year, month, two([d1, d2])?).ok()
    }

    pub(super) fn time(text: &[u8]) -> Option<Time> {
        let (&[h1, h2, b':', m1, m2], rest) = text.split_first_chunk()? else { return None };
        let (second, micro) = match *rest {
            [] => (0, 0),
            [b':', s1, s2] => (two([s1, s2])?, 0),
            [b':', s1, s2, b'.', ref fraction @ ..] => (two([s1, s2])?, micros(fraction)?),
            _ => return None,
        };
        Time::from_hms_micro(two([h1, h2])?, two([m1, m2])?, second, micro).ok()
    }

    /// A fraction of a second in microseconds; what is finer is cut off.
    fn micros(fraction: &[u8]) -> Option<u32> {
        (!fraction.is_empty() && fraction.iter().all(u8::is_ascii_digit)).then(|| {
            let digits = fraction.iter().map(|digit| u32::from(digit - b'0')).chain(std::iter::repeat(0));
            digits.take(6).fold(0, |micros, digit| 10 * micros + digit)
        })
    }

    /// The number of two digits.
    fn two(digits: [u8; 2]) -> Option<u8> {
        let [tens, ones] = digits.map(|digit| digit.wrapping_sub(b'0'));
        (tens < 10 && ones < 10).then(|| 10 * tens + ones)
    }
}

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
