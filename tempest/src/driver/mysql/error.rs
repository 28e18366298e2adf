//! What went wrong, by the server's error number.

use mysql_async::{DriverError as Fault, Error as Failure};

use crate::driver::DriverError;
use crate::engine::Server;
use crate::error::{Error, Source};

/// A connection that could not be made.
pub(super) fn connect_error(server: &Server, error: Failure) -> Error {
    Error::Connect { server: server.to_string(), reason: summary(&error), source: Some(hidden(error)) }
}

/// Whether the server no longer knows a prepared statement, or has to prepare it again. It did not run.
pub(super) fn is_stale_statement(error: &Failure) -> bool {
    matches!(error, Failure::Server(answer) if matches!(answer.code, 1243 | 1615))
}

/// Whether the server has rolled back the whole transaction: a deadlock, or on MariaDB a row that has changed since it
/// was read.
pub(super) fn ends_transaction(error: &Failure, lock_timeout_ends_transaction: bool) -> bool {
    match error {
        Failure::Server(answer) => {
            matches!(answer.code, 1213 | 1020) || (answer.code == 1205 && lock_timeout_ends_transaction)
        }
        _ => false,
    }
}

/// An error of a statement.
pub(super) fn classify(error: Failure, sql: &str) -> Error {
    let (sql, reason) = (sql.to_owned(), summary(&error));
    let answer = match &error {
        Failure::Server(answer) => answer,
        Failure::Driver(Fault::StmtParamsMismatch { required, supplied }) => {
            let position = usize::from(*required).min(*supplied) + 1;
            return Error::Bind { position, reason, sql };
        }
        Failure::Driver(Fault::PacketTooLarge) => {
            let message = "the statement and its values are larger than the server's max_allowed_packet".to_owned();
            return Error::Database { code: "1153".to_owned(), message, sql, source: Some(hidden(error)) };
        }
        _ => return Error::ConnectionLost { reason, sql, source: Some(hidden(error)) },
    };
    let code = answer.code;
    let message = &answer.message;
    match code {
        1062 | 1169 | 1586 => {
            let constraint = last_quoted(message, '\'').map(|key| key.split_once('.').map_or(key, |(_, key)| key));
            let constraint = constraint.map(str::to_owned);
            Error::UniqueViolation { constraint, columns: Vec::new(), sql, source: Some(hidden(error)) }
        }
        1216 | 1217 | 1451 | 1452 => {
            let constraint = message.split_once("CONSTRAINT ").and_then(|(_, rest)| first_quoted(rest, '`'));
            let constraint = constraint.map(str::to_owned);
            Error::ForeignKeyViolation { constraint, sql, source: Some(hidden(error)) }
        }
        1048 | 1364 => {
            let column = first_quoted(message, '\'').map(str::to_owned);
            Error::NotNullViolation { column, sql, source: Some(hidden(error)) }
        }
        3819 | 4025 => {
            let quote = if code == 3819 { '\'' } else { '`' };
            let constraint = first_quoted(message, quote).map(str::to_owned);
            Error::CheckViolation { constraint, sql, source: Some(hidden(error)) }
        }
        1213 | 1020 => Error::SerializationFailure { reason, sql, source: Some(hidden(error)) },
        1205 | 3572 => Error::LockNotAvailable { reason, sql, source: Some(hidden(error)) },
        1317 | 1969 | 3024 => Error::Timeout { sql, source: Some(hidden(error)) },
        1053 | 1079 | 1080 | 1927 | 2006 | 2013 | 4031 => {
            Error::ConnectionLost { reason, sql, source: Some(hidden(error)) }
        }
        _ => Error::Database { code: code.to_string(), message: reason, sql, source: Some(hidden(error)) },
    }
}

fn hidden(error: Failure) -> Source {
    Box::new(DriverError::new(summary(&error), error))
}

/// What the driver or the server says, without the values that some of the server's messages tell.
fn summary(error: &Failure) -> String {
    match error {
        Failure::Server(answer) => without_value(answer.code, &answer.message),
        Failure::Io(error) => error.to_string(),
        Failure::Driver(Fault::FromValue { .. } | Fault::FromRow { .. } | Fault::UnexpectedPacket { .. }) => {
            "the server's answer is not what was expected".to_owned()
        }
        Failure::Driver(error) => error.to_string(),
        error => error.to_string(),
    }
}

