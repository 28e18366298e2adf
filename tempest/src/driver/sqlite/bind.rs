//! Values as SQLite stores them: it has integers, reals, text and blobs only.

use std::borrow::Cow;

use rusqlite::ToSql;
use rusqlite::types::{ToSqlOutput, ValueRef};
use tempest_dialects::{Param, Sql, Value};

use crate::driver::calendar::{Date, Time, date_and_time};
use crate::error::{Error, Result};

/// A value as SQLite stores it.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Bound<'a> {
    Null,
    Integer(i64),
    Real(f64),
    Text(Cow<'a, str>),
    Blob(Cow<'a, [u8]>),
}

impl Bound<'_> {
    fn into_owned(self) -> Bound<'static> {
        match self {
            Self::Null => Bound::Null,
            Self::Integer(value) => Bound::Integer(value),
            Self::Real(value) => Bound::Real(value),
            Self::Text(text) => Bound::Text(Cow::Owned(text.into_owned())),
            Self::Blob(bytes) => Bound::Blob(Cow::Owned(bytes.into_owned())),
        }
    }
}

impl ToSql for Bound<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Null => ValueRef::Null,
            Self::Integer(value) => ValueRef::Integer(*value),
            Self::Real(value) => ValueRef::Real(*value),
            Self::Text(text) => ValueRef::Text(text.as_bytes()),
            Self::Blob(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

/// The parameters of a statement, borrowed where SQLite stores what the value holds.
pub(super) fn params<'a>(sql: &'a Sql<'_>) -> Result<Vec<Bound<'a>>> {
    sql.params.iter().enumerate().map(|(index, param)| parameter(index, param, sql)).collect()
}

/// The same, for another thread.
pub(super) fn owned_params(sql: &Sql<'_>) -> Result<Vec<Bound<'static>>> {
    let parameters = sql.params.iter().enumerate();
    parameters.map(|(index, param)| parameter(index, param, sql).map(Bound::into_owned)).collect()
}

fn parameter<'a>(index: usize, param: &'a Param<'_>, sql: &Sql<'_>) -> Result<Bound<'a>> {
    let bound = match param {
        Param::Value(value) => bind(value),
        Param::Owned(value) => bind(value),
        _ => Err("SQLite has no arrays"),
    };
    bound.map_err(|reason| Error::Bind { position: index + 1, reason: reason.to_owned(), sql: sql.text.clone() })
}

fn bind(value: &Value) -> Result<Bound<'_>, &'static str> {
    Ok(match value {
        Value::Null => Bound::Null,
        Value::Bool(value) => Bound::Integer(i64::from(*value)),
        Value::I16(value) => Bound::Integer(i64::from(*value)),
        Value::I32(value) => Bound::Integer(i64::from(*value)),
        Value::I64(value) => Bound::Integer(*value),
        Value::U32(value) => Bound::Integer(i64::from(*value)),
        Value::F32(value) => real(f64::from(*value))?,
        Value::F64(value) => real(*value)?,
        Value::Text(text) => Bound::Text(Cow::Borrowed(text)),
        Value::Enum(label) => Bound::Text(Cow::Borrowed(label)),
        Value::Json(text) => Bound::Text(Cow::Borrowed(text)),
        Value::Bytes(bytes) => Bound::Blob(Cow::Borrowed(bytes)),
        Value::Uuid(bytes) => Bound::Blob(Cow::Borrowed(bytes)),
        Value::TimestampTz(micros) | Value::Timestamp(micros) => {
            let (date, time) = date_and_time(*micros).ok_or(YEARS)?;
            Bound::Text(Cow::Owned(format!("{} {}", date_text(date), time_text(time))))
        }
        Value::Date(days) => Bound::Text(Cow::Owned(date_text(Date::from_days(i64::from(*days)).ok_or(YEARS)?))),
        Value::Time(micros) => {
            let time = Time::from_micros(*micros).ok_or("a time of day is less than 24 hours")?;
            Bound::Text(Cow::Owned(time_text(time)))
        }
        _ => return Err("SQLite has no type for this value"),
    })
}

const YEARS: &str = "SQLite's dates have the years 0 to 9999";

fn real(value: f64) -> Result<Bound<'static>, &'static str> {
    if value.is_nan() { Err("SQLite has no NaN: it would store NULL") } else { Ok(Bound::Real(value)) }
}

fn date_text(Date { year, month, day }: Date) -> String {
    format!("{year:04}-{month:02}-{day:02}")
}

fn time_text(Time { hour, minute, second, micro }: Time) -> String {
    format!("{hour:02}:{minute:02}:{second:02}.{micro:06}")
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
            assert_eq!(bind(&value), Ok(Bound::Text(text.into())));
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
