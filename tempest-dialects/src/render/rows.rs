//! The rows of an `INSERT`: how they are written, and how many of them one statement takes.

use std::ops::Range;
use std::sync::Arc;

use super::writer::no_database;
use super::{Param, Writer};
use crate::dialect::InsertRows;
use crate::error::BuildError;
use crate::table::TableDef;
use crate::tree::{ConflictAction, Expr, Insert, OnConflict};
use crate::types::ColumnType;
use crate::value::Value;

/// How many bytes of values one statement takes, unless a single row has more. It is far below what servers take in one
/// message (16 MiB on MariaDB, 1 GiB on PostgreSQL), and larger statements are not faster.
const MAX_BYTES: usize = 1 << 20;

/// Values of an INSERT: those of a column, or of rows.
#[derive(Debug, Clone, Copy)]
pub struct Values<'a> {
    /// From the first one on.
    values: &'a [Expr],
    /// From one to the next.
    step: usize,
}

impl<'a> Values<'a> {
    /// The values, from the first row to the last.
    pub fn iter(self) -> impl Iterator<Item = &'a Value> + Clone {
        // Whoever makes one has seen that they are values.
        self.values.iter().step_by(self.step).filter_map(as_value)
    }

    /// How many there are.
    #[must_use]
    pub fn len(self) -> usize {
        self.values.len().div_ceil(self.step)
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.values.is_empty()
    }
}

impl PartialEq for Values<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

/// How a statement runs several times: each time with the values of the next rows and then its own parameters. Either all
/// of the runs count or none, which is up to the transaction around them if they are [not all](Self::is_whole).
#[derive(Debug, Clone)]
pub struct Repeat {
    /// Those of all rows: shared, so that another thread can bind them.
    values: Arc<Vec<Expr>>,
    /// Which of them these runs take.
    range: Range<usize>,
    of_a_run: usize,
    /// The text of the last run, if it has fewer rows.
    last: Option<String>,
}

impl Repeat {
    /// Whether these are all rows of the INSERT, and no other statement comes before or after.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.range.len() == self.values.len()
    }

    /// The values of each run that has all of its rows.
    pub fn runs(&self) -> impl Iterator<Item = Values<'_>> {
        self.values[self.range.clone()].chunks_exact(self.of_a_run).map(|values| Values { values, step: 1 })
    }

    /// The text and the values of a last run that has fewer rows.
    #[must_use]
    pub fn last(&self) -> Option<(&str, Values<'_>)> {
        let values = self.values[self.range.clone()].chunks_exact(self.of_a_run).remainder();
        self.last.as_deref().map(|text| (text, Values { values, step: 1 }))
    }
}

impl PartialEq for Repeat {
    fn eq(&self, other: &Self) -> bool {
        self.runs().eq(other.runs()) && self.last() == other.last()
    }
}

fn as_value(expr: &Expr) -> Option<&Value> {
    match expr {
        Expr::Value(value) => Some(value),
        _ => None,
    }
}

/// The rows that were written.
pub(super) struct Written {
    /// The row after them.
    pub(super) end: usize,
    /// How many of them are in the text, if it runs several times.
    in_text: Option<usize>,
}

