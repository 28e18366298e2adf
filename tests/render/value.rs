//! Values: how each is bound, and which a database does not hold.

use tempest_dialects::dialect::Refusal;
use tempest_dialects::tree::Expr;
use tempest_dialects::{ColumnType, Dialect, MariaDb, MySql, Postgres, Sqlite, Statement, Value};

use super::expected::{Expected, renders};
use super::sample::{TAGS, eq, ids_where, insert, job};

const DAY: i64 = 86_400_000_000;

fn compared(value: Value) -> Statement {
    ids_where(eq(job("key"), Expr::Value(value)))
}

#[test]
fn every_kind_of_value_alone() {
    let values = [
        Value::Null,
        Value::Bool(true),
        Value::I16(1),
        Value::I32(2),
        Value::I64(3),
        Value::U32(4),
        Value::F32(0.5),
        Value::F64(0.25),
        Value::Text("a".into()),
        Value::Enum("queued"),
        Value::Bytes(vec![1]),
        Value::Uuid([7; 16]),
        Value::TimestampTz(1),
        Value::Timestamp(2),
        Value::Date(3),
        Value::Time(4),
        Value::Json("{}".into()),
        Value::U64(5),
        Value::Decimal("1.50".into()),
        Value::Interval(6),
        Value::Array(ColumnType::Integer, vec![Value::I32(7)]),
        Value::I128(8),
    ];
    let mut select = super::sample::ids();
    select.projection = values.map(|value| tempest_dialects::tree::Projected::Expr(Expr::Value(value))).to_vec().into();
    renders(
        Statement::Select(select),
        Expected {
            postgres: r#"SELECT $1::text, $2::boolean, $3::smallint, $4::integer, $5::bigint, $6::bigint, $7::real, $8::double precision, $9::text, $10::text, $11::bytea, $12::uuid, $13::timestamptz, $14::timestamp, $15::date, $16::time, $17::jsonb, $18::bigint, $19::numeric, $20::interval, $21::integer[], $22::numeric FROM "jobs" <- NULL, true, 1, 2, 3, 4, F32(0.5), 0.25, "a", "queued", Bytes([1]), Uuid([7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7]), TimestampTz(1), Timestamp(2), Date(3), Time(4), Json("{}"), U64(5), Decimal("1.50"), Interval(6), Array(Integer, [I32(7)]), I128(8)"#,
            sqlite: r#"SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM "jobs" <- NULL, true, 1, 2, 3, 4, F32(0.5), 0.25, "a", "queued", Bytes([1]), Uuid([7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7]), TimestampTz(1), Timestamp(2), Date(3), Time(4), Json("{}"), U64(5), Decimal("1.50"), Interval(6), Array(Integer, [I32(7)]), I128(8)"#,
            mysql: r#"SELECT ?, ?, CAST(? AS SIGNED), CAST(? AS SIGNED), CAST(? AS SIGNED), CAST(? AS SIGNED), ?, ?, ?, ?, ?, ?, CAST(? AS DATETIME(6)), CAST(? AS DATETIME(6)), ?, ?, CAST(? AS JSON), CAST(? AS UNSIGNED), CAST(? AS DECIMAL(57, 28)), ?, CAST(? AS JSON), CAST(? AS DECIMAL(39)) FROM `jobs` <- NULL, true, 1, 2, 3, 4, F32(0.5), 0.25, "a", "queued", Bytes([1]), Uuid([7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7]), TimestampTz(1), Timestamp(2), Date(3), Time(4), Json("{}"), U64(5), Decimal("1.50"), Interval(6), Array(Integer, [I32(7)]), I128(8)"#,
            mariadb: r#"SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, CAST(? AS DATETIME(6)), CAST(? AS DATETIME(6)), ?, ?, ?, ?, CAST(? AS DECIMAL(57, 28)), ?, ?, CAST(? AS DECIMAL(39)) FROM `jobs` <- NULL, true, 1, 2, 3, 4, F32(0.5), 0.25, "a", "queued", Bytes([1]), Uuid([7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7]), TimestampTz(1), Timestamp(2), Date(3), Time(4), Json("{}"), U64(5), Decimal("1.50"), Interval(6), Array(Integer, [I32(7)]), I128(8)"#,
        },
    );
}

