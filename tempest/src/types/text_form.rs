//! The forms in which SQLite keeps dates and times: `2026-11-29 17:05:00.123456` is what Tempest writes; a `T`, a shorter
//! fraction and a UTC mark or offset are what others write.

use tempest_dialects::calendar::{civil, days};

/// What a text says. That the numbers are a date and a time of day is for whoever makes one of them to see.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Civil {
    pub(super) year: i32,
    pub(super) month: u8,
    pub(super) day: u8,
    pub(super) hour: u8,
    pub(super) minute: u8,
    pub(super) second: u8,
    pub(super) micro: u32,
    /// In minutes east of UTC.
    pub(super) offset: i64,
}

impl Civil {
    /// The days since 1970-01-01, if there is such a day.
    pub(super) fn days(self) -> Option<i32> {
        let date = (i64::from(self.year), i64::from(self.month), i64::from(self.day));
        let days = days(date.0, date.1, date.2);
        // A day that the month does not have comes back as another one.
        (civil(days) == date).then(|| i32::try_from(days).ok()).flatten()
    }

    /// The microseconds since midnight, if there is such a time of day.
    pub(super) fn time(self) -> Option<i64> {
        let Self { hour, minute, second, micro, .. } = self;
        let seconds = i64::from(hour) * 3600 + i64::from(minute) * 60 + i64::from(second);
        (hour < 24 && minute < 60 && second < 60).then(|| seconds * 1_000_000 + i64::from(micro))
    }

    /// The microseconds since 1970-01-01T00:00:00Z.
    pub(super) fn micros(self) -> Option<i64> {
        Some(i64::from(self.days()?) * 86_400_000_000 + self.time()? - self.offset * 60_000_000)
    }
}

/// A date and a time of day. All digits of Tempest's own form are looked at together: a large read spends much of its
/// time here.
#[inline]
pub(super) fn date_time(text: &[u8]) -> Option<Civil> {
    let own = text.try_into().ok().and_then(|text| digits(text, b"0000-00-00 00:00:00.000000"));
    let Some(digits) = own else { return date_time_of_others(text) };
    let two = |at: usize| 10 * digits[at] + digits[at + 1];
    Some(Civil {
        year: 100 * i32::from(two(0)) + i32::from(two(2)),
        month: two(5),
        day: two(8),
        hour: two(11),
        minute: two(14),
        second: two(17),
        micro: [two(20), two(22), two(24)].into_iter().fold(0, |micro, two| 100 * micro + u32::from(two)),
        offset: 0,
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
fn date_time_of_others(text: &[u8]) -> Option<Civil> {
    let (day, rest) = text.split_at_checked(10)?;
    let date = date(day)?;
    let Some((b' ' | b'T', clock)) = rest.split_first() else {
        return rest.is_empty().then_some(date);
    };
    Some(Civil { year: date.year, month: date.month, day: date.day, ..time(clock)? })
}

/// A date and a time of day in UTC, or with an offset from it.
pub(super) fn instant(text: &[u8]) -> Option<Civil> {
    date_time(text).or_else(|| {
        let (local, offset) = split_offset(text)?;
        Some(Civil { offset, ..date_time_of_others(local)? })
    })
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

pub(super) fn date(text: &[u8]) -> Option<Civil> {
    let &[y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = text else { return None };
    let year = 100 * i32::from(two([y1, y2])?) + i32::from(two([y3, y4])?);
    Some(Civil { year, month: two([m1, m2])?, day: two([d1, d2])?, ..Civil::default() })
}

pub(super) fn time(text: &[u8]) -> Option<Civil> {
    let (&[h1, h2, b':', m1, m2], rest) = text.split_first_chunk()? else { return None };
    let (second, micro) = match *rest {
        [] => (0, 0),
        [b':', s1, s2] => (two([s1, s2])?, 0),
        [b':', s1, s2, b'.', ref fraction @ ..] => (two([s1, s2])?, micros(fraction)?),
        _ => return None,
    };
    let civil = Civil { hour: two([h1, h2])?, minute: two([m1, m2])?, second, micro, ..Civil::default() };
    civil.time().map(|_| civil)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_a_text_are_days_and_microseconds() {
        assert_eq!(date(b"1970-01-02").and_then(Civil::days), Some(1));
        assert_eq!(date(b"2026-02-29").and_then(Civil::days), None);
        assert_eq!(date(b"2026-13-01").and_then(Civil::days), None);
        assert_eq!(time(b"23:59:59.999999").and_then(Civil::time), Some(86_399_999_999));
        assert!(time(b"24:00").is_none());
        assert_eq!(date_time(b"1970-01-01 00:00:00.000001").and_then(Civil::micros), Some(1));
        assert_eq!(instant(b"1970-01-01T02:00:00+02:00").and_then(Civil::micros), Some(0));
        assert!(date_time(b"1970-01-01T02:00:00+02:00").is_none());
        assert_eq!(date_time(b"1969-12-31 23:59:60.000000").and_then(Civil::micros), None);
    }
}
