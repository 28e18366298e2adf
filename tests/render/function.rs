//! Functions, `CASE`, comparisons to which NULL is a value, and rows of values.

use tempest_dialects::tree::{BinaryOperator, Call, DatePart, Expr, Function, Statement};
use tempest_dialects::{ColumnType, Value};

use super::expected::{Expected, is_refused, renders};
use super::sample::{add, eq, ids_where, int, job, select_expr, text};

fn call(function: Function, arguments: Vec<Expr>) -> Expr {
    Expr::Call(Box::new(Call { function, arguments }))
}

/// A list of functions as one statement.
fn all(calls: Vec<Expr>) -> Statement {
    ids_where(Expr::All(calls.into_iter().map(|call| Expr::IsNull(Box::new(call))).collect()))
}

fn cast(from: ColumnType, to: ColumnType) -> Expr {
    call(Function::Cast { from, to }, vec![job("attempts")])
}

#[test]
fn functions_of_text() {
    renders(
        all(vec![
            call(Function::Lower, vec![job("key")]),
            call(Function::Upper, vec![job("key")]),
            call(Function::Trim, vec![job("key")]),
            call(Function::TrimStart, vec![job("key")]),
            call(Function::TrimEnd, vec![job("key")]),
            call(Function::Length, vec![job("key")]),
            call(Function::Substring, vec![job("key"), int(2), int(3)]),
            call(Function::Replace, vec![job("key"), text("a"), text("b")]),
            call(Function::Concat, vec![job("key"), text("!")]),
        ]),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE lower("key") IS NULL AND upper("key") IS NULL AND trim("key") IS NULL AND ltrim("key") IS NULL AND rtrim("key") IS NULL AND char_length("key") IS NULL AND substr("key", $1::integer, $2::integer) IS NULL AND replace("key", $3::text, $4::text) IS NULL AND ("key" || $5::text) IS NULL <- 2, 3, "a", "b", "!""#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE lower("key") IS NULL AND upper("key") IS NULL AND trim("key") IS NULL AND ltrim("key") IS NULL AND rtrim("key") IS NULL AND length("key") IS NULL AND substr("key", ?, ?) IS NULL AND replace("key", ?, ?) IS NULL AND ("key" || ?) IS NULL <- 2, 3, "a", "b", "!""#,
            mysql: r#"SELECT `id` FROM `jobs` WHERE lower(`key`) IS NULL AND upper(`key`) IS NULL AND trim(`key`) IS NULL AND ltrim(`key`) IS NULL AND rtrim(`key`) IS NULL AND char_length(`key`) IS NULL AND substr(`key`, CAST(? AS SIGNED), CAST(? AS SIGNED)) IS NULL AND replace(`key`, ?, ?) IS NULL AND concat(`key`, ?) IS NULL <- 2, 3, "a", "b", "!""#,
            mariadb: r#"SELECT `id` FROM `jobs` WHERE lower(`key`) IS NULL AND upper(`key`) IS NULL AND trim(`key`) IS NULL AND ltrim(`key`) IS NULL AND rtrim(`key`) IS NULL AND char_length(`key`) IS NULL AND substr(`key`, ?, ?) IS NULL AND replace(`key`, ?, ?) IS NULL AND concat(`key`, ?) IS NULL <- 2, 3, "a", "b", "!""#,
        },
    );
}

