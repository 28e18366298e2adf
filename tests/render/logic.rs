//! AND, OR, NOT and comparisons, with parentheses only where they are needed.

use tempest_dialects::tree::{BinaryOperator, Expr, Statement};
use tempest_dialects::{Postgres, Value};

use super::expected::{Expected, is_refused, renders};
use super::sample::{add, binary, eq, ids_where, int, job, select_expr, text};

#[test]
fn or_inside_and_has_parentheses() {
    let either = Expr::Any(vec![eq(job("consumer"), text("a")), eq(job("consumer"), text("b"))]);
    renders(
        ids_where(Expr::All(vec![either, eq(job("attempts"), int(0))])),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE ("consumer" = $1 OR "consumer" = $2) AND "attempts" = $3 <- "a", "b", 0"#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE ("consumer" = ? OR "consumer" = ?) AND "attempts" = ? <- "a", "b", 0"#,
            mysql: r#"SELECT `id` FROM `jobs` WHERE (`consumer` = ? OR `consumer` = ?) AND `attempts` = ? <- "a", "b", 0"#,
            mariadb: r#"SELECT `id` FROM `jobs` WHERE (`consumer` = ? OR `consumer` = ?) AND `attempts` = ? <- "a", "b", 0"#,
        },
    );
}

#[test]
fn and_inside_or_has_none() {
    let both = Expr::All(vec![eq(job("consumer"), text("a")), eq(job("attempts"), int(1))]);
    renders(
        ids_where(Expr::Any(vec![both, eq(job("attempts"), int(0))])),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE "consumer" = $1 AND "attempts" = $2 OR "attempts" = $3 <- "a", 1, 0"#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE "consumer" = ? AND "attempts" = ? OR "attempts" = ? <- "a", 1, 0"#,
            mysql: r#"SELECT `id` FROM `jobs` WHERE `consumer` = ? AND `attempts` = ? OR `attempts` = ? <- "a", 1, 0"#,
            mariadb: r#"SELECT `id` FROM `jobs` WHERE `consumer` = ? AND `attempts` = ? OR `attempts` = ? <- "a", 1, 0"#,
        },
    );
}

#[test]
fn a_list_of_one_is_the_one() {
    let either = Expr::Any(vec![eq(job("attempts"), int(1)), eq(job("attempts"), int(2))]);
    let only = Expr::All(vec![Expr::Any(vec![either])]);
    renders(
        ids_where(Expr::All(vec![only, Expr::IsNull(Box::new(job("key")))])),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE ("attempts" = $1 OR "attempts" = $2) AND "key" IS NULL <- 1, 2"#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE ("attempts" = ? OR "attempts" = ?) AND "key" IS NULL <- 1, 2"#,
            mysql: "SELECT `id` FROM `jobs` WHERE (`attempts` = ? OR `attempts` = ?) AND `key` IS NULL <- 1, 2",
            mariadb: "SELECT `id` FROM `jobs` WHERE (`attempts` = ? OR `attempts` = ?) AND `key` IS NULL <- 1, 2",
        },
    );
}

#[test]
fn all_of_none_is_true() {
    renders(
        ids_where(Expr::All(Vec::new())),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE 1 = 1"#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE 1 = 1"#,
            mysql: "SELECT `id` FROM `jobs` WHERE 1 = 1",
            mariadb: "SELECT `id` FROM `jobs` WHERE 1 = 1",
        },
    );
}

#[test]
fn one_of_none_is_false() {
    renders(
        ids_where(Expr::Any(Vec::new())),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE 1 = 0"#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE 1 = 0"#,
            mysql: "SELECT `id` FROM `jobs` WHERE 1 = 0",
            mariadb: "SELECT `id` FROM `jobs` WHERE 1 = 0",
        },
    );
}

#[test]
fn not_takes_its_operand_in_parentheses() {
    let not = Expr::Not(Box::new(eq(job("attempts"), int(1))));
    renders(
        ids_where(Expr::Not(Box::new(not))),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE NOT (NOT ("attempts" = $1)) <- 1"#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE NOT (NOT ("attempts" = ?)) <- 1"#,
            mysql: "SELECT `id` FROM `jobs` WHERE NOT (NOT (`attempts` = ?)) <- 1",
            mariadb: "SELECT `id` FROM `jobs` WHERE NOT (NOT (`attempts` = ?)) <- 1",
        },
    );
}

#[test]
fn all_comparisons() {
    use BinaryOperator::{Eq, Ge, Gt, Le, Lt, Ne};
    let each = [Eq, Ne, Lt, Le, Gt, Ge].map(|operator| binary(operator, job("attempts"), job("id")));
    renders(
        ids_where(Expr::All(each.to_vec())),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE "attempts" = "id" AND "attempts" <> "id" AND "attempts" < "id" AND "attempts" <= "id" AND "attempts" > "id" AND "attempts" >= "id""#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE "attempts" = "id" AND "attempts" <> "id" AND "attempts" < "id" AND "attempts" <= "id" AND "attempts" > "id" AND "attempts" >= "id""#,
            mysql: "SELECT `id` FROM `jobs` WHERE `attempts` = `id` AND `attempts` <> `id` AND `attempts` < `id` AND `attempts` <= `id` AND `attempts` > `id` AND `attempts` >= `id`",
            mariadb: "SELECT `id` FROM `jobs` WHERE `attempts` = `id` AND `attempts` <> `id` AND `attempts` < `id` AND `attempts` <= `id` AND `attempts` > `id` AND `attempts` >= `id`",
        },
    );
}

