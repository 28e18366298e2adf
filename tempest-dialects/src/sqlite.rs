//! SQLite.

use std::borrow::Cow;

use crate::calendar;
use crate::dialect::{AggregateForm, AutoColumn, Dialect, InsertRows, Refusal, Sign};
use crate::error::BuildError;
use crate::functions;
use crate::postgres::no_unsigned_bigint;
use crate::render::Writer;
use crate::table::TableDef;
use crate::tree::{AggregateFunction, Expr, Function, LockStrength};
use crate::types::ColumnType;
use crate::value::Value;

/// SQLite.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sqlite;

impl Dialect for Sqlite {
    fn name(&self) -> &'static str {
        "SQLite"
    }

    /// The build that comes with `rusqlite`.
    fn max_parameters(&self) -> usize {
        32_766
    }

    fn check_value(&self, value: &Value) -> Result<(), Refusal> {
        if value.as_double().is_some_and(f64::is_nan) {
            return Err(Refusal::new("NaN", "it would be stored as NULL", "use NULL or a number"));
        }
        if value.is_beyond_bigint() {
            return Err(no_unsigned_bigint());
        }
        // Text sorts as time only if every year has four digits.
        calendar::check_moment(value, &calendar::YEARS_0_TO_9999, "the years 0000 to 9999")
    }

    fn boolean_literals(&self) -> [&'static str; 2] {
        ["0", "1"]
    }

    fn decimals_are_text(&self) -> bool {
        true
    }

    fn now(&self) -> &'static str {
        "strftime('%Y-%m-%d %H:%M:%f','now') || '000'"
    }

    fn decimal_arithmetic(&self) -> Result<(), Refusal> {
        Err(Refusal::new(
            "arithmetic with decimal numbers",
            "it has no decimal numbers, and would compute with floating point ones",
            "compute in the program, or keep whole numbers of the smallest unit",
        ))
    }

    fn move_by_seconds<'a>(
        &self,
        writer: &mut Writer<'a, '_>,
        moment: &'a Expr,
        sign: Sign,
        seconds: &'a Expr,
    ) -> Result<(), BuildError> {
        // `moment + a - b` moves once, by both: the moment is written several times below.
        let (mut moment, mut moves) = (moment, vec![(sign, seconds)]);
        loop {
            let (sign, operands) = match moment {
                Expr::AddSeconds(operands) => (Sign::Plus, operands),
                Expr::SubtractSeconds(operands) => (Sign::Minus, operands),
                _ => break,
            };
            moves.push((sign, &operands.1));
            moment = &operands.0;
        }
        moves.reverse();
        let whole = |(_, seconds): &(Sign, &Expr)| {
            matches!(seconds, Expr::Value(Value::I16(_) | Value::I32(_) | Value::I64(_) | Value::U32(_)))
        };
        if moves.iter().all(whole) {
            whole_seconds(writer, moment, &moves)
        } else {
            microseconds(writer, moment, &moves)
        }
    }

    fn function(&self, function: Function) -> Result<Cow<'static, str>, Refusal> {
        functions::sqlite(function)
    }

    /// A condition is 0 or 1: the smallest says whether all are true. An array of no rows would be an empty one.
    fn aggregate(&self, function: AggregateFunction, _of: ColumnType) -> AggregateForm {
        AggregateForm::plain(match function {
            AggregateFunction::And => "min",
            AggregateFunction::Or => "max",
            AggregateFunction::StringAgg(_) => "group_concat",
            AggregateFunction::JsonAgg => {
                return AggregateForm::plain("json_group_array").outer(["nullif(", ", '[]')"]);
            }
            other => other.name(),
        })
    }

    fn no_limit(&self) -> Option<&'static str> {
        Some("-1")
    }

    fn before_limit(&self) -> &'static str {
        "+"
    }

    fn before_floating_pattern(&self) -> &'static str {
        "+"
    }

    fn lateral(&self) -> Result<(), Refusal> {
        Err(Refusal::new(
            "LATERAL",
            "a derived table cannot see the tables before it",
            "join the tables themselves, or ask a subquery for one value",
        ))
    }

    fn lock_words(&self, strength: LockStrength) -> Result<&'static str, Refusal> {
        Err(Refusal::new(
            strength.words(),
            format!("SQLite has no row locks: {} would protect nothing", strength.words()),
            "begin a write transaction, which is BEGIN IMMEDIATE and keeps all other writers out",
        ))
    }

    fn has_default_value(&self) -> bool {
        false
    }

    /// A run of many rows saves copies of pages, which SQLite makes to undo a statement of several rows alone. A text of
    /// more rows is not faster, and takes long to prepare.
    fn insert_rows(&self, _table: &TableDef) -> InsertRows {
        InsertRows::Repeated { rows: 200 }
    }

    fn conflict_on_constraint(&self) -> Result<(), Refusal> {
        Err(Refusal::new(
            "ON CONFLICT ON CONSTRAINT",
            "a conflict has columns as its target",
            "name the columns of the unique index",
        ))
    }

    /// Only these four: a type of any other name would change text that looks like a number.
    fn type_name(&self, column_type: ColumnType, _in_key: bool) -> Cow<'static, str> {
        Cow::Borrowed(match column_type {
            ColumnType::Boolean
            | ColumnType::TinyInt
            | ColumnType::SmallInt
            | ColumnType::Integer
            | ColumnType::BigInt
            | ColumnType::UnsignedTinyInt
            | ColumnType::UnsignedSmallInt
            | ColumnType::UnsignedInteger
            | ColumnType::UnsignedBigInt
            | ColumnType::Interval
            | ColumnType::IntegerEnum(_) => "INTEGER",
            // Text keeps all digits, and the collation, which the driver makes, compares them as numbers.
            ColumnType::HugeInt | ColumnType::Decimal | ColumnType::Numeric(..) => "TEXT COLLATE decimal",
            ColumnType::Real | ColumnType::Double => "REAL",
            ColumnType::Bytes | ColumnType::Uuid => "BLOB",
            ColumnType::Text
            | ColumnType::Varchar(_)
            | ColumnType::Enum(_)
            | ColumnType::TimestampTz
            | ColumnType::Timestamp
            | ColumnType::Date
            | ColumnType::Time
            | ColumnType::Json
            | ColumnType::Inet
            | ColumnType::Array(_) => "TEXT",
        })
    }

    fn limits_varchar(&self) -> bool {
        false
    }

    fn lists_cost_a_table(&self) -> bool {
        true
    }

    /// INTEGER holds 64 bits.
    fn range_check(&self, column_type: ColumnType) -> Option<&'static str> {
        match column_type {
            ColumnType::Boolean => Some("IN (0, 1)"),
            ColumnType::TinyInt => Some("BETWEEN -128 AND 127"),
            ColumnType::SmallInt => Some("BETWEEN -32768 AND 32767"),
            ColumnType::Integer => Some("BETWEEN -2147483648 AND 2147483647"),
            ColumnType::UnsignedTinyInt => Some("BETWEEN 0 AND 255"),
            ColumnType::UnsignedSmallInt => Some("BETWEEN 0 AND 65535"),
            ColumnType::UnsignedInteger => Some("BETWEEN 0 AND 4294967295"),
            ColumnType::UnsignedBigInt => Some(">= 0"),
            ColumnType::HugeInt => {
                Some("BETWEEN '-170141183460469231731687303715884105728' AND '170141183460469231731687303715884105727'")
            }
            _ => None,
        }
    }

    /// Without STRICT a column takes values of any type.
    fn after_table(&self) -> &'static str {
        " STRICT"
    }

    /// AUTOINCREMENT keeps the ids of deleted rows from being used again.
    fn auto_column(&self) -> AutoColumn {
        AutoColumn::PrimaryKey("INTEGER PRIMARY KEY AUTOINCREMENT")
    }

    fn default_in_parentheses(&self, default: &Expr) -> bool {
        !matches!(default, Expr::Value(_))
    }

    fn schema_before_index(&self) -> bool {
        true
    }

    /// Names are the same whatever the letters' case.
    fn indexes_of_others(
        &self,
        writer: &mut Writer<'_, '_>,
        table: &TableDef,
        indexes: &[&'static str],
    ) -> Result<(), BuildError> {
        writer.push("SELECT name, tbl_name FROM ");
        if let Some(schema) = table.schema {
            writer.identifier(schema)?;
            writer.push(".");
        }
        writer.push("sqlite_master WHERE type = 'index' AND tbl_name <> ");
        writer.string(table.name)?;
        writer.push(" COLLATE NOCASE AND name COLLATE NOCASE IN (");
        writer.strings(indexes)?;
        writer.push(")");
        Ok(())
    }

    fn before_cyclic_drop(&self) -> Option<&'static str> {
        Some("PRAGMA defer_foreign_keys = ON")
    }
}

