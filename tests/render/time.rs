//! The current time, and moments moved by seconds.

use tempest_dialects::table::ColumnDef;
use tempest_dialects::tree::{BinaryOperator, Expr, Statement};
use tempest_dialects::{ColumnType, TableDef, Value};

use super::expected::{Expected, renders};
use super::sample::{assign, binary, eq, ids_where, insert, int, job, select_expr, update_jobs};

fn later(moment: Expr, seconds: Expr) -> Expr {
    Expr::AddSeconds(Box::new((moment, seconds)))
}

fn earlier(moment: Expr, seconds: Expr) -> Expr {
    Expr::SubtractSeconds(Box::new((moment, seconds)))
}

fn double(value: f64) -> Expr {
    Expr::Value(Value::F64(value))
}

#[test]
fn now() {
    renders(
        ids_where(binary(BinaryOperator::Le, job("due_at"), Expr::Now)),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE "due_at" <= now()"#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE "due_at" <= strftime('%Y-%m-%d %H:%M:%f','now') || '000'"#,
            mysql: "SELECT `id` FROM `jobs` WHERE `due_at` <= now(6)",
            mariadb: "SELECT `id` FROM `jobs` WHERE `due_at` <= now(6)",
        },
    );
}

#[test]
fn now_and_seconds() {
    renders(
        Statement::Update(update_jobs(vec![assign("due_at", later(Expr::Now, int(30)))])),
        Expected {
            postgres: r#"UPDATE "jobs" SET "due_at" = now() + $1 * interval '1 second' <- 30"#,
            sqlite: r#"UPDATE "jobs" SET "due_at" = strftime('%Y-%m-%d %H:%M:%f', 'now', ? || ' seconds') || '000' <- 30"#,
            mysql: "UPDATE `jobs` SET `due_at` = now(6) + INTERVAL ? SECOND <- 30",
            mariadb: "UPDATE `jobs` SET `due_at` = now(6) + INTERVAL ? SECOND <- 30",
        },
    );
}

#[test]
fn seconds_ago() {
    renders(
        ids_where(binary(BinaryOperator::Lt, job("due_at"), earlier(Expr::Now, double(1.5)))),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE "due_at" < now() - $1 * interval '1 second' <- 1.5"#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE "due_at" < strftime('%Y-%m-%d %H:%M:%S', substr(strftime('%Y-%m-%d %H:%M:%f','now') || '000', 1, 19), ((1000000000000000000 + substr(strftime('%Y-%m-%d %H:%M:%f','now') || '000' || '00000', 21, 6) - CAST(round(? * 1000000) AS INTEGER)) / 1000000 - 1000000000000) || ' seconds') || printf('.%06d', (1000000000000000000 + substr(strftime('%Y-%m-%d %H:%M:%f','now') || '000' || '00000', 21, 6) - CAST(round(? * 1000000) AS INTEGER)) % 1000000) <- 1.5, 1.5"#,
            mysql: "SELECT `id` FROM `jobs` WHERE `due_at` < now(6) - INTERVAL ? SECOND <- 1.5",
            mariadb: "SELECT `id` FROM `jobs` WHERE `due_at` < now(6) - INTERVAL ? SECOND <- 1.5",
        },
    );
}

/// SQLite counts milliseconds; whole seconds leave the microseconds as they are.
#[test]
fn a_column_and_whole_seconds() {
    renders(
        Statement::Update(update_jobs(vec![assign("due_at", later(job("due_at"), int(30)))])),
        Expected {
            postgres: r#"UPDATE "jobs" SET "due_at" = "due_at" + $1 * interval '1 second' <- 30"#,
            sqlite: r#"UPDATE "jobs" SET "due_at" = strftime('%Y-%m-%d %H:%M:%S', substr("due_at", 1, 19), ? || ' seconds') || substr("due_at", 20) <- 30"#,
            mysql: "UPDATE `jobs` SET `due_at` = `due_at` + INTERVAL ? SECOND <- 30",
            mariadb: "UPDATE `jobs` SET `due_at` = `due_at` + INTERVAL ? SECOND <- 30",
        },
    );
}

#[test]
fn a_column_and_a_fraction_of_a_second() {
    renders(
        Statement::Update(update_jobs(vec![assign("due_at", earlier(job("due_at"), double(0.25)))])),
        Expected {
            postgres: r#"UPDATE "jobs" SET "due_at" = "due_at" - $1 * interval '1 second' <- 0.25"#,
            sqlite: r#"UPDATE "jobs" SET "due_at" = strftime('%Y-%m-%d %H:%M:%S', substr("due_at", 1, 19), ((1000000000000000000 + substr("due_at" || '00000', 21, 6) - CAST(round(? * 1000000) AS INTEGER)) / 1000000 - 1000000000000) || ' seconds') || printf('.%06d', (1000000000000000000 + substr("due_at" || '00000', 21, 6) - CAST(round(? * 1000000) AS INTEGER)) % 1000000) <- 0.25, 0.25"#,
            mysql: "UPDATE `jobs` SET `due_at` = `due_at` - INTERVAL ? SECOND <- 0.25",
            mariadb: "UPDATE `jobs` SET `due_at` = `due_at` - INTERVAL ? SECOND <- 0.25",
        },
    );
}

