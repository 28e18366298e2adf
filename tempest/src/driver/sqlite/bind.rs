//! Values as SQLite stores them: it has integers, reals, text and blobs only.

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Statement, ToSql};
use tempest_dialects::render::Values;
use tempest_dialects::{Param, Sql, Value};

use super::error::classify;
use crate::driver::calendar::{Date, Time, date_and_time};
use crate::error::{Error, Result};

/// Binds the parameters of a statement, whose text only errors tell.
pub(super) fn bind_all(statement: &mut Statement<'_>, text: &str, params: &[Param<'_>]) -> Result<()> {
    bind_each(statement, text, params.len(), params.iter().map(value))
}

/// Binds the values of some rows, and then the parameters of their statement.
pub(super) fn bind_rows(
    statement: &mut Statement<'_>,
    text: &str,
    rows: Values<'_>,
    params: &[Param<'_>],
) -> Result<()> {
    let values = rows.iter().map(Ok).chain(params.iter().map(value));
    bind_each(statement, text, rows.len() + params.len(), values)
}

fn bind_each<'a>(
    statement: &mut Statement<'_>,
    text: &str,
    given: usize,
    values: impl Iterator<Item = Result<&'a Value, &'static str>>,
) -> Result<()> {
    let expected = statement.parameter_count();
    if given != expected {
        let reason = format!("the statement has {expected} parameters, {given} were given");
        return Err(refused(expected.min(given), reason, text));
    }
    for (index, value) in values.enumerate() {
        let bound = value.and_then(bind).map_err(|reason| refused(index, reason.to_owned(), text))?;
        statement.raw_bind_parameter(index + 1, bound).map_err(|error| classify(error, text))?;
    }
    Ok(())
}

/// The parameters of a statement for another thread, which may outlive the statement.
pub(super) fn owned(sql: &Sql<'_>) -> Result<Vec<Param<'static>>> {
    let params = sql.params.iter().enumerate();
    let owned = params.map(|(index, param)| match value(param) {
        Ok(value) => Ok(Param::Owned(value.clone())),
        Err(reason) => Err(refused(index, reason.to_owned(), &sql.text)),
    });
    owned.collect()
}

fn value<'a>(param: &'a Param<'_>) -> Result<&'a Value, &'static str> {
    match param {
        Param::Value(value) => Ok(value),
        Param::Owned(value) => Ok(value),
        _ => Err("SQLite has no arrays"),
    }
}

#[cold]
fn refused(index: usize, reason: String, text: &str) -> Error {
    Error::Bind { position: index + 1, reason, sql: text.to_owned() }
}

/// A value as SQLite stores it.
#[derive(Debug, Clone, PartialEq)]
enum Bound<'a> {
    Null,
    Integer(i64),
    Real(f64),
    Text(&'a str),
    /// The text of what has no type here: a list, which is a document, or a large integer.
    Made(String),
    Blob(&'a [u8]),
    /// `2026-11-29 17:05:00.123456`
    DateTime([u8; 26]),
    /// `2026-11-29`
    Date([u8; 10]),
    /// `17:05:00.123456`
    Time([u8; 15]),
}

impl ToSql for Bound<'_> {
    #[inline]
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Null => ValueRef::Null,
            Self::Integer(value) => ValueRef::Integer(*value),
            Self::Real(value) => ValueRef::Real(*value),
            Self::Text(text) => ValueRef::Text(text.as_bytes()),
            Self::Made(text) => ValueRef::Text(text.as_bytes()),
            Self::Blob(bytes) => ValueRef::Blob(bytes),
            Self::DateTime(text) => ValueRef::Text(text),
            Self::Date(text) => ValueRef::Text(text),
            Self::Time(text) => ValueRef::Text(text),
        }))
    }
}

