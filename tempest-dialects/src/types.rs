//! The types that a column can have, in SQL's own words.

/// The type of a column. Each dialect has its own name for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ColumnType {
    /// True or false.
    Boolean,
    /// A 16-bit integer.
    SmallInt,
    /// A 32-bit integer.
    Integer,
    /// A 64-bit integer.
    BigInt,
    /// An unsigned 32-bit integer.
    UnsignedInteger,
    /// A 32-bit floating point number.
    Real,
    /// A 64-bit floating point number.
    Double,
    /// Text of any length.
    Text,
    /// Text of at most so many characters.
    Varchar(u32),
    /// Bytes of any length.
    Bytes,
    /// A UUID.
    Uuid,
    /// An instant, in microseconds.
    TimestampTz,
    /// A date and time of day without a zone, in microseconds.
    Timestamp,
    /// A date.
    Date,
    /// A time of day, in microseconds.
    Time,
    /// A JSON document.
    Json,
    /// One of a fixed list of labels.
    Enum(&'static EnumDef),
}

impl ColumnType {
    /// Whether it is a type of whole numbers.
    #[must_use]
    pub const fn is_integer(self) -> bool {
        matches!(self, Self::SmallInt | Self::Integer | Self::BigInt | Self::UnsignedInteger)
    }

    /// Whether it is a type of floating point numbers.
    #[must_use]
    pub const fn is_float(self) -> bool {
        matches!(self, Self::Real | Self::Double)
    }
}

/// An enum: its labels, and whether the database has a type of its own for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct EnumDef {
    /// The name of the type, where [`native`](Self::native) asks for one.
    pub name: &'static str,
    /// The labels, in the order of declaration.
    pub labels: &'static [&'static str],
    /// A type of the database's own (`CREATE TYPE` on PostgreSQL, `ENUM` on MySQL and MariaDB) in place of text
    /// with a CHECK. SQLite has none and keeps text with a CHECK.
    pub native: bool,
}

impl EnumDef {
    /// An enum that is kept as text with a CHECK.
    #[must_use]
    pub const fn text(name: &'static str, labels: &'static [&'static str]) -> Self {
        Self { name, labels, native: false }
    }

    /// An enum with a type of the database's own.
    #[must_use]
    pub const fn native(name: &'static str, labels: &'static [&'static str]) -> Self {
        Self { name, labels, native: true }
    }
}