/// A JSON parameter is text to MySQL, and a text is equal to no document.
#[test]
fn json_beside_a_column() {
    renders(
        compared(Value::Json("{}".into())),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE "key" = $1 <- Json("{}")"#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE "key" = ? <- Json("{}")"#,
            mysql: r#"SELECT `id` FROM `jobs` WHERE `key` = CAST(? AS JSON) <- Json("{}")"#,
            mariadb: r#"SELECT `id` FROM `jobs` WHERE `key` = ? <- Json("{}")"#,
        },
    );
}

#[test]
fn json_in_a_row() {
    let row = vec![Expr::Value(Value::Json("{}".into()))];
    renders(
        Statement::Insert(insert(&TAGS, &["note"], vec![row])),
        Expected {
            postgres: r#"INSERT INTO "tags" ("note") VALUES ($1) <- Json("{}")"#,
            sqlite: r#"INSERT INTO "tags" ("note") VALUES (?) <- Json("{}")"#,
            mysql: r#"INSERT INTO `tags` (`note`) VALUES (?) <- Json("{}")"#,
            mariadb: r#"INSERT INTO `tags` (`note`) VALUES (?) <- Json("{}")"#,
        },
    );
}

#[test]
fn a_nul_in_a_text() {
    renders(
        compared(Value::Text("a\0b".into())),
        Expected {
            postgres: "error: PostgreSQL cannot do a text with a NUL character: its text types do not hold that character; leave the character out, or keep the value as bytes",
            sqlite: r#"SELECT "id" FROM "jobs" WHERE "key" = ? <- "a\0b""#,
            mysql: r#"SELECT `id` FROM `jobs` WHERE `key` = ? <- "a\0b""#,
            mariadb: r#"SELECT `id` FROM `jobs` WHERE `key` = ? <- "a\0b""#,
        },
    );
}

#[test]
fn a_nul_in_json() {
    renders(
        compared(Value::Json("\"\0\"".into())),
        Expected {
            postgres: "error: PostgreSQL cannot do a text with a NUL character: its text types do not hold that character; leave the character out, or keep the value as bytes",
            sqlite: r#"SELECT "id" FROM "jobs" WHERE "key" = ? <- Json("\"\0\"")"#,
            mysql: r#"SELECT `id` FROM `jobs` WHERE `key` = CAST(? AS JSON) <- Json("\"\0\"")"#,
            mariadb: r#"SELECT `id` FROM `jobs` WHERE `key` = ? <- Json("\"\0\"")"#,
        },
    );
}

#[test]
fn not_a_number() {
    renders(
        compared(Value::F64(f64::NAN)),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE "key" = $1 <- NaN"#,
            sqlite: "error: SQLite cannot do NaN: it would be stored as NULL; use NULL or a number",
            mysql: "error: MySQL cannot do NaN or an infinite number: its floating point types do not hold it; use NULL or a finite number",
            mariadb: "error: MariaDB cannot do NaN or an infinite number: its floating point types do not hold it; use NULL or a finite number",
        },
    );
    renders(
        compared(Value::F32(f32::NAN)),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE "key" = $1 <- F32(NaN)"#,
            sqlite: "error: SQLite cannot do NaN: it would be stored as NULL; use NULL or a number",
            mysql: "error: MySQL cannot do NaN or an infinite number: its floating point types do not hold it; use NULL or a finite number",
            mariadb: "error: MariaDB cannot do NaN or an infinite number: its floating point types do not hold it; use NULL or a finite number",
        },
    );
}

#[test]
fn infinity() {
    renders(
        compared(Value::F64(f64::NEG_INFINITY)),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE "key" = $1 <- -inf"#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE "key" = ? <- -inf"#,
            mysql: "error: MySQL cannot do NaN or an infinite number: its floating point types do not hold it; use NULL or a finite number",
            mariadb: "error: MariaDB cannot do NaN or an infinite number: its floating point types do not hold it; use NULL or a finite number",
        },
    );
}

