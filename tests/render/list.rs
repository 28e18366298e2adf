//! IN a list of values.

use tempest_dialects::Value;
use tempest_dialects::tree::Expr;

use super::expected::{Expected, renders};
use super::sample::{ids_where, int, job};

fn in_values(expr: Expr, values: Vec<Value>, negated: bool) -> Expr {
    Expr::InValues { expr: Box::new(expr), values, negated }
}

/// One array parameter, where there are arrays: the text is the same for a list of any length.
#[test]
fn in_a_list() {
    renders(
        ids_where(in_values(job("id"), vec![Value::I64(1), Value::I64(2)], false)),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE "id" = ANY($1) <- [1, 2]"#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE "id" IN (?, ?) <- 1, 2"#,
            mysql: "SELECT `id` FROM `jobs` WHERE `id` IN (?, ?) <- 1, 2",
            mariadb: "SELECT `id` FROM `jobs` WHERE `id` IN (?, ?) <- 1, 2",
        },
    );
}

#[test]
fn not_in_a_list() {
    renders(
        ids_where(in_values(job("id"), vec![Value::I64(1), Value::I64(2)], true)),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE "id" <> ALL($1) <- [1, 2]"#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE "id" NOT IN (?, ?) <- 1, 2"#,
            mysql: "SELECT `id` FROM `jobs` WHERE `id` NOT IN (?, ?) <- 1, 2",
            mariadb: "SELECT `id` FROM `jobs` WHERE `id` NOT IN (?, ?) <- 1, 2",
        },
    );
}

#[test]
fn in_an_empty_list_is_false() {
    renders(
        ids_where(in_values(job("id"), Vec::new(), false)),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE 1 = 0"#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE 1 = 0"#,
            mysql: "SELECT `id` FROM `jobs` WHERE 1 = 0",
            mariadb: "SELECT `id` FROM `jobs` WHERE 1 = 0",
        },
    );
}

#[test]
fn not_in_an_empty_list_is_true() {
    renders(
        ids_where(Expr::Not(Box::new(in_values(job("id"), Vec::new(), true)))),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE NOT (1 = 1)"#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE NOT (1 = 1)"#,
            mysql: "SELECT `id` FROM `jobs` WHERE NOT (1 = 1)",
            mariadb: "SELECT `id` FROM `jobs` WHERE NOT (1 = 1)",
        },
    );
}

#[test]
fn a_value_in_a_list_has_a_type() {
    renders(
        ids_where(in_values(int(1), vec![Value::I32(1)], false)),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE $1::integer = ANY($2) <- 1, [1]"#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE ? IN (?) <- 1, 1"#,
            mysql: "SELECT `id` FROM `jobs` WHERE CAST(? AS SIGNED) IN (?) <- 1, 1",
            mariadb: "SELECT `id` FROM `jobs` WHERE ? IN (?) <- 1, 1",
        },
    );
}

#[test]
fn each_value_of_a_list_is_checked() {
    renders(
        ids_where(in_values(job("key"), vec![Value::Text("a\0".into())], false)),
        Expected {
            postgres: "error: PostgreSQL cannot do a text with a NUL character: its text types do not hold that character; leave the character out, or keep the value as bytes",
            sqlite: r#"SELECT "id" FROM "jobs" WHERE "key" IN (?) <- "a\0""#,
            mysql: r#"SELECT `id` FROM `jobs` WHERE `key` IN (?) <- "a\0""#,
            mariadb: r#"SELECT `id` FROM `jobs` WHERE `key` IN (?) <- "a\0""#,
        },
    );
}
