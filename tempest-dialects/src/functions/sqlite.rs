//! SQLite's functions. Moments are texts of one form, so that their parts stand at fixed places; SQLite's own functions would
//! round them to milliseconds first, into the next second or year.

use std::borrow::Cow;

use super::{common, no_matches, no_time_of_day};
use crate::dialect::Refusal;
use crate::tree::{DatePart, Function};
use crate::types::ColumnType;

/// How SQLite writes a function.
pub(crate) fn sqlite(function: Function) -> Result<Cow<'static, str>, Refusal> {
    Ok(Cow::Borrowed(match function {
        Function::Length => "length({0})",
        // Its own `round` takes 1 for the number just below 0.5. From 2^52 on all numbers are whole.
        Function::Round => {
            "(CASE WHEN abs({0}) < 4503599627370496 \
             THEN CAST({0} AS INTEGER) + CAST(2 * ({0} - CAST({0} AS INTEGER)) AS INTEGER) + 0.0 ELSE {0} END)"
        }
        // It is not built with `floor` and `ceil`.
        Function::Floor => "(round({0}) - (round({0}) > {0}))",
        Function::Ceil => "(round({0}) + (round({0}) < {0}))",
        Function::Greatest => "max({0}, {1})",
        Function::Least => "min({0}, {1})",
        Function::CurrentDate => "date('now')",
        Function::Cast { from, to } => cast(from, to),
        Function::Extract(part, of) => extract(part, of)?,
        Function::DateTrunc(part, of) => return date_trunc(part, of).map(Cow::Owned),
        Function::SecondsSince(ColumnType::Date) => {
            "((CAST(strftime('%s', {0}) AS INTEGER) - CAST(strftime('%s', {1}) AS INTEGER)) * 1.0)"
        }
        Function::SecondsSince(_) => {
            "(((CAST(strftime('%s', substr({0}, 1, 19)) AS INTEGER) - CAST(strftime('%s', substr({1}, 1, 19)) AS INTEGER)) \
             * 1000000 + CAST(substr({0}, 21) AS INTEGER) - CAST(substr({1}, 21) AS INTEGER)) / 1000000.0)"
        }
        Function::JsonGet => "({0} -> {1})",
        // A boolean would be 0 or 1.
        Function::JsonText => {
            "(CASE json_type({0}, {1}) WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' \
             ELSE CAST(json_extract({0}, {1}) AS TEXT) END)"
        }
        Function::JsonContains => {
            return Err(Refusal::new(
                "whether a document contains another one",
                "it does not exist",
                "compare its parts, by `json_text`",
            ));
        }
        Function::Matches(_) => return Err(no_matches()),
        other => common(other),
    }))
}

fn cast(from: ColumnType, to: ColumnType) -> &'static str {
    match (from, to) {
        (ColumnType::TimestampTz | ColumnType::Timestamp, ColumnType::Date) => "substr({0}, 1, 10)",
        (ColumnType::TimestampTz | ColumnType::Timestamp, ColumnType::Time) => "substr({0}, 12)",
        (ColumnType::Date, ColumnType::Timestamp) => "({0} || ' 00:00:00.000000')",
        (ColumnType::TimestampTz, ColumnType::Timestamp) => "{0}",
        (_, to) if to.is_integer() => "CAST({0} AS INTEGER)",
        (_, to) if to.is_float() => "CAST({0} AS REAL)",
        _ => "CAST({0} AS TEXT)",
    }
}

fn extract(part: DatePart, of: ColumnType) -> Result<&'static str, Refusal> {
    if of == ColumnType::Date && part.is_of_time() {
        return Err(no_time_of_day());
    }
    Ok(match part {
        DatePart::Year => "CAST(substr({0}, 1, 4) AS INTEGER)",
        DatePart::Quarter => "((CAST(substr({0}, 6, 2) AS INTEGER) + 2) / 3)",
        DatePart::Month => "CAST(substr({0}, 6, 2) AS INTEGER)",
        DatePart::Week => "CAST(strftime('%V', substr({0}, 1, 10)) AS INTEGER)",
        DatePart::Day => "CAST(substr({0}, 9, 2) AS INTEGER)",
        DatePart::DayOfYear => "CAST(strftime('%j', substr({0}, 1, 10)) AS INTEGER)",
        DatePart::Weekday => "CAST(strftime('%u', substr({0}, 1, 10)) AS INTEGER)",
        DatePart::Hour => "CAST(substr({0}, 12, 2) AS INTEGER)",
        DatePart::Minute => "CAST(substr({0}, 15, 2) AS INTEGER)",
        DatePart::Second => "CAST(substr({0}, 18, 2) AS INTEGER)",
    })
}

fn date_trunc(part: DatePart, of: ColumnType) -> Result<String, Refusal> {
    let (kept, rest) = match part {
        DatePart::Year => ("substr({0}, 1, 5)", "01-01"),
        DatePart::Quarter => {
            ("substr({0}, 1, 5) || printf('%02d', (CAST(substr({0}, 6, 2) AS INTEGER) - 1) / 3 * 3 + 1)", "-01")
        }
        DatePart::Month => ("substr({0}, 1, 8)", "01"),
        // To the Sunday on which the week ends, and back.
        DatePart::Week => ("date(substr({0}, 1, 10), 'weekday 0', '-6 days')", ""),
        DatePart::Day | DatePart::DayOfYear | DatePart::Weekday => ("substr({0}, 1, 10)", ""),
        DatePart::Hour | DatePart::Minute | DatePart::Second if of == ColumnType::Date => return Err(no_time_of_day()),
        DatePart::Hour => return Ok("(substr({0}, 1, 14) || '00:00.000000')".to_owned()),
        DatePart::Minute => return Ok("(substr({0}, 1, 17) || '00.000000')".to_owned()),
        DatePart::Second => return Ok("(substr({0}, 1, 20) || '000000')".to_owned()),
    };
    let time = if of == ColumnType::Date { "" } else { " 00:00:00.000000" };
    Ok(match (rest, time) {
        ("", "") => kept.to_owned(),
        _ => format!("({kept} || '{rest}{time}')"),
    })
}
