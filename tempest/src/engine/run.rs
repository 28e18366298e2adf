//! What a terminal asks an executor to run.

use tempest_dialects::Statement;

use crate::driver::{Decode, Fetched};
use crate::error::{BuildError, Result};

/// What becomes of the rows.
pub(crate) type Finish<T, U> = fn(Fetched<T>, sql: &str) -> Result<U>;

/// One statement to run: how its rows are decoded, and what becomes of them.
#[derive(Debug)]
pub struct Run<T, U> {
    /// The statement, or why it cannot be built. `None` where there is nothing to send: an `INSERT` of no rows.
    pub(crate) statement: Result<Option<Statement>, BuildError>,
    pub(crate) decode: Decode<T>,
    pub(crate) finish: Finish<T, U>,
}

impl<T, U> Run<T, U> {
    pub(crate) fn new(statement: Statement, decode: Decode<T>, finish: Finish<T, U>) -> Self {
        Self::of(Ok(Some(statement)), decode, finish)
    }

    pub(crate) fn of(
        statement: Result<Option<Statement>, BuildError>,
        decode: Decode<T>,
        finish: Finish<T, U>,
    ) -> Self {
        Self { statement, decode, finish }
    }

    /// The statement, if there is one to send.
    pub(crate) fn statement(&self) -> Result<Option<&Statement>, BuildError> {
        self.statement.as_ref().map(Option::as_ref).map_err(Clone::clone)
    }
}
