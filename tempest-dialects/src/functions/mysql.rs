//! The functions of MySQL and MariaDB.

use std::borrow::Cow;

use super::{common, no_matches, no_time_of_day};
use crate::dialect::Refusal;
use crate::tree::{DatePart, Function};
use crate::types::ColumnType;

/// How MySQL and MariaDB write a function.
pub(crate) fn mysql(function: Function) -> Result<Cow<'static, str>, Refusal> {
    Ok(Cow::Borrowed(match function {
        // `||` is OR here.
        Function::Concat => "concat({0}, {1})",
        // Its own `round` takes the even one of two that are equally near.
        Function::Round => "(truncate({0}, 0) + truncate(2 * ({0} - truncate({0}, 0)), 0))",
        Function::CurrentDate => "current_date()",
        Function::Cast { from, to } => cast(from, to),
        Function::Extract(part, of) => extract(part, of)?,
        Function::DateTrunc(part, of) => return date_trunc(part, of).map(Cow::Owned),
        Function::SecondsSince(_) => "(timestampdiff(MICROSECOND, {1}, {0}) / 1e6)",
        Function::JsonGet => "json_extract({0}, {1})",
        // JSON's null would be the text `null`. A cast gives a text the collation of others.
        Function::JsonText => {
            "(CASE WHEN CAST(json_type(json_extract({0}, {1})) AS CHAR) <> 'NULL' \
             THEN CAST(json_unquote(json_extract({0}, {1})) AS CHAR) END)"
        }
        Function::JsonContains => "json_contains({0}, {1})",
        Function::Matches(_) => return Err(no_matches()),
        other => common(other),
    }))
}

fn cast(from: ColumnType, to: ColumnType) -> &'static str {
    match to {
        ColumnType::Real | ColumnType::Double => "CAST({0} AS DOUBLE)",
        ColumnType::Date => "CAST({0} AS DATE)",
        ColumnType::Time => "CAST({0} AS TIME(6))",
        ColumnType::Timestamp | ColumnType::TimestampTz => "CAST({0} AS DATETIME(6))",
        // A cast to an integer would round.
        to if from.is_float() && to.is_integer() => "CAST(truncate({0}, 0) AS SIGNED)",
        to if to.is_integer() => "CAST({0} AS SIGNED)",
        _ => "CAST({0} AS CHAR)",
    }
}

fn extract(part: DatePart, of: ColumnType) -> Result<&'static str, Refusal> {
    if of == ColumnType::Date && part.is_of_time() {
        return Err(no_time_of_day());
    }
    Ok(match part {
        DatePart::Year => "year({0})",
        DatePart::Quarter => "quarter({0})",
        DatePart::Month => "month({0})",
        DatePart::Week => "week({0}, 3)",
        DatePart::Day => "dayofmonth({0})",
        DatePart::DayOfYear => "dayofyear({0})",
        DatePart::Weekday => "(weekday({0}) + 1)",
        DatePart::Hour => "hour({0})",
        DatePart::Minute => "minute({0})",
        DatePart::Second => "second({0})",
    })
}

fn date_trunc(part: DatePart, of: ColumnType) -> Result<String, Refusal> {
    let date = match part {
        DatePart::Year => "makedate(year({0}), 1)",
        DatePart::Quarter => "(makedate(year({0}), 1) + INTERVAL (quarter({0}) - 1) QUARTER)",
        DatePart::Month => "(date({0}) - INTERVAL (dayofmonth({0}) - 1) DAY)",
        DatePart::Week => "(date({0}) - INTERVAL weekday({0}) DAY)",
        DatePart::Day | DatePart::DayOfYear | DatePart::Weekday => "date({0})",
        DatePart::Hour | DatePart::Minute | DatePart::Second if of == ColumnType::Date => return Err(no_time_of_day()),
        DatePart::Hour => return Ok("CAST(date_format({0}, '%Y-%m-%d %H:00:00') AS DATETIME(6))".to_owned()),
        DatePart::Minute => return Ok("CAST(date_format({0}, '%Y-%m-%d %H:%i:00') AS DATETIME(6))".to_owned()),
        DatePart::Second => return Ok("CAST(date_format({0}, '%Y-%m-%d %H:%i:%s') AS DATETIME(6))".to_owned()),
    };
    Ok(if of == ColumnType::Date { date.to_owned() } else { format!("CAST({date} AS DATETIME(6))") })
}
