//! What a database cannot do, said before anything is sent to it.

use std::borrow::Cow;
use std::fmt;

/// A statement that cannot be said in a dialect.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct BuildError {
    /// The database, by its name, or `SQL` if no database could take the statement.
    pub dialect: &'static str,
    /// The clause that is at fault, in SQL's words.
    pub clause: Cow<'static, str>,
    /// Why it cannot be.
    pub reason: Cow<'static, str>,
    /// What to write instead.
    pub way_out: Cow<'static, str>,
}

impl BuildError {
    /// Makes an error from its four parts.
    #[must_use]
    pub fn new(
        dialect: &'static str,
        clause: impl Into<Cow<'static, str>>,
        reason: impl Into<Cow<'static, str>>,
        way_out: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self { dialect, clause: clause.into(), reason: reason.into(), way_out: way_out.into() }
    }
}

impl BuildError {
    /// Says for which column the value was.
    #[cold]
    pub(crate) fn in_column(mut self, table: &str, column: &str) -> Self {
        self.clause = format!("{} in column `{column}` of `{table}`", self.clause).into();
        self
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { dialect, clause, reason, way_out } = self;
        write!(f, "{dialect} cannot do {clause}: {reason}; {way_out}")
    }
}

impl std::error::Error for BuildError {}
