//! INSERT and its rows.

use std::sync::Arc;

use tempest_dialects::render::Param;
use tempest_dialects::tree::{Expr, Insert, Statement};
use tempest_dialects::{MySql, Postgres};

use super::expected::{Expected, is_refused, renders};
use super::sample::{JOBS, TAGS, big, do_nothing, insert, insert_jobs, int, text};

#[test]
fn one_row() {
    let rows = vec![vec![big(1), text("a"), Expr::Value(tempest_dialects::Value::Null)]];
    renders(
        Statement::Insert(insert(&TAGS, &["job", "name", "note"], rows)),
        Expected {
            postgres: r#"INSERT INTO "tags" ("job", "name", "note") VALUES ($1, $2, $3) <- 1, "a", NULL"#,
            sqlite: r#"INSERT INTO "tags" ("job", "name", "note") VALUES (?, ?, ?) <- 1, "a", NULL"#,
            mysql: r#"INSERT INTO `tags` (`job`, `name`, `note`) VALUES (?, ?, ?) <- 1, "a", NULL"#,
            mariadb: r#"INSERT INTO `tags` (`job`, `name`, `note`) VALUES (?, ?, ?) <- 1, "a", NULL"#,
        },
    );
}

#[test]
fn several_rows() {
    let rows = vec![vec![big(1), text("a")], vec![big(1), text("b")]];
    renders(
        Statement::Insert(insert(&TAGS, &["job", "name"], rows)),
        Expected {
            postgres: r#"INSERT INTO "tags" ("job", "name") SELECT unnest(COALESCE($1, ARRAY[(NULL::"tags")."job"])), unnest(COALESCE($2, ARRAY[(NULL::"tags")."name"])) <- [1, 1], ["a", "b"]"#,
            sqlite: r#"INSERT INTO "tags" ("job", "name") VALUES (?, ?), (?, ?) <- 1, "a", 1, "b""#,
            mysql: r#"INSERT INTO `tags` (`job`, `name`) VALUES (?, ?), (?, ?) <- 1, "a", 1, "b""#,
            mariadb: r#"INSERT INTO `tags` (`job`, `name`) VALUES (?, ?), (?, ?) <- 1, "a", 1, "b""#,
        },
    );
}

#[test]
fn a_computed_value() {
    renders(
        Statement::Insert(insert(&JOBS, &["consumer", "due_at"], vec![vec![text("a"), Expr::Now]])),
        Expected {
            postgres: r#"INSERT INTO "jobs" ("consumer", "due_at") VALUES ($1, now()) <- "a""#,
            sqlite: r#"INSERT INTO "jobs" ("consumer", "due_at") VALUES (?, strftime('%Y-%m-%d %H:%M:%f','now') || '000') <- "a""#,
            mysql: r#"INSERT INTO `jobs` (`consumer`, `due_at`) VALUES (?, now(6)) <- "a""#,
            mariadb: r#"INSERT INTO `jobs` (`consumer`, `due_at`) VALUES (?, now(6)) <- "a""#,
        },
    );
}

#[test]
fn a_row_of_defaults() {
    renders(
        Statement::Insert(insert(&JOBS, &[], vec![Vec::new()])),
        Expected {
            postgres: r#"INSERT INTO "jobs" DEFAULT VALUES"#,
            sqlite: r#"INSERT INTO "jobs" DEFAULT VALUES"#,
            mysql: "INSERT INTO `jobs` () VALUES ()",
            mariadb: "INSERT INTO `jobs` () VALUES ()",
        },
    );
}

#[test]
fn several_rows_of_defaults() {
    renders(
        Statement::Insert(insert(&JOBS, &[], vec![Vec::new(); 2])),
        Expected {
            postgres: r#"INSERT INTO "jobs" ("id") VALUES (DEFAULT), (DEFAULT)"#,
            sqlite: r#"INSERT INTO "jobs" ("id") VALUES (NULL), (NULL)"#,
            mysql: "INSERT INTO `jobs` (`id`) VALUES (DEFAULT), (DEFAULT)",
            mariadb: "INSERT INTO `jobs` (`id`) VALUES (DEFAULT), (DEFAULT)",
        },
    );
}

