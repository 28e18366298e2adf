//! UPDATE and its assignments.

use tempest_dialects::tree::{Expr, RawPart, Select, Statement, Update};

use super::expected::{Expected, is_refused, renders};
use super::sample::{add, assign, big, eq, ids, int, job, raw, tag, text, update_jobs};

fn update(assignments: Vec<tempest_dialects::tree::Assignment>) -> Statement {
    Statement::Update(update_jobs(assignments))
}

#[test]
fn some_rows() {
    let assignments = vec![
        assign("status", text("sent")),
        assign("attempts", add(job("attempts"), int(1))),
        assign("due_at", Expr::Now),
    ];
    renders(
        Statement::Update(Update { filter: Some(eq(job("id"), big(7))), ..update_jobs(assignments) }),
        Expected {
            postgres: r#"UPDATE "jobs" SET "status" = $1, "attempts" = "attempts" + $2, "due_at" = now() WHERE "id" = $3 <- "sent", 1, 7"#,
            sqlite: r#"UPDATE "jobs" SET "status" = ?, "attempts" = "attempts" + ?, "due_at" = strftime('%Y-%m-%d %H:%M:%f','now') || '000' WHERE "id" = ? <- "sent", 1, 7"#,
            mysql: r#"UPDATE `jobs` SET `status` = ?, `attempts` = `attempts` + ?, `due_at` = now(6) WHERE `id` = ? <- "sent", 1, 7"#,
            mariadb: r#"UPDATE `jobs` SET `status` = ?, `attempts` = `attempts` + ?, `due_at` = now(6) WHERE `id` = ? <- "sent", 1, 7"#,
        },
    );
}

#[test]
fn every_row() {
    renders(
        update(vec![assign("attempts", int(0))]),
        Expected {
            postgres: r#"UPDATE "jobs" SET "attempts" = $1 <- 0"#,
            sqlite: r#"UPDATE "jobs" SET "attempts" = ? <- 0"#,
            mysql: "UPDATE `jobs` SET `attempts` = ? <- 0",
            mariadb: "UPDATE `jobs` SET `attempts` = ? <- 0",
        },
    );
}

#[test]
fn to_the_default() {
    renders(
        update(vec![assign("attempts", Expr::Default)]),
        Expected {
            postgres: r#"UPDATE "jobs" SET "attempts" = DEFAULT"#,
            sqlite: "error: SQLite cannot do DEFAULT in place of a value: it does not exist; give `attempts` a value, or leave it out of an INSERT",
            mysql: "UPDATE `jobs` SET `attempts` = DEFAULT",
            mariadb: "UPDATE `jobs` SET `attempts` = DEFAULT",
        },
    );
}

#[test]
fn to_a_condition() {
    let other = tempest_dialects::tree::From::Table(&super::sample::TAGS);
    let exists = Expr::Exists(Box::new(Select {
        from: Some(other),
        filter: Some(eq(tag("job"), job("id"))),
        ..Select::default()
    }));
    renders(
        update(vec![assign("attempts", exists)]),
        Expected {
            postgres: r#"UPDATE "jobs" SET "attempts" = EXISTS (SELECT 1 FROM "tags" WHERE "job" = "jobs"."id")"#,
            sqlite: r#"UPDATE "jobs" SET "attempts" = EXISTS (SELECT 1 FROM "tags" WHERE "job" = "jobs"."id")"#,
            mysql: "UPDATE `jobs` SET `attempts` = EXISTS (SELECT 1 FROM `tags` WHERE `job` = `jobs`.`id`)",
            mariadb: "UPDATE `jobs` SET `attempts` = EXISTS (SELECT 1 FROM `tags` WHERE `job` = `jobs`.`id`)",
        },
    );
}

#[test]
fn nothing_is_set() {
    is_refused(
        update(Vec::new()),
        "error: SQL cannot do SET: it has no assignments; set a column, or leave the statement out",
    );
}

#[test]
fn a_column_is_set_twice() {
    is_refused(
        update(vec![assign("attempts", int(1)), assign("attempts", int(2))]),
        "error: SQL cannot do SET: `attempts` is set twice; set each column once",
    );
}

