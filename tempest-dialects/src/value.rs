//! What can be bound to a statement.

use std::borrow::Cow;
use std::fmt::Write;

use crate::calendar;
use crate::dialect::Refusal;
use crate::types::ColumnType;

/// A value that a statement binds.
///
/// Times are numbers here, so that no date library is needed to render or to bind them.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Value {
    /// SQL's NULL, of whatever type the column has.
    Null,
    /// A boolean.
    Bool(bool),
    /// An integer of 16 bits or fewer.
    I16(i16),
    /// A 32-bit integer.
    I32(i32),
    /// A 64-bit integer.
    I64(i64),
    /// An unsigned 32-bit integer.
    U32(u32),
    /// An unsigned 64-bit integer.
    U64(u64),
    /// A 128-bit integer.
    I128(i128),
    /// A decimal number, as its text: digits with at most one point among them, and `-` before a negative one.
    Decimal(String),
    /// A 32-bit floating point number.
    F32(f32),
    /// A 64-bit floating point number.
    F64(f64),
    /// Text.
    Text(Cow<'static, str>),
    /// The label of an enum: text for a text column, a member for a native enum column.
    Enum(&'static str),
    /// Bytes.
    Bytes(Vec<u8>),
    /// A UUID, most significant byte first.
    Uuid([u8; 16]),
    /// An instant: microseconds since 1970-01-01T00:00:00Z.
    TimestampTz(i64),
    /// A date and time of day without a zone: microseconds since 1970-01-01T00:00:00.
    Timestamp(i64),
    /// A date: days since 1970-01-01.
    Date(i32),
    /// A time of day: microseconds since midnight.
    Time(i64),
    /// A length of time: microseconds.
    Interval(i64),
    /// A JSON document, as its text.
    Json(String),
    /// A list of values, all of the one type.
    Array(ColumnType, Vec<Value>),
    /// What could not be made a value, and why: every database refuses it.
    Invalid(Box<Refusal>),
}

impl Value {
    /// The document of a list of values, for a database without arrays. Numbers that JSON has no form for and what SQL
    /// keeps as text are strings.
    ///
    /// ```
    /// use tempest_dialects::Value;
    ///
    /// let values = [Value::I32(1), Value::Text("a\"b".into()), Value::Null, Value::Decimal("1.50".into())];
    /// assert_eq!(Value::json_array(&values), r#"[1,"a\"b",null,"1.50"]"#);
    /// ```
    #[must_use]
    pub fn json_array(values: &[Self]) -> String {
        let mut text = String::from("[");
        for (index, value) in values.iter().enumerate() {
            if index > 0 {
                text.push(',');
            }
            value.write_json(&mut text);
        }
        text.push(']');
        text
    }

    fn write_json(&self, text: &mut String) {
        // Writing to a String cannot fail.
        let _ = match self {
            Self::Null | Self::Invalid(_) => text.write_str("null"),
            Self::Bool(value) => write!(text, "{value}"),
            Self::I16(value) => write!(text, "{value}"),
            Self::I32(value) => write!(text, "{value}"),
            Self::I64(value) => write!(text, "{value}"),
            Self::U32(value) => write!(text, "{value}"),
            Self::U64(value) => write!(text, "{value}"),
            // Beyond what JSON's readers take for a whole number.
            Self::I128(value) => write!(text, "\"{value}\""),
            Self::Interval(value) => write!(text, "{value}"),
            // As many digits as 64 bits need: that is how it is read.
            Self::F32(value) => write!(text, "{:?}", f64::from(*value)),
            Self::F64(value) => write!(text, "{value:?}"),
            Self::Json(value) => text.write_str(value),
            Self::Array(_, values) => text.write_str(&Self::json_array(values)),
            Self::Text(value) => write_json_string(text, value),
            Self::Enum(value) => write_json_string(text, value),
            Self::Decimal(value) => write_json_string(text, value),
            Self::Bytes(bytes) => {
                text.push('"');
                bytes.iter().for_each(|byte| _ = write!(text, "{byte:02x}"));
                text.write_str("\"")
            }
            Self::Uuid(bytes) => {
                text.push('"');
                write_uuid(text, bytes);
                text.write_str("\"")
            }
            Self::TimestampTz(_) | Self::Timestamp(_) | Self::Date(_) | Self::Time(_) => {
                text.push('"');
                match self {
                    Self::TimestampTz(value) | Self::Timestamp(value) => calendar::write_timestamp(text, *value),
                    Self::Date(value) => calendar::write_date(text, i64::from(*value)),
                    Self::Time(value) => calendar::write_time(text, *value),
                    _ => {}
                }
                text.write_str("\"")
            }
        };
    }
    /// Whether it is an integer beyond those of 64 bits with a sign.
    pub(crate) fn is_beyond_bigint(&self) -> bool {
        matches!(self, Self::U64(number) if i64::try_from(*number).is_err())
    }

    /// The value as a 64-bit floating point number, if it is one of the floating point types.
    pub(crate) fn as_double(&self) -> Option<f64> {
        match self {
            Self::F32(number) => Some(f64::from(*number)),
            Self::F64(number) => Some(*number),
            _ => None,
        }
    }
}

fn write_json_string(text: &mut String, value: &str) -> std::fmt::Result {
    text.push('"');
    for character in value.chars() {
        match character {
            '"' | '\\' => {
                text.push('\\');
                text.push(character);
            }
            '\0'..='\u{1F}' => write!(text, "\\u{:04x}", u32::from(character))?,
            _ => text.push(character),
        }
    }
    text.write_str("\"")
}

/// Writes the text of a UUID.
pub(crate) fn write_uuid(text: &mut String, bytes: &[u8; 16]) {
    for (index, byte) in bytes.iter().enumerate() {
        if matches!(index, 4 | 6 | 8 | 10) {
            text.push('-');
        }
        let _ = write!(text, "{byte:02x}");
    }
}
