//! Functions of the values of one row.

use std::borrow::Cow;

use super::Expr;
use crate::types::ColumnType;

/// A function and its arguments.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// Which function.
    pub function: Function,
    /// The arguments, as many as it takes.
    pub arguments: Vec<Expr>,
}

/// A function that every database has, by whatever name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Function {
    /// The text in small letters.
    Lower,
    /// The text in capitals.
    Upper,
    /// The text without blanks at both ends.
    Trim,
    /// The text without blanks at its beginning.
    TrimStart,
    /// The text without blanks at its end.
    TrimEnd,
    /// The number of characters.
    Length,
    /// A part of a text: the text, the first character (from 1), the number of characters.
    Substring,
    /// The text with something replaced: the text, what is replaced, what takes its place.
    Replace,
    /// Two texts in one.
    Concat,
    /// The number without its sign.
    Abs,
    /// The nearest whole number; of two, the one that is farther from 0.
    Round,
    /// The greatest whole number that is not greater.
    Floor,
    /// The smallest whole number that is not smaller.
    Ceil,
    /// The first of two that is not NULL.
    Coalesce,
    /// The first, or NULL if it equals the second.
    NullIf,
    /// The greater of two.
    Greatest,
    /// The smaller of two.
    Least,
    /// The value as one of another type.
    Cast {
        /// Its type.
        from: ColumnType,
        /// The other type.
        to: ColumnType,
    },
    /// Today, in UTC.
    CurrentDate,
    /// A part of a date or moment of this type, as a 32-bit integer.
    Extract(DatePart, ColumnType),
    /// A date or moment of this type, cut off at a part.
    DateTrunc(DatePart, ColumnType),
    /// A part of a JSON document, as JSON: the document, and an [`Expr::JsonPath`].
    JsonGet,
    /// A part of a JSON document, as text: the document, and an [`Expr::JsonPath`]. JSON's null is NULL.
    JsonText,
    /// Whether a JSON document contains another one.
    JsonContains,
    /// Whether a text in this language matches what somebody searches for.
    Matches(&'static str),
    /// The seconds from the second moment to the first, a 64-bit floating point number.
    SecondsSince(ColumnType),
}

/// A part of a date or of a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum DatePart {
    /// The year.
    Year,
    /// The quarter of the year, from 1.
    Quarter,
    /// The month, from 1.
    Month,
    /// The week of ISO 8601, which begins on Monday.
    Week,
    /// The day of the month, from 1.
    Day,
    /// The day of the year, from 1.
    DayOfYear,
    /// The day of the week: 1 is Monday, 7 is Sunday.
    Weekday,
    /// The hour.
    Hour,
    /// The minute.
    Minute,
    /// The whole second.
    Second,
}

impl DatePart {
    /// Whether it is a part of the time of day.
    #[must_use]
    pub const fn is_of_time(self) -> bool {
        matches!(self, Self::Hour | Self::Minute | Self::Second)
    }
}

/// A step into a JSON document.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum JsonStep {
    /// To the value of a key.
    Key(Cow<'static, str>),
    /// To the element of this number, from 0.
    Index(u32),
}

impl From<&str> for JsonStep {
    fn from(key: &str) -> Self {
        Self::Key(Cow::Owned(key.to_owned()))
    }
}

impl From<String> for JsonStep {
    fn from(key: String) -> Self {
        Self::Key(Cow::Owned(key))
    }
}

impl From<u32> for JsonStep {
    fn from(index: u32) -> Self {
        Self::Index(index)
    }
}
