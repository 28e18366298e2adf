//! The proleptic Gregorian calendar, as far as literals, drivers and the limits of databases need it.

use std::fmt::Write;
use std::ops::RangeInclusive;

use crate::dialect::Refusal;
use crate::value::Value;

/// Microseconds in a day.
const DAY: i64 = 86_400_000_000;

/// The days of the years 0000 to 9999.
pub(crate) const YEARS_0_TO_9999: RangeInclusive<i64> = days(0, 1, 1)..=days(9999, 12, 31);

/// The days of the years 0001 to 9999.
pub(crate) const YEARS_1_TO_9999: RangeInclusive<i64> = days(1, 1, 1)..=days(9999, 12, 31);

/// Refuses a moment on a day that a database does not hold, and a time of day that is none.
pub(crate) fn check_moment(value: &Value, held: &RangeInclusive<i64>, in_words: &str) -> Result<(), Refusal> {
    let day = match value {
        Value::Date(days) => i64::from(*days),
        Value::TimestampTz(microseconds) | Value::Timestamp(microseconds) => microseconds.div_euclid(DAY),
        Value::Time(microseconds) if !(0..DAY).contains(microseconds) => {
            return Err(Refusal::new(
                "a time of day",
                format!("{microseconds} microseconds are not within a day"),
                "use a time from 00:00:00 to 23:59:59.999999",
            ));
        }
        _ => return Ok(()),
    };
    if held.contains(&day) {
        return Ok(());
    }
    let mut date = String::new();
    write_date(&mut date, day);
    Err(Refusal::new(format!("the date {date}"), format!("it holds {in_words}"), "use a date within that range"))
}

/// The days from 1970-01-01 to this date.
///
/// ```
/// use tempest_dialects::calendar::{civil, days};
///
/// assert_eq!(days(2000, 2, 29), 11_016);
/// assert_eq!(civil(11_016), (2000, 2, 29));
/// ```
#[must_use]
pub const fn days(year: i64, month: i64, day: i64) -> i64 {
    // Years begin in March, so that the leap day comes last.
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

/// The year, month and day that is so many days after 1970-01-01; the inverse of [`days`].
#[must_use]
pub const fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400;
    (if month <= 2 { year + 1 } else { year }, month, day)
}

/// Writes `YYYY-MM-DD`. A year before 1 is written as `0000` or with a sign, which only some databases read.
pub(crate) fn write_date(text: &mut String, days: i64) {
    let (year, month, day) = civil(days);
    // Writing to a String cannot fail.
    let sign = if year < 0 { "-" } else { "" };
    let _ = write!(text, "{sign}{:04}-{month:02}-{day:02}", year.unsigned_abs());
}

/// Writes `HH:MM:SS.ffffff`.
pub(crate) fn write_time(text: &mut String, microseconds: i64) {
    let seconds = microseconds / 1_000_000;
    let _ = write!(
        text,
        "{:02}:{:02}:{:02}.{:06}",
        seconds / 3_600,
        seconds / 60 % 60,
        seconds % 60,
        microseconds % 1_000_000
    );
}

/// Writes `YYYY-MM-DD HH:MM:SS.ffffff`.
pub(crate) fn write_timestamp(text: &mut String, microseconds: i64) {
    write_date(text, microseconds.div_euclid(DAY));
    text.push(' ');
    write_time(text, microseconds.rem_euclid(DAY));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_days_agree() {
        for (date, expected) in [
            ((1970, 1, 1), 0),
            ((1969, 12, 31), -1),
            ((2000, 2, 29), 11_016),
            ((2000, 3, 1), 11_017),
            ((0, 1, 1), -719_528),
            ((9999, 12, 31), 2_932_896),
        ] {
            assert_eq!(days(date.0, date.1, date.2), expected);
            assert_eq!(civil(expected), date);
        }
        for day in (-800_000..3_000_000).step_by(37) {
            let (year, month, day_of_month) = civil(day);
            assert_eq!(days(year, month, day_of_month), day);
        }
    }

    #[test]
    fn moments_have_fixed_width() {
        let mut text = String::new();
        write_timestamp(&mut text, -1);
        assert_eq!(text, "1969-12-31 23:59:59.999999");
        text.clear();
        write_date(&mut text, days(-1, 1, 2));
        assert_eq!(text, "-0001-01-02");
    }
}
