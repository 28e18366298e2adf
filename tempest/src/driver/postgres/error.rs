//! What went wrong, by SQLSTATE.

use std::error::Error as _;

use tokio_postgres::error::DbError;

use super::bind::BindError;
use crate::driver::DriverError;
use crate::error::{Error, Source};

/// A connection that could not be made.
pub(super) fn connect(server: &str, error: tokio_postgres::Error) -> Error {
    Error::Connect { server: server.to_owned(), reason: summary(&error), source: Some(hidden(error)) }
}

/// How sure it is that a prepared statement could not be bound because the schema is no longer what it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stale {
    No,
    /// A value does not fit in the type that its column had, or the statement means nothing any more. Preparing it again
    /// tells.
    Perhaps,
    Yes,
}

/// What the error of a bind says of the statement, which has not run.
pub(super) fn staleness(error: &tokio_postgres::Error) -> Stale {
    match error.code() {
        Some(code) => stale_code(code.code()),
        None if is_refused_value(error) => Stale::Perhaps,
        None => Stale::No,
    }
}

fn stale_code(code: &str) -> Stale {
    match code {
        // The statement is gone; its columns changed; a type was dropped.
        "26000" | "0A000" | "XX000" => Stale::Yes,
        // Nothing changes by asking again without the privilege.
        "42501" => Stale::No,
        _ if code.starts_with("42") || code.starts_with("22") => Stale::Perhaps,
        _ => Stale::No,
    }
}

/// Whether a value was refused on this side, by the type that the statement had when it was prepared. Nothing was sent.
pub(super) fn is_refused_value(error: &tokio_postgres::Error) -> bool {
    error.source().is_some_and(|cause| cause.is::<BindError>())
}

/// The error of a statement that cannot be prepared again, because its transaction has failed with it.
pub(super) fn changed_in_transaction(error: tokio_postgres::Error, sql: &str) -> Error {
    let reason = format!("the schema has changed since the statement was prepared: {}", summary(&error));
    Error::SerializationFailure { reason, sql: sql.to_owned(), source: Some(hidden(error)) }
}

/// An error of a statement.
pub(super) fn classify(error: tokio_postgres::Error, sql: &str) -> Error {
    let sql = sql.to_owned();
    if let Some(bind) = error.source().and_then(|cause| cause.downcast_ref::<BindError>()) {
        return Error::Bind { position: bind.position, reason: bind.reason.clone(), sql };
    }
    let reason = summary(&error);
    let Some(answer) = error.as_db_error() else {
        return if is_local(&error) {
            Error::Database { code: String::new(), message: reason, sql, source: Some(hidden(error)) }
        } else {
            Error::ConnectionLost { reason, sql, source: Some(hidden(error)) }
        };
    };
    let fault = fault(answer.code().code());
    let constraint = answer.constraint().map(str::to_owned);
    let column = answer.column().map(str::to_owned);
    let columns = answer.detail().map(key_columns).unwrap_or_default();
    let code = answer.code().code().to_owned();
    let message = without_value(&code, answer.message());
    let source = Some(hidden(error));
    match fault {
        Fault::Unique => Error::UniqueViolation { constraint, columns, sql, source },
        Fault::ForeignKey => Error::ForeignKeyViolation { constraint, sql, source },
        Fault::NotNull => Error::NotNullViolation { column, sql, source },
        Fault::Check => Error::CheckViolation { constraint, sql, source },
        Fault::Serialization => Error::SerializationFailure { reason: message, sql, source },
        Fault::Lock => Error::LockNotAvailable { reason: message, sql, source },
        Fault::Timeout => Error::Timeout { sql, source },
        Fault::Aborted => Error::TransactionAborted { earlier: message },
        Fault::Connection => Error::ConnectionLost { reason: message, sql, source },
        Fault::Other => Error::Database { code, message, sql, source },
    }
}

/// The classes of [`Error`] that a server's answer can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    Unique,
    ForeignKey,
    NotNull,
    Check,
    Serialization,
    Lock,
    Timeout,
    Aborted,
    Connection,
    Other,
}

fn fault(code: &str) -> Fault {
    match code {
        // An exclusion constraint refuses a row for the sake of another, as a unique index does.
        "23505" | "23P01" => Fault::Unique,
        // 23001: ON DELETE RESTRICT, from PostgreSQL 18 on.
        "23503" | "23001" => Fault::ForeignKey,
        "23502" => Fault::NotNull,
        "23514" => Fault::Check,
        "40001" | "40P01" => Fault::Serialization,
        "55P03" => Fault::Lock,
        // 57014: cancelled, which statement_timeout does; 25P03, 25P04: the server's limits for idle and long
        // transactions end the connection as well, so they are below.
        "57014" => Fault::Timeout,
        "25P02" => Fault::Aborted,
        // Shutdowns, a killed connection, and limits that end it.
        "57P01" | "57P02" | "57P03" | "57P04" | "57P05" | "25P03" | "25P04" => Fault::Connection,
        code if code.starts_with("08") => Fault::Connection,
        _ => Fault::Other,
    }
}

/// Whether the fault is on this side, and the connection goes on: a message that cannot be encoded, such as one with
/// too many parameters.
fn is_local(error: &tokio_postgres::Error) -> bool {
    let text = error.to_string();
    text.starts_with("error encoding") || text.starts_with("expected ") || text.starts_with("error serializing")
}

/// The columns of `Key (a, b)=(…) already exists.`, which PostgreSQL says in every language with the same brackets.
fn key_columns(detail: &str) -> Vec<String> {
    let Some((before, _)) = detail.split_once(")=(") else { return Vec::new() };
    let Some((_, columns)) = before.split_once('(') else { return Vec::new() };
    columns.split(", ").map(|column| column.trim_matches('"').to_owned()).collect()
}