#[test]
fn computed_seconds() {
    let backoff = binary(BinaryOperator::Multiply, job("attempts"), int(30));
    renders(
        Statement::Update(update_jobs(vec![assign("due_at", later(Expr::Now, backoff))])),
        Expected {
            postgres: r#"UPDATE "jobs" SET "due_at" = now() + ("attempts" * $1) * interval '1 second' <- 30"#,
            sqlite: r#"UPDATE "jobs" SET "due_at" = strftime('%Y-%m-%d %H:%M:%S', substr(strftime('%Y-%m-%d %H:%M:%f','now') || '000', 1, 19), ((1000000000000000000 + substr(strftime('%Y-%m-%d %H:%M:%f','now') || '000' || '00000', 21, 6) + CAST(round(("attempts" * ?) * 1000000) AS INTEGER)) / 1000000 - 1000000000000) || ' seconds') || printf('.%06d', (1000000000000000000 + substr(strftime('%Y-%m-%d %H:%M:%f','now') || '000' || '00000', 21, 6) + CAST(round(("attempts" * ?) * 1000000) AS INTEGER)) % 1000000) <- 30, 30"#,
            mysql: "UPDATE `jobs` SET `due_at` = now(6) + INTERVAL (`attempts` * ?) SECOND <- 30",
            mariadb: "UPDATE `jobs` SET `due_at` = now(6) + INTERVAL (`attempts` * ?) SECOND <- 30",
        },
    );
}

#[test]
fn a_value_that_is_moved_has_a_type() {
    renders(
        select_expr(later(Expr::Value(Value::TimestampTz(0)), int(1))),
        Expected {
            postgres: "SELECT $1::timestamptz + $2 * interval '1 second' <- TimestampTz(0), 1",
            sqlite: "SELECT strftime('%Y-%m-%d %H:%M:%S', substr(?, 1, 19), ? || ' seconds') || substr(?, 20) <- TimestampTz(0), 1, TimestampTz(0)",
            mysql: "SELECT CAST(? AS DATETIME(6)) + INTERVAL ? SECOND <- TimestampTz(0), 1",
            mariadb: "SELECT CAST(? AS DATETIME(6)) + INTERVAL ? SECOND <- TimestampTz(0), 1",
        },
    );
}

#[test]
fn compared_moments() {
    renders(
        ids_where(eq(later(job("due_at"), double(1.0)), earlier(Expr::Now, double(1.0)))),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE "due_at" + $1 * interval '1 second' = now() - $2 * interval '1 second' <- 1.0, 1.0"#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE strftime('%Y-%m-%d %H:%M:%S', substr("due_at", 1, 19), ((1000000000000000000 + substr("due_at" || '00000', 21, 6) + CAST(round(? * 1000000) AS INTEGER)) / 1000000 - 1000000000000) || ' seconds') || printf('.%06d', (1000000000000000000 + substr("due_at" || '00000', 21, 6) + CAST(round(? * 1000000) AS INTEGER)) % 1000000) = strftime('%Y-%m-%d %H:%M:%S', substr(strftime('%Y-%m-%d %H:%M:%f','now') || '000', 1, 19), ((1000000000000000000 + substr(strftime('%Y-%m-%d %H:%M:%f','now') || '000' || '00000', 21, 6) - CAST(round(? * 1000000) AS INTEGER)) / 1000000 - 1000000000000) || ' seconds') || printf('.%06d', (1000000000000000000 + substr(strftime('%Y-%m-%d %H:%M:%f','now') || '000' || '00000', 21, 6) - CAST(round(? * 1000000) AS INTEGER)) % 1000000) <- 1.0, 1.0, 1.0, 1.0"#,
            mysql: "SELECT `id` FROM `jobs` WHERE `due_at` + INTERVAL ? SECOND = now(6) - INTERVAL ? SECOND <- 1.0, 1.0",
            mariadb: "SELECT `id` FROM `jobs` WHERE `due_at` + INTERVAL ? SECOND = now(6) - INTERVAL ? SECOND <- 1.0, 1.0",
        },
    );
}

/// The current time is in UTC in a column without a time zone as well.
#[test]
fn now_in_a_column_without_a_zone() {
    static EVENTS: TableDef = TableDef::new("events", &[ColumnDef::new("at", "at", ColumnType::Timestamp)]);
    renders(
        Statement::Insert(insert(&EVENTS, &["at"], vec![vec![Expr::Now]])),
        Expected {
            postgres: r#"INSERT INTO "events" ("at") VALUES ((now() AT TIME ZONE 'UTC'))"#,
            sqlite: r#"INSERT INTO "events" ("at") VALUES (strftime('%Y-%m-%d %H:%M:%f','now') || '000')"#,
            mysql: "INSERT INTO `events` (`at`) VALUES (now(6))",
            mariadb: "INSERT INTO `events` (`at`) VALUES (now(6))",
        },
    );
}
