//! Rows that do not fit: tables made elsewhere, with other types than the model's.

use std::sync::Arc;

use rust_decimal::Decimal;
use serde_json::Value as Json;
use tempest::Error;
use tempest::error::DecodeError;
use tempest::prelude::*;
use time::{Date, OffsetDateTime, PrimitiveDateTime, Time};
use uuid::Uuid;

use crate::backend::Database;

/// Stores one value in a table of its own making.
async fn store(db: &Database, column_type: &str, literal: &str) {
    db.raw("DROP TABLE IF EXISTS odd").await;
    db.raw(&format!("CREATE TABLE odd (id INTEGER, v {column_type})")).await;
    let insert = if db.dialect().name() == "MySQL" { "INSERT IGNORE" } else { "INSERT" };
    db.raw(&format!("{insert} INTO odd VALUES (1, {literal})")).await;
}

fn decode_error<T: std::fmt::Debug>(result: tempest::Result<T>) -> DecodeError {
    match result {
        Err(Error::Decode { error, sql }) => {
            assert!(sql.contains("odd"), "{sql}");
            error
        }
        other => panic!("{other:?}"),
    }
}

/// Reads the column as a type in which the value does not fit, whole and by itself.
macro_rules! does_not_fit {
    ($db:expr, $column_type:expr, $literal:expr => $type:ty, $found:expr) => {{
        #[derive(Model, Debug)]
        #[tempest(table = "odd", no_primary_key)]
        struct Odd {
            id: i32,
            v: $type,
        }
        store(&$db, $column_type, $literal).await;
        let whole = decode_error(Odd::select().all(&$db.engine).await);
        let alone = decode_error(Odd::select().columns((Odd::v, Odd::id)).one(&$db.engine).await);
        assert_eq!((whole.position, alone.position), (1, 0));
        for error in [whole, alone] {
            assert_eq!((error.table, error.column), ("odd", "v"), "{error}");
            let expected = stringify!($type);
            assert!(expected.ends_with(error.expected) || error.expected.ends_with(expected), "{error}");
            assert!(error.found.contains($found), "{error}");
            assert!(error.to_string().starts_with("column `v` of `odd`: expected "), "{error}");
        }
        assert_eq!(Odd::select().columns(Odd::id).one(&$db.engine).await.unwrap(), 1);
    }};
}

pub(crate) async fn numbers_that_are_too_large_or_too_small(db: Arc<Database>) {
    does_not_fit!(db, "BIGINT", "32768" => i16, "the integer 32768, which does not fit");
    does_not_fit!(db, "BIGINT", "-32769" => i16, "the integer -32769, which does not fit");
    does_not_fit!(db, "BIGINT", "2147483648" => i32, "2147483648");
    does_not_fit!(db, "BIGINT", "-1" => u32, "-1");
    does_not_fit!(db, "BIGINT", "4294967296" => u32, "4294967296");
    does_not_fit!(db, "BIGINT", "128" => i8, "128");
    does_not_fit!(db, "BIGINT", "-129" => i8, "-129");
    does_not_fit!(db, "BIGINT", "256" => u8, "256");
    does_not_fit!(db, "BIGINT", "-1" => u16, "-1");
    does_not_fit!(db, "BIGINT", "65536" => u16, "65536");
    does_not_fit!(db, "BIGINT", "-1" => u64, "the integer -1, which does not fit");
    does_not_fit!(db, "INTEGER", "2" => bool, "2");
    does_not_fit!(db, "DOUBLE PRECISION", "0.1" => f32, "the number 0.1, which does not fit");
    does_not_fit!(db, "DOUBLE PRECISION", "1e300" => f32, "does not fit");
    if db.dialect().name().starts_with("M") {
        does_not_fit!(db, "BIGINT UNSIGNED", "18446744073709551615" => i64, "18446744073709551615");
    }
}

