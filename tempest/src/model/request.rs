//! Condition structs that come with a request: JSON, or a query string, by serde.
//!
//! `{"status": "queued", "attempts": {"lt": 5}}` and `status=queued&attempts[lt]=5` ask for the same. A text stands for
//! any type, because a query string has nothing else.

use std::fmt;

use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde_json::{Number, Value as Json};

use super::column_enum::named;
use super::filter::Test;
use crate::expr::escape_like;
use crate::row::Cell;
use crate::types::{CellError, ColumnType, ColumnValue, DbType};
use tempest_dialects::table::ColumnDef;
use tempest_dialects::tree::BinaryOperator;
use tempest_dialects::{TableDef, Value};

/// How the value of a column is read.
type Read = fn(Cell<'_>) -> Result<Value, CellError>;

/// Reads a value of a column whose field is a `T`.
///
/// # Errors
/// If it does not fit.
pub fn read_value<T: ColumnValue>(cell: Cell<'_>) -> Result<Value, CellError> {
    <T::Inner as DbType>::from_cell(cell).map(DbType::into_value)
}

/// Checks that values of a column whose field is a `T` can come with a request.
///
/// # Panics
/// At compile time, if not.
#[allow(clippy::panic, reason = "this runs in the compiler, and is its error message")]
pub const fn assert_readable<T: ColumnValue>() {
    if matches!(<T::Inner as DbType>::COLUMN_TYPE, ColumnType::Bytes | ColumnType::Json) {
        panic!("a request cannot ask for bytes or a JSON document: leave the field out of `deserialize(…)`");
    }
}

/// Reads the conditions of a request on the columns that `readable` names by their positions, and gives each to `ask`.
///
/// # Errors
/// If the request asks for another field, with an operator that the column does not have, or for a value that does not
/// fit: the message names it.
pub fn read_conditions<'de, D: Deserializer<'de>>(
    deserializer: D,
    table: &'static TableDef,
    readable: &[(usize, Read)],
    ask: &mut dyn FnMut(usize, Test),
) -> Result<(), D::Error> {
    deserializer.deserialize_map(Conditions { table, readable, ask })
}

/// All that a request asks for.
struct Conditions<'a> {
    table: &'static TableDef,
    readable: &'a [(usize, Read)],
    ask: &'a mut dyn FnMut(usize, Test),
}

impl Conditions<'_> {
    fn columns(&self) -> impl Iterator<Item = (usize, &'static ColumnDef, Read)> + Clone {
        self.readable.iter().filter_map(|(position, read)| Some((*position, self.table.columns.get(*position)?, *read)))
    }

    fn column(&self, name: &str) -> Result<(usize, &'static ColumnDef, Read), String> {
        named(self.columns(), |(_, column, _)| column, name).ok_or_else(|| {
            let known: Vec<_> = self.columns().map(|(_, column, _)| format!("`{}`", column.name)).collect();
            format!("unknown field `{name}`, expected one of {}", known.join(", "))
        })
    }
}

impl<'de> Visitor<'de> for Conditions<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "conditions on `{}`", self.table.name)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut seen = Vec::new();
        while let Some(key) = map.next_key::<String>()? {
            // A query string has `attempts[lt]` in one piece, unless its reader took it apart.
            let (name, operator) = match key.strip_suffix(']').and_then(|key| key.split_once('[')) {
                Some((name, operator)) => (name, Some(operator)),
                None => (key.as_str(), None),
            };
            let (position, column, read) = self.column(name).map_err(A::Error::custom)?;
            let field = Field { column, read };
            for (word, asked) in by_operator(operator, map.next_value()?) {
                let operator = Operator::parse(&word, column).map_err(A::Error::custom)?;
                // Both would have to hold, which is hardly what is meant by `status=queued&status=sent`.
                if seen.contains(&(position, operator)) {
                    let reason = format!("`{word}` is asked twice: several values are one list, for `in`");
                    return Err(A::Error::custom(field.wrong(reason)));
                }
                seen.push((position, operator));
                (self.ask)(position, field.test(operator, asked).map_err(A::Error::custom)?);
            }
        }
        Ok(())
    }
}

