//! SQL written in the program, as a whole statement.

use std::fmt;

use super::from_row::FromRow;
use super::terminal::{self, rendered};
use crate::engine::{Executor, Finish, Run, ToStatement};
use crate::error::BuildError;
use crate::expr::Raw;
use crate::row::{Columns, DecodeError, Row};
use crate::types::ColumnValue;
use tempest_dialects::tree::RawPart;
use tempest_dialects::{Dialect, Statement};

/// A statement written in the program whose rows become `T`: what [`Raw::rows`] and [`Raw::values`] make of
/// [`sql!`](crate::sql).
///
/// ```
/// use tempest::prelude::*;
///
/// #[derive(Model, Debug, PartialEq)]
/// struct Task {
///     #[tempest(primary_key)]
///     id: i64,
///     title: String,
/// }
///
/// let engine = BlockingEngine::open_in_memory()?;
/// engine.create_tables::<Task>()?;
/// let (id, title) = (7, "plan");
/// sql!("INSERT INTO task (id, title) VALUES ({id}, {title})").execute(&engine)?;
///
/// let ids = [7, 8];
/// let tasks: Vec<Task> = sql!("SELECT title, id FROM task WHERE id IN ({ids..})").rows().all(&engine)?;
/// assert_eq!(tasks, [Task { id: 7, title: "plan".into() }]); // by name: the order does not count
///
/// let pairs = sql!("SELECT title, count(*) FROM task GROUP BY title").rows::<(String, i64)>().all(&engine)?;
/// assert_eq!(pairs, [("plan".into(), 1)]); // by place
///
/// let count = sql!("SELECT count(*) FROM task").values::<i64>().one(&engine)?;
/// assert_eq!(count, 1);
/// # Ok::<(), tempest::Error>(())
/// ```
#[must_use = "a query does nothing until `all`, `first`, `one` or another terminal runs it"]
pub struct RawQuery<T> {
    parts: Vec<RawPart>,
    decode: fn(&Row<'_>) -> Result<T, DecodeError>,
    columns: Columns,
}

/// As a whole statement.
impl Raw {
    /// The rows of the statement, as a model, by the names of the columns, or as a tuple, by their places.
    ///
    /// A model takes the columns of its own names, in whichever order, and leaves out the others. A tuple takes all.
    pub fn rows<T: FromRow>(self) -> RawQuery<T> {
        RawQuery { parts: self.parts, decode: |row| T::COLUMNS.decode(row, T::decode_row), columns: T::COLUMNS }
    }

    /// The values of the statement, whose rows have one column.
    pub fn values<T: ColumnValue>(self) -> RawQuery<T> {
        let columns = Columns::Counted(1);
        RawQuery { parts: self.parts, decode: |row| Columns::Counted(1).decode(row, |row| row.decode(0)), columns }
    }

    /// Runs the statement and tells how many rows it changed.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub fn execute<E: Executor>(self, executor: E) -> E::Output<u64> {
        executor.run(Run::new(Statement::Raw(self.parts), |_| Ok(()), terminal::affected))
    }

    /// Renders the statement for a database, without running it.
    ///
    /// # Errors
    /// If it begins or ends a transaction, or a value is none that the database holds.
    pub fn to_sql(&self, dialect: &dyn Dialect) -> Result<String, BuildError> {
        rendered(self.to_statement(), dialect)
    }
}

impl<T: Send + 'static> RawQuery<T> {
    fn run<U: Send + 'static>(self, finish: Finish<T, U>) -> Run<T, U> {
        Run::new(Statement::Raw(self.parts), self.decode, finish)
    }

    /// Renders the statement for a database, without running it.
    ///
    /// # Errors
    /// If it begins or ends a transaction, or a value is none that the database holds.
    pub fn to_sql(&self, dialect: &dyn Dialect) -> Result<String, BuildError> {
        rendered(self.to_statement(), dialect)
    }

    /// All rows.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub fn all<E: Executor>(self, executor: E) -> E::Output<Vec<T>> {
        executor.run(self.run(terminal::all))
    }

    /// The rows one by one; see [`Select::stream`](super::Select::stream).
    ///
    /// # Errors
    /// As items; see [`Error`](crate::Error).
    pub fn stream<E: Executor>(self, executor: E) -> E::Rows<T> {
        executor.stream(Statement::Raw(self.parts), self.decode)
    }

    /// The first row, if there is one. The others are read too: where they are many, write `LIMIT 1`.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub fn first<E: Executor>(self, executor: E) -> E::Output<Option<T>> {
        executor.run(self.run(terminal::first))
    }

    /// The only row.
    ///
    /// # Errors
    /// [`RowNotFound`](crate::Error::RowNotFound) if there is none, [`TooManyRows`](crate::Error::TooManyRows) if
    /// there are several.
    pub fn one<E: Executor>(self, executor: E) -> E::Output<T> {
        executor.run(self.run(terminal::one))
    }

    /// The only row, if there is one.
    ///
    /// # Errors
    /// [`TooManyRows`](crate::Error::TooManyRows) if there are several.
    pub fn optional<E: Executor>(self, executor: E) -> E::Output<Option<T>> {
        executor.run(self.run(terminal::optional))
    }
}

impl ToStatement for Raw {
    fn to_statement(&self) -> Result<Option<Statement>, BuildError> {
        Ok(Some(Statement::Raw(self.parts.clone())))
    }
}

impl<T> ToStatement for RawQuery<T> {
    fn to_statement(&self) -> Result<Option<Statement>, BuildError> {
        Ok(Some(Statement::Raw(self.parts.clone())))
    }

    fn columns(&self) -> Option<Columns> {
        Some(self.columns)
    }
}

impl<T> Clone for RawQuery<T> {
    fn clone(&self) -> Self {
        Self { parts: self.parts.clone(), decode: self.decode, columns: self.columns }
    }
}

impl<T> fmt::Debug for RawQuery<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.parts.fmt(f)
    }
}