pub(crate) async fn null_where_the_type_has_none(db: Arc<Database>) {
    does_not_fit!(db, "BOOLEAN", "NULL" => bool, "NULL");
    does_not_fit!(db, "INTEGER", "NULL" => i32, "NULL");
    does_not_fit!(db, "DOUBLE PRECISION", "NULL" => f64, "NULL");
    does_not_fit!(db, "VARCHAR(10)", "NULL" => String, "NULL");
    does_not_fit!(db, "VARCHAR(10)", "NULL" => Uuid, "NULL");
    does_not_fit!(db, "VARCHAR(10)", "NULL" => Vec<u8>, "NULL");
    does_not_fit!(db, "DATE", "NULL" => Date, "NULL");
    does_not_fit!(db, "TIME", "NULL" => Time, "NULL");
    does_not_fit!(db, "VARCHAR(10)", "NULL" => OffsetDateTime, "NULL");
    does_not_fit!(db, "VARCHAR(10)", "NULL" => serde_json::Value, "NULL");
    does_not_fit!(db, "VARCHAR(10)", "NULL" => Weather, "NULL");
}

pub(crate) async fn values_of_another_kind(db: Arc<Database>) {
    does_not_fit!(db, "INTEGER", "7" => String, "the integer 7");
    does_not_fit!(db, "VARCHAR(10)", "'seven'" => i32, r#"the text "seven""#);
    does_not_fit!(db, "VARCHAR(10)", "'7'" => i64, r#"the text "7""#);
    does_not_fit!(db, "VARCHAR(10)", "'true'" => bool, "true");
    does_not_fit!(db, "VARCHAR(10)", "'1.5'" => f64, "1.5");
    does_not_fit!(db, "VARCHAR(10)", "'bytes'" => Vec<u8>, "bytes");
    does_not_fit!(db, "DOUBLE PRECISION", "1.5" => i32, "the number 1.5");
    does_not_fit!(db, "VARCHAR(10)", "'soon'" => OffsetDateTime, "soon");
    does_not_fit!(db, "VARCHAR(10)", "'2024-02-30'" => Date, "2024-02-30");
    does_not_fit!(db, "VARCHAR(10)", "'24:00'" => Time, "24:00");
    does_not_fit!(db, "VARCHAR(10)", "'0000'" => Uuid, "0000");
    does_not_fit!(db, "VARCHAR(10)", "'{'" => serde_json::Value, "not JSON");
    does_not_fit!(db, "VARCHAR(60)", "'0123456789012345678901234567890123456789xyz'" => i32, "0123456789\"");
    if db.dialect().name() != "SQLite" {
        does_not_fit!(db, "NUMERIC(10, 2)", "1.50" => f64, "the decimal number 1.50");
        does_not_fit!(db, "NUMERIC(10, 2)", "1.50" => i128, "the decimal number 1.50");
        does_not_fit!(db, "NUMERIC(40)", "170141183460469231731687303715884105728" => i128, "the decimal number 1701");
        does_not_fit!(db, "NUMERIC(31)", "79228162514264337593543950336" => Decimal, "the decimal number 7922");
    }
    if db.dialect().name() == "PostgreSQL" {
        does_not_fit!(db, "NUMERIC", "'NaN'" => Decimal, "the decimal number NaN");
        does_not_fit!(db, "NUMERIC", "'-Infinity'" => Decimal, "the decimal number -Infinity");
    }
    does_not_fit!(db, "DOUBLE PRECISION", "1.5" => Decimal, "the number 1.5");
    let bytes = if db.dialect().name() == "PostgreSQL" { ("BYTEA", r"'\x010203'") } else { ("BLOB", "x'010203'") };
    does_not_fit!(db, bytes.0, bytes.1 => String, "3 bytes");
    does_not_fit!(db, bytes.0, bytes.1 => Uuid, "3 bytes");
}

pub(crate) async fn text_that_is_not_utf_8(db: Arc<Database>) {
    match db.dialect().name() {
        "SQLite" => {
            does_not_fit!(db, "TEXT", "CAST(x'6162ff' AS TEXT)" => String, "text that is not UTF-8");
            does_not_fit!(db, "TEXT", "CAST(x'6162ff' AS TEXT)" => Weather, "text that is not UTF-8");
            does_not_fit!(db, "TEXT", "CAST(x'22ff22' AS TEXT)" => serde_json::Value, "text that is not JSON");
        }
        // The servers keep such text out, and send bytes as bytes.
        "PostgreSQL" => does_not_fit!(db, "BYTEA", r"'\x6162ff'" => String, "3 bytes"),
        _ => does_not_fit!(db, "VARBINARY(9)", "x'6162ff'" => String, "3 bytes"),
    }
}

#[derive(DbEnum, Debug, PartialEq)]
enum Weather {
    Fine,
    Rainy,
}

pub(crate) async fn an_unknown_label(db: Arc<Database>) {
    does_not_fit!(db, "VARCHAR(10)", "'hail'" => Weather, "hail");
    does_not_fit!(db, "VARCHAR(10)", "'Fine'" => Weather, "Fine");
    does_not_fit!(db, "VARCHAR(10)", "'fine '" => Weather, "fine ");
    does_not_fit!(db, "INTEGER", "1" => Weather, "the integer 1");
}

pub(crate) async fn moments_that_are_none(db: Arc<Database>) {
    match db.dialect().name() {
        "PostgreSQL" => {
            does_not_fit!(db, "TIMESTAMPTZ", "'infinity'" => OffsetDateTime, "timestamptz");
            does_not_fit!(db, "TIMESTAMP", "'-infinity'" => PrimitiveDateTime, "timestamp");
            does_not_fit!(db, "TIMESTAMP", "'294276-12-31 23:59:59.999999'" => PrimitiveDateTime, "timestamp");
            does_not_fit!(db, "DATE", "'infinity'" => Date, "date");
            does_not_fit!(db, "DATE", "'5874897-12-31'" => Date, "date");
            does_not_fit!(db, "TIME", "'24:00'" => Time, "time");
            does_not_fit!(db, "TIMETZ", "'12:00+01'" => Time, "timetz");
        }
        "SQLite" => {
            does_not_fit!(db, "TEXT", "'2024-01-01 25:00:00'" => OffsetDateTime, "25:00:00");
            does_not_fit!(db, "TEXT", "'2024-01-01 12:00:00+99:99'" => OffsetDateTime, "+99:99");
            does_not_fit!(db, "TEXT", "'2024-01-01 12:00:00+02:00'" => PrimitiveDateTime, "+02:00");
            does_not_fit!(db, "TEXT", "'2024-01-01T12:00:00Z'" => PrimitiveDateTime, "Z");
            does_not_fit!(db, "INTEGER", "1700000000" => OffsetDateTime, "1700000000");
            does_not_fit!(db, "REAL", "2460000.5" => Date, "2460000.5");
        }
        _ => {
            does_not_fit!(db, "DATE", "'0000-00-00'" => Date, "date");
            does_not_fit!(db, "DATETIME(6)", "'0000-00-00 00:00:00'" => OffsetDateTime, "date");
            does_not_fit!(db, "TIME(6)", "'25:00:00'" => Time, "time");
            does_not_fit!(db, "TIME(6)", "'-00:00:00.000001'" => Time, "time");
            does_not_fit!(db, "TIME(6)", "'-838:59:59'" => Time, "time");
        }
    }
}

#[derive(Model, Debug)]
#[tempest(table = "odd", no_primary_key)]
struct Odd {
    id: i32,
    v: Option<i16>,
}

pub(crate) async fn the_connection_is_in_step_after_it(db: Arc<Database>) {
    let engine: Engine = db.options().pool_size(1).connect().await.unwrap();
    db.raw("CREATE TABLE odd (id INTEGER, v BIGINT)").await;
    for id in 0..500 {
        insert!(Odd { id: id, v: 1 }).execute(&engine).await.unwrap();
    }
    db.raw("UPDATE odd SET v = 70000 WHERE id = 250").await;
    for _ in 0..3 {
        let error = decode_error(Odd::select().order_by(Odd::id).all(&engine).await);
        assert_eq!(error.found, "the integer 70000, which does not fit");
        assert_eq!(Odd::select().count(&engine).await.unwrap(), 500);
        let tx = engine.begin().await.unwrap();
        insert!(Odd { id: 900, v: 2 }).execute(&tx).await.unwrap();
        decode_error(Odd::select().all(&tx).await);
        assert_eq!(Odd::select().where_(Odd::id.eq(900)).one(&tx).await.unwrap().v, Some(2));
        tx.rollback().await.unwrap();
    }
}

pub(crate) async fn an_expression_has_a_position_only(db: Arc<Database>) {
    store(&db, "BIGINT", "20000").await;
    let doubled = Odd::select().columns((Odd::id, Odd::v * 2)).one(&db.engine).await;
    let doubled = match doubled {
        // PostgreSQL computes a bigint; the others too.
        Err(Error::Decode { error, .. }) => error,
        other => panic!("{other:?}"),
    };
    assert_eq!((doubled.table, doubled.column, doubled.position), ("", "", 1));
    assert_eq!(doubled.to_string(), "value 2 of the row: expected i16, found the integer 40000, which does not fit");
}

#[derive(Model, Debug, PartialEq)]
#[tempest(table = "odd", no_primary_key)]
struct Foreign {
    id: i64,
    v: Option<String>,
}

#[derive(Model, Debug, PartialEq)]
#[tempest(table = "odd", no_primary_key)]
struct ForeignUuid {
    id: i64,
    v: Option<Uuid>,
}

#[derive(Model, Debug, PartialEq)]
#[tempest(table = "odd", no_primary_key)]
struct ForeignJson {
    id: i64,
    v: Option<Json>,
}

/// Types of the database's own that hold the same values: widths of integers, kinds of text.
pub(crate) async fn other_column_types_that_fit(db: Arc<Database>) {
    let postgres = db.dialect().name() == "PostgreSQL";
    let texts: &[&str] = if postgres { &["TEXT", "VARCHAR(40)", "CHAR(2)", "NAME"] } else { &["TEXT", "VARCHAR(40)"] };
    for column_type in texts {
        store(&db, column_type, "'ab'").await;
        let row = Foreign::select().where_(Foreign::v.eq("ab").and(Foreign::v.in_(["ab", "c"]))).one(&db.engine).await;
        assert_eq!(row.unwrap(), Foreign { id: 1, v: Some("ab".to_owned()) }, "{column_type}");
        let insert = insert!(Foreign { id: 2, v: "cd" }).execute(&db.engine).await;
        assert_eq!(insert.unwrap(), 1, "{column_type}");
    }
    let uuid = Uuid::from_u128(0x0123_4567_89ab_cdef_0123_4567_89ab_cdef);
    store(&db, if postgres { "UUID" } else { "BINARY(16)" }, "NULL").await;
    insert!(ForeignUuid { id: 2, v: uuid }).execute(&db.engine).await.unwrap();
    let row = ForeignUuid::select().where_(ForeignUuid::v.eq(uuid)).one(&db.engine).await.unwrap();
    assert_eq!(row, ForeignUuid { id: 2, v: Some(uuid) });
    let documents: &[&str] = if postgres { &["JSON", "JSONB"] } else { &["JSON"] };
    for column_type in documents {
        store(&db, column_type, "NULL").await;
        // The statement that was prepared for the type before would be run again.
        let db = Database { engine: db.options().connect().await.unwrap(), url: db.url.clone(), backend: db.backend };
        let document = serde_json::json!({"a": [1, "b"]});
        insert!(ForeignJson { id: 2, v: &document }).execute(&db.engine).await.unwrap();
        let row = ForeignJson::select().where_(ForeignJson::id.eq(2)).one(&db.engine).await.unwrap();
        assert_eq!(row.v, Some(document), "{column_type}");
    }
}