#[test]
fn numbers() {
    renders(
        all(vec![
            call(Function::Abs, vec![job("attempts")]),
            call(Function::Round, vec![add(job("attempts"), int(1))]),
            call(Function::Floor, vec![job("attempts")]),
            call(Function::Ceil, vec![job("attempts")]),
        ]),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE abs("attempts") IS NULL AND (trunc("attempts" + $1) + trunc(2 * (("attempts" + $2) - trunc("attempts" + $3)))) IS NULL AND floor("attempts") IS NULL AND ceil("attempts") IS NULL <- 1, 1, 1"#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE abs("attempts") IS NULL AND (CASE WHEN abs("attempts" + ?) < 4503599627370496 THEN CAST("attempts" + ? AS INTEGER) + CAST(2 * (("attempts" + ?) - CAST("attempts" + ? AS INTEGER)) AS INTEGER) + 0.0 ELSE ("attempts" + ?) END) IS NULL AND (round("attempts") - (round("attempts") > "attempts")) IS NULL AND (round("attempts") + (round("attempts") < "attempts")) IS NULL <- 1, 1, 1, 1, 1"#,
            mysql: "SELECT `id` FROM `jobs` WHERE abs(`attempts`) IS NULL AND (truncate(`attempts` + ?, 0) + truncate(2 * ((`attempts` + ?) - truncate(`attempts` + ?, 0)), 0)) IS NULL AND floor(`attempts`) IS NULL AND ceil(`attempts`) IS NULL <- 1, 1, 1",
            mariadb: "SELECT `id` FROM `jobs` WHERE abs(`attempts`) IS NULL AND (truncate(`attempts` + ?, 0) + truncate(2 * ((`attempts` + ?) - truncate(`attempts` + ?, 0)), 0)) IS NULL AND floor(`attempts`) IS NULL AND ceil(`attempts`) IS NULL <- 1, 1, 1",
        },
    );
}

#[test]
fn any_values() {
    renders(
        all(vec![
            call(Function::Coalesce, vec![job("key"), text("none")]),
            call(Function::Coalesce, vec![job("key"), Expr::Value(Value::Null)]),
            call(Function::NullIf, vec![job("key"), text("none")]),
            call(Function::Greatest, vec![job("attempts"), int(3)]),
            call(Function::Least, vec![job("attempts"), int(3)]),
        ]),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE coalesce("key", $1::text) IS NULL AND coalesce("key", NULL) IS NULL AND nullif("key", $2::text) IS NULL AND greatest("attempts", $3::integer) IS NULL AND least("attempts", $4::integer) IS NULL <- "none", "none", 3, 3"#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE coalesce("key", ?) IS NULL AND coalesce("key", NULL) IS NULL AND nullif("key", ?) IS NULL AND max("attempts", ?) IS NULL AND min("attempts", ?) IS NULL <- "none", "none", 3, 3"#,
            mysql: r#"SELECT `id` FROM `jobs` WHERE coalesce(`key`, ?) IS NULL AND coalesce(`key`, NULL) IS NULL AND nullif(`key`, ?) IS NULL AND greatest(`attempts`, CAST(? AS SIGNED)) IS NULL AND least(`attempts`, CAST(? AS SIGNED)) IS NULL <- "none", "none", 3, 3"#,
            mariadb: r#"SELECT `id` FROM `jobs` WHERE coalesce(`key`, ?) IS NULL AND coalesce(`key`, NULL) IS NULL AND nullif(`key`, ?) IS NULL AND greatest(`attempts`, ?) IS NULL AND least(`attempts`, ?) IS NULL <- "none", "none", 3, 3"#,
        },
    );
}

/// A fraction is cut off, where a cast of some databases rounds.
#[test]
fn casts() {
    renders(
        all(vec![
            cast(ColumnType::Integer, ColumnType::Double),
            cast(ColumnType::Integer, ColumnType::BigInt),
            cast(ColumnType::Double, ColumnType::Integer),
            cast(ColumnType::Integer, ColumnType::Text),
            cast(ColumnType::TimestampTz, ColumnType::Date),
            cast(ColumnType::Timestamp, ColumnType::Time),
            cast(ColumnType::Date, ColumnType::Timestamp),
        ]),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE CAST("attempts" AS DOUBLE PRECISION) IS NULL AND CAST("attempts" AS BIGINT) IS NULL AND CAST(trunc("attempts") AS INTEGER) IS NULL AND CAST("attempts" AS TEXT) IS NULL AND CAST("attempts" AT TIME ZONE 'UTC' AS DATE) IS NULL AND CAST("attempts" AS TIME) IS NULL AND CAST("attempts" AS TIMESTAMP) IS NULL"#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE CAST("attempts" AS REAL) IS NULL AND CAST("attempts" AS INTEGER) IS NULL AND CAST("attempts" AS INTEGER) IS NULL AND CAST("attempts" AS TEXT) IS NULL AND substr("attempts", 1, 10) IS NULL AND substr("attempts", 12) IS NULL AND ("attempts" || ' 00:00:00.000000') IS NULL"#,
            mysql: "SELECT `id` FROM `jobs` WHERE CAST(`attempts` AS DOUBLE) IS NULL AND CAST(`attempts` AS SIGNED) IS NULL AND CAST(truncate(`attempts`, 0) AS SIGNED) IS NULL AND CAST(`attempts` AS CHAR) IS NULL AND CAST(`attempts` AS DATE) IS NULL AND CAST(`attempts` AS TIME(6)) IS NULL AND CAST(`attempts` AS DATETIME(6)) IS NULL",
            mariadb: "SELECT `id` FROM `jobs` WHERE CAST(`attempts` AS DOUBLE) IS NULL AND CAST(`attempts` AS SIGNED) IS NULL AND CAST(truncate(`attempts`, 0) AS SIGNED) IS NULL AND CAST(`attempts` AS CHAR) IS NULL AND CAST(`attempts` AS DATE) IS NULL AND CAST(`attempts` AS TIME(6)) IS NULL AND CAST(`attempts` AS DATETIME(6)) IS NULL",
        },
    );
}