#[test]
fn a_comparison_of_comparisons() {
    let left = eq(job("attempts"), int(1));
    let right = Expr::IsNotNull(Box::new(job("key")));
    renders(
        ids_where(eq(left, right)),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE ("attempts" = $1) = ("key" IS NOT NULL) <- 1"#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE ("attempts" = ?) = ("key" IS NOT NULL) <- 1"#,
            mysql: "SELECT `id` FROM `jobs` WHERE (`attempts` = ?) = (`key` IS NOT NULL) <- 1",
            mariadb: "SELECT `id` FROM `jobs` WHERE (`attempts` = ?) = (`key` IS NOT NULL) <- 1",
        },
    );
}

#[test]
fn null_tests_of_a_sum_and_of_a_condition() {
    let sum = Expr::IsNull(Box::new(add(job("attempts"), job("id"))));
    let condition = Expr::IsNotNull(Box::new(eq(job("attempts"), int(1))));
    renders(
        ids_where(Expr::All(vec![sum, condition])),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE "attempts" + "id" IS NULL AND ("attempts" = $1) IS NOT NULL <- 1"#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE "attempts" + "id" IS NULL AND ("attempts" = ?) IS NOT NULL <- 1"#,
            mysql: "SELECT `id` FROM `jobs` WHERE `attempts` + `id` IS NULL AND (`attempts` = ?) IS NOT NULL <- 1",
            mariadb: "SELECT `id` FROM `jobs` WHERE `attempts` + `id` IS NULL AND (`attempts` = ?) IS NOT NULL <- 1",
        },
    );
}

#[test]
fn a_null_test_of_a_value_has_a_type() {
    renders(
        select_expr(Expr::IsNull(Box::new(Expr::Value(Value::Null)))),
        Expected {
            postgres: "SELECT $1::text IS NULL <- NULL",
            sqlite: "SELECT ? IS NULL <- NULL",
            mysql: "SELECT ? IS NULL <- NULL",
            mariadb: "SELECT ? IS NULL <- NULL",
        },
    );
}

#[test]
fn between() {
    let between = Expr::Between(Box::new((job("attempts"), int(1), add(job("id"), int(2)))));
    renders(
        ids_where(Expr::Not(Box::new(between))),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE NOT ("attempts" BETWEEN $1 AND "id" + $2) <- 1, 2"#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE NOT ("attempts" BETWEEN ? AND "id" + ?) <- 1, 2"#,
            mysql: "SELECT `id` FROM `jobs` WHERE NOT (`attempts` BETWEEN ? AND `id` + ?) <- 1, 2",
            mariadb: "SELECT `id` FROM `jobs` WHERE NOT (`attempts` BETWEEN ? AND `id` + ?) <- 1, 2",
        },
    );
}

/// SQLite counts each term of a flat list as a level of depth, and has a limit of 1000.
#[test]
fn long_lists_are_nested_in_halves() {
    let statement = ids_where(Expr::Any(vec![eq(job("attempts"), int(7)); 150]));
    let sql = statement.render(&Postgres).unwrap();
    assert_eq!(sql.params.len(), 150);
    let (left, right) = sql.text.split_once(") OR (").unwrap();
    assert_eq!(left.matches(" OR ").count(), 74);
    assert_eq!(right.matches(" OR ").count(), 74);
    assert!(left.starts_with(r#"SELECT "id" FROM "jobs" WHERE ("attempts" = $1 OR "#));
    assert!(right.ends_with(r#""attempts" = $150)"#));
}

#[test]
fn what_is_nested_too_deep_is_refused() {
    let refused = "error: SQL cannot do the statement: its expressions are nested more than 128 deep; put the terms of \
                   AND and OR into one list, or split the statement";
    let mut expr = job("attempts");
    for _ in 0..10_000 {
        expr = Expr::Not(Box::new(expr));
    }
    is_refused(ids_where(expr), refused);

    let mut select = super::sample::ids();
    for _ in 0..10_000 {
        let inner = Expr::Exists(Box::new(select));
        select = tempest_dialects::tree::Select { filter: Some(inner), ..super::sample::ids() };
    }
    is_refused(Statement::Select(select), refused);
}

#[test]
fn what_is_nested_less_deep_is_written() {
    let mut expr = job("attempts");
    for _ in 0..120 {
        expr = add(expr, int(1));
    }
    assert!(ids_where(eq(expr, int(1))).render(&Postgres).is_ok());
}
