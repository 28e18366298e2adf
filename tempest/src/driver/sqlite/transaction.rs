//! Transactions on one connection, as SQLite sees them.

use rusqlite::Connection;

use super::statement::execute;
use crate::error::{Error, Result};

/// How a transaction begins, and so how it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Begun {
    /// Holds the write lock from the beginning, so that no later statement can find the database changed under it.
    Immediate,
    /// On a connection that only reads.
    Deferred,
    /// Read-only, on a connection that may write otherwise: `query_only` is on until the end.
    QueryOnly,
}

impl Begun {
    pub(crate) fn new(read_only: bool, reader: bool) -> Self {
        match (read_only, reader) {
            (false, _) => Self::Immediate,
            (true, true) => Self::Deferred,
            (true, false) => Self::QueryOnly,
        }
    }

    pub(super) fn begin(self, connection: &Connection) -> Result<()> {
        match self {
            Self::Immediate => execute(connection, "BEGIN IMMEDIATE"),
            Self::Deferred => execute(connection, "BEGIN DEFERRED"),
            Self::QueryOnly => {
                execute(connection, "BEGIN DEFERRED")?;
                execute(connection, "PRAGMA query_only = ON")
            }
        }
    }

    pub(super) fn commit(self, connection: &Connection) -> Result<()> {
        if connection.is_autocommit() {
            return Err(ended());
        }
        // A foreign key that is checked at the end may fail here, and leaves the transaction open.
        execute(connection, "COMMIT")?;
        self.allow_writes(connection)
    }

    pub(super) fn roll_back(self, connection: &Connection) -> Result<()> {
        roll_back(connection)?;
        self.allow_writes(connection)
    }

    fn allow_writes(self, connection: &Connection) -> Result<()> {
        if self == Self::QueryOnly { execute(connection, "PRAGMA query_only = OFF") } else { Ok(()) }
    }
}

/// Several statements of which all count or none: a transaction, or in an open one a savepoint. Dropping it undoes
/// them.
pub(super) struct Whole<'c> {
    connection: &'c Connection,
    keep: &'static str,
    undo: &'static str,
    kept: bool,
}

impl<'c> Whole<'c> {
    pub(super) fn begin(connection: &'c Connection) -> Result<Self> {
        let [begin, keep, undo] = if connection.is_autocommit() {
            ["BEGIN IMMEDIATE", "COMMIT", "ROLLBACK"]
        } else {
            [
                "SAVEPOINT tempest_rows",
                "RELEASE SAVEPOINT tempest_rows",
                "ROLLBACK TO SAVEPOINT tempest_rows; RELEASE SAVEPOINT tempest_rows",
            ]
        };
        execute(connection, begin)?;
        Ok(Self { connection, keep, undo, kept: false })
    }

    pub(super) fn keep(mut self) -> Result<()> {
        execute(self.connection, self.keep)?;
        self.kept = true;
        Ok(())
    }
}

impl Drop for Whole<'_> {
    fn drop(&mut self) {
        // A failure that ended the whole transaction has undone everything. If there is no way to undo a part, all of it
        // goes, and `run_in` tells that the transaction has ended.
        if !self.kept
            && !self.connection.is_autocommit()
            && execute(self.connection, self.undo).is_err()
            && let Err(error) = roll_back(self.connection)
        {
            tracing::error!(target: "tempest", %error, "rows that were inserted in part could not be taken back");
        }
    }
}

/// What came of a statement, and what ended the transaction if it is no longer open.
pub(crate) struct Done<T> {
    pub(crate) result: Result<T>,
    pub(crate) ended: Option<String>,
}

/// Runs a statement in a transaction, or outside of one.
///
/// An interrupt, a full disk and a few other failures end the whole transaction: what follows would be a transaction of
/// its own, statement by statement, so it is refused. A transaction that a statement begins is none that the engine
/// knows of.
pub(super) fn run_in<T>(
    connection: &Connection,
    in_transaction: bool,
    statement: impl FnOnce(&Connection) -> Result<T>,
) -> Result<Done<T>> {
    // The statement before this one may have ended the transaction while nobody waited for its result.
    if in_transaction && connection.is_autocommit() {
        return Err(ended());
    }
    let result = statement(connection);
    let open = !connection.is_autocommit();
    if open && !in_transaction {
        roll_back(connection)?;
        return Err(Error::TransactionState {
            reason: "the statement began a transaction, which was rolled back: begin it on the engine",
        });
    }
    let ended =
        (in_transaction && !open).then(|| result.as_ref().err().map_or_else(|| ENDED.to_owned(), Error::to_string));
    Ok(Done { result, ended })
}

const ENDED: &str = "a statement ended the transaction";

fn ended() -> Error {
    Error::TransactionAborted { earlier: ENDED.to_owned() }
}

fn roll_back(connection: &Connection) -> Result<()> {
    // SQLite may have rolled back already, and then refuses ROLLBACK.
    if connection.is_autocommit() { Ok(()) } else { execute(connection, "ROLLBACK") }
}