#[test]
fn parts_of_a_moment() {
    renders(
        all(vec![
            call(Function::CurrentDate, Vec::new()),
            call(Function::Extract(DatePart::Year, ColumnType::TimestampTz), vec![job("due_at")]),
            call(Function::Extract(DatePart::Week, ColumnType::Timestamp), vec![job("due_at")]),
            call(Function::Extract(DatePart::Weekday, ColumnType::Date), vec![job("due_at")]),
            call(Function::Extract(DatePart::Second, ColumnType::TimestampTz), vec![job("due_at")]),
        ]),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE CAST(now() AT TIME ZONE 'UTC' AS date) IS NULL AND CAST(trunc(EXTRACT(year FROM "due_at" AT TIME ZONE 'UTC')) AS integer) IS NULL AND CAST(trunc(EXTRACT(week FROM "due_at")) AS integer) IS NULL AND CAST(trunc(EXTRACT(isodow FROM "due_at")) AS integer) IS NULL AND CAST(trunc(EXTRACT(second FROM "due_at" AT TIME ZONE 'UTC')) AS integer) IS NULL"#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE date('now') IS NULL AND CAST(substr("due_at", 1, 4) AS INTEGER) IS NULL AND CAST(strftime('%V', substr("due_at", 1, 10)) AS INTEGER) IS NULL AND CAST(strftime('%u', substr("due_at", 1, 10)) AS INTEGER) IS NULL AND CAST(substr("due_at", 18, 2) AS INTEGER) IS NULL"#,
            mysql: "SELECT `id` FROM `jobs` WHERE current_date() IS NULL AND year(`due_at`) IS NULL AND week(`due_at`, 3) IS NULL AND (weekday(`due_at`) + 1) IS NULL AND second(`due_at`) IS NULL",
            mariadb: "SELECT `id` FROM `jobs` WHERE current_date() IS NULL AND year(`due_at`) IS NULL AND week(`due_at`, 3) IS NULL AND (weekday(`due_at`) + 1) IS NULL AND second(`due_at`) IS NULL",
        },
    );
}

#[test]
fn moments_cut_off() {
    renders(
        all(vec![
            call(Function::DateTrunc(DatePart::Quarter, ColumnType::TimestampTz), vec![job("due_at")]),
            call(Function::DateTrunc(DatePart::Week, ColumnType::Date), vec![job("due_at")]),
            call(Function::DateTrunc(DatePart::Hour, ColumnType::Timestamp), vec![job("due_at")]),
        ]),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE date_trunc('quarter', "due_at", 'UTC') IS NULL AND CAST(date_trunc('week', CAST("due_at" AS timestamp)) AS date) IS NULL AND date_trunc('hour', "due_at") IS NULL"#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE (substr("due_at", 1, 5) || printf('%02d', (CAST(substr("due_at", 6, 2) AS INTEGER) - 1) / 3 * 3 + 1) || '-01 00:00:00.000000') IS NULL AND date(substr("due_at", 1, 10), 'weekday 0', '-6 days') IS NULL AND (substr("due_at", 1, 14) || '00:00.000000') IS NULL"#,
            mysql: "SELECT `id` FROM `jobs` WHERE CAST((makedate(year(`due_at`), 1) + INTERVAL (quarter(`due_at`) - 1) QUARTER) AS DATETIME(6)) IS NULL AND (date(`due_at`) - INTERVAL weekday(`due_at`) DAY) IS NULL AND CAST(date_format(`due_at`, '%Y-%m-%d %H:00:00') AS DATETIME(6)) IS NULL",
            mariadb: "SELECT `id` FROM `jobs` WHERE CAST((makedate(year(`due_at`), 1) + INTERVAL (quarter(`due_at`) - 1) QUARTER) AS DATETIME(6)) IS NULL AND (date(`due_at`) - INTERVAL weekday(`due_at`) DAY) IS NULL AND CAST(date_format(`due_at`, '%Y-%m-%d %H:00:00') AS DATETIME(6)) IS NULL",
        },
    );
}

