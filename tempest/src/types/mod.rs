//! Rust types and the column types that hold them.

#[cfg(feature = "json")]
mod array;
mod bytes;
#[cfg(feature = "chrono")]
mod chrono_04;
#[cfg(feature = "decimal")]
mod decimal_1;
mod duration;
#[cfg(feature = "ipnet")]
mod ipnet_2;
#[cfg(feature = "jiff")]
mod jiff_02;
#[cfg(feature = "json")]
mod json_1;
mod net;
mod numeric;
mod primitive;
mod text;
mod text_form;
#[cfg(feature = "time")]
mod time_03;
#[cfg(feature = "uuid")]
mod uuid_1;

use std::borrow::Cow;

use text_form::Civil;

pub use tempest_dialects::Value;
pub use tempest_dialects::types::{ColumnType, EnumDef};

#[cfg(feature = "json")]
pub use json_1::Json;

pub use crate::row::Cell;

/// A Rust type that a NOT NULL column can hold.
///
/// Implemented for the built-in types and, by `#[derive(DbEnum)]`, for enums of your own.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a type that a column can have",
    label = "no column type for `{Self}`",
    note = "a field can be bool, a number, String, Vec<u8>, a date or time, a UUID, a JSON document, an enum with #[derive(DbEnum)], a struct around one of these with #[derive(DbType)], or an Option of one of these",
    note = "types of other crates need a Cargo feature of `tempest`, such as `uuid`, `time`, `chrono` and `json`"
)]
pub trait DbType: Sized + Send + 'static {
    /// The column type.
    const COLUMN_TYPE: ColumnType;

    /// The value that is bound.
    fn into_value(self) -> Value;

    /// Decodes a cell.
    ///
    /// # Errors
    /// If the cell holds something else, or something that does not fit.
    fn from_cell(cell: Cell<'_>) -> Result<Self, CellError>;
}

/// A cell that does not fit in a Rust type; the row adds where it was.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct CellError {
    /// The Rust type that was asked for.
    pub expected: &'static str,
    /// What the cell holds.
    pub found: String,
}

impl CellError {
    /// Says that `expected` was asked for and what was found.
    pub fn new(expected: &'static str, found: impl Into<String>) -> Self {
        Self { expected, found: found.into() }
    }

    /// Says that `expected` was asked for and that the cell is of another kind.
    #[cold]
    #[must_use]
    pub fn mismatch(expected: &'static str, cell: Cell<'_>) -> Self {
        let found = match cell {
            Cell::Null => Cow::Borrowed("NULL"),
            Cell::Bool(value) => Cow::Owned(format!("the boolean {value}")),
            Cell::I64(value) => Cow::Owned(format!("the integer {value}")),
            Cell::U64(value) => Cow::Owned(format!("the integer {value}")),
            Cell::F32(value) => Cow::Owned(format!("the number {value}")),
            Cell::F64(value) => Cow::Owned(format!("the number {value}")),
            Cell::Text(text) => match std::str::from_utf8(text) {
                Ok(text) => Cow::Owned(format!("the text {:?}", shortened(text))),
                Err(_) => Cow::Borrowed("text that is not UTF-8"),
            },
            Cell::Decimal(_) | Cell::Numeric(_) => match numeric::text(cell) {
                Some(text) => Cow::Owned(format!("the decimal number {}", shortened(&text))),
                None => Cow::Borrowed("a decimal number that cannot be read"),
            },
            Cell::Bytes(bytes) => Cow::Owned(format!("{} bytes", bytes.len())),
            Cell::Uuid(_) => Cow::Borrowed("a UUID"),
            Cell::TimestampTz(_) => Cow::Borrowed("a timestamp with time zone"),
            Cell::Timestamp(_) => Cow::Borrowed("a timestamp without time zone"),
            Cell::Date(_) => Cow::Borrowed("a date"),
            Cell::Time(_) => Cow::Borrowed("a time of day"),
            Cell::Array(_) => Cow::Borrowed("an array"),
            Cell::Interval(_) => Cow::Borrowed("a length of time"),
            Cell::Inet(address, prefix) => Cow::Owned(format!("the address {}", net::text(address, prefix))),
            Cell::Json(_) => Cow::Borrowed("a JSON document"),
            Cell::Other(name) => Cow::Owned(format!("a value of type {name}")),
        };
        Self { expected, found: found.into_owned() }
    }
}

/// The beginning of a text, so that an error stays readable.
fn shortened(text: &str) -> &str {
    let end = text.char_indices().nth(40).map_or(text.len(), |(index, _)| index);
    &text[..end]
}