#[test]
fn the_year_0() {
    renders(
        compared(Value::Date(-719_528)),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE "key" = $1 <- Date(-719528)"#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE "key" = ? <- Date(-719528)"#,
            mysql: "error: MySQL cannot do the date 0000-01-01: it holds the years 0001 to 9999; use a date within that range",
            mariadb: "error: MariaDB cannot do the date 0000-01-01: it holds the years 0001 to 9999; use a date within that range",
        },
    );
}

#[test]
fn before_the_year_0() {
    renders(
        compared(Value::TimestampTz(-719_528 * DAY - 1)),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE "key" = $1 <- TimestampTz(-62167219200000001)"#,
            sqlite: "error: SQLite cannot do the date -0001-12-31: it holds the years 0000 to 9999; use a date within that range",
            mysql: "error: MySQL cannot do the date -0001-12-31: it holds the years 0001 to 9999; use a date within that range",
            mariadb: "error: MariaDB cannot do the date -0001-12-31: it holds the years 0001 to 9999; use a date within that range",
        },
    );
}

#[test]
fn the_last_microsecond_of_9999() {
    renders(
        compared(Value::Timestamp(2_932_897 * DAY - 1)),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE "key" = $1 <- Timestamp(253402300799999999)"#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE "key" = ? <- Timestamp(253402300799999999)"#,
            mysql: "SELECT `id` FROM `jobs` WHERE `key` = ? <- Timestamp(253402300799999999)",
            mariadb: "SELECT `id` FROM `jobs` WHERE `key` = ? <- Timestamp(253402300799999999)",
        },
    );
}

#[test]
fn the_year_10000() {
    renders(
        compared(Value::Timestamp(2_932_897 * DAY)),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE "key" = $1 <- Timestamp(253402300800000000)"#,
            sqlite: "error: SQLite cannot do the date 10000-01-01: it holds the years 0000 to 9999; use a date within that range",
            mysql: "error: MySQL cannot do the date 10000-01-01: it holds the years 0001 to 9999; use a date within that range",
            mariadb: "error: MariaDB cannot do the date 10000-01-01: it holds the years 0001 to 9999; use a date within that range",
        },
    );
}

#[test]
fn the_last_date_of_all() {
    renders(
        compared(Value::Date(i32::MAX)),
        Expected {
            postgres: "error: PostgreSQL cannot do the date 5881580-07-11: it holds 4714-11-24 BC to 5874897-12-31; use a date within that range",
            sqlite: "error: SQLite cannot do the date 5881580-07-11: it holds the years 0000 to 9999; use a date within that range",
            mysql: "error: MySQL cannot do the date 5881580-07-11: it holds the years 0001 to 9999; use a date within that range",
            mariadb: "error: MariaDB cannot do the date 5881580-07-11: it holds the years 0001 to 9999; use a date within that range",
        },
    );
}

#[test]
fn a_time_that_is_not_within_a_day() {
    renders(
        compared(Value::Time(DAY)),
        Expected {
            postgres: "error: PostgreSQL cannot do a time of day: 86400000000 microseconds are not within a day; use a time from 00:00:00 to 23:59:59.999999",
            sqlite: "error: SQLite cannot do a time of day: 86400000000 microseconds are not within a day; use a time from 00:00:00 to 23:59:59.999999",
            mysql: "error: MySQL cannot do a time of day: 86400000000 microseconds are not within a day; use a time from 00:00:00 to 23:59:59.999999",
            mariadb: "error: MariaDB cannot do a time of day: 86400000000 microseconds are not within a day; use a time from 00:00:00 to 23:59:59.999999",
        },
    );
}

