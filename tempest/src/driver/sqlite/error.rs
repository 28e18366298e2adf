//! SQLite's errors, by what to do about them.

use rusqlite::ffi;

use crate::error::{Error, Source};

/// Turns rusqlite's error into Tempest's, by SQLite's extended result code.
pub(super) fn classify(error: rusqlite::Error, sql: &str) -> Error {
    let (code, reason) = (extended_code(&error), message(&error));
    let sql = sql.to_owned();
    let source: Option<Source> = Some(Box::new(error));
    let after = |prefix| reason.strip_prefix(prefix).map(str::to_owned);
    match code {
        ffi::SQLITE_CONSTRAINT_UNIQUE | ffi::SQLITE_CONSTRAINT_PRIMARYKEY | ffi::SQLITE_CONSTRAINT_ROWID => {
            let (constraint, columns) = unique_key(&reason);
            Error::UniqueViolation { constraint, columns, sql, source }
        }
        // ON DELETE RESTRICT is a trigger to SQLite.
        ffi::SQLITE_CONSTRAINT_TRIGGER if reason == "FOREIGN KEY constraint failed" => {
            Error::ForeignKeyViolation { constraint: None, sql, source }
        }
        ffi::SQLITE_CONSTRAINT_FOREIGNKEY => Error::ForeignKeyViolation { constraint: None, sql, source },
        ffi::SQLITE_CONSTRAINT_NOTNULL => {
            let column = after("NOT NULL constraint failed: ").map(|name| column(&name));
            Error::NotNullViolation { column, sql, source }
        }
        ffi::SQLITE_CONSTRAINT_CHECK => {
            Error::CheckViolation { constraint: after("CHECK constraint failed: "), sql, source }
        }
        ffi::SQLITE_BUSY_SNAPSHOT => Error::SerializationFailure { reason, sql, source },
        _ => match code & 0xff {
            ffi::SQLITE_BUSY | ffi::SQLITE_LOCKED => Error::LockNotAvailable { reason, sql, source },
            ffi::SQLITE_INTERRUPT => Error::Timeout { sql, source },
            _ => Error::Database { code: code.to_string(), message: reason, sql, source },
        },
    }
}

/// SQLite's own words, without what rusqlite adds to them.
pub(super) fn message(error: &rusqlite::Error) -> String {
    match error {
        rusqlite::Error::SqliteFailure(_, Some(message)) => message.clone(),
        rusqlite::Error::SqlInputError { msg, .. } => msg.clone(),
        error => error.to_string(),
    }
}

fn extended_code(error: &rusqlite::Error) -> i32 {
    match error {
        rusqlite::Error::SqliteFailure(error, _) | rusqlite::Error::SqlInputError { error, .. } => error.extended_code,
        _ => ffi::SQLITE_MISUSE,
    }
}

/// The index, if it is on expressions, else the columns, of `UNIQUE constraint failed: users.name, users.tenant`.
fn unique_key(message: &str) -> (Option<String>, Vec<String>) {
    let Some(key) = message.strip_prefix("UNIQUE constraint failed: ") else { return (None, Vec::new()) };
    if let Some(index) = key.strip_prefix("index '").and_then(|key| key.strip_suffix('\'')) {
        return (Some(index.to_owned()), Vec::new());
    }
    (None, key.split(", ").map(column).collect())
}

/// The column of `users.name`.
fn column(name: &str) -> String {
    name.split_once('.').map_or(name, |(_, column)| column).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn classified(extended_code: i32, message: &str) -> Error {
        classify(rusqlite::Error::SqliteFailure(ffi::Error::new(extended_code), Some(message.to_owned())), "SELECT 1")
    }

    #[test]
    fn codes_become_the_error_that_says_what_to_do() {
        for (code, message, expected) in [
            (2067, "UNIQUE constraint failed: k1.a, k1.b", "unique violation: `a`, `b`"),
            (2067, "UNIQUE constraint failed: index 'lower_name'", "unique violation: `lower_name`"),
            (1555, "UNIQUE constraint failed: k1.id", "unique violation: `id`"),
            (787, "FOREIGN KEY constraint failed", "foreign key violation: the database does not say which"),
            (1811, "FOREIGN KEY constraint failed", "foreign key violation: the database does not say which"),
            (1811, "no more today", "no more today (code 1811, in `SELECT 1`)"),
            (1299, "NOT NULL constraint failed: k1.a", "not null violation: `a`"),
            (275, "CHECK constraint failed: ck_b", "check violation: `ck_b`"),
            (5, "database is locked", "the lock is held by another transaction: database is locked"),
            (6, "database table is locked", "the lock is held by another transaction: database table is locked"),
            (261, "database is locked", "the lock is held by another transaction: database is locked"),
            (517, "database is locked", "the transaction must be run again: database is locked"),
            (9, "interrupted", "the statement took longer than its timeout"),
            (8, "attempt to write a readonly database", "attempt to write a readonly database (code 8, in `SELECT 1`)"),
            (1, "no such table: t", "no such table: t (code 1, in `SELECT 1`)"),
        ] {
            let error = classified(code, message).to_string();
            assert!(error.starts_with(expected), "{code}: {error}");
            assert!(error.contains("`SELECT 1`"), "{error}");
        }
        assert!(classified(517, "").is_retryable() && classified(5, "").is_retryable());
    }
}