/// A Rust type that a column can hold: a [`DbType`], or an `Option` of one for a column that takes NULL.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a type that a column can have",
    label = "no column type for `{Self}`",
    note = "a field can be bool, a number, String, Vec<u8>, a date or time, a UUID, a JSON document, an enum with #[derive(DbEnum)], a struct around one of these with #[derive(DbType)], or an Option of one of these",
    note = "types of other crates need a Cargo feature of `tempest`, such as `uuid`, `time`, `chrono` and `json`"
)]
pub trait ColumnValue: Sized + Send + 'static {
    /// The type without its `Option`.
    type Inner: DbType;

    /// Another type, for a column that takes NULL if this one does.
    type As<U: DbType>: ColumnValue<Inner = U>;

    /// Whether the column takes NULL.
    const NULLABLE: bool;

    /// The value, or `None` for NULL.
    fn into_option(self) -> Option<Self::Inner>;

    /// The value that is bound.
    fn into_value(self) -> Value;

    /// Decodes a cell.
    ///
    /// # Errors
    /// If the cell holds something else, or something that does not fit.
    fn from_cell(cell: Cell<'_>) -> Result<Self, CellError>;
}

#[diagnostic::do_not_recommend]
impl<T: DbType> ColumnValue for T {
    type Inner = T;
    type As<U: DbType> = U;
    const NULLABLE: bool = false;

    fn into_option(self) -> Option<T> {
        Some(self)
    }

    fn into_value(self) -> Value {
        DbType::into_value(self)
    }

    #[inline]
    fn from_cell(cell: Cell<'_>) -> Result<Self, CellError> {
        DbType::from_cell(cell)
    }
}

impl<T: DbType> ColumnValue for Option<T> {
    type Inner = T;
    type As<U: DbType> = Option<U>;
    const NULLABLE: bool = true;

    fn into_option(self) -> Self {
        self
    }

    fn into_value(self) -> Value {
        self.map_or(Value::Null, DbType::into_value)
    }

    #[inline]
    fn from_cell(cell: Cell<'_>) -> Result<Self, CellError> {
        match cell {
            Cell::Null => Ok(None),
            cell => T::from_cell(cell).map(Some),
        }
    }
}

/// The value in the cell of a column of this type, as a field of the type would bind it.
pub(crate) fn value_of(column_type: ColumnType, cell: Cell<'_>) -> Result<Value, CellError> {
    fn of<T: DbType>(cell: Cell<'_>) -> Result<Value, CellError> {
        T::from_cell(cell).map(DbType::into_value)
    }
    if cell == Cell::Null {
        return Ok(Value::Null);
    }
    match column_type {
        ColumnType::Boolean => of::<bool>(cell),
        ColumnType::TinyInt => of::<i8>(cell),
        ColumnType::SmallInt => of::<i16>(cell),
        ColumnType::Integer => of::<i32>(cell),
        ColumnType::BigInt => of::<i64>(cell),
        ColumnType::UnsignedTinyInt => of::<u8>(cell),
        ColumnType::UnsignedSmallInt => of::<u16>(cell),
        ColumnType::UnsignedInteger => of::<u32>(cell),
        ColumnType::UnsignedBigInt => of::<u64>(cell),
        ColumnType::HugeInt => of::<i128>(cell),
        ColumnType::Decimal | ColumnType::Numeric(..) => {
            numeric::text(cell).map(Value::Decimal).ok_or_else(|| CellError::mismatch("a decimal number", cell))
        }
        ColumnType::IntegerEnum(_) => of::<i64>(cell),
        ColumnType::Interval => {
            duration::micros(cell).map(Value::Interval).ok_or_else(|| CellError::mismatch("a length of time", cell))
        }
        ColumnType::Inet => match cell {
            Cell::Inet(address, prefix) => Ok(Value::Text(net::text(address, prefix).into())),
            cell => of::<String>(cell),
        },
        ColumnType::Real => of::<f32>(cell),
        ColumnType::Double => of::<f64>(cell),
        ColumnType::Text | ColumnType::Varchar(_) => of::<String>(cell),
        ColumnType::Bytes => of::<Vec<u8>>(cell),
        #[cfg(feature = "uuid")]
        ColumnType::Uuid => of::<uuid::Uuid>(cell),
        ColumnType::TimestampTz => {
            let micros = match cell {
                Cell::TimestampTz(micros) | Cell::Timestamp(micros) => Some(micros),
                Cell::Text(text) => text_form::instant(text).and_then(Civil::micros),
                _ => None,
            };
            micros.map(Value::TimestampTz).ok_or_else(|| CellError::mismatch("a timestamp with time zone", cell))
        }
        ColumnType::Timestamp => {
            let micros = match cell {
                Cell::Timestamp(micros) => Some(micros),
                Cell::Text(text) => text_form::date_time(text).and_then(Civil::micros),
                _ => None,
            };
            micros.map(Value::Timestamp).ok_or_else(|| CellError::mismatch("a timestamp without time zone", cell))
        }
        ColumnType::Date => {
            let days = match cell {
                Cell::Date(days) => Some(days),
                Cell::Text(text) => text_form::date(text).and_then(Civil::days),
                _ => None,
            };
            days.map(Value::Date).ok_or_else(|| CellError::mismatch("a date", cell))
        }
        ColumnType::Time => {
            let micros = match cell {
                Cell::Time(micros) => Some(micros),
                Cell::Text(text) => text_form::time(text).and_then(Civil::time),
                _ => None,
            };
            micros.map(Value::Time).ok_or_else(|| CellError::mismatch("a time of day", cell))
        }
        #[cfg(feature = "json")]
        ColumnType::Json => of::<serde_json::Value>(cell),
        #[cfg(feature = "json")]
        ColumnType::Array(element) => array::values(*element, cell),
        ColumnType::Enum(def) => {
            let label = match cell {
                Cell::Text(text) => def.labels.iter().find(|label| label.as_bytes() == text),
                _ => None,
            };
            label.map(|label| Value::Enum(label)).ok_or_else(|| CellError::mismatch(def.name, cell))
        }
        _ => Err(CellError::mismatch("a type that is built in", cell)),
    }
}

