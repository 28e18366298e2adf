//! PostgreSQL.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use crate::calendar;
use crate::dialect::{
    AggregateForm, AutoColumn, CyclicReferences, Dialect, IdentifierLimit, InLimitedSelect, InsertRows, NativeEnum,
    Refusal, Sign,
};
use crate::error::BuildError;
use crate::functions;
use crate::render::Writer;
use crate::table::TableDef;
use crate::tree::{AggregateFunction, Expr, Function, JsonStep};
use crate::types::ColumnType;
use crate::value::Value;

/// PostgreSQL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Postgres;

/// The days of PostgreSQL's dates. Its instants end earlier, at one that a [`Value`] cannot hold.
const HELD_DAYS: RangeInclusive<i64> = calendar::days(-4713, 11, 24)..=calendar::days(5_874_897, 12, 31);

impl Dialect for Postgres {
    fn name(&self) -> &'static str {
        "PostgreSQL"
    }

    fn identifier_limit(&self) -> IdentifierLimit {
        IdentifierLimit::Bytes(63)
    }

    fn numbered_placeholders(&self) -> bool {
        true
    }

    fn check_value(&self, value: &Value) -> Result<(), Refusal> {
        match value {
            Value::Text(text) => no_nul(text),
            Value::Enum(label) => no_nul(label),
            Value::Json(json) if has_escaped_nul(json) => Err(Refusal::new(
                "a JSON document with a NUL character",
                "its type jsonb does not hold that character",
                "leave the character out, or keep the document as bytes",
            )),
            Value::Json(json) => no_nul(json),
            value if value.is_beyond_bigint() => Err(no_unsigned_bigint()),
            _ => calendar::check_moment(value, &HELD_DAYS, "4714-11-24 BC to 5874897-12-31"),
        }
    }

    fn around_lone_placeholder(&self, value: &Value) -> Option<[&'static str; 2]> {
        Some([
            "",
            match value {
                Value::Null | Value::Text(_) | Value::Enum(_) | Value::Invalid(_) => "::text",
                Value::Bool(_) => "::boolean",
                Value::I16(_) => "::smallint",
                Value::I32(_) => "::integer",
                Value::I64(_) | Value::U32(_) | Value::U64(_) => "::bigint",
                Value::I128(_) | Value::Decimal(_) => "::numeric",
                Value::F32(_) => "::real",
                Value::F64(_) => "::double precision",
                Value::Bytes(_) => "::bytea",
                Value::Uuid(_) => "::uuid",
                Value::TimestampTz(_) => "::timestamptz",
                Value::Timestamp(_) => "::timestamp",
                Value::Date(_) => "::date",
                Value::Time(_) => "::time",
                Value::Interval(_) => "::interval",
                Value::Json(_) => "::jsonb",
                Value::Array(element, _) => array_cast(*element),
            },
        ])
    }

    fn around_hexadecimal(&self) -> [&'static str; 2] {
        ["'\\x", "'::bytea"]
    }

    fn around_interval(&self) -> [&'static str; 2] {
        ["'", " microseconds'::interval"]
    }

    fn uuid_is_text(&self) -> bool {
        true
    }

    fn utc_suffix(&self) -> &'static str {
        "+00"
    }

    fn now(&self) -> &'static str {
        "now()"
    }

    fn move_by_seconds<'a>(
        &self,
        writer: &mut Writer<'a, '_>,
        moment: &'a Expr,
        sign: Sign,
        seconds: &'a Expr,
    ) -> Result<(), BuildError> {
        writer.term(moment)?;
        writer.push(match sign {
            Sign::Plus => " + ",
            Sign::Minus => " - ",
        });
        writer.factor(seconds)?;
        // The type of the other side makes a parameter a double precision number.
        writer.push(" * interval '1 second'");
        Ok(())
    }

    fn function(&self, function: Function) -> Result<Cow<'static, str>, Refusal> {
        functions::postgres(function)
    }

    fn json_path(&self, path: &[JsonStep]) -> Result<String, Refusal> {
        Ok(functions::json_path_array(path))
    }

    /// A sum of 64-bit integers and an average of integers are numerics, and no UUIDs or bytes have a `min`.
    fn aggregate(&self, function: AggregateFunction, of: ColumnType) -> AggregateForm {
        let form = AggregateForm::plain(match function {
            AggregateFunction::JsonAgg => "jsonb_agg",
            other => other.name(),
        });
        match (function, of) {
            (AggregateFunction::Sum, of) if of.is_integer() => form.outer(["CAST(", " AS bigint)"]),
            (AggregateFunction::Sum, ColumnType::Real) => form.inner(["CAST(", " AS double precision)"]),
            (AggregateFunction::Average, _) => form.outer(["CAST(", " AS double precision)"]),
            (AggregateFunction::Min | AggregateFunction::Max, ColumnType::Uuid) => {
                form.inner(["CAST(", " AS text)"]).outer(["CAST(", " AS uuid)"])
            }
            (AggregateFunction::Min | AggregateFunction::Max, ColumnType::Bytes) => {
                form.inner(["encode(", ", 'hex')"]).outer(["decode(", ", 'hex')"])
            }
            _ => form,
        }
    }

    fn has_ilike(&self) -> bool {
        true
    }

    fn lists_are_parameters(&self) -> bool {
        true
    }

    fn in_limited_select(&self) -> InLimitedSelect {
        InLimitedSelect::Array
    }

    fn distinct_orders_by_selected(&self) -> bool {
        true
    }

    fn distinct_on(&self) -> Result<(), Refusal> {
        Ok(())
    }

    fn lock_of_computed_rows(&self) -> Result<(), Refusal> {
        Err(Refusal::new(
            "a row lock with DISTINCT, GROUP BY, an aggregate or a window function",
            "such rows are no rows of a table",
            "select the rows themselves, or lock them in a subquery",
        ))
    }

    fn lock_of_nullable_side(&self) -> Result<(), Refusal> {
        Err(Refusal::new(
            "a row lock on the nullable side of an outer join",
            "a row that may be missing cannot be locked",
            "lock the other side only, with `of`",
        ))
    }

    /// The type of the arrays is said by the table's name, which must not be that of another type.
    fn insert_rows(&self, table: &TableDef) -> InsertRows {
        let rows = 5_000;
        if table.schema.is_none() && is_type(table.name) {
            InsertRows::Values { rows }
        } else {
            InsertRows::Arrays { rows }
        }
    }

    fn updates_row_once(&self) -> bool {
        true
    }

    fn update_on_any_conflict(&self) -> Result<(), Refusal> {
        Err(Refusal::new(
            "ON CONFLICT DO UPDATE without a target",
            "it must know which unique index is meant",
            "name the columns of the unique index, or the constraint",
        ))
    }

    fn type_name(&self, column_type: ColumnType, _in_key: bool) -> Cow<'static, str> {
        Cow::Borrowed(match column_type {
            ColumnType::Boolean => "BOOLEAN",
            // There are no integers of 8 bits, and none without a sign.
            ColumnType::SmallInt | ColumnType::TinyInt | ColumnType::UnsignedTinyInt => "SMALLINT",
            ColumnType::Integer | ColumnType::UnsignedSmallInt => "INTEGER",
            ColumnType::BigInt | ColumnType::UnsignedInteger | ColumnType::UnsignedBigInt => "BIGINT",
            ColumnType::HugeInt => "NUMERIC(39)",
            ColumnType::Decimal => "NUMERIC",
            ColumnType::Numeric(precision, scale) => return Cow::Owned(format!("NUMERIC({precision}, {scale})")),
            ColumnType::IntegerEnum(definition) => return self.type_name(definition.column_type, false),
            ColumnType::Real => "REAL",
            ColumnType::Double => "DOUBLE PRECISION",
            ColumnType::Text | ColumnType::Enum(_) => "TEXT",
            ColumnType::Varchar(length) => return Cow::Owned(format!("VARCHAR({length})")),
            ColumnType::Bytes => "BYTEA",
            ColumnType::Uuid => "UUID",
            ColumnType::TimestampTz => "TIMESTAMPTZ",
            ColumnType::Timestamp => "TIMESTAMP",
            ColumnType::Date => "DATE",
            ColumnType::Time => "TIME",
            ColumnType::Interval => "INTERVAL",
            ColumnType::Inet => "INET",
            ColumnType::Json => "JSONB",
            ColumnType::Array(element) => {
                let element = self.type_name(*element, false);
                return Cow::Owned(format!("{element}[]"));
            }
        })
    }

    fn array_type(&self, element: ColumnType) -> Option<&'static str> {
        Some(&array_cast(element)[2..])
    }

    /// The next wider integer holds more.
    fn range_check(&self, column_type: ColumnType) -> Option<&'static str> {
        match column_type {
            ColumnType::TinyInt => Some("BETWEEN -128 AND 127"),
            ColumnType::UnsignedTinyInt => Some("BETWEEN 0 AND 255"),
            ColumnType::UnsignedSmallInt => Some("BETWEEN 0 AND 65535"),
            ColumnType::UnsignedInteger => Some("BETWEEN 0 AND 4294967295"),
            ColumnType::UnsignedBigInt => Some(">= 0"),
            ColumnType::HugeInt => Some(HUGE_INT),
            _ => None,
        }
    }

    fn native_enum(&self) -> NativeEnum {
        NativeEnum::Named
    }

    fn check_label(&self, label: &str) -> Result<(), Refusal> {
        if label.len() > 63 {
            return Err(Refusal::new(
                format!("the enum label `{label}`"),
                "it is longer than 63 bytes",
                "use a shorter label, or keep the enum as text",
            ));
        }
        Ok(())
    }

    fn auto_column(&self) -> AutoColumn {
        AutoColumn::Words("GENERATED BY DEFAULT AS IDENTITY")
    }

    /// A table, a view or a sequence of that name is in the way as well.
    fn indexes_of_others(
        &self,
        writer: &mut Writer<'_, '_>,
        table: &TableDef,
        indexes: &[&'static str],
    ) -> Result<(), BuildError> {
        writer.push(
            "SELECT c.relname::text, COALESCE(t.relname, c.relname)::text FROM pg_catalog.pg_class c \
             JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace \
             LEFT JOIN pg_catalog.pg_index i ON i.indexrelid = c.oid \
             LEFT JOIN pg_catalog.pg_class t ON t.oid = i.indrelid WHERE n.nspname = ",
        );
        match table.schema {
            Some(schema) => writer.string(schema)?,
            None => writer.push("current_schema()"),
        }
        writer.push(" AND t.relname IS DISTINCT FROM ");
        writer.string(table.name)?;
        writer.push(" AND c.relname IN (");
        writer.strings(indexes)?;
        writer.push(")");
        Ok(())
    }

    fn now_without_zone(&self) -> &'static str {
        "(now() AT TIME ZONE 'UTC')"
    }

    fn cyclic_references(&self) -> CyclicReferences {
        CyclicReferences::AlterInBlock
    }
}

