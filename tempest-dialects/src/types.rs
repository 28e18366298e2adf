//! The types that a column can have, in SQL's own words.

/// The type of a column. Each dialect has its own name for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ColumnType {
    /// True or false.
    Boolean,
    /// An 8-bit integer.
    TinyInt,
    /// A 16-bit integer.
    SmallInt,
    /// A 32-bit integer.
    Integer,
    /// A 64-bit integer.
    BigInt,
    /// An unsigned 8-bit integer.
    UnsignedTinyInt,
    /// An unsigned 16-bit integer.
    UnsignedSmallInt,
    /// An unsigned 32-bit integer.
    UnsignedInteger,
    /// An unsigned 64-bit integer.
    UnsignedBigInt,
    /// A 128-bit integer.
    HugeInt,
    /// A decimal number of up to 29 digits before the point, and 28 behind it.
    Decimal,
    /// A decimal number of so many digits, the last so many of them behind the point.
    Numeric(u8, u8),
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
    /// A length of time, in microseconds.
    Interval,
    /// An IP address or network.
    Inet,
    /// A JSON document.
    Json,
    /// A list of values of this type.
    Array(&'static ColumnType),
    /// One of a fixed list of labels.
    Enum(&'static EnumDef),
    /// One of a fixed list of numbers.
    IntegerEnum(&'static IntegerEnumDef),
}

impl ColumnType {
    /// The type, or that of the elements of an array.
    #[must_use]
    pub const fn element(self) -> Self {
        let mut element = self;
        while let Self::Array(of) = element {
            element = *of;
        }
        element
    }

    /// Whether it is one of the types of whole numbers that a database can number rows with.
    #[must_use]
    pub const fn is_integer(self) -> bool {
        matches!(
            self,
            Self::TinyInt
                | Self::SmallInt
                | Self::Integer
                | Self::BigInt
                | Self::UnsignedTinyInt
                | Self::UnsignedSmallInt
                | Self::UnsignedInteger
                | Self::UnsignedBigInt
        )
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

/// An enum that is kept as a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct IntegerEnumDef {
    /// The name of the enum.
    pub name: &'static str,
    /// The numbers, in the order of declaration.
    pub numbers: &'static [i64],
    /// The type of integer.
    pub column_type: ColumnType,
}

impl IntegerEnumDef {
    /// An enum of these numbers, in a column of this type of integer.
    #[must_use]
    pub const fn new(name: &'static str, numbers: &'static [i64], column_type: ColumnType) -> Self {
        Self { name, numbers, column_type }
    }
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
