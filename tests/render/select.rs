//! SELECT and FROM.

use tempest_dialects::table::ColumnDef;
use tempest_dialects::tree::{Expr, From, Projected, Select, Statement};
use tempest_dialects::{ColumnType, TableDef};

use super::expected::{Expected, is_refused, renders};
use super::sample::{JOBS, TAGS, eq, ids, int, job, raw, select_expr, tag};

#[test]
fn columns_are_named() {
    let select = Select {
        projection: vec![Projected::Table(&JOBS)].into(),
        from: Some(From::Table(&JOBS)),
        filter: Some(eq(job("attempts"), int(3))),
        ..Select::default()
    };
    renders(
        Statement::Select(select),
        Expected {
            postgres: r#"SELECT "id", "consumer", "key", "status", "attempts", "due_at" FROM "jobs" WHERE "attempts" = $1 <- 3"#,
            sqlite: r#"SELECT "id", "consumer", "key", "status", "attempts", "due_at" FROM "jobs" WHERE "attempts" = ? <- 3"#,
            mysql: "SELECT `id`, `consumer`, `key`, `status`, `attempts`, `due_at` FROM `jobs` WHERE `attempts` = ? <- 3",
            mariadb: "SELECT `id`, `consumer`, `key`, `status`, `attempts`, `due_at` FROM `jobs` WHERE `attempts` = ? <- 3",
        },
    );
}

#[test]
fn one_column_of_distinct_rows() {
    let select = Select { distinct: true, ..ids() };
    renders(
        Statement::Select(select),
        Expected {
            postgres: r#"SELECT DISTINCT "id" FROM "jobs""#,
            sqlite: r#"SELECT DISTINCT "id" FROM "jobs""#,
            mysql: "SELECT DISTINCT `id` FROM `jobs`",
            mariadb: "SELECT DISTINCT `id` FROM `jobs`",
        },
    );
}

#[test]
fn a_table_in_a_schema() {
    static TABLE: TableDef = TableDef::new("notes", &[ColumnDef::new("id", "id", ColumnType::BigInt)]).schema("app");
    let select = Select {
        projection: vec![Projected::Table(&TABLE)].into(),
        from: Some(From::Table(&TABLE)),
        ..Select::default()
    };
    renders(
        Statement::Select(select),
        Expected {
            postgres: r#"SELECT "id" FROM "app"."notes""#,
            sqlite: r#"SELECT "id" FROM "app"."notes""#,
            mysql: "SELECT `id` FROM `app`.`notes`",
            mariadb: "SELECT `id` FROM `app`.`notes`",
        },
    );
}

#[test]
fn a_column_of_another_table_is_qualified() {
    let inner = Select {
        projection: vec![Projected::Expr(tag("name"))].into(),
        from: Some(From::Table(&TAGS)),
        filter: Some(eq(tag("job"), job("id"))),
        ..Select::default()
    };
    renders(
        Statement::Select(Select { filter: Some(Expr::Exists(Box::new(inner))), ..ids() }),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE EXISTS (SELECT "name" FROM "tags" WHERE "job" = "jobs"."id")"#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE EXISTS (SELECT "name" FROM "tags" WHERE "job" = "jobs"."id")"#,
            mysql: "SELECT `id` FROM `jobs` WHERE EXISTS (SELECT `name` FROM `tags` WHERE `job` = `jobs`.`id`)",
            mariadb: "SELECT `id` FROM `jobs` WHERE EXISTS (SELECT `name` FROM `tags` WHERE `job` = `jobs`.`id`)",
        },
    );
}

#[test]
fn a_count_of_limited_rows() {
    let inner = Select { limit: Some(10), ..ids() };
    let select = Select {
        projection: vec![Projected::Expr(Expr::CountAll)].into(),
        from: Some(From::Select(Box::new(inner), "found")),
        ..Select::default()
    };
    renders(
        Statement::Select(select),
        Expected {
            postgres: r#"SELECT count(*) FROM (SELECT "id" FROM "jobs" LIMIT $1) AS "found" <- 10"#,
            sqlite: r#"SELECT count(*) FROM (SELECT "id" FROM "jobs" LIMIT +?) AS "found" <- 10"#,
            mysql: "SELECT count(*) FROM (SELECT `id` FROM `jobs` LIMIT ?) AS `found` <- 10",
            mariadb: "SELECT count(*) FROM (SELECT `id` FROM `jobs` LIMIT ?) AS `found` <- 10",
        },
    );
}

#[test]
fn whether_there_is_a_row() {
    let inner = Select { from: Some(From::Table(&JOBS)), ..Select::default() };
    renders(
        select_expr(Expr::Exists(Box::new(inner))),
        Expected {
            postgres: r#"SELECT EXISTS (SELECT 1 FROM "jobs")"#,
            sqlite: r#"SELECT EXISTS (SELECT 1 FROM "jobs")"#,
            mysql: "SELECT EXISTS (SELECT 1 FROM `jobs`)",
            mariadb: "SELECT EXISTS (SELECT 1 FROM `jobs`)",
        },
    );
}

#[test]
fn a_value_alone_has_a_type() {
    renders(
        select_expr(int(1)),
        Expected {
            postgres: "SELECT $1::integer <- 1",
            sqlite: "SELECT ? <- 1",
            mysql: "SELECT CAST(? AS SIGNED) <- 1",
            mariadb: "SELECT ? <- 1",
        },
    );
}

#[test]
fn the_proposed_row_is_of_an_upsert() {
    is_refused(
        select_expr(Expr::Excluded("id")),
        "error: SQL cannot do the proposed row: only an INSERT that updates the row at a conflict has one; use it in DO UPDATE",
    );
}

#[test]
fn default_is_no_expression() {
    is_refused(
        select_expr(Expr::Default),
        "error: SQL cannot do DEFAULT: it is no expression but stands for the whole value of a column; use it as a value of INSERT or SET, alone",
    );
}

#[test]
fn a_table_needs_columns() {
    static EMPTY: TableDef = TableDef::new("empty", &[]);
    let select = Select {
        projection: vec![Projected::Table(&EMPTY)].into(),
        from: Some(From::Table(&EMPTY)),
        ..Select::default()
    };
    is_refused(Statement::Select(select), "error: SQL cannot do SELECT: `empty` has no columns; declare its columns");
}

#[test]
fn sql_alone() {
    renders(
        select_expr(raw(&[tempest_dialects::tree::RawPart::Sql("1 + 1")])),
        Expected { postgres: "SELECT 1 + 1", sqlite: "SELECT 1 + 1", mysql: "SELECT 1 + 1", mariadb: "SELECT 1 + 1" },
    );
}