/// The cast to an array of this type.
const fn array_cast(element: ColumnType) -> &'static str {
    match element {
        ColumnType::Boolean => "::boolean[]",
        ColumnType::TinyInt | ColumnType::SmallInt | ColumnType::UnsignedTinyInt => "::smallint[]",
        ColumnType::Integer | ColumnType::UnsignedSmallInt => "::integer[]",
        ColumnType::BigInt | ColumnType::UnsignedInteger | ColumnType::UnsignedBigInt => "::bigint[]",
        ColumnType::HugeInt | ColumnType::Decimal | ColumnType::Numeric(..) => "::numeric[]",
        ColumnType::Real => "::real[]",
        ColumnType::Double => "::double precision[]",
        // The labels of an enum are text to everything but its own type.
        ColumnType::Text | ColumnType::Varchar(_) | ColumnType::Enum(_) => "::text[]",
        ColumnType::Bytes => "::bytea[]",
        ColumnType::Uuid => "::uuid[]",
        ColumnType::TimestampTz => "::timestamptz[]",
        ColumnType::Timestamp => "::timestamp[]",
        ColumnType::Date => "::date[]",
        ColumnType::Time => "::time[]",
        ColumnType::Json => "::jsonb[]",
        ColumnType::Array(element) => array_cast(*element),
        ColumnType::IntegerEnum(definition) => array_cast(definition.column_type),
        ColumnType::Interval => "::interval[]",
        ColumnType::Inet => "::inet[]",
    }
}