#[test]
fn a_row_of_defaults_that_may_be_there() {
    let row = Insert {
        on_conflict: do_nothing(tempest_dialects::tree::ConflictTarget::Any),
        ..insert(&JOBS, &[], vec![Vec::new()])
    };
    renders(
        Statement::Insert(row),
        Expected {
            postgres: r#"INSERT INTO "jobs" ("id") VALUES (DEFAULT) ON CONFLICT DO NOTHING"#,
            sqlite: r#"INSERT INTO "jobs" ("id") VALUES (NULL) ON CONFLICT DO NOTHING"#,
            mysql: "INSERT INTO `jobs` (`id`) VALUES (DEFAULT) (DuplicateIsNoRow)",
            mariadb: "INSERT INTO `jobs` (`id`) VALUES (DEFAULT) (DuplicateIsNoRow)",
        },
    );
}

#[test]
fn default_in_place_of_a_value() {
    renders(
        Statement::Insert(insert(&JOBS, &["attempts"], vec![vec![int(1)], vec![Expr::Default]])),
        Expected {
            postgres: r#"INSERT INTO "jobs" ("attempts") VALUES ($1), (DEFAULT) <- 1"#,
            sqlite: "error: SQLite cannot do DEFAULT in place of a value: it does not exist; give `attempts` a value, or leave it out of an INSERT",
            mysql: "INSERT INTO `jobs` (`attempts`) VALUES (?), (DEFAULT) <- 1",
            mariadb: "INSERT INTO `jobs` (`attempts`) VALUES (?), (DEFAULT) <- 1",
        },
    );
}

/// On SQLite NULL makes the rowid, exactly as leaving the column out does.
#[test]
fn default_of_the_column_that_the_database_numbers() {
    renders(
        Statement::Insert(insert(&JOBS, &["id"], vec![vec![big(7)], vec![Expr::Default]])),
        Expected {
            postgres: r#"INSERT INTO "jobs" ("id") VALUES ($1), (DEFAULT) <- 7"#,
            sqlite: r#"INSERT INTO "jobs" ("id") VALUES (?), (NULL) <- 7"#,
            mysql: "INSERT INTO `jobs` (`id`) VALUES (?), (DEFAULT) <- 7",
            mariadb: "INSERT INTO `jobs` (`id`) VALUES (?), (DEFAULT) <- 7",
        },
    );
}

#[test]
fn no_rows() {
    is_refused(
        Statement::Insert(insert_jobs(0)),
        "error: SQL cannot do INSERT: it has no rows; leave the statement out",
    );
}

#[test]
fn a_value_too_few() {
    let mut row = insert_jobs(2);
    Arc::make_mut(&mut row.values).pop();
    is_refused(
        Statement::Insert(row),
        "error: SQL cannot do INSERT: 2 rows of 2 columns do not have 3 values; give each column of each row a value",
    );
}

#[test]
fn values_are_borrowed_from_the_tree() {
    let statement = Statement::Insert(insert_jobs(3));
    let sql = statement.render(&Postgres).unwrap();
    assert!(sql.params.iter().all(|param| matches!(param, Param::Column(_))));
    let sql = statement.render(&MySql).unwrap();
    assert!(sql.params.iter().all(|param| matches!(param, Param::Value(_))));
}

#[test]
fn a_subquery_on_the_table() {
    let exists = Expr::Exists(Box::new(super::sample::ids()));
    renders(
        Statement::Insert(insert(&JOBS, &["attempts"], vec![vec![exists]])),
        Expected {
            postgres: r#"INSERT INTO "jobs" ("attempts") VALUES (EXISTS (SELECT "id" FROM "jobs"))"#,
            sqlite: r#"INSERT INTO "jobs" ("attempts") VALUES (EXISTS (SELECT "id" FROM "jobs"))"#,
            mysql: "INSERT INTO `jobs` (`attempts`) VALUES (EXISTS (SELECT /*+ NO_MERGE(`changed`) */ * FROM (SELECT `id` FROM `jobs`) AS `changed`))",
            mariadb: "INSERT INTO `jobs` (`attempts`) VALUES (EXISTS (SELECT `id` FROM `jobs`))",
        },
    );
}
