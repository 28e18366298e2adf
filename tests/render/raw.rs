//! SQL written in the program.

use tempest_dialects::Value;
use tempest_dialects::tree::{Expr, RawPart, Statement};

use super::expected::{Expected, is_refused, renders};
use super::sample::{assign, eq, ids_where, int, job, raw, update_jobs};

#[test]
fn values_are_bound_and_text_stays() {
    let expr = raw(&[RawPart::Sql("attempts + "), RawPart::Value(Value::I32(2))]);
    renders(
        Statement::Update(update_jobs(vec![assign("attempts", expr)])),
        Expected {
            postgres: r#"UPDATE "jobs" SET "attempts" = attempts + $1 <- 2"#,
            sqlite: r#"UPDATE "jobs" SET "attempts" = attempts + ? <- 2"#,
            mysql: "UPDATE `jobs` SET `attempts` = attempts + ? <- 2",
            mariadb: "UPDATE `jobs` SET `attempts` = attempts + ? <- 2",
        },
    );
}

#[test]
fn it_has_parentheses_inside_other_expressions() {
    let expr = raw(&[RawPart::Sql("attempts = 1 OR attempts = 2")]);
    renders(
        ids_where(Expr::All(vec![expr, eq(job("id"), int(3))])),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE (attempts = 1 OR attempts = 2) AND "id" = $1 <- 3"#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE (attempts = 1 OR attempts = 2) AND "id" = ? <- 3"#,
            mysql: "SELECT `id` FROM `jobs` WHERE (attempts = 1 OR attempts = 2) AND `id` = ? <- 3",
            mariadb: "SELECT `id` FROM `jobs` WHERE (attempts = 1 OR attempts = 2) AND `id` = ? <- 3",
        },
    );
}

#[test]
fn a_whole_statement() {
    renders(
        Statement::Raw(vec![
            RawPart::Sql("SELECT id FROM jobs WHERE attempts > "),
            RawPart::Value(Value::I32(3)),
            RawPart::Sql(" AND status "),
            RawPart::List { values: vec![Value::I32(1), Value::I32(2)], negated: false },
            RawPart::Sql(" AND id "),
            RawPart::List { values: vec![Value::I64(7)], negated: true },
        ]),
        Expected {
            postgres: "SELECT id FROM jobs WHERE attempts > $1 AND status = ANY($2) AND id <> ALL($3) <- 3, [1, 2], [7]",
            sqlite: "SELECT id FROM jobs WHERE attempts > ? AND status IN (?, ?) AND id NOT IN (?) <- 3, 1, 2, 7",
            mysql: "SELECT id FROM jobs WHERE attempts > ? AND status IN (?, ?) AND id NOT IN (?) <- 3, 1, 2, 7",
            mariadb: "SELECT id FROM jobs WHERE attempts > ? AND status IN (?, ?) AND id NOT IN (?) <- 3, 1, 2, 7",
        },
    );
}

#[test]
fn an_empty_list() {
    renders(
        Statement::Raw(vec![
            RawPart::Sql("DELETE FROM jobs WHERE id "),
            RawPart::List { values: vec![], negated: true },
        ]),
        Expected {
            postgres: "DELETE FROM jobs WHERE id <> ALL($1) <- []",
            sqlite: "DELETE FROM jobs WHERE id NOT IN (SELECT NULL WHERE 1 = 0)",
            mysql: "DELETE FROM jobs WHERE id NOT IN (SELECT NULL WHERE 1 = 0)",
            mariadb: "DELETE FROM jobs WHERE id NOT IN (SELECT NULL WHERE 1 = 0)",
        },
    );
}

#[test]
fn a_statement_that_begins_or_ends_a_transaction() {
    is_refused(
        Statement::Raw(vec![RawPart::Sql("-- done\nCOMMIT")]),
        "error: SQL cannot do COMMIT as a statement: Tempest must know of each transaction on its connections; begin it with `engine.begin()` or `engine.transaction(…)`, and one inside it on the transaction",
    );
}