fn bind(value: &Value) -> Result<Bound<'_>, &'static str> {
    Ok(match value {
        Value::Null => Bound::Null,
        Value::Bool(value) => Bound::Integer(i64::from(*value)),
        Value::I16(value) => Bound::Integer(i64::from(*value)),
        Value::I32(value) => Bound::Integer(i64::from(*value)),
        Value::I64(value) | Value::Interval(value) => Bound::Integer(*value),
        Value::U32(value) => Bound::Integer(i64::from(*value)),
        Value::U64(value) => Bound::Integer(i64::try_from(*value).map_err(|_| "SQLite's integers end at 2^63 - 1")?),
        Value::F32(value) => real(f64::from(*value))?,
        Value::F64(value) => real(*value)?,
        Value::I128(value) => Bound::Made(value.to_string()),
        Value::Decimal(text) => Bound::Text(text),
        Value::Text(text) => Bound::Text(text),
        Value::Enum(label) => Bound::Text(label),
        Value::Json(text) => Bound::Text(text),
        Value::Array(_, values) => Bound::Made(Value::json_array(values)),
        Value::Bytes(bytes) => Bound::Blob(bytes),
        Value::Uuid(bytes) => Bound::Blob(bytes),
        Value::TimestampTz(micros) | Value::Timestamp(micros) => {
            let (date, time) = date_and_time(*micros).ok_or(YEARS)?;
            Bound::DateTime(date_time_text(date, time))
        }
        Value::Date(days) => Bound::Date(date_text(Date::from_days(i64::from(*days)).ok_or(YEARS)?)),
        Value::Time(micros) => {
            Bound::Time(time_text(Time::from_micros(*micros).ok_or("a time of day is less than 24 hours")?))
        }
        _ => return Err("SQLite has no type for this value"),
    })
}

const YEARS: &str = "SQLite's dates have the years 0 to 9999";

fn real(value: f64) -> Result<Bound<'static>, &'static str> {
    if value.is_nan() { Err("SQLite has no NaN: it would store NULL") } else { Ok(Bound::Real(value)) }
}

fn date_time_text(date: Date, time: Time) -> [u8; 26] {
    let mut text = [b' '; 26];
    text[..10].copy_from_slice(&date_text(date));
    text[11..].copy_from_slice(&time_text(time));
    text
}

fn date_text(Date { year, month, day }: Date) -> [u8; 10] {
    let [y1, y2, y3, y4] = digits(year.into());
    let ([m1, m2], [d1, d2]) = (digits(month.into()), digits(day.into()));
    [y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2]
}

fn time_text(Time { hour, minute, second, micro }: Time) -> [u8; 15] {
    let ([h1, h2], [m1, m2], [s1, s2]) = (digits(hour.into()), digits(minute.into()), digits(second.into()));
    let [f1, f2, f3, f4, f5, f6] = digits(micro);
    [h1, h2, b':', m1, m2, b':', s1, s2, b'.', f1, f2, f3, f4, f5, f6]
}

/// The last digits of a number. Formatting would take longer than SQLite takes to find a row.
fn digits<const N: usize>(mut number: u32) -> [u8; N] {
    let mut digits = [b'0'; N];
    for digit in digits.iter_mut().rev() {
        *digit += u8::try_from(number % 10).unwrap_or_default();
        number /= 10;
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_one_fixed_width_form() {
        for (value, text) in [
            (Value::TimestampTz(0), "1970-01-01 00:00:00.000000"),
            (Value::TimestampTz(-1), "1969-12-31 23:59:59.999999"),
            (Value::Timestamp(1_700_000_000_123_456), "2023-11-14 22:13:20.123456"),
            (Value::Timestamp(253_402_300_799_999_999), "9999-12-31 23:59:59.999999"),
            (Value::Date(-719_528), "0000-01-01"),
            (Value::Date(19_782), "2024-02-29"),
            (Value::Time(86_399_999_999), "23:59:59.999999"),
            (Value::Time(1), "00:00:00.000001"),
        ] {
            let bound = bind(&value).unwrap();
            assert_eq!(bound.to_sql().unwrap(), ToSqlOutput::Borrowed(ValueRef::Text(text.as_bytes())));
        }
    }

    #[test]
    fn what_sqlite_cannot_hold_is_refused() {
        for value in [
            Value::F64(f64::NAN),
            Value::F32(f32::NAN),
            Value::TimestampTz(253_402_300_800_000_000),
            Value::Timestamp(i64::MIN),
            Value::Date(i32::MAX),
            Value::Time(86_400_000_000),
            Value::Time(-1),
        ] {
            assert!(bind(&value).is_err(), "{value:?}");
        }
        assert_eq!(bind(&Value::F64(f64::INFINITY)), Ok(Bound::Real(f64::INFINITY)));
    }
}
