//! Positional decoding of a row, straight from what the driver lends.

mod columns;

use std::borrow::Cow;
use std::fmt;
use std::net::IpAddr;

pub use columns::Columns;

use crate::types::{CellError, ColumnValue, value_of};
use tempest_dialects::{TableDef, Value};

/// One cell of a row, borrowed from the driver.
///
/// A driver makes it without allocating; [`DbType::from_cell`](crate::types::DbType::from_cell) takes it.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Cell<'a> {
    /// SQL's NULL.
    Null,
    /// A boolean.
    Bool(bool),
    /// A signed integer of any width.
    I64(i64),
    /// An unsigned integer of any width.
    U64(u64),
    /// A 32-bit floating point number.
    F32(f32),
    /// A 64-bit floating point number.
    F64(f64),
    /// A decimal number, as its text.
    Decimal(&'a [u8]),
    /// A decimal number in groups of four digits, as PostgreSQL sends it.
    Numeric(&'a [u8]),
    /// Text, not yet known to be UTF-8. Enum labels and, where the database keeps them so, dates come as text too.
    Text(&'a [u8]),
    /// Bytes.
    Bytes(&'a [u8]),
    /// A UUID.
    Uuid([u8; 16]),
    /// An instant: microseconds since 1970-01-01T00:00:00Z.
    TimestampTz(i64),
    /// A date and time without a zone: microseconds since 1970-01-01T00:00:00.
    Timestamp(i64),
    /// A date: days since 1970-01-01.
    Date(i32),
    /// A time of day: microseconds since midnight.
    Time(i64),
    /// A length of time: microseconds.
    Interval(i64),
    /// An IP address, and how many of its bits name the network: all of them for an address alone.
    Inet(IpAddr, u8),
    /// A list of values.
    Array(Array<'a>),
    /// A JSON document, as its text.
    Json(&'a [u8]),
    /// A value of a type that Tempest does not decode: the database's name for the type.
    Other(&'a str),
}

/// An array of one dimension, as PostgreSQL sends it.
#[derive(Clone, Copy)]
pub struct Array<'a> {
    bytes: &'a [u8],
    /// Makes a cell of an element's type, by its number, and bytes.
    cell: for<'b> fn(u32, &'b [u8]) -> Cell<'b>,
}

impl<'a> Array<'a> {
    #[allow(dead_code, reason = "used by one driver, which is a feature")]
    pub(crate) fn new(bytes: &'a [u8], cell: for<'b> fn(u32, &'b [u8]) -> Cell<'b>) -> Self {
        Self { bytes, cell }
    }

    /// The elements; nothing if there is more than one dimension.
    #[must_use]
    pub fn elements(self) -> Option<Vec<Cell<'a>>> {
        let mut rest = self.bytes;
        let (dimensions, _has_null) = (number(&mut rest)?, number(&mut rest)?);
        let oid = number(&mut rest)?.cast_unsigned();
        let length = match dimensions {
            0 => return Some(Vec::new()),
            1 => usize::try_from(number(&mut rest)?).ok()?,
            _ => return None,
        };
        let _first_index = number(&mut rest)?;
        // Each element has at least its length.
        let mut cells = Vec::with_capacity(length.min(rest.len() / 4));
        for _ in 0..length {
            // NULL has -1 bytes.
            let Ok(size) = usize::try_from(number(&mut rest)?) else {
                cells.push(Cell::Null);
                continue;
            };
            let (bytes, after) = rest.split_at_checked(size)?;
            rest = after;
            cells.push((self.cell)(oid, bytes));
        }
        Some(cells)
    }
}

/// Takes a number off the front.
fn number(bytes: &mut &[u8]) -> Option<i32> {
    let (number, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(i32::from_be_bytes(*number))
}

impl fmt::Debug for Array<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Array")
    }
}

impl PartialEq for Array<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

/// What a driver's row lends: its cells, by position.
pub(crate) trait Cells {
    /// The cell at this position; a position beyond the row is [`Cell::Other`].
    fn cell(&self, index: usize) -> Cell<'_>;

    /// The name of the column at this position; nothing beyond the row.
    fn name(&self, index: usize) -> Option<Cow<'_, str>>;
}

/// A row that came from the database.
#[derive(Clone, Copy)]
pub struct Row<'a> {
    cells: &'a dyn Cells,
}

impl fmt::Debug for Row<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Row")
    }
}

impl<'a> Row<'a> {
    #[allow(dead_code, reason = "used by the drivers, each of which is a feature")]
    pub(crate) fn new(cells: &'a dyn Cells) -> Self {
        Self { cells }
    }

    /// Decodes the cell at this position, which is not a column of a model.
    ///
    /// # Errors
    /// If the cell does not fit in `T`.
    pub fn decode<T: ColumnValue>(&self, index: usize) -> Result<T, DecodeError> {
        T::from_cell(self.cells.cell(index)).map_err(|error| DecodeError {
            table: "",
            column: "",
            position: index,
            expected: error.expected,
            found: error.found,
        })
    }

    /// Decodes the cell at this position, which is a column of `table`.
    ///
    /// # Errors
    /// If the cell does not fit in `T`; the error names the table and the column.
    #[inline]
    pub fn decode_column<T: ColumnValue>(
        &self,
        index: usize,
        table: &'static TableDef,
        column: usize,
    ) -> Result<T, DecodeError> {
        T::from_cell(self.cells.cell(index)).map_err(|error| column_error(error, index, table, column))
    }

    /// The values from this position on, each of them a column of `table`, which its name tells.
    ///
    /// # Errors
    /// If a cell does not fit; the error names the table and the column.
    pub(crate) fn values(&self, from: usize, table: &'static TableDef) -> Result<Vec<Value>, DecodeError> {
        let mut values = Vec::new();
        let mut index = from;
        while let Some(name) = self.cells.name(index) {
            // Where no column is selected, there is a number in its place. Some databases tell a name as it was declared.
            if let Some(column) = table.columns.iter().position(|column| column.name.eq_ignore_ascii_case(&name)) {
                let value = value_of(table.columns[column].column_type, self.cells.cell(index));
                values.push(value.map_err(|error| column_error(error, index, table, column))?);
            }
            index += 1;
        }
        Ok(values)
    }

    /// Whether every cell of the range is NULL, as on the empty side of an outer join.
    #[must_use]
    pub fn is_null(&self, mut range: std::ops::Range<usize>) -> bool {
        range.all(|index| matches!(self.cells.cell(index), Cell::Null))
    }
}

#[cold]
fn column_error(error: CellError, index: usize, table: &'static TableDef, column: usize) -> DecodeError {
    DecodeError {
        table: table.name,
        column: table.columns.get(column).map_or("", |column| column.name),
        position: index,
        expected: error.expected,
        found: error.found,
    }
}

/// A cell that does not fit in the Rust type that it was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DecodeError {
    /// The table, or nothing for an expression.
    pub table: &'static str,
    /// The column, or nothing for an expression.
    pub column: &'static str,
    /// The position in the row, from 0.
    pub position: usize,
    /// The Rust type that was asked for.
    pub expected: &'static str,
    /// What the database sent.
    pub found: String,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { table, column, position, expected, found } = self;
        if table.is_empty() {
            write!(f, "value {} of the row: expected {expected}, found {found}", position + 1)
        } else {
            write!(f, "column `{column}` of `{table}`: expected {expected}, found {found}")
        }
    }
}

impl std::error::Error for DecodeError {}