/// MySQL and MariaDB would read the new value.
#[test]
fn a_column_that_was_set_before_is_read() {
    renders(
        update(vec![assign("attempts", int(1)), assign("id", add(big(1), job("attempts")))]),
        Expected {
            postgres: r#"UPDATE "jobs" SET "attempts" = $1, "id" = $2 + "attempts" <- 1, 1"#,
            sqlite: r#"UPDATE "jobs" SET "attempts" = ?, "id" = ? + "attempts" <- 1, 1"#,
            mysql: "error: MySQL cannot do SET: assignments run from left to right, so `id` would read the new value of `attempts`; set `attempts` after `id`",
            mariadb: "error: MariaDB cannot do SET: assignments run from left to right, so `id` would read the new value of `attempts`; set `attempts` after `id`",
        },
    );
}

#[test]
fn sql_that_mentions_a_column_that_was_set_before() {
    let sql = |sql| raw(&[RawPart::Sql(sql)]);
    renders(
        update(vec![assign("attempts", int(1)), assign("id", sql("2 * `ATTEMPTS`"))]),
        Expected {
            postgres: r#"UPDATE "jobs" SET "attempts" = $1, "id" = 2 * `ATTEMPTS` <- 1"#,
            sqlite: r#"UPDATE "jobs" SET "attempts" = ?, "id" = 2 * `ATTEMPTS` <- 1"#,
            mysql: "error: MySQL cannot do SET: assignments run from left to right, so `id` would read the new value of `attempts`; set `attempts` after `id`",
            mariadb: "error: MariaDB cannot do SET: assignments run from left to right, so `id` would read the new value of `attempts`; set `attempts` after `id`",
        },
    );
    renders(
        update(vec![assign("id", big(1)), assign("attempts", sql("idle + paid"))]),
        Expected {
            postgres: r#"UPDATE "jobs" SET "id" = $1, "attempts" = idle + paid <- 1"#,
            sqlite: r#"UPDATE "jobs" SET "id" = ?, "attempts" = idle + paid <- 1"#,
            mysql: "UPDATE `jobs` SET `id` = ?, `attempts` = idle + paid <- 1",
            mariadb: "UPDATE `jobs` SET `id` = ?, `attempts` = idle + paid <- 1",
        },
    );
}

#[test]
fn a_subquery_that_reads_a_column_that_was_set_before() {
    let inner = Select {
        from: Some(tempest_dialects::tree::From::Table(&super::sample::TAGS)),
        filter: Some(eq(tag("job"), job("id"))),
        ..Select::default()
    };
    renders(
        update(vec![assign("id", big(1)), assign("attempts", Expr::Exists(Box::new(inner)))]),
        Expected {
            postgres: r#"UPDATE "jobs" SET "id" = $1, "attempts" = EXISTS (SELECT 1 FROM "tags" WHERE "job" = "jobs"."id") <- 1"#,
            sqlite: r#"UPDATE "jobs" SET "id" = ?, "attempts" = EXISTS (SELECT 1 FROM "tags" WHERE "job" = "jobs"."id") <- 1"#,
            mysql: "error: MySQL cannot do SET: assignments run from left to right, so `attempts` would read the new value of `id`; set `id` after `attempts`",
            mariadb: "error: MariaDB cannot do SET: assignments run from left to right, so `attempts` would read the new value of `id`; set `id` after `attempts`",
        },
    );
}

/// The subquery reads rows of its own, which are as they were.
#[test]
fn a_subquery_on_the_same_table() {
    let inner = Select { filter: Some(eq(job("attempts"), int(9))), ..ids() };
    renders(
        update(vec![assign("attempts", int(1)), assign("key", Expr::Exists(Box::new(inner)))]),
        Expected {
            postgres: r#"UPDATE "jobs" SET "attempts" = $1, "key" = EXISTS (SELECT "id" FROM "jobs" WHERE "attempts" = $2) <- 1, 9"#,
            sqlite: r#"UPDATE "jobs" SET "attempts" = ?, "key" = EXISTS (SELECT "id" FROM "jobs" WHERE "attempts" = ?) <- 1, 9"#,
            mysql: "UPDATE `jobs` SET `attempts` = ?, `key` = EXISTS (SELECT /*+ NO_MERGE(`changed`) */ * FROM (SELECT `id` FROM `jobs` WHERE `attempts` = ?) AS `changed`) <- 1, 9",
            mariadb: "UPDATE `jobs` SET `attempts` = ?, `key` = EXISTS (SELECT `id` FROM `jobs` WHERE `attempts` = ?) <- 1, 9",
        },
    );
}