/// `Incorrect integer value: 'secret' for column 'n' at row 1` without the secret.
fn without_value(code: u16, message: &str) -> String {
    // Duplicate entry; incorrect, truncated or illegal values; a number out of range.
    if !matches!(code, 1062 | 1169 | 1264 | 1292 | 1366 | 1367 | 1411 | 1525 | 1586 | 1690 | 3140 | 3141) {
        return message.to_owned();
    }
    let Some((head, tail)) = message.split_once('\'') else { return message.to_owned() };
    match tail.rsplit_once("' for ") {
        Some((_, tail)) => format!("{head}'…' for {tail}"),
        None => format!("{head}'…'"),
    }
}

fn first_quoted(message: &str, quote: char) -> Option<&str> {
    message.split_once(quote)?.1.split_once(quote).map(|(quoted, _)| quoted)
}

fn last_quoted(message: &str, quote: char) -> Option<&str> {
    message.rsplit_once(quote)?.0.rsplit_once(quote).map(|(_, quoted)| quoted)
}

#[cfg(test)]
mod tests {
    use mysql_async::ServerError;

    use super::*;

    fn server(code: u16, message: &str) -> Failure {
        Failure::Server(ServerError { code, message: message.to_owned(), state: "HY000".to_owned() })
    }

    #[test]
    fn codes_become_the_error_that_says_what_to_do() {
        let child = "Cannot add or update a child row: a foreign key constraint fails (`db`.`c`, CONSTRAINT `fk_p` \
                     FOREIGN KEY (`p`) REFERENCES `p` (`id`))";
        for (code, message, expected) in [
            (1062, "Duplicate entry 'it's-me' for key 'k1.uq_ab'", "unique violation: `uq_ab`"),
            (1062, "Duplicate entry '1' for key 'PRIMARY'", "unique violation: `PRIMARY`"),
            (1452, child, "foreign key violation: `fk_p`"),
            (1451, child, "foreign key violation: `fk_p`"),
            (1048, "Column 'a' cannot be null", "not null violation: `a`"),
            (1364, "Field 'a' doesn't have a default value", "not null violation: `a`"),
            (3819, "Check constraint 'ck_b' is violated.", "check violation: `ck_b`"),
            (4025, "CONSTRAINT `ck_b` failed for `test`.`t`", "check violation: `ck_b`"),
            (1213, "Deadlock found", "the transaction must be run again: Deadlock found"),
            (1020, "Record has changed", "the transaction must be run again: Record has changed"),
            (1205, "Lock wait timeout exceeded", "the lock is held by another transaction: Lock wait"),
            (3572, "Statement aborted because lock(s)", "the lock is held by another transaction: Statement"),
            (3024, "Query execution was interrupted", "the statement took longer than its timeout"),
            (1969, "Query execution was interrupted", "the statement took longer than its timeout"),
            (1317, "Query execution was interrupted", "the statement took longer than its timeout"),
            (1927, "Connection was killed", "the connection was lost: Connection was killed"),
            (4031, "The client was disconnected", "the connection was lost: The client"),
            (1146, "Table 'db.t' doesn't exist", "Table 'db.t' doesn't exist (code 1146, in `SELECT 1`)"),
            (1792, "Cannot execute statement in a READ ONLY transaction.", "Cannot execute statement in a READ"),
        ] {
            let error = classify(server(code, message), "SELECT 1");
            assert!(error.to_string().starts_with(expected), "{code}: {error}");
            assert!(error.to_string().contains("`SELECT 1`"), "{error}");
        }
        let lost = classify(Failure::Driver(Fault::ConnectionClosed), "SELECT 1");
        assert!(matches!(lost, Error::ConnectionLost { .. }), "{lost}");
    }

    #[test]
    fn no_error_tells_a_value() {
        for (code, message) in [
            (1062, "Duplicate entry 'secret' for key 'PRIMARY'"),
            (1062, "Duplicate entry 'it's for secret' for key 'PRIMARY'"),
            (1366, "Incorrect integer value: 'secret' for column 'n' at row 1"),
            (1292, "Incorrect datetime value: 'secret'"),
            (1525, "Incorrect DATETIME value: 'secret'"),
            (1690, "BIGINT value is out of range in '(secret + 1)'"),
        ] {
            let error = classify(server(code, message), "SELECT 1");
            assert!(!format!("{error} {error:?}").contains("secret"), "{error:?}");
        }
        let shown = without_value(1366, "Incorrect integer value: 'secret' for column 'n' at row 1");
        assert_eq!(shown, "Incorrect integer value: '…' for column 'n' at row 1");
    }

    #[test]
    fn a_deadlock_ends_the_transaction() {
        assert!(ends_transaction(&server(1213, ""), false) && ends_transaction(&server(1020, ""), false));
        assert!(!ends_transaction(&server(1205, ""), false) && ends_transaction(&server(1205, ""), true));
        assert!(!ends_transaction(&server(1062, ""), true));
    }
}
