//! Rows as structs of the program's own.

use std::ops::Range;

use crate::row::{Columns, DecodeError, Row};
use crate::types::ColumnValue;

/// A struct that rows become: what [`#[derive(Row)]`](macro@crate::Row) implements.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` takes no columns of a row",
    label = "not a part of a row",
    note = "add #[derive(Row)] to the struct `{Self}`"
)]
pub trait RowStruct: Sized + Send + 'static {
    /// The struct's name, for errors.
    const NAME: &'static str;

    /// The columns of its fields, in order.
    const COLUMNS: &'static [RowColumns];

    /// Decodes the fields in order.
    ///
    /// # Errors
    /// If a cell does not fit.
    fn decode(cells: &mut StructCells<'_>) -> Result<Self, DecodeError>;
}

/// The columns of one field.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub enum RowColumns {
    /// A column of this name.
    One(&'static str),
    /// Those of a struct.
    Many(&'static [Self]),
}

/// How many columns these are.
pub(super) const fn width(columns: &[RowColumns]) -> usize {
    let mut sum = 0;
    let mut index = 0;
    while index < columns.len() {
        sum += if let RowColumns::Many(columns) = columns[index] { width(columns) } else { 1 };
        index += 1;
    }
    sum
}

/// The name of the column at this place.
fn name(columns: &[RowColumns], mut index: usize) -> Option<&'static str> {
    for column in columns {
        match column {
            RowColumns::One(name) if index == 0 => return Some(name),
            RowColumns::One(_) => index -= 1,
            RowColumns::Many(columns) => match width(columns) {
                width if index < width => return name(columns, index),
                width => index -= width,
            },
        }
    }
    None
}

impl Columns {
    /// The columns of a struct, by their names.
    #[must_use]
    pub const fn of<R: RowStruct>() -> Self {
        Self::Named { of: R::NAME, name: |index| name(R::COLUMNS, index) }
    }
}

/// Decodes a row whose columns are those of the struct.
///
/// # Errors
/// If a cell does not fit.
pub fn decode_struct<R: RowStruct>(row: &Row<'_>) -> Result<R, DecodeError> {
    R::decode(&mut StructCells::begin::<R>(row, 0))
}

/// The cells of a struct's fields, one after the other.
#[doc(hidden)]
#[derive(Debug)]
pub struct StructCells<'a> {
    row: &'a Row<'a>,
    of: &'static str,
    columns: &'static [RowColumns],
    /// The field that is next.
    field: usize,
    /// The cell that is next.
    cell: usize,
}

impl<'a> StructCells<'a> {
    pub(super) fn begin<R: RowStruct>(row: &'a Row<'a>, cell: usize) -> Self {
        Self { row, of: R::NAME, columns: R::COLUMNS, field: 0, cell }
    }

    /// The place of the next field, of so many cells.
    fn next(&mut self, width: usize) -> Range<usize> {
        let start = self.cell;
        self.field += 1;
        self.cell += width;
        start..self.cell
    }

    /// The value of a field that is a column.
    ///
    /// # Errors
    /// If the cell does not fit; the error names the struct and the column.
    pub fn column<T: ColumnValue>(&mut self) -> Result<T, DecodeError> {
        let column = self.columns.get(self.field);
        let place = self.next(1).start;
        self.row.decode(place).map_err(|error| match column {
            Some(RowColumns::One(column)) => DecodeError { table: self.of, column, ..error },
            _ => error,
        })
    }

    /// The value of a field that is a struct.
    ///
    /// # Errors
    /// If a cell does not fit.
    pub fn part<R: RowStruct>(&mut self) -> Result<R, DecodeError> {
        let place = self.next(width(R::COLUMNS));
        R::decode(&mut StructCells::begin::<R>(self.row, place.start))
    }

    /// The value of a field that is a struct whose row may be missing: then all of its cells are NULL.
    ///
    /// # Errors
    /// If a cell does not fit.
    pub fn optional_part<R: RowStruct>(&mut self) -> Result<Option<R>, DecodeError> {
        let place = self.next(width(R::COLUMNS));
        if self.row.is_null(place.clone()) {
            return Ok(None);
        }
        R::decode(&mut StructCells::begin::<R>(self.row, place.start)).map(Some)
    }
}
