//! SQL written in the program.

use tempest_dialects::Value;
use tempest_dialects::tree::{Expr, RawPart, Statement};

use super::expected::{Expected, renders};
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