#[test]
fn an_integer_beyond_those_with_a_sign() {
    renders(
        compared(Value::U64(1 << 63)),
        Expected {
            postgres: "error: PostgreSQL cannot do an unsigned integer above 9223372036854775807: its integers end there; use a smaller number, or keep it as a decimal number or as text",
            sqlite: "error: SQLite cannot do an unsigned integer above 9223372036854775807: its integers end there; use a smaller number, or keep it as a decimal number or as text",
            mysql: "SELECT `id` FROM `jobs` WHERE `key` = ? <- U64(9223372036854775808)",
            mariadb: "SELECT `id` FROM `jobs` WHERE `key` = ? <- U64(9223372036854775808)",
        },
    );
}

#[test]
fn what_could_not_be_made_a_value() {
    let refusal = Refusal::new("`T` as a JSON document", "a key is no text", "change the type");
    let row = vec![Expr::Value(Value::Invalid(Box::new(refusal)))];
    renders(
        Statement::Insert(insert(&TAGS, &["note"], vec![row])),
        Expected {
            postgres: "error: PostgreSQL cannot do `T` as a JSON document in column `note` of `tags`: a key is no text; change the type",
            sqlite: "error: SQLite cannot do `T` as a JSON document in column `note` of `tags`: a key is no text; change the type",
            mysql: "error: MySQL cannot do `T` as a JSON document in column `note` of `tags`: a key is no text; change the type",
            mariadb: "error: MariaDB cannot do `T` as a JSON document in column `note` of `tags`: a key is no text; change the type",
        },
    );
}

/// A list of arrays is no array of arrays to PostgreSQL, but one of two dimensions.
#[test]
fn lists_of_lists() {
    let list = |number| Value::Array(ColumnType::Integer, vec![Value::I32(number)]);
    let filter = Expr::InValues { expr: Box::new(job("key")), values: vec![list(1), list(2)], negated: false };
    renders(
        ids_where(filter),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE "key" IN ($1, $2) <- Array(Integer, [I32(1)]), Array(Integer, [I32(2)])"#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE "key" IN (?, ?) <- Array(Integer, [I32(1)]), Array(Integer, [I32(2)])"#,
            mysql: "SELECT `id` FROM `jobs` WHERE `key` IN (CAST(? AS JSON), CAST(? AS JSON)) <- Array(Integer, [I32(1)]), Array(Integer, [I32(2)])",
            mariadb: "SELECT `id` FROM `jobs` WHERE `key` IN (?, ?) <- Array(Integer, [I32(1)]), Array(Integer, [I32(2)])",
        },
    );
}

#[test]
fn numbers_that_no_document_holds() {
    let error = "arrays are JSON documents here, which do not hold it; use finite numbers";
    let rendered = |dialect: &dyn Dialect| {
        let list = compared(Value::Array(ColumnType::Double, vec![Value::F64(f64::INFINITY)]));
        list.render(dialect).map(|sql| sql.text).map_err(|error| error.to_string())
    };
    assert!(rendered(&Postgres).is_ok());
    for dialect in [&Sqlite as &dyn Dialect, &MySql, &MariaDb] {
        assert!(rendered(dialect).unwrap_err().ends_with(error));
    }
}

#[test]
fn arithmetic_with_decimal_numbers() {
    let sum = Expr::OfDecimals(Box::new(super::sample::binary(
        tempest_dialects::tree::BinaryOperator::Add,
        job("key"),
        Expr::Value(Value::Decimal("0.10".into())),
    )));
    renders(
        ids_where(eq(job("id"), sum)),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE "id" = "key" + $1 <- Decimal("0.10")"#,
            sqlite: "error: SQLite cannot do arithmetic with decimal numbers: it has no decimal numbers, and would compute with floating point ones; compute in the program, or keep whole numbers of the smallest unit",
            mysql: "SELECT `id` FROM `jobs` WHERE `id` = `key` + CAST(? AS DECIMAL(57, 28)) <- Decimal(\"0.10\")",
            mariadb: "SELECT `id` FROM `jobs` WHERE `id` = `key` + CAST(? AS DECIMAL(57, 28)) <- Decimal(\"0.10\")",
        },
    );
}