/// What an error says, without the details in which PostgreSQL shows values, nor those in the message itself.
fn summary(error: &tokio_postgres::Error) -> String {
    if let Some(answer) = error.as_db_error() {
        return answer_summary(answer);
    }
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
}

fn answer_summary(answer: &DbError) -> String {
    let code = answer.code().code();
    format!("{} ({code})", without_value(code, answer.message()))
}

/// `invalid input syntax for type smallint: "secret"` without the secret. Class 22 is what is wrong with values; all
/// from the first quote to the last may be one, and so may bytes such as `0x00`. The quotes are those of the languages
/// that a server may speak.
pub(super) fn without_value(code: &str, message: &str) -> String {
    if !code.starts_with("22") {
        return message.to_owned();
    }
    let is_quote = |character: char| matches!(character, '"' | '«' | '»' | '„' | '“' | '”' | '「' | '」');
    if matches!(code, "22021" | "22P05") {
        // Only encodings are quoted here.
        let words: Vec<&str> =
            message.split(' ').map(|word| if word.starts_with("0x") { "0x…" } else { word }).collect();
        return words.join(" ");
    }
    match (message.find(is_quote), message.rfind(is_quote)) {
        (Some(first), Some(last)) if first < last => format!("{}…{}", head(message, first), &message[last..]),
        (Some(only), _) => format!("{}…", head(message, only)),
        _ => message.to_owned(),
    }
}

/// The text up to the character that begins at `index`, and that character.
fn head(text: &str, index: usize) -> &str {
    let length = text[index..].chars().next().map_or(0, char::len_utf8);
    &text[..index + length]
}

fn hidden(error: tokio_postgres::Error) -> Source {
    Box::new(DriverError::new(summary(&error), error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_code_has_its_class() {
        for (code, expected) in [
            ("23505", Fault::Unique),
            ("23P01", Fault::Unique),
            ("23503", Fault::ForeignKey),
            ("23001", Fault::ForeignKey),
            ("23502", Fault::NotNull),
            ("23514", Fault::Check),
            ("40001", Fault::Serialization),
            ("40P01", Fault::Serialization),
            ("55P03", Fault::Lock),
            ("57014", Fault::Timeout),
            ("25P02", Fault::Aborted),
            ("57P01", Fault::Connection),
            ("25P03", Fault::Connection),
            ("08006", Fault::Connection),
            ("42P01", Fault::Other),
            ("22003", Fault::Other),
            ("42601", Fault::Other),
        ] {
            assert_eq!(fault(code), expected, "{code}");
        }
    }

    #[test]
    fn what_a_change_of_the_schema_looks_like() {
        for (code, expected) in [
            ("0A000", Stale::Yes),
            ("26000", Stale::Yes),
            ("XX000", Stale::Yes),
            ("42804", Stale::Perhaps),
            ("42883", Stale::Perhaps),
            ("22P02", Stale::Perhaps),
            ("22P03", Stale::Perhaps),
            ("42501", Stale::No),
            ("23505", Stale::No),
            ("40001", Stale::No),
        ] {
            assert_eq!(stale_code(code), expected, "{code}");
        }
    }

    #[test]
    fn no_message_tells_a_value() {
        for (code, message, shown) in [
            (
                "22P02",
                "invalid input syntax for type smallint: \"s3cret\"",
                "invalid input syntax for type smallint: \"…\"",
            ),
            (
                "22P02",
                "invalid input syntax for type smallint: \"a \"s3cret\" b\"",
                "invalid input syntax for type smallint: \"…\"",
            ),
            (
                "22P02",
                "ungültige Eingabesyntax für Typ smallint: »s3cret«",
                "ungültige Eingabesyntax für Typ smallint: »…«",
            ),
            ("22P02", "invalid input value for enum mood: \"s3cret\"", "invalid input value for enum mood: \"…\""),
            ("22007", "invalid value \"s3cret\" for \"YYYY\"", "invalid value \"…\""),
            ("22008", "date/time field value out of range: \"s3cret\"", "date/time field value out of range: \"…\""),
            (
                "22003",
                "value \"s3cret\" is out of range for type smallint",
                "value \"…\" is out of range for type smallint",
            ),
            ("22003", "smallint out of range", "smallint out of range"),
            ("22023", "time zone \"s3cret\" not recognized", "time zone \"…\" not recognized"),
            (
                "22021",
                "invalid byte sequence for encoding \"UTF8\": 0x53 0x33",
                "invalid byte sequence for encoding \"UTF8\": 0x… 0x…",
            ),
            ("22001", "value too long for type character varying(3)", "value too long for type character varying(3)"),
            ("22008", "date/time field value out of range: \"s3cret", "date/time field value out of range: \"…"),
            ("23505", "duplicate key violates \"people_key\"", "duplicate key violates \"people_key\""),
            ("42P01", "relation \"users\" does not exist", "relation \"users\" does not exist"),
        ] {
            assert_eq!(without_value(code, message), shown, "{code}");
        }
    }

    #[test]
    fn the_columns_of_a_key_are_found_in_the_detail() {
        assert_eq!(
            key_columns("Key (consumer, idempotency_key)=(a, b) already exists."),
            ["consumer", "idempotency_key"]
        );
        assert_eq!(key_columns("Key (\"legacyID\")=(1) already exists."), ["legacyID"]);
        assert_eq!(key_columns("Key (lower(email))=(a) already exists."), ["lower(email)"]);
        assert_eq!(key_columns("no such thing"), Vec::<String>::new());
    }
}