/// A type of which a column can hold a list: `Vec<T>`.
///
/// A `u8` is not one: `Vec<u8>` is bytes.
#[diagnostic::on_unimplemented(
    message = "a column cannot hold a list of `{Self}`",
    label = "no list of these",
    note = "an element can be bool, a number other than u8, String, a date or time, a UUID or an enum with #[derive(DbEnum)]; \
            keep other lists in a `Json<Vec<_>>`"
)]
pub trait Element: DbType {}

/// A type whose values are ordered: what `<`, `between` and the like take.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no order: `<`, `>` and `between` do not apply",
    label = "no order for `{Self}`",
    note = "compare with `eq` or `ne`"
)]
pub trait Ordered {}

/// A number: what arithmetic takes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number: arithmetic does not apply",
    label = "not a number",
    note = "times take `+ seconds(n)` and `- seconds(n)`"
)]
pub trait Number: DbType {
    /// Whether a division drops the fraction.
    const INTEGER: bool;

    /// What is computed of such numbers.
    #[doc(hidden)]
    fn computed(expr: tempest_dialects::tree::Expr) -> tempest_dialects::tree::Expr {
        expr
    }
}

/// Text: what `like`, `contains` and the like take.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not text: `like`, `contains`, `starts_with` and `ends_with` do not apply",
    label = "not text",
    note = "compare with `eq`, `lt` or `between`"
)]
pub trait Text {}

/// A number that can be summed: what `sum` takes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be summed",
    label = "not a number",
    note = "`sum` takes numbers; `count`, `min` and `max` take other columns as well"
)]
pub trait Sum: Number {
    /// The type of the sum, on every database.
    type Sum: DbType;
}

/// A date or a moment: what `extract` and `date_trunc` take.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither a date nor a moment",
    label = "no date in `{Self}`",
    note = "`extract`, `date_trunc` and `seconds_since` take dates and moments"
)]
pub trait Dated: DbType {}

/// A type whose values all databases turn into the same `T`: what `cast` takes.
#[diagnostic::on_unimplemented(
    message = "databases do not agree on what a `{Self}` is as a `{T}`",
    label = "no cast from `{Self}` to `{T}`",
    note = "integers, numbers to numbers, integers to `String`, and moments to dates; for the rest write `sql!`"
)]
pub trait CastTo<T>: DbType {}

/// A JSON document: what `json_get`, `json_text` and `json_contains` take.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no JSON document",
    label = "not JSON",
    note = "a `serde_json::Value` is one"
)]
pub trait JsonDocument: DbType {}

/// A value that all databases write into a JSON array in the same way: what `json_agg` takes.
#[diagnostic::on_unimplemented(
    message = "databases do not write a `{Self}` into a JSON array in the same way",
    label = "`json_agg` takes numbers and text",
    note = "cast it to `String`, or select the rows and make the array in the program"
)]
pub trait InJson: DbType {}
