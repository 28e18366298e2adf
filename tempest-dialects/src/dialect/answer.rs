//! What the methods of [`Dialect`] answer.

use std::borrow::Cow;

use super::Dialect;
use crate::error::BuildError;

/// What a dialect refuses: a [`BuildError`] that does not name the database yet.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Refusal {
    /// The clause that is at fault, in SQL's words.
    pub clause: Cow<'static, str>,
    /// Why it cannot be.
    pub reason: Cow<'static, str>,
    /// What to write instead.
    pub way_out: Cow<'static, str>,
}

impl Refusal {
    /// Makes a refusal from its three parts.
    #[must_use]
    pub fn new(
        clause: impl Into<Cow<'static, str>>,
        reason: impl Into<Cow<'static, str>>,
        way_out: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self { clause: clause.into(), reason: reason.into(), way_out: way_out.into() }
    }

    /// Says which database refuses.
    #[must_use]
    pub fn by(self, dialect: &dyn Dialect) -> BuildError {
        BuildError::new(dialect.name(), self.clause, self.reason, self.way_out)
    }
}

/// The longest identifier that a database takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum IdentifierLimit {
    /// No limit.
    None,
    /// So many bytes.
    Bytes(usize),
    /// So many characters.
    Characters(usize),
}

/// How `IN (SELECT …)` is written if the subquery has a LIMIT, an OFFSET or a lock.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum InLimitedSelect {
    /// As any other.
    Plain,
    /// `= ANY(ARRAY(SELECT …))`, which runs once. `IN` may run the subquery again for each outer row and so lock and
    /// change more rows than its LIMIT says.
    Array,
    /// Not at all, if there is a LIMIT or an OFFSET.
    Refused(Refusal),
}

/// How an INSERT of several rows is written, and how many rows one statement takes. Rows with computed values are
/// always written as [`Values`](Self::Values).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum InsertRows {
    /// `VALUES (…), (…)`, of so many rows at most.
    Values {
        /// The rows of one statement.
        rows: usize,
    },
    /// `VALUES (…), (…)` of so many rows, which runs again and again with the values of the next ones.
    Repeated {
        /// The rows of one run.
        rows: usize,
    },
    /// `SELECT unnest($1), unnest($2)`: an array for each column, of so many rows at most. The text is the same
    /// whatever their number.
    Arrays {
        /// The rows of one statement.
        rows: usize,
    },
}

/// How an INSERT says what happens at a conflict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConflictClause {
    /// `ON CONFLICT (…) DO …`.
    OnConflict,
    /// `ON DUPLICATE KEY UPDATE …`, at a conflict on any unique index.
    OnDuplicateKey,
}

/// How an upsert names the row that was proposed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProposedRow {
    /// As a table that is there by itself: `excluded.a`.
    Named(&'static str),
    /// As a table that the INSERT names: `VALUES (…) AS new … new.a`.
    Alias(&'static str),
    /// By a function: `VALUES(a)`.
    Function(&'static str),
}

/// How an aggregate is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct AggregateForm {
    /// The function's name.
    pub name: &'static str,
    /// What is before and after its argument.
    pub inner: [&'static str; 2],
    /// What is before and after all of it, the window included.
    pub outer: [&'static str; 2],
}

impl AggregateForm {
    /// A function that is called by its name.
    #[must_use]
    pub const fn plain(name: &'static str) -> Self {
        Self { name, inner: [""; 2], outer: [""; 2] }
    }

    /// Puts something around the argument.
    #[must_use]
    pub const fn inner(self, inner: [&'static str; 2]) -> Self {
        Self { inner, ..self }
    }

    /// Puts something around all of it.
    #[must_use]
    pub const fn outer(self, outer: [&'static str; 2]) -> Self {
        Self { outer, ..self }
    }
}

/// Whether seconds are added or subtracted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// Added.
    Plus,
    /// Subtracted.
    Minus,
}

/// A kind of statement that changes rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeKind {
    /// `INSERT`.
    Insert,
    /// `UPDATE`.
    Update,
    /// `DELETE`.
    Delete,
}

/// How a native enum type is declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum NativeEnum {
    /// There is none: text with a CHECK takes its place.
    Text,
    /// By `CREATE TYPE`, once.
    Named,
    /// By its labels, at each column: `ENUM('a', 'b')`.
    Labels,
}

/// How a column is declared whose values the database makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum AutoColumn {
    /// By words after the type.
    Words(&'static str),
    /// By words in place of the type and of the primary key, which it has to be.
    PrimaryKey(&'static str),
    /// By words after the type, and the column must be the first of a key.
    InKey(&'static str),
}

/// How two tables come to refer to each other, when one of them has to be made first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum CyclicReferences {
    /// Nothing needs to be done: a table may refer to one that is not there yet.
    Inline,
    /// By ALTER TABLE, in a block that ignores that the constraint is there.
    AlterInBlock,
    /// By ALTER TABLE, prepared if the information schema does not list the constraint.
    AlterUnlessListed,
}
