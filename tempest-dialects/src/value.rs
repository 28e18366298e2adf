//! What can be bound to a statement.

use std::borrow::Cow;

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
    /// A 16-bit integer.
    I16(i16),
    /// A 32-bit integer.
    I32(i32),
    /// A 64-bit integer.
    I64(i64),
    /// An unsigned 32-bit integer.
    U32(u32),
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
    /// A JSON document, as its text.
    Json(String),
}

impl Value {
    /// The value as a 64-bit floating point number, if it is one of the floating point types.
    pub(crate) fn as_double(&self) -> Option<f64> {
        match self {
            Self::F32(number) => Some(f64::from(*number)),
            Self::F64(number) => Some(*number),
            _ => None,
        }
    }
}
