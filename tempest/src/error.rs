//! What can go wrong, told by what to do next.

use std::fmt;
use std::time::Duration;

pub use tempest_dialects::BuildError;

pub use crate::driver::DriverError;
pub use crate::row::DecodeError;

/// What every fallible call of Tempest returns.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The driver's own error, reachable through [`std::error::Error::source`].
pub type Source = Box<dyn std::error::Error + Send + Sync>;

/// An error, by what to do about it.
///
/// No variant ever holds a password, and none holds a parameter's value.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The database cannot do what the statement asks. Nothing was sent. Change the statement as the error says.
    #[error(transparent)]
    Build(#[from] BuildError),

    /// A value of the row does not fit in the Rust type. Change the type or the data.
    #[error("{error} (in `{sql}`)")]
    Decode {
        /// The column, what was expected and what was found.
        #[source]
        error: DecodeError,
        /// The statement.
        sql: String,
    },

    /// A value cannot be bound to the parameter that the server asks for. Nothing was executed.
    #[error("parameter {position}: {reason} (in `{sql}`)")]
    Bind {
        /// The parameter's number, from 1.
        position: usize,
        /// Why it does not fit.
        reason: String,
        /// The statement.
        sql: String,
    },

    /// The URL or an option is wrong. The error says which part; it never shows the URL.
    #[error("{part} of the connection URL: {reason}")]
    Config {
        /// The part of the URL, or the option.
        part: &'static str,
        /// What is wrong with it.
        reason: String,
    },

    /// The server could not be reached, or refused the connection. Check host, port, user and password.
    #[error("cannot connect to {server}: {reason}")]
    Connect {
        /// Host and port, or the file.
        server: String,
        /// What the driver says.
        reason: String,
        /// The driver's own error.
        #[source]
        source: Option<Source>,
    },

    /// The connection broke during the statement, which may or may not have been executed.
    #[error("the connection was lost: {reason} (in `{sql}`)")]
    ConnectionLost {
        /// What the driver says.
        reason: String,
        /// The statement.
        sql: String,
        /// The driver's own error.
        #[source]
        source: Option<Source>,
    },

    /// No connection of the pool became free in time. Make the pool larger, or hold connections more briefly.
    #[error(
        "no connection became free within {waited:?}: all {size} of the pool are in use and {waiting} wait{}",
        held(holders)
    )]
    PoolExhausted {
        /// How long this call waited.
        waited: Duration,
        /// The pool's size.
        size: usize,
        /// How many others wait.
        waiting: usize,
        /// The transactions and streams that have a connection, the longest first. The other connections are used by single
        /// statements.
        holders: Vec<Holder>,
    },

    /// The engine was closed.
    #[error("the engine is closed")]
    Closed,

    /// The statement took longer than the statement timeout, and was given up.
    #[error("the statement took longer than its timeout (`{sql}`)")]
    Timeout {
        /// The statement.
        sql: String,
        /// The driver's own error, if the server ended the statement.
        #[source]
        source: Option<Source>,
    },

    /// A unique index holds the row's key already.
    #[error("unique violation: {} (in `{sql}`)", violated(constraint.as_ref(), columns))]
    UniqueViolation {
        /// The constraint or index, where the database names it (SQLite does not).
        constraint: Option<String>,
        /// The columns, where the database names them (SQLite) or the model tells them.
        columns: Vec<String>,
        /// The statement.
        sql: String,
        /// The driver's own error.
        #[source]
        source: Option<Source>,
    },

    /// The row refers to a row that is not there, or is itself referred to.
    #[error("foreign key violation: {} (in `{sql}`)", violated(constraint.as_ref(), &[]))]
    ForeignKeyViolation {
        /// The constraint, where the database names it.
        constraint: Option<String>,
        /// The statement.
        sql: String,
        /// The driver's own error.
        #[source]
        source: Option<Source>,
    },

    /// A NOT NULL column was given NULL, or nothing.
    #[error("not null violation: {} (in `{sql}`)", violated(column.as_ref(), &[]))]
    NotNullViolation {
        /// The column.
        column: Option<String>,
        /// The statement.
        sql: String,
        /// The driver's own error.
        #[source]
        source: Option<Source>,
    },

    /// The row does not meet a CHECK constraint.
    #[error("check violation: {} (in `{sql}`)", violated(constraint.as_ref(), &[]))]
    CheckViolation {
        /// The constraint.
        constraint: Option<String>,
        /// The statement.
        sql: String,
        /// The driver's own error.
        #[source]
        source: Option<Source>,
    },

    /// The transaction met another one: a deadlock, an order that is not serializable, or on PostgreSQL a change of the
    /// schema under a statement that was prepared before. The whole transaction is rolled back; run it again from its
    /// start.
    #[error("the transaction must be run again: {reason} (in `{sql}`)")]
    SerializationFailure {
        /// What the database says.
        reason: String,
        /// The statement.
        sql: String,
        /// The driver's own error.
        #[source]
        source: Option<Source>,
    },

    /// Another transaction holds the lock: NOWAIT, or the lock timeout is over, or SQLite is busy.
    #[error("the lock is held by another transaction: {reason} (in `{sql}`)")]
    LockNotAvailable {
        /// What the database says.
        reason: String,
        /// The statement.
        sql: String,
        /// The driver's own error.
        #[source]
        source: Option<Source>,
    },

    /// A statement failed earlier in this transaction, so the database can only roll it back.
    #[error("the transaction was rolled back, because a statement in it had failed before: {earlier}")]
    TransactionAborted {
        /// The first failure.
        earlier: String,
    },

    /// A transaction was used in a way that it does not allow.
    #[error("the transaction cannot do this: {reason}")]
    TransactionState {
        /// What is wrong, and what to do.
        reason: &'static str,
    },

    /// `one()` met no row.
    #[error("no row (in `{sql}`)")]
    RowNotFound {
        /// The statement.
        sql: String,
    },

    /// `one()` or `optional()` met more than one row.
    #[error("more than one row, where one at most was asked for (in `{sql}`)")]
    TooManyRows {
        /// The statement.
        sql: String,
    },

    /// The database refused the statement for another reason.
    #[error("{message} (code {code}, in `{sql}`)")]
    Database {
        /// The database's code: SQLSTATE on PostgreSQL, the error number elsewhere.
        code: String,
        /// What the database says.
        message: String,
        /// The statement.
        sql: String,
        /// The driver's own error.
        #[source]
        source: Option<Source>,
    },
}

