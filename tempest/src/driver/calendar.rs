//! Days and microseconds to a date and a time of day, for the databases that take them apart or as text.

use tempest_dialects::calendar::civil;
#[cfg(feature = "mysql")]
use tempest_dialects::calendar::days;

const MICROS_PER_DAY: i64 = 86_400_000_000;

/// A date of the Gregorian calendar, carried back before its introduction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Date {
    pub(super) year: u16,
    pub(super) month: u8,
    pub(super) day: u8,
}

/// A time of day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Time {
    pub(super) hour: u8,
    pub(super) minute: u8,
    pub(super) second: u8,
    pub(super) micro: u32,
}

impl Date {
    /// The date so many days after 1970-01-01, if its year has at most four digits and is not before the year 0.
    pub(super) fn from_days(days: i64) -> Option<Self> {
        // Far beyond the years that are asked for, and far within what the calendar can count.
        if !(-1_000_000..=10_000_000).contains(&days) {
            return None;
        }
        let (year, month, day) = civil(days);
        Some(Self {
            year: u16::try_from(year).ok().filter(|year| *year <= 9999)?,
            month: u8::try_from(month).ok()?,
            day: u8::try_from(day).ok()?,
        })
    }

    /// How many days the date is after 1970-01-01, or nothing if the month or the day is not of the calendar.
    #[cfg(feature = "mysql")]
    pub(super) fn to_days(self) -> Option<i32> {
        let Self { year, month, day } = self;
        let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let last = match month {
            4 | 6 | 9 | 11 => 30,
            2 => 28 + u8::from(is_leap),
            1..=12 => 31,
            _ => return None,
        };
        if year > 9999 || !(1..=last).contains(&day) {
            return None;
        }
        i32::try_from(days(i64::from(year), i64::from(month), i64::from(day))).ok()
    }
}

impl Time {
    /// The time of day so many microseconds after midnight, if there are less than 24 hours of them.
    pub(super) fn from_micros(micros: i64) -> Option<Self> {
        if !(0..MICROS_PER_DAY).contains(&micros) {
            return None;
        }
        let seconds = micros / 1_000_000;
        Some(Self {
            hour: u8::try_from(seconds / 3600).ok()?,
            minute: u8::try_from(seconds / 60 % 60).ok()?,
            second: u8::try_from(seconds % 60).ok()?,
            micro: u32::try_from(micros % 1_000_000).ok()?,
        })
    }

    /// How many microseconds the time is after midnight.
    #[cfg(feature = "mysql")]
    pub(super) fn to_micros(self) -> i64 {
        let seconds = i64::from(self.hour) * 3600 + i64::from(self.minute) * 60 + i64::from(self.second);
        seconds * 1_000_000 + i64::from(self.micro)
    }
}

/// The date and the time of day so many microseconds after 1970-01-01T00:00:00, within the years 0 to 9999.
pub(super) fn date_and_time(micros: i64) -> Option<(Date, Time)> {
    let date = Date::from_days(micros.div_euclid(MICROS_PER_DAY))?;
    Some((date, Time::from_micros(micros.rem_euclid(MICROS_PER_DAY))?))
}

/// How many microseconds the date and the time of day are after 1970-01-01T00:00:00.
#[cfg(feature = "mysql")]
pub(super) fn to_micros(date: Date, time: Time) -> Option<i64> {
    Some(i64::from(date.to_days()?) * MICROS_PER_DAY + time.to_micros())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates() {
        for (days, year, month, day) in [
            (0, 1970, 1, 1),
            (-1, 1969, 12, 31),
            (11_016, 2000, 2, 29),
            (11_017, 2000, 3, 1),
            (-25_509, 1900, 2, 28),
            (-25_508, 1900, 3, 1),
            (19_782, 2024, 2, 29),
            (2_932_896, 9999, 12, 31),
            (-719_528, 0, 1, 1),
        ] {
            assert_eq!(Date::from_days(days), Some(Date { year, month, day }), "{days}");
        }
        assert_eq!(Date::from_days(2_932_897), None);
        assert_eq!(Date::from_days(-719_529), None);
        assert_eq!(Date::from_days(i64::MAX), None);
    }

    #[cfg(feature = "mysql")]
    #[test]
    fn every_date_comes_back() {
        for days in -719_528..=2_932_896 {
            let date = Date::from_days(days).unwrap();
            assert_eq!(date.to_days().map(i64::from), Some(days), "{date:?}");
        }
        for (year, month, day) in [(2023, 2, 29), (2023, 0, 1), (2023, 1, 0), (2023, 13, 1), (0, 0, 0), (1900, 2, 29)] {
            assert_eq!(Date { year, month, day }.to_days(), None, "{year}-{month}-{day}");
        }
    }

    #[test]
    fn micros_become_a_time_of_day() {
        let (date, time) = date_and_time(-1).unwrap();
        assert_eq!(date, Date { year: 1969, month: 12, day: 31 });
        assert_eq!(time, Time { hour: 23, minute: 59, second: 59, micro: 999_999 });
        assert_eq!(Time::from_micros(MICROS_PER_DAY), None);
        assert_eq!(Time::from_micros(-1), None);
        assert_eq!(date_and_time(i64::MIN), None);
    }
}