/// Whole seconds leave the fraction as it is. SQLite itself counts milliseconds, of which its clock has no finer ones.
fn whole_seconds<'a>(
    writer: &mut Writer<'a, '_>,
    moment: &'a Expr,
    moves: &[(Sign, &'a Expr)],
) -> Result<(), BuildError> {
    let is_now = matches!(moment, Expr::Now);
    if is_now {
        writer.push("strftime('%Y-%m-%d %H:%M:%f', 'now'");
    } else {
        writer.push("strftime('%Y-%m-%d %H:%M:%S', substr(");
        writer.expr(moment)?;
        writer.push(", 1, 19)");
    }
    for (sign, seconds) in moves {
        writer.push(if *sign == Sign::Plus { ", " } else { ", - " });
        writer.factor(seconds)?;
        writer.push(" || ' seconds'");
    }
    if is_now {
        writer.push(") || '000'");
    } else {
        writer.push(") || substr(");
        writer.expr(moment)?;
        writer.push(", 20)");
    }
    Ok(())
}

/// The fraction and the microseconds of the moves are one number, whose whole seconds move the rest.
fn microseconds<'a>(
    writer: &mut Writer<'a, '_>,
    moment: &'a Expr,
    moves: &[(Sign, &'a Expr)],
) -> Result<(), BuildError> {
    writer.push("strftime('%Y-%m-%d %H:%M:%S', substr(");
    writer.expr(moment)?;
    writer.push(", 1, 19), (");
    fraction(writer, moment, moves)?;
    writer.push(" / 1000000 - 1000000000000) || ' seconds') || printf('.%06d', ");
    fraction(writer, moment, moves)?;
    writer.push(" % 1000000)");
    Ok(())
}

/// Writes the microseconds of the moment's fraction and of the moves. SQLite divides towards zero, so 10^18 keep the sum
/// from being negative: as microseconds they are more than all the years that it knows.
fn fraction<'a>(writer: &mut Writer<'a, '_>, moment: &'a Expr, moves: &[(Sign, &'a Expr)]) -> Result<(), BuildError> {
    writer.push("(1000000000000000000 + substr(");
    writer.factor(moment)?;
    writer.push(" || '00000', 21, 6)");
    for (sign, seconds) in moves {
        writer.push(if *sign == Sign::Plus { " + " } else { " - " });
        writer.push("CAST(round(");
        writer.factor(seconds)?;
        writer.push(" * 1000000) AS INTEGER)");
    }
    writer.push(")");
    Ok(())
}