#[test]
fn seconds_between_moments() {
    renders(
        all(vec![
            call(Function::SecondsSince(ColumnType::TimestampTz), vec![Expr::Now, job("due_at")]),
            call(Function::SecondsSince(ColumnType::Date), vec![job("due_at"), job("due_at")]),
        ]),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE CAST(EXTRACT(EPOCH FROM (now() - "due_at")) AS double precision) IS NULL AND (CAST(("due_at" - "due_at") AS double precision) * 86400) IS NULL"#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE (((CAST(strftime('%s', substr(strftime('%Y-%m-%d %H:%M:%f','now') || '000', 1, 19)) AS INTEGER) - CAST(strftime('%s', substr("due_at", 1, 19)) AS INTEGER)) * 1000000 + CAST(substr(strftime('%Y-%m-%d %H:%M:%f','now') || '000', 21) AS INTEGER) - CAST(substr("due_at", 21) AS INTEGER)) / 1000000.0) IS NULL AND ((CAST(strftime('%s', "due_at") AS INTEGER) - CAST(strftime('%s', "due_at") AS INTEGER)) * 1.0) IS NULL"#,
            mysql: "SELECT `id` FROM `jobs` WHERE (timestampdiff(MICROSECOND, `due_at`, now(6)) / 1e6) IS NULL AND (timestampdiff(MICROSECOND, `due_at`, `due_at`) / 1e6) IS NULL",
            mariadb: "SELECT `id` FROM `jobs` WHERE (timestampdiff(MICROSECOND, `due_at`, now(6)) / 1e6) IS NULL AND (timestampdiff(MICROSECOND, `due_at`, `due_at`) / 1e6) IS NULL",
        },
    );
}

/// The values have a type, since nothing else tells it.
#[test]
fn case() {
    renders(
        select_expr(Expr::Case {
            branches: vec![
                (eq(int(1), int(2)), text("one")),
                (Expr::IsNull(Box::new(int(1))), Expr::Value(Value::Null)),
            ],
            otherwise: Some(Box::new(text("none"))),
        }),
        Expected {
            postgres: r#"SELECT CASE WHEN $1::integer = $2 THEN $3::text WHEN $4::integer IS NULL THEN NULL ELSE $5::text END <- 1, 2, "one", 1, "none""#,
            sqlite: r#"SELECT CASE WHEN ? = ? THEN ? WHEN ? IS NULL THEN NULL ELSE ? END <- 1, 2, "one", 1, "none""#,
            mysql: r#"SELECT CASE WHEN CAST(? AS SIGNED) = ? THEN ? WHEN CAST(? AS SIGNED) IS NULL THEN NULL ELSE ? END <- 1, 2, "one", 1, "none""#,
            mariadb: r#"SELECT CASE WHEN ? = ? THEN ? WHEN ? IS NULL THEN NULL ELSE ? END <- 1, 2, "one", 1, "none""#,
        },
    );
}