impl<'a> Writer<'a, '_> {
    /// Writes the rows from `start` on: all of them, or as many as one statement takes.
    pub(super) fn rows(&mut self, insert: &'a Insert, start: usize) -> Result<Written, BuildError> {
        if insert.rows == start + 1 && !insert.columns.is_empty() {
            let end = self.values(insert, start..insert.rows)?;
            return Ok(Written { end, in_text: None });
        }
        let form = self.dialect.insert_rows(insert.table);
        let whole = self.dialect.updates_row_once() && updates(insert);
        let most = match form {
            _ if whole => usize::MAX,
            InsertRows::Values { rows } | InsertRows::Arrays { rows } => rows,
            InsertRows::Repeated { .. } => self.dialect.max_parameters() / insert.columns.len().max(1),
        };
        let nests = matches!(form, InsertRows::Arrays { .. });
        let (end, plain) = fitting(insert, start, most, nests);
        if insert.columns.is_empty() {
            self.default_rows(insert, end - start)?;
            return Ok(Written { end, in_text: None });
        }
        let end = match form {
            InsertRows::Arrays { .. } if plain => {
                self.arrays(insert, start..end)?;
                end
            }
            InsertRows::Repeated { rows } if plain && end - start > rows && !refers_to_itself(insert.table) => {
                let in_text = self.values(insert, start..start + rows)? - start;
                return Ok(Written { end, in_text: Some(in_text) });
            }
            _ => self.values(insert, start..end)?,
        };
        if whole && end < insert.rows {
            return Err(self.too_many_parameters());
        }
        Ok(Written { end, in_text: None })
    }

    /// Writes `VALUES` with as many of the rows as there may be parameters, and tells the row after them.
    fn values(&mut self, insert: &'a Insert, rows: Range<usize>) -> Result<usize, BuildError> {
        let later = if rows.len() > 1 { self.parameters_after_rows(insert)? } else { 0 };
        self.push("VALUES ");
        let (columns, limit) = (insert.columns.len(), self.max_parameters);
        let most = limit.saturating_sub(later);
        let expected = (rows.len() * columns).min(limit) + later;
        self.params.reserve(expected);
        self.text.reserve(8 * expected);
        // A row with a parameter too many is taken back as a whole.
        self.max_parameters = usize::MAX;
        // The text of a row of values is the same for each, except where parameters are numbered.
        let of_values = (rows.len() > 1 && !self.numbered && !self.literals())
            .then(|| format!(", ({})", vec!["?"; columns].join(", ")));
        for row in rows.clone() {
            let (text, params) = (self.text.len(), self.params.len());
            match &of_values {
                Some(again) if row > rows.start && self.bind_row(row_values(insert, row))? => self.push(again),
                _ => {
                    self.push(if row == rows.start { "(" } else { ", (" });
                    self.row(insert, row)?;
                    self.push(")");
                }
            }
            if self.params.len() > most && row > rows.start {
                self.text.truncate(text);
                self.params.truncate(params);
                self.max_parameters = limit;
                return Ok(row);
            }
        }
        self.max_parameters = limit;
        if self.params.len() > most {
            return Err(self.too_many_parameters());
        }
        Ok(rows.end)
    }

    /// Adds the values of a row to the parameters, if it is values only.
    fn bind_row(&mut self, row: &'a [Expr]) -> Result<bool, BuildError> {
        if !row.iter().all(|value| as_value(value).is_some()) {
            return Ok(false);
        }
        for value in row.iter().filter_map(as_value) {
            self.check(value)?;
            self.params.push(Param::Value(value));
        }
        Ok(true)
    }

    fn row(&mut self, insert: &'a Insert, row: usize) -> Result<(), BuildError> {
        for (index, (value, column)) in row_values(insert, row).iter().zip(&insert.columns).enumerate() {
            if index > 0 {
                self.push(", ");
            }
            match value {
                Expr::Value(value) => self.bind_to_column(value, insert.table, column)?,
                _ => self.assigned(value, insert.table, column)?,
            }
        }
        Ok(())
    }

    /// How many parameters what comes after the rows has.
    fn parameters_after_rows(&mut self, insert: &'a Insert) -> Result<usize, BuildError> {
        if !updates(insert) && insert.returning.is_empty() {
            return Ok(0);
        }
        let (text, params) = (self.text.len(), self.params.len());
        self.after_rows(insert, insert.rows)?;
        let count = self.params.len() - params;
        self.text.truncate(text);
        self.params.truncate(params);
        Ok(count)
    }

    /// Writes each column as an array. `ARRAY[…]` is never read: it tells the type of the parameter, which is the
    /// column's own, whatever the model says.
    fn arrays(&mut self, insert: &'a Insert, rows: Range<usize>) -> Result<(), BuildError> {
        let columns = insert.columns.len();
        let values = &insert.values[rows.start * columns..rows.end * columns];
        for (index, column) in insert.columns.iter().enumerate() {
            let column_values = Values { values: &values[index..], step: columns };
            for value in column_values.iter() {
                self.check_in(value, insert.table, column)?;
            }
            self.push(if index == 0 { "SELECT unnest(COALESCE(" } else { ", unnest(COALESCE(" });
            self.placeholder(Param::Column(column_values))?;
            self.push(", ARRAY[(NULL::");
            self.table(insert.table)?;
            self.push(").");
            self.identifier(column)?;
            self.push("]))");
        }
        Ok(())
    }

    fn default_rows(&mut self, insert: &'a Insert, rows: usize) -> Result<(), BuildError> {
        if insert.rows == 1 && insert.on_conflict.is_none() {
            self.push(self.dialect.default_row());
            return Ok(());
        }
        // That form takes one row and, on some databases, no clause after it.
        let columns = insert.table.columns;
        let Some(column) = columns.iter().find(|column| column.auto).or(columns.first()) else {
            return Err(no_database(
                "INSERT",
                format!("`{}` has no columns", insert.table.name),
                "declare its columns",
            ));
        };
        self.push("(");
        self.identifier(column.name)?;
        self.push(") VALUES ");
        for index in 0..rows {
            self.push(if index == 0 { "(" } else { ", (" });
            self.assigned(&Expr::Default, insert.table, column.name)?;
            self.push(")");
        }
        Ok(())
    }

    /// Refuses now what is wrong with the rows of the statements that follow.
    pub(super) fn check_rows(&mut self, insert: &'a Insert, start: usize) -> Result<(), BuildError> {
        let (text, params) = (self.text.len(), self.params.len());
        let limit = std::mem::replace(&mut self.max_parameters, usize::MAX);
        for row in start..insert.rows {
            for (value, column) in row_values(insert, row).iter().zip(&insert.columns) {
                match value {
                    Expr::Value(value) => self.check_in(value, insert.table, column)?,
                    _ => self.assigned(value, insert.table, column)?,
                }
            }
            if self.params.len() - params > limit {
                return Err(self.too_many_parameters());
            }
            self.text.truncate(text);
            self.params.truncate(params);
        }
        self.max_parameters = limit;
        Ok(())
    }

    /// Tells how the statement runs again and again, and writes the text of the last run.
    pub(super) fn repeat(
        &mut self,
        insert: &'a Insert,
        start: usize,
        written: &Written,
    ) -> Result<Option<Repeat>, BuildError> {
        let Some(in_text) = written.in_text else { return Ok(None) };
        let columns = insert.columns.len();
        // The values are those of the runs; what comes after the rows is the statement's own.
        self.params.drain(..in_text * columns);
        let range = start * columns..written.end * columns;
        for (index, value) in insert.values[range.clone()].iter().enumerate() {
            if let Some(value) = as_value(value) {
                self.check_in(value, insert.table, insert.columns[index % columns])?;
            }
        }
        let last = match (written.end - start) % in_text {
            0 => None,
            rows => {
                let mut writer = Writer::new(self.dialect, self.text.len(), rows * columns + self.params.len());
                writer.insert_into(insert)?;
                writer.values(insert, written.end - rows..written.end)?;
                writer.after_rows(insert, rows)?;
                Some(writer.text)
            }
        };
        let values = Arc::clone(&insert.values);
        Ok(Some(Repeat { values, range, of_a_run: in_text * columns, last }))
    }
}

