//! One statement on one connection, from its text to its last row.

use rusqlite::Connection;
use rusqlite::types::ValueRef;
use tempest_dialects::Param;

use super::bind::bind_all;
use super::error::classify;
use crate::error::{Error, Result};
use crate::row::{Cell, Cells, DecodeError, Row};

/// What takes the rows of a statement, one after the other.
pub(crate) type OnRow<'a> = &'a mut dyn FnMut(&Row<'_>) -> Result<(), DecodeError>;

/// Runs a statement to its end and gives its rows to `on_row`; returns how many rows the statement changed.
pub(super) fn run(connection: &Connection, text: &str, params: &[Param<'_>], on_row: OnRow<'_>) -> Result<u64> {
    let failed = |error| classify(error, text);
    let mut statement = connection.prepare_cached(text).map_err(failed)?;
    bind_all(&mut statement, text, params)?;
    let changed_before = connection.total_changes();
    let columns = statement.column_count();
    let mut rows = statement.raw_query();
    let mut undecodable = None;
    // A row that cannot be decoded does not end the statement: a write with RETURNING is over at its last row only.
    while let Some(row) = rows.next().map_err(failed)? {
        if undecodable.is_none() {
            undecodable = on_row(&Row::new(&SqliteRow { row, columns })).err();
        }
    }
    drop(rows);
    if let Some(error) = undecodable {
        return Err(Error::Decode { error, sql: text.to_owned() });
    }
    // `changes` keeps the number of the last INSERT, UPDATE or DELETE: other statements leave it as it was.
    Ok(if connection.total_changes() == changed_before { 0 } else { connection.changes() })
}

/// Runs a command that takes no parameters and gives no rows.
pub(super) fn execute(connection: &Connection, text: &str) -> Result<()> {
    connection.execute_batch(text).map_err(|error| classify(error, text))
}

struct SqliteRow<'a> {
    row: &'a rusqlite::Row<'a>,
    columns: usize,
}

impl Cells for SqliteRow<'_> {
    #[inline]
    fn cell(&self, index: usize) -> Cell<'_> {
        if index >= self.columns {
            return Cell::Other("nothing: the row ends before");
        }
        match self.row.get_ref(index) {
            Ok(ValueRef::Null) => Cell::Null,
            Ok(ValueRef::Integer(value)) => Cell::I64(value),
            Ok(ValueRef::Real(value)) => Cell::F64(value),
            Ok(ValueRef::Text(text)) => Cell::Text(text),
            Ok(ValueRef::Blob(bytes)) => Cell::Bytes(bytes),
            Err(_) => Cell::Other("unknown"),
        }
    }
}