/// What is asked of a field, by the operator in its name or by those in the value.
fn by_operator(operator: Option<&str>, asked: Json) -> Vec<(String, Json)> {
    match (operator, asked) {
        (Some(word), asked) => vec![(word.to_owned(), asked)],
        (None, Json::Object(operators)) => operators.into_iter().collect(),
        (None, asked) => vec![("eq".to_owned(), asked)],
    }
}

/// What may stand in brackets behind a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operator {
    Compare(BinaryOperator),
    Between,
    In,
    NotIn,
    Like,
    Ilike,
    Contains,
    StartsWith,
    EndsWith,
    IsNull,
}

/// The words, which are those of the functions.
const OPERATORS: [(&str, Operator); 15] = [
    ("eq", Operator::Compare(BinaryOperator::Eq)),
    ("ne", Operator::Compare(BinaryOperator::Ne)),
    ("lt", Operator::Compare(BinaryOperator::Lt)),
    ("le", Operator::Compare(BinaryOperator::Le)),
    ("gt", Operator::Compare(BinaryOperator::Gt)),
    ("ge", Operator::Compare(BinaryOperator::Ge)),
    ("between", Operator::Between),
    ("in", Operator::In),
    ("not_in", Operator::NotIn),
    ("like", Operator::Like),
    ("ilike", Operator::Ilike),
    ("contains", Operator::Contains),
    ("starts_with", Operator::StartsWith),
    ("ends_with", Operator::EndsWith),
    ("is_null", Operator::IsNull),
];

impl Operator {
    fn parse(word: &str, column: &ColumnDef) -> Result<Self, String> {
        let mut known = OPERATORS.iter().filter(|(_, operator)| operator.applies_to(column));
        if let Some((_, operator)) = known.clone().find(|(name, _)| *name == word) {
            return Ok(*operator);
        }
        let first = known.next().map_or("", |(name, _)| name);
        let known = known.fold(format!("`{first}`"), |list, (name, _)| format!("{list}, `{name}`"));
        Err(format!("unknown operator `{word}` for `{}`, expected one of {known}", column.name))
    }

    /// As with the functions of the same names.
    fn applies_to(self, column: &ColumnDef) -> bool {
        match self {
            Self::Compare(BinaryOperator::Eq | BinaryOperator::Ne) | Self::In | Self::NotIn => true,
            Self::Compare(_) | Self::Between => {
                !matches!(column.column_type, ColumnType::Boolean | ColumnType::Enum(_))
            }
            Self::IsNull => column.nullable,
            Self::Like | Self::Ilike | Self::Contains | Self::StartsWith | Self::EndsWith => {
                matches!(column.column_type, ColumnType::Text | ColumnType::Varchar(_))
            }
        }
    }
}

/// One field that a request asks for.
#[derive(Clone, Copy)]
struct Field {
    column: &'static ColumnDef,
    read: Read,
}

impl Field {
    fn test(self, operator: Operator, asked: Json) -> Result<Test, String> {
        let like = |pattern, case_insensitive| self.like(pattern, case_insensitive);
        let among = |values: Vec<Value>, negated| match values[..] {
            [] => Test::Every(negated),
            _ => Test::In(values, negated),
        };
        Ok(match operator {
            Operator::Compare(operator) => Test::Compare(operator, self.value(&asked)?),
            Operator::In => among(self.values(asked)?, false),
            Operator::NotIn => among(self.values(asked)?, true),
            Operator::Between => match <[Value; 2]>::try_from(self.values(asked)?) {
                Ok([low, high]) => Test::Between(low, high),
                Err(_) => return Err(self.wrong("`between` takes two values")),
            },
            Operator::Like => like(self.pattern(asked)?, false),
            Operator::Ilike => like(self.pattern(asked)?, true),
            Operator::Contains => like(format!("%{}%", escape_like(&self.text(asked)?)), false),
            Operator::StartsWith => like(format!("{}%", escape_like(&self.text(asked)?)), false),
            Operator::EndsWith => like(format!("%{}", escape_like(&self.text(asked)?)), false),
            Operator::IsNull => match asked {
                Json::Bool(is_null) => Test::Null(is_null),
                Json::String(text) if text == "true" => Test::Null(true),
                Json::String(text) if text == "false" => Test::Null(false),
                _ => return Err(self.wrong("`is_null` is true or false")),
            },
        })
    }

