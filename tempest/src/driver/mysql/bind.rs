//! Values as MySQL and MariaDB take them.

use mysql_async::{Params, Value as Sent};
use tempest_dialects::{Param, Sql, Value};

use crate::driver::calendar::{Date, Time, date_and_time};
use crate::error::{Error, Result};

/// The parameters of a statement.
pub(super) fn params(sql: &Sql<'_>) -> Result<Params> {
    if sql.params.is_empty() {
        return Ok(Params::Empty);
    }
    // Not collected: through a `Result`, the length would not be known beforehand.
    let mut values = Vec::with_capacity(sql.params.len());
    for (index, param) in sql.params.iter().enumerate() {
        values.push(parameter(index, param, sql)?);
    }
    Ok(Params::Positional(values))
}

fn parameter(index: usize, param: &Param<'_>, sql: &Sql<'_>) -> Result<Sent> {
    let bound = match param {
        Param::Value(value) => bind(value),
        Param::Owned(value) => bind(value),
        _ => Err("there are no arrays"),
    };
    bound.map_err(|reason| Error::Bind { position: index + 1, reason: reason.to_owned(), sql: sql.text.clone() })
}

fn bind(value: &Value) -> Result<Sent, &'static str> {
    Ok(match value {
        Value::Null => Sent::NULL,
        Value::Bool(value) => Sent::Int(i64::from(*value)),
        Value::I16(value) => Sent::Int(i64::from(*value)),
        Value::I32(value) => Sent::Int(i64::from(*value)),
        Value::I64(value) | Value::Interval(value) => Sent::Int(*value),
        Value::U32(value) => Sent::Int(i64::from(*value)),
        Value::U64(value) => Sent::UInt(*value),
        Value::F32(value) if value.is_finite() => Sent::Float(*value),
        Value::F64(value) if value.is_finite() => Sent::Double(*value),
        Value::F32(_) | Value::F64(_) => return Err("there is no NaN and no infinity"),
        Value::I128(value) => Sent::Bytes(value.to_string().into_bytes()),
        Value::Decimal(text) => Sent::Bytes(text.as_bytes().to_vec()),
        Value::Text(text) => Sent::Bytes(text.as_bytes().to_vec()),
        Value::Enum(label) => Sent::Bytes(label.as_bytes().to_vec()),
        Value::Json(text) => Sent::Bytes(text.as_bytes().to_vec()),
        Value::Array(_, values) => Sent::Bytes(Value::json_array(values).into_bytes()),
        Value::Bytes(bytes) => Sent::Bytes(bytes.clone()),
        Value::Uuid(bytes) => Sent::Bytes(bytes.to_vec()),
        Value::TimestampTz(micros) | Value::Timestamp(micros) => {
            let (date, time) = date_and_time(*micros).ok_or(YEARS)?;
            Sent::Date(date.year, date.month, date.day, time.hour, time.minute, time.second, time.micro)
        }
        Value::Date(days) => {
            let date = Date::from_days(i64::from(*days)).ok_or(YEARS)?;
            Sent::Date(date.year, date.month, date.day, 0, 0, 0, 0)
        }
        Value::Time(micros) => {
            let time = Time::from_micros(*micros).ok_or("a time of day is less than 24 hours")?;
            Sent::Time(false, 0, time.hour, time.minute, time.second, time.micro)
        }
        _ => return Err("there is no type for this value"),
    })
}

const YEARS: &str = "dates have the years 0 to 9999";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_sent_in_parts() {
        for (value, sent) in [
            (Value::TimestampTz(-1), Sent::Date(1969, 12, 31, 23, 59, 59, 999_999)),
            (Value::Timestamp(1_700_000_000_123_456), Sent::Date(2023, 11, 14, 22, 13, 20, 123_456)),
            (Value::Date(19_782), Sent::Date(2024, 2, 29, 0, 0, 0, 0)),
            (Value::Time(86_399_999_999), Sent::Time(false, 0, 23, 59, 59, 999_999)),
        ] {
            assert_eq!(bind(&value), Ok(sent));
        }
    }

    #[test]
    fn what_the_server_cannot_hold_is_refused() {
        for value in [
            Value::F64(f64::NAN),
            Value::F64(f64::NEG_INFINITY),
            Value::F32(f32::INFINITY),
            Value::TimestampTz(253_402_300_800_000_000),
            Value::Date(i32::MIN),
            Value::Time(86_400_000_000),
        ] {
            assert!(bind(&value).is_err(), "{value:?}");
        }
    }
}
