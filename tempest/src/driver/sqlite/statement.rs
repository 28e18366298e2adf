//! One statement on one connection, from its text to its last row.

use std::borrow::Cow;
use std::ops::ControlFlow;

use rusqlite::types::ValueRef;
use rusqlite::{CachedStatement, Connection, Statement, StatementStatus};
use tempest_dialects::Param;
use tempest_dialects::render::Repeat;

use super::bind::{bind_all, bind_rows};
use super::brief::MOST_STEPS;
use super::error::classify;
use super::transaction::Whole;
use crate::error::{Error, Result};
use crate::row::{Cell, Cells, DecodeError, Row};

/// What takes the rows of a statement, one after the other.
pub(crate) type OnRow<'a> = &'a mut dyn FnMut(&Row<'_>) -> Result<(), DecodeError>;

/// What takes the rows of a query, until it has seen enough.
pub(crate) type OnEach<'a> = &'a mut dyn FnMut(&Row<'_>) -> Result<ControlFlow<()>, DecodeError>;

/// Runs a statement to its end and gives its rows to `on_row`; returns how many rows the statement changed.
pub(super) fn run(connection: &Connection, text: &str, params: &[Param<'_>], on_row: OnRow<'_>) -> Result<u64> {
    let (mut statement, _) = prepare(connection, text)?;
    finish(connection, &mut statement, text, params, on_row)
}

/// The same for a statement that was short when it last ran; `None` if it was not, or if it changes something and must
/// not.
pub(super) fn run_brief(
    connection: &Connection,
    text: &str,
    params: &[Param<'_>],
    may_change: bool,
    on_row: OnRow<'_>,
) -> Result<Option<u64>> {
    let (mut statement, steps) = prepare(connection, text)?;
    // A statement that was never run has no steps.
    if !(1..=MOST_STEPS).contains(&steps) || !(may_change || statement.readonly()) {
        return Ok(None);
    }
    finish(connection, &mut statement, text, params, on_row).map(Some)
}

/// Prepares a statement, and tells how many steps it took when it last ran.
fn prepare<'c>(connection: &'c Connection, text: &str) -> Result<(CachedStatement<'c>, i32)> {
    let statement = connection.prepare_cached(text).map_err(|error| classify(error, text))?;
    let steps = statement.reset_status(StatementStatus::VmStep);
    Ok((statement, steps))
}

fn finish(
    connection: &Connection,
    statement: &mut Statement<'_>,
    text: &str,
    params: &[Param<'_>],
    on_row: OnRow<'_>,
) -> Result<u64> {
    bind_all(statement, text, params)?;
    step(connection, statement, text, on_row)
}

/// Runs a statement whose parameters are bound.
fn step(connection: &Connection, statement: &mut Statement<'_>, text: &str, on_row: OnRow<'_>) -> Result<u64> {
    let failed = |error| classify(error, text);
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

/// Runs a query and gives its rows to `on_row`, until it has seen enough.
pub(super) fn each(
    connection: &Connection,
    text: &str,
    params: &[Param<'_>],
    on_row: &mut dyn FnMut(&SqliteRow<'_>) -> Result<ControlFlow<()>, DecodeError>,
) -> Result<()> {
    let failed = |error| classify(error, text);
    let (mut statement, _) = prepare(connection, text)?;
    bind_all(&mut statement, text, params)?;
    let columns = statement.column_count();
    let mut rows = statement.raw_query();
    while let Some(row) = rows.next().map_err(failed)? {
        let next = on_row(&SqliteRow { row, columns });
        if next.map_err(|error| Error::Decode { error, sql: text.to_owned() })?.is_break() {
            break;
        }
    }
    Ok(())
}

/// Runs a statement, or all runs of one that repeats, of which either all count or none. The parts of a larger INSERT have
/// a transaction or a savepoint around them: one more would have SQLite copy each page again that it changes.
pub(super) fn run_all(
    connection: &Connection,
    text: &str,
    repeat: Option<&Repeat>,
    params: &[Param<'_>],
    on_row: OnRow<'_>,
) -> Result<u64> {
    let Some(repeat) = repeat else { return run(connection, text, params, on_row) };
    let whole = if repeat.is_whole() { Some(Whole::begin(connection)?) } else { None };
    let mut affected = 0;
    {
        let (mut statement, _) = prepare(connection, text)?;
        for rows in repeat.runs() {
            bind_rows(&mut statement, text, rows, params)?;
            affected += step(connection, &mut statement, text, &mut *on_row)?;
        }
    }
    if let Some((text, rows)) = repeat.last() {
        let (mut statement, _) = prepare(connection, text)?;
        bind_rows(&mut statement, text, rows, params)?;
        affected += step(connection, &mut statement, text, on_row)?;
    }
    if let Some(whole) = whole {
        whole.keep()?;
    }
    Ok(affected)
}

/// Prepares a statement, and tells the names of the columns that its rows would have.
pub(super) fn describe(connection: &Connection, text: &str) -> Result<Vec<String>> {
    let statement = connection.prepare(text).map_err(|error| classify(error, text))?;
    Ok(statement.column_names().map(str::to_owned).collect())
}

/// Runs a command that takes no parameters and gives no rows.
pub(super) fn execute(connection: &Connection, text: &str) -> Result<()> {
    connection.execute_batch(text).map_err(|error| classify(error, text))
}

pub(super) struct SqliteRow<'a> {
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

    fn name(&self, index: usize) -> Option<Cow<'_, str>> {
        self.row.as_ref().column_name(index).ok().map(Cow::Borrowed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether SQLite prepares a statement again for each of its values.
    #[test]
    fn what_is_planned_for_its_value() {
        let connection = Connection::open_in_memory().unwrap();
        connection.pragma_update(None, "case_sensitive_like", true).unwrap();
        connection.execute_batch("CREATE TABLE t (a TEXT); CREATE INDEX a ON t (a)").unwrap();
        for (text, values, anew) in [
            ("SELECT a FROM t LIMIT ?", ["1", "2"], true),
            ("SELECT a FROM t LIMIT +? OFFSET +1", ["1", "2"], false),
            ("SELECT a FROM t LIMIT -1 OFFSET +?", ["1", "2"], false),
            ("SELECT a FROM t WHERE a LIKE ? ESCAPE '!'", ["a%", "b%"], true),
            ("SELECT a FROM t WHERE a LIKE +? ESCAPE '!'", ["%a", "%b"], false),
            ("SELECT a FROM t WHERE LOWER(a) LIKE LOWER(?) ESCAPE '!'", ["a%", "b%"], false),
            ("SELECT a FROM t WHERE a = ?", ["a", "b"], false),
        ] {
            let mut statement = connection.prepare(text).unwrap();
            for value in values {
                statement.raw_bind_parameter(1, value).unwrap();
                assert!(statement.raw_query().next().unwrap().is_none());
            }
            assert_eq!(statement.get_status(StatementStatus::RePrepare) > 0, anew, "{text}");
        }
    }
}
