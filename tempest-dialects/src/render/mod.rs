//! From a statement to its text and parameters.

mod aggregate;
mod condition;
mod constraint;
mod ddl;
mod delete;
mod expr;
mod from;
mod function;
mod group;
mod insert;
mod raw;
mod rows;
mod select;
mod update;
mod writer;

use crate::dialect::Dialect;
use crate::error::BuildError;
use crate::tree::{Projected, Select, Statement};
use crate::value::Value;

pub use ddl::{IndexNames, create_tables, drop_tables};
pub use expr::MAX_DEPTH;
pub use rows::{Repeat, Values};
pub use writer::Writer;

/// A statement as one database takes it.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Sql<'a> {
    /// The text, with the database's placeholders.
    pub text: String,
    /// The values of the placeholders, in order.
    pub params: Vec<Param<'a>>,
    /// How the server's answer is to be read.
    pub outcome: Outcome,
    /// The statement that fetches the rows of RETURNING, where the database has no such clause. It runs next, on the
    /// same connection, unless the first one changed no row.
    pub then: Option<Box<Sql<'static>>>,
    /// Whether each parameter is the value that an INSERT gives to a column. The column tells its type then, whatever the
    /// parameter's own was when the statement first ran.
    pub typed_by_columns: bool,
    /// Set if the statement runs several times, each time with the next rows of an INSERT.
    pub repeat: Option<Repeat>,
    /// The row with which the next statement begins, if an INSERT has more rows than this one takes. All of these
    /// statements run in one transaction; [`Statement::render_after`] makes the next one.
    pub next_row: Option<usize>,
}

impl Sql<'_> {
    /// A statement that runs once, without parameters.
    fn plain(text: String) -> Self {
        Self {
            text,
            params: Vec::new(),
            outcome: Outcome::Plain,
            then: None,
            typed_by_columns: false,
            repeat: None,
            next_row: None,
        }
    }
}

/// One parameter of a [`Sql`].
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Param<'a> {
    /// A value of the statement.
    Value(&'a Value),
    /// A value that rendering made, such as a LIMIT.
    Owned(Value),
    /// All values of a list, as one array parameter (PostgreSQL).
    List(&'a [Value]),
    /// One column of several rows, as one array parameter (PostgreSQL).
    Column(Values<'a>),
}

/// How the server's answer to a [`Sql`] is to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Outcome {
    /// As it is.
    #[default]
    Plain,
    /// A unique violation means that the row was there already: no row, no error.
    DuplicateIsNoRow,
    /// The server counts duplicates apart (`Records: 3  Duplicates: 1`): only the others were inserted.
    WithoutDuplicates,
    /// The server counts a changed row twice: the rows of the statement count once each.
    EachRowOnce,
}

/// Renders a statement for a database: an INSERT of many rows up to [`Sql::next_row`].
///
/// # Errors
/// If the database cannot do what the statement asks.
pub fn render<'a>(statement: &'a Statement, dialect: &dyn Dialect) -> Result<Sql<'a>, BuildError> {
    if let Statement::Insert(insert) = statement {
        return insert::render(insert, 0, dialect);
    }
    let (text, params) = size(statement);
    let mut writer = Writer::new(dialect, text, params);
    match statement {
        Statement::Insert(_) => {}
        Statement::Select(select) => writer.select(select)?,
        Statement::Update(update) => writer.update(update)?,
        Statement::Delete(delete) => writer.delete(delete)?,
        Statement::Raw(parts) => writer.raw_statement(parts)?,
    }
    Ok(writer.finish())
}

/// About how long the text will be, and how many parameters there will be: enough for one allocation each.
fn size(statement: &Statement) -> (usize, usize) {
    match statement {
        Statement::Select(select) => size_of_select(select),
        Statement::Insert(_) => (0, 0),
        Statement::Update(update) => {
            (256 + 40 * update.assignments.len() + 20 * update.table.columns.len(), update.assignments.len() + 8)
        }
        Statement::Delete(delete) => (256 + 20 * delete.table.columns.len(), 8),
        Statement::Raw(parts) => (256, parts.len()),
    }
}

fn size_of_select(select: &Select) -> (usize, usize) {
    let width = |projected: &Projected| match projected {
        Projected::Table(table) | Projected::Alias(table, _) => table.columns.len(),
        Projected::Expr(_) => 1,
    };
    (256 + 20 * select.projection.iter().map(width).sum::<usize>(), 8)
}

impl Select {
    /// Renders the query for a database.
    ///
    /// # Errors
    /// If the database cannot do what the query asks.
    pub fn render(&self, dialect: &dyn Dialect) -> Result<Sql<'_>, BuildError> {
        let (text, params) = size_of_select(self);
        let mut writer = Writer::new(dialect, text, params);
        writer.select(self)?;
        Ok(writer.finish())
    }
}

impl Statement {
    /// Renders the statement for a database.
    ///
    /// # Errors
    /// If the database cannot do what the statement asks.
    pub fn render(&self, dialect: &dyn Dialect) -> Result<Sql<'_>, BuildError> {
        render(self, dialect)
    }

    /// Renders the statement that follows another one of an INSERT of many rows; `None` after the last.
    ///
    /// # Errors
    /// If the database cannot do what the statement asks. The first of the statements would have said so.
    pub fn render_after(&self, sql: &Sql<'_>, dialect: &dyn Dialect) -> Result<Option<Sql<'_>>, BuildError> {
        match (self, sql.next_row) {
            (Self::Insert(insert), Some(row)) => insert::render(insert, row, dialect).map(Some),
            _ => Ok(None),
        }
    }
}
