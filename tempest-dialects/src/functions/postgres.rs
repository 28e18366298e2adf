//! PostgreSQL's functions.

use std::borrow::Cow;

use super::{common, no_time_of_day};
use crate::dialect::{Dialect, Refusal};
use crate::postgres::Postgres;
use crate::tree::{DatePart, Function};
use crate::types::ColumnType;

/// How PostgreSQL writes a function.
pub(crate) fn postgres(function: Function) -> Result<Cow<'static, str>, Refusal> {
    Ok(Cow::Borrowed(match function {
        // Its own `round` takes the even one of two that are equally near.
        Function::Round => "(trunc({0}) + trunc(2 * ({0} - trunc({0}))))",
        Function::CurrentDate => "CAST(now() AT TIME ZONE 'UTC' AS date)",
        Function::Cast { from, to } => return Ok(cast(from, to)),
        Function::Extract(part, of) => return extract(part, of).map(Cow::Owned),
        Function::DateTrunc(part, of) => return date_trunc(part, of).map(Cow::Owned),
        Function::SecondsSince(ColumnType::Date) => "(CAST(({0} - {1}) AS double precision) * 86400)",
        Function::SecondsSince(_) => "CAST(EXTRACT(EPOCH FROM ({0} - {1})) AS double precision)",
        Function::JsonGet => "({0} #> CAST({1} AS text[]))",
        Function::JsonText => "({0} #>> CAST({1} AS text[]))",
        Function::JsonContains => "({0} @> {1})",
        Function::Matches(language) => return matches(language).map(Cow::Owned),
        other => common(other),
    }))
}

fn cast(from: ColumnType, to: ColumnType) -> Cow<'static, str> {
    let name = Postgres.type_name(to, false);
    Cow::Owned(match (from, to) {
        (ColumnType::TimestampTz, _) => format!("CAST({{0}} AT TIME ZONE 'UTC' AS {name})"),
        // A cast to an integer would round.
        _ if from.is_float() && to.is_integer() => format!("CAST(trunc({{0}}) AS {name})"),
        _ => format!("CAST({{0}} AS {name})"),
    })
}

const fn word(part: DatePart) -> &'static str {
    match part {
        DatePart::Year => "year",
        DatePart::Quarter => "quarter",
        DatePart::Month => "month",
        DatePart::Week => "week",
        DatePart::Day => "day",
        DatePart::DayOfYear => "doy",
        DatePart::Weekday => "isodow",
        DatePart::Hour => "hour",
        DatePart::Minute => "minute",
        DatePart::Second => "second",
    }
}

/// The time zone of the session does not count.
fn extract(part: DatePart, of: ColumnType) -> Result<String, Refusal> {
    let zone = match of {
        ColumnType::Date if part.is_of_time() => return Err(no_time_of_day()),
        ColumnType::TimestampTz => " AT TIME ZONE 'UTC'",
        _ => "",
    };
    // Seconds have a fraction, and a cast would round it.
    Ok(format!("CAST(trunc(EXTRACT({} FROM {{0}}{zone})) AS integer)", word(part)))
}

fn date_trunc(part: DatePart, of: ColumnType) -> Result<String, Refusal> {
    let word = match part {
        DatePart::DayOfYear | DatePart::Weekday => "day",
        part => word(part),
    };
    Ok(match of {
        ColumnType::Date if part.is_of_time() => return Err(no_time_of_day()),
        ColumnType::Date => format!("CAST(date_trunc('{word}', CAST({{0}} AS timestamp)) AS date)"),
        ColumnType::TimestampTz => format!("date_trunc('{word}', {{0}}, 'UTC')"),
        _ => format!("date_trunc('{word}', {{0}})"),
    })
}

/// The language is a literal, so that an index over the same expression serves.
fn matches(language: &'static str) -> Result<String, Refusal> {
    if !language.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.')) {
        return Err(Refusal::new(
            "a search for words",
            format!("`{}` is no name of a configuration", language.escape_debug()),
            "name one of `pg_ts_config`, such as `english` or `simple`",
        ));
    }
    Ok(format!("(to_tsvector('{language}', {{0}}) @@ websearch_to_tsquery('{language}', {{1}}))"))
}