#[test]
fn null_as_a_value() {
    renders(
        ids_where(Expr::All(vec![
            Expr::IsDistinct { operands: Box::new((job("key"), text("a"))), negated: false },
            Expr::IsDistinct { operands: Box::new((job("key"), Expr::Value(Value::Null))), negated: true },
            Expr::Not(Box::new(Expr::IsDistinct { operands: Box::new((job("key"), job("consumer"))), negated: false })),
        ])),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE "key" IS DISTINCT FROM $1 AND "key" IS NOT DISTINCT FROM $2 AND NOT ("key" IS DISTINCT FROM "consumer") <- "a", NULL"#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE "key" IS DISTINCT FROM ? AND "key" IS NOT DISTINCT FROM ? AND NOT ("key" IS DISTINCT FROM "consumer") <- "a", NULL"#,
            mysql: r#"SELECT `id` FROM `jobs` WHERE NOT (`key` <=> ?) AND `key` <=> ? AND NOT (NOT (`key` <=> `consumer`)) <- "a", NULL"#,
            mariadb: r#"SELECT `id` FROM `jobs` WHERE NOT (`key` <=> ?) AND `key` <=> ? AND NOT (NOT (`key` <=> `consumer`)) <- "a", NULL"#,
        },
    );
}

/// An index serves the short form on two of them, and the long one on the others.
#[test]
fn rows_of_values() {
    renders(
        ids_where(Expr::All(vec![
            Expr::CompareRows {
                operator: BinaryOperator::Gt,
                pairs: vec![(job("attempts"), int(1)), (job("id"), int(2)), (job("key"), text("k"))],
            },
            Expr::CompareRows {
                operator: BinaryOperator::Le,
                pairs: vec![(job("attempts"), int(1)), (job("id"), int(2))],
            },
            Expr::CompareRows {
                operator: BinaryOperator::Eq,
                pairs: vec![(job("attempts"), int(1)), (job("id"), int(2))],
            },
        ])),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE ("attempts", "id", "key") > ($1, $2, $3) AND ("attempts", "id") <= ($4, $5) AND ("attempts", "id") = ($6, $7) <- 1, 2, "k", 1, 2, 1, 2"#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE ("attempts", "id", "key") > (?, ?, ?) AND ("attempts", "id") <= (?, ?) AND ("attempts", "id") = (?, ?) <- 1, 2, "k", 1, 2, 1, 2"#,
            mysql: r#"SELECT `id` FROM `jobs` WHERE (`attempts` > ? OR (`attempts` = ? AND (`id` > ? OR (`id` = ? AND `key` > ?)))) AND (`attempts` < ? OR (`attempts` = ? AND `id` <= ?)) AND (`attempts`, `id`) = (?, ?) <- 1, 1, 2, 2, "k", 1, 1, 2, 1, 2"#,
            mariadb: r#"SELECT `id` FROM `jobs` WHERE (`attempts` > ? OR (`attempts` = ? AND (`id` > ? OR (`id` = ? AND `key` > ?)))) AND (`attempts` < ? OR (`attempts` = ? AND `id` <= ?)) AND (`attempts`, `id`) = (?, ?) <- 1, 1, 2, 2, "k", 1, 1, 2, 1, 2"#,
        },
    );
}

#[test]
fn a_collation_and_a_function_of_the_program() {
    renders(
        ids_where(eq(
            Expr::Collate(Box::new(job("key")), "fr\"`"),
            Expr::UserFunction("billing.shorten", vec![text("long"), int(3), job("key")]),
        )),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE "key" COLLATE "fr""`" = billing.shorten($1::text, $2::integer, "key") <- "long", 3"#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE "key" COLLATE "fr""`" = billing.shorten(?, ?, "key") <- "long", 3"#,
            mysql: r#"SELECT `id` FROM `jobs` WHERE `key` COLLATE `fr"``` = billing.shorten(?, CAST(? AS SIGNED), `key`) <- "long", 3"#,
            mariadb: r#"SELECT `id` FROM `jobs` WHERE `key` COLLATE `fr"``` = billing.shorten(?, ?, `key`) <- "long", 3"#,
        },
    );
}

#[test]
fn a_substring_that_begins_before_the_text() {
    is_refused(
        select_expr(call(Function::Substring, vec![text("abc"), int(0), int(1)])),
        "error: SQL cannot do substring: its first character has the number 1, and databases do not agree on what is before it; begin at 1 or later",
    );
}
