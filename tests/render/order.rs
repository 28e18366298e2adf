//! ORDER BY.

use tempest_dialects::tree::{Direction, Expr, From, Nulls, OrderBy, Projected, Select, Statement};

use super::expected::{Expected, renders};
use super::sample::{JOBS, add, ascending, ids, int, job};

fn ordered(order_by: Vec<OrderBy>) -> Statement {
    Statement::Select(Select { order_by, ..ids() })
}

#[test]
fn by_several_terms() {
    let descending = OrderBy { expr: job("id"), direction: Direction::Descending, nulls: None };
    renders(
        ordered(vec![ascending(add(job("attempts"), int(1))), descending]),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" ORDER BY "attempts" + $1, "id" DESC <- 1"#,
            sqlite: r#"SELECT "id" FROM "jobs" ORDER BY "attempts" + ?, "id" DESC <- 1"#,
            mysql: "SELECT `id` FROM `jobs` ORDER BY `attempts` + ?, `id` DESC <- 1",
            mariadb: "SELECT `id` FROM `jobs` ORDER BY `attempts` + ?, `id` DESC <- 1",
        },
    );
}

/// MySQL and MariaDB count NULLs as smallest, so that only two of the four need a second term.
#[test]
fn nulls_first() {
    let order = |direction| OrderBy { expr: job("key"), direction, nulls: Some(Nulls::First) };
    renders(
        ordered(vec![order(Direction::Ascending), order(Direction::Descending)]),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" ORDER BY "key" NULLS FIRST, "key" DESC NULLS FIRST"#,
            sqlite: r#"SELECT "id" FROM "jobs" ORDER BY "key" NULLS FIRST, "key" DESC NULLS FIRST"#,
            mysql: "SELECT `id` FROM `jobs` ORDER BY `key`, `key` IS NOT NULL, `key` DESC",
            mariadb: "SELECT `id` FROM `jobs` ORDER BY `key`, `key` IS NOT NULL, `key` DESC",
        },
    );
}

#[test]
fn nulls_last() {
    let order = |direction| OrderBy { expr: job("key"), direction, nulls: Some(Nulls::Last) };
    renders(
        ordered(vec![order(Direction::Ascending), order(Direction::Descending)]),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" ORDER BY "key" NULLS LAST, "key" DESC NULLS LAST"#,
            sqlite: r#"SELECT "id" FROM "jobs" ORDER BY "key" NULLS LAST, "key" DESC NULLS LAST"#,
            mysql: "SELECT `id` FROM `jobs` ORDER BY `key` IS NULL, `key`, `key` DESC",
            mariadb: "SELECT `id` FROM `jobs` ORDER BY `key` IS NULL, `key`, `key` DESC",
        },
    );
}

#[test]
fn nulls_of_a_condition() {
    let null = Expr::IsNull(Box::new(job("key")));
    renders(
        ordered(vec![OrderBy { expr: null, direction: Direction::Ascending, nulls: Some(Nulls::Last) }]),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" ORDER BY "key" IS NULL NULLS LAST"#,
            sqlite: r#"SELECT "id" FROM "jobs" ORDER BY "key" IS NULL NULLS LAST"#,
            mysql: "SELECT `id` FROM `jobs` ORDER BY (`key` IS NULL) IS NULL, `key` IS NULL",
            mariadb: "SELECT `id` FROM `jobs` ORDER BY (`key` IS NULL) IS NULL, `key` IS NULL",
        },
    );
}

#[test]
fn distinct_rows_by_a_column_that_is_not_selected() {
    let select = Select { distinct: true, order_by: vec![ascending(job("attempts"))], ..ids() };
    renders(
        Statement::Select(select),
        Expected {
            postgres: "error: PostgreSQL cannot do ORDER BY of a SELECT DISTINCT: the rows that come once have no such column to be sorted by; select the column as well",
            sqlite: r#"SELECT DISTINCT "id" FROM "jobs" ORDER BY "attempts""#,
            mysql: "error: MySQL cannot do ORDER BY of a SELECT DISTINCT: the rows that come once have no such column to be sorted by; select the column as well",
            mariadb: "SELECT DISTINCT `id` FROM `jobs` ORDER BY `attempts`",
        },
    );
}

#[test]
fn distinct_rows_by_a_column_that_is() {
    let select = Select {
        distinct: true,
        projection: vec![Projected::Table(&JOBS)].into(),
        from: Some(From::Table(&JOBS)),
        order_by: vec![ascending(job("attempts"))],
        ..Select::default()
    };
    renders(
        Statement::Select(select),
        Expected {
            postgres: r#"SELECT DISTINCT "id", "consumer", "key", "status", "attempts", "due_at" FROM "jobs" ORDER BY "attempts""#,
            sqlite: r#"SELECT DISTINCT "id", "consumer", "key", "status", "attempts", "due_at" FROM "jobs" ORDER BY "attempts""#,
            mysql: "SELECT DISTINCT `id`, `consumer`, `key`, `status`, `attempts`, `due_at` FROM `jobs` ORDER BY `attempts`",
            mariadb: "SELECT DISTINCT `id`, `consumer`, `key`, `status`, `attempts`, `due_at` FROM `jobs` ORDER BY `attempts`",
        },
    );
}