/// The range of an `i128`, which has fewer values than 39 digits.
pub(crate) const HUGE_INT: &str =
    "BETWEEN -170141183460469231731687303715884105728 AND 170141183460469231731687303715884105727";

/// Why an integer above 9223372036854775807 is refused.
pub(crate) fn no_unsigned_bigint() -> Refusal {
    Refusal::new(
        "an unsigned integer above 9223372036854775807",
        "its integers end there",
        "use a smaller number, or keep it as a decimal number or as text",
    )
}

/// The types of `pg_catalog`, which is searched before all other schemas: those of version 18, without their arrays (`_`
/// before the name) and without the rows of the catalogue (`pg_`).
#[rustfmt::skip]
const TYPES: &[&str] = &[
    "aclitem", "any", "anyarray", "anycompatible", "anycompatiblearray", "anycompatiblemultirange",
    "anycompatiblenonarray", "anycompatiblerange", "anyelement", "anyenum", "anymultirange", "anynonarray",
    "anyrange", "bit", "bool", "box", "bpchar", "bytea", "char", "cid", "cidr", "circle", "cstring", "date",
    "datemultirange", "daterange", "event_trigger", "fdw_handler", "float4", "float8", "gtsvector",
    "index_am_handler", "inet", "int2", "int2vector", "int4", "int4multirange", "int4range", "int8",
    "int8multirange", "int8range", "internal", "interval", "json", "jsonb", "jsonpath", "language_handler",
    "line", "lseg", "macaddr", "macaddr8", "money", "name", "numeric", "nummultirange", "numrange", "oid",
    "oidvector", "path", "point", "polygon", "record", "refcursor", "regclass", "regcollation", "regconfig",
    "regdictionary", "regnamespace", "regoper", "regoperator", "regproc", "regprocedure", "regrole", "regtype",
    "table_am_handler", "text", "tid", "time", "timestamp", "timestamptz", "timetz", "trigger", "tsm_handler",
    "tsmultirange", "tsquery", "tsrange", "tstzmultirange", "tstzrange", "tsvector", "txid_snapshot", "unknown",
    "uuid", "varbit", "varchar", "void", "xid", "xid8", "xml",
];