/// How many rows from `start` on are no more than `most`, nor more bytes than one statement takes; and whether they are
/// values only, and if values are put into arrays, no arrays themselves. Tells the row after them.
fn fitting(insert: &Insert, start: usize, most: usize, nests: bool) -> (usize, bool) {
    let (mut bytes, mut plain) = (0, !(nests && has_arrays(insert)));
    for row in start..insert.rows {
        let values = row_values(insert, row);
        bytes += values.iter().filter_map(as_value).map(size).sum::<usize>();
        let count = row - start;
        if count > 0 && most < usize::MAX && (count >= most || bytes > MAX_BYTES) {
            return (row, plain);
        }
        plain &= values
            .iter()
            .all(|value| as_value(value).is_some_and(|value| !nests || !matches!(value, Value::Array(..))));
    }
    (insert.rows, plain)
}

/// About how many bytes a value is sent as.
fn size(value: &Value) -> usize {
    match value {
        Value::Text(text) => text.len(),
        Value::Json(text) => text.len(),
        Value::Bytes(bytes) => bytes.len(),
        Value::Enum(label) => label.len(),
        Value::Decimal(text) => text.len(),
        Value::Array(_, values) => values.iter().map(size).sum(),
        Value::Uuid(_) => 16,
        _ => 8,
    }
}

/// Whether a column is an array: `unnest` would take it apart.
fn has_arrays(insert: &Insert) -> bool {
    let columns = insert.table.columns.iter().filter(|column| matches!(column.column_type, ColumnType::Array(_)));
    columns.into_iter().any(|column| insert.columns.contains(&column.name))
}

fn row_values(insert: &Insert, row: usize) -> &[Expr] {
    let columns = insert.columns.len();
    &insert.values[row * columns..(row + 1) * columns]
}

fn updates(insert: &Insert) -> bool {
    matches!(insert.on_conflict, Some(OnConflict { action: ConflictAction::DoUpdate { .. }, .. }))
}

/// Whether a row may refer to another one of the same INSERT. SQLite looks at the end of each statement whether it is
/// there.
fn refers_to_itself(table: &TableDef) -> bool {
    table.references.iter().any(|reference| (reference.target)().0.name == table.name)
}
