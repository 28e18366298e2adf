//! From a statement to its text and parameters.

use crate::dialect::Dialect;
use crate::error::BuildError;
use crate::tree::Statement;
use crate::value::Value;

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

/// Renders a statement for a database.
///
/// # Errors
/// If the database cannot do what the statement asks.
pub fn render<'a>(statement: &'a Statement, dialect: &dyn Dialect) -> Result<Sql<'a>, BuildError> {
    let _ = (statement, dialect);
    Ok(Sql { text: String::new(), params: Vec::new(), outcome: Outcome::Plain, then: None })
}

impl Statement {
    /// Renders the statement for a database.
    ///
    /// # Errors
    /// If the database cannot do what the statement asks.
    pub fn render(&self, dialect: &dyn Dialect) -> Result<Sql<'_>, BuildError> {
        render(self, dialect)
    }
}