/// Whether this is the name of a type of PostgreSQL's own.
fn is_type(name: &str) -> bool {
    let name = name.strip_prefix('_').unwrap_or(name);
    name.starts_with("pg_") || TYPES.binary_search(&name).is_ok()
}

fn no_nul(text: &str) -> Result<(), Refusal> {
    if text.contains('\0') {
        return Err(Refusal::new(
            "a text with a NUL character",
            "its text types do not hold that character",
            "leave the character out, or keep the value as bytes",
        ));
    }
    Ok(())
}

/// Whether a string of the document has the escape of NUL, which is no escape behind a backslash.
fn has_escaped_nul(json: &str) -> bool {
    json.match_indices("\\u0000").any(|(start, _)| {
        let backslashes = json[..start].bytes().rev().take_while(|byte| *byte == b'\\').count();
        backslashes % 2 == 0
    })
}

#[cfg(test)]
mod tests {
    use super::{TYPES, has_escaped_nul, is_type};

    #[test]
    fn tables_named_like_types_are_known() {
        assert!(TYPES.is_sorted());
        assert!(is_type("path") && is_type("_int4") && is_type("pg_class"));
        assert!(!is_type("jobs") && !is_type("paths") && !is_type("user"));
    }

    #[test]
    fn a_nul_is_found_in_a_document() {
        assert!(has_escaped_nul(r#"{"a": "x\u0000"}"#));
        assert!(has_escaped_nul(r#""\\\u0000""#));
        assert!(!has_escaped_nul(r#""\\u0000""#));
        assert!(!has_escaped_nul(r#""\u0001""#));
    }
}