    /// The values of a list; a query string has them in one piece.
    fn values(self, asked: Json) -> Result<Vec<Value>, String> {
        match asked {
            Json::Array(values) => values.iter().map(|value| self.value(value)).collect(),
            Json::String(text) => text.split(',').map(|part| self.cell_value(typed(self.column, part))).collect(),
            value => Ok(vec![self.value(&value)?]),
        }
    }

    fn value(self, asked: &Json) -> Result<Value, String> {
        self.cell_value(match asked {
            Json::Bool(value) => Cell::Bool(*value),
            Json::Number(number) => self.number(number)?,
            Json::String(text) => typed(self.column, text),
            Json::Null => return Err(self.wrong("nothing equals NULL: ask `is_null`, or leave the field out")),
            Json::Array(_) => return Err(self.wrong("a list belongs to `in`, `not_in` or `between`")),
            Json::Object(_) => return Err(self.wrong("an operator takes a value or a list")),
        })
    }

    /// A number as the type that the column has: the nearest that it can hold.
    fn number(self, number: &Number) -> Result<Cell<'static>, String> {
        let Some(float) = number.as_f64() else { return Err(self.wrong(format!("{number} is too large"))) };
        #[allow(clippy::cast_possible_truncation, reason = "0.1 has more digits in 64 bits, and is the same number")]
        let narrow = float as f32;
        Ok(match self.column.column_type {
            ColumnType::Real if narrow.is_finite() => Cell::F32(narrow),
            ColumnType::Real | ColumnType::Double => Cell::F64(float),
            _ => match (number.as_i64(), number.as_u64()) {
                (Some(integer), _) => Cell::I64(integer),
                (None, Some(integer)) => Cell::U64(integer),
                (None, None) => Cell::F64(float),
            },
        })
    }

    fn cell_value(self, cell: Cell<'_>) -> Result<Value, String> {
        (self.read)(cell).map_err(|error| self.wrong(format!("expected {}, found {}", error.expected, error.found)))
    }

    /// A pattern that every text matches asks nothing, as an empty list does: a search field that was left empty must not
    /// let an UPDATE or DELETE take every row.
    fn like(self, pattern: String, case_insensitive: bool) -> Test {
        let any_text = !pattern.is_empty() && pattern.bytes().all(|byte| byte == b'%');
        match (any_text, self.column.nullable) {
            (false, _) => Test::Like(Value::Text(pattern.into()), case_insensitive),
            (true, false) => Test::Every(true),
            (true, true) => Test::Null(false),
        }
    }

    /// A pattern, which PostgreSQL refuses if its last character is an escape of nothing.
    fn pattern(self, asked: Json) -> Result<String, String> {
        let pattern = self.text(asked)?;
        let escapes = pattern.len() - pattern.trim_end_matches('!').len();
        if escapes % 2 == 0 { Ok(pattern) } else { Err(self.wrong("a `!` at the end of a pattern is written `!!`")) }
    }

    fn text(self, asked: Json) -> Result<String, String> {
        if let Json::String(text) = asked { Ok(text) } else { Err(self.wrong("expected text")) }
    }

    fn wrong(self, reason: impl fmt::Display) -> String {
        format!("field `{}`: {reason}", self.column.name)
    }
}

/// A text as the type that the column has.
fn typed<'a>(column: &ColumnDef, text: &'a str) -> Cell<'a> {
    let cell = match column.column_type {
        ColumnType::Boolean => text.parse().ok().map(Cell::Bool),
        number if number.is_integer() => text.parse().ok().map(Cell::I64),
        ColumnType::Real => text.parse().ok().filter(|number: &f32| number.is_finite()).map(Cell::F32),
        ColumnType::Double => text.parse().ok().filter(|number: &f64| number.is_finite()).map(Cell::F64),
        _ => None,
    };
    cell.unwrap_or(Cell::Text(text.as_bytes()))
}
