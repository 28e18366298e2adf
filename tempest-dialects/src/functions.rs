//! How each database writes functions. They are templates: `{0}`, `{1}`… are the arguments.
//!
//! What several databases write alike stands in [`common`]; a dialect's own file here has the rest.

mod mysql;
mod postgres;
mod sqlite;

use crate::dialect::Refusal;
use crate::tree::{Function, JsonStep};

pub(crate) use mysql::mysql;
pub(crate) use postgres::postgres;
pub(crate) use sqlite::sqlite;

/// What all databases, or all but one, write alike.
fn common(function: Function) -> &'static str {
    match function {
        Function::Lower => "lower({0})",
        Function::Upper => "upper({0})",
        Function::Trim => "trim({0})",
        Function::TrimStart => "ltrim({0})",
        Function::TrimEnd => "rtrim({0})",
        Function::Length => "char_length({0})",
        Function::Substring => "substr({0}, {1}, {2})",
        Function::Replace => "replace({0}, {1}, {2})",
        Function::Concat => "({0} || {1})",
        Function::Abs => "abs({0})",
        Function::Round => "round({0})",
        Function::Floor => "floor({0})",
        Function::Ceil => "ceil({0})",
        Function::Coalesce => "coalesce({0}, {1})",
        Function::NullIf => "nullif({0}, {1})",
        Function::Greatest => "greatest({0}, {1})",
        Function::Least => "least({0}, {1})",
        // Each database has its own way.
        Function::Cast { .. }
        | Function::CurrentDate
        | Function::Extract(..)
        | Function::DateTrunc(..)
        | Function::JsonGet
        | Function::JsonText
        | Function::JsonContains
        | Function::Matches(_)
        | Function::SecondsSince(_) => "",
    }
}

/// Why a part of the time of day cannot be had from a date.
fn no_time_of_day() -> Refusal {
    Refusal::new(
        "a part of the time of day",
        "a date has none",
        "ask for a part of the date, or for this part of a moment",
    )
}

/// Why there is no search for words.
fn no_matches() -> Refusal {
    Refusal::new(
        "a search for words",
        "each database has a way of its own, with an index of its own",
        "use `ilike` or `contains`, or the database's way by `sql!`",
    )
}

/// A path as most databases have it: `$."key"[0]`.
pub(crate) fn json_path(path: &[JsonStep]) -> Result<String, Refusal> {
    let mut text = String::from("$");
    for step in path {
        match step {
            JsonStep::Key(key) if key.contains(['"', '\\']) => {
                return Err(Refusal::new(
                    format!("the JSON key `{}`", key.escape_debug()),
                    "a path has no way to write its quotes and backslashes",
                    "read the document, and take the value from it in the program",
                ));
            }
            JsonStep::Key(key) => {
                text.push_str(".\"");
                text.push_str(key);
                text.push('"');
            }
            JsonStep::Index(index) => text.push_str(&format!("[{index}]")),
        }
    }
    Ok(text)
}

/// A path as PostgreSQL has it: the text of an array.
pub(crate) fn json_path_array(path: &[JsonStep]) -> String {
    let mut text = String::from("{");
    for (index, step) in path.iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        match step {
            JsonStep::Key(key) => {
                text.push('"');
                for character in key.chars() {
                    if matches!(character, '"' | '\\') {
                        text.push('\\');
                    }
                    text.push(character);
                }
                text.push('"');
            }
            JsonStep::Index(index) => text.push_str(&index.to_string()),
        }
    }
    text.push('}');
    text
}
