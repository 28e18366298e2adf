//! The order of decimal numbers, which SQLite keeps as text.

use std::cmp::Ordering;

use rusqlite::Connection;

/// What the columns of decimal numbers name. SQLite's own shell knows a collation of this name that does the same.
const NAME: &str = "decimal";

/// Makes the order known to a connection.
pub(super) fn create(connection: &Connection) -> rusqlite::Result<()> {
    connection.create_collation(NAME, compare)
}

/// Compares two texts as numbers. What is no number comes after all that are.
fn compare(left: &str, right: &str) -> Ordering {
    match (Number::read(left), Number::read(right)) {
        (Some(left), Some(right)) => left.compare(&right),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => left.cmp(right),
    }
}

/// A number's digits, without those that say nothing.
struct Number<'a> {
    negative: bool,
    whole: &'a str,
    fraction: &'a str,
}

impl<'a> Number<'a> {
    fn read(text: &'a str) -> Option<Self> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let is_number = !(whole.is_empty() && fraction.is_empty())
            && whole.bytes().chain(fraction.bytes()).all(|byte| byte.is_ascii_digit());
        let (whole, fraction) = (whole.trim_start_matches('0'), fraction.trim_end_matches('0'));
        // There is one zero.
        let negative = negative && !(whole.is_empty() && fraction.is_empty());
        is_number.then_some(Self { negative, whole, fraction })
    }

    /// How far from zero: more digits before the point are more, and equally many compare as texts do.
    fn size(&self) -> (usize, &'a str, &'a str) {
        (self.whole.len(), self.whole, self.fraction)
    }

    fn compare(&self, other: &Self) -> Ordering {
        match (self.negative, other.negative) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => self.size().cmp(&other.size()),
            (true, true) => other.size().cmp(&self.size()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_in_the_order_of_their_numbers() {
        let sorted =
            ["-100", "-20", "-2.5", "-2", "-0.01", "0", "0.001", "0.01", "0.1", "1", "1.05", "1.5", "2", "10", "1000"];
        for (index, left) in sorted.iter().enumerate() {
            for (other, right) in sorted.iter().enumerate() {
                assert_eq!(compare(left, right), index.cmp(&other), "{left} {right}");
            }
        }
        for (left, right) in [("1", "1.0"), ("01", "1"), ("-0", "0.00"), (".5", "0.5"), ("+3", "3.")] {
            assert_eq!(compare(left, right), Ordering::Equal, "{left} {right}");
        }
        assert_eq!(compare("9", "x"), Ordering::Less);
        assert_eq!(compare("x", "-1"), Ordering::Greater);
        assert_eq!(compare("", "."), Ordering::Less);
    }
}