impl Error {
    /// Whether running the whole transaction again may succeed.
    #[must_use]
    pub fn is_retryable(&self) -> bool {
        matches!(self, Self::SerializationFailure { .. } | Self::LockNotAvailable { .. })
    }

    /// Whether a unique index refused the row.
    #[must_use]
    pub fn is_unique_violation(&self) -> bool {
        matches!(self, Self::UniqueViolation { .. })
    }

    /// The text of the statement, if there was one.
    #[must_use]
    pub fn sql(&self) -> Option<&str> {
        match self {
            Self::Decode { sql, .. }
            | Self::Bind { sql, .. }
            | Self::ConnectionLost { sql, .. }
            | Self::Timeout { sql, .. }
            | Self::UniqueViolation { sql, .. }
            | Self::ForeignKeyViolation { sql, .. }
            | Self::NotNullViolation { sql, .. }
            | Self::CheckViolation { sql, .. }
            | Self::SerializationFailure { sql, .. }
            | Self::LockNotAvailable { sql, .. }
            | Self::RowNotFound { sql }
            | Self::TooManyRows { sql }
            | Self::Database { sql, .. } => Some(sql),
            _ => None,
        }
    }
}

/// A transaction or a stream that has a connection, as [`Error::PoolExhausted`] tells of it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Holder {
    /// `a transaction` or `a stream`.
    pub what: &'static str,
    /// The number of the tokio task that began it, if it was one.
    pub task: Option<String>,
    /// Whether that is the task which waited: it waits for itself.
    pub is_this_task: bool,
    /// How long it has had the connection.
    pub held: Duration,
    /// The beginning of its last statement; empty if there was none yet.
    pub sql: String,
}

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} for {:?}", self.what, self.held)?;
        match &self.task {
            _ if self.is_this_task => f.write_str(", of this task itself")?,
            Some(task) => write!(f, ", of task {task}")?,
            None => {}
        }
        if self.sql.is_empty() { Ok(()) } else { write!(f, ", last `{}`", self.sql) }
    }
}

/// The first holders, for a message.
fn held(holders: &[Holder]) -> String {
    const SHOWN: usize = 3;
    let mut text = String::new();
    for (index, holder) in holders.iter().take(SHOWN).enumerate() {
        text.push_str(if index == 0 { "; held by " } else { "; " });
        text.push_str(&holder.to_string());
    }
    if holders.len() > SHOWN {
        text.push_str(&format!("; and {} others", holders.len() - SHOWN));
    }
    text
}

fn violated(name: Option<&String>, columns: &[String]) -> String {
    match (name, columns) {
        (Some(name), _) => format!("`{name}`"),
        (None, []) => "the database does not say which".to_owned(),
        (None, columns) => format!("`{}`", columns.join("`, `")),
    }
}
