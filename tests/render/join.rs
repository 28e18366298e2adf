//! Joins, other names, and outer columns.

use tempest_dialects::tree::{
    ColumnRef, Expr, From, Join, JoinKind, Lock, LockStrength, LockWait, Projected, Select, Statement, Update,
};

use super::expected::{Expected, is_refused, renders};
use super::sample::{JOBS, TAGS, assign, eq, ids, ids_where, int, job, tag, text, update_jobs};

fn on_job() -> Expr {
    eq(tag("job"), job("id"))
}

fn joined(kind: JoinKind, on: Option<Expr>) -> Select {
    let joins = vec![Join { kind, to: From::Table(&TAGS), on, lateral: false }];
    Select { joins, projection: vec![Projected::Expr(job("id")), Projected::Expr(tag("name"))].into(), ..ids() }
}

#[test]
fn inner() {
    renders(
        Statement::Select(Select {
            filter: Some(eq(tag("name"), text("urgent"))),
            ..joined(JoinKind::Inner, Some(on_job()))
        }),
        Expected {
            postgres: r#"SELECT "jobs"."id", "tags"."name" FROM "jobs" JOIN "tags" ON "tags"."job" = "jobs"."id" WHERE "tags"."name" = $1 <- "urgent""#,
            sqlite: r#"SELECT "jobs"."id", "tags"."name" FROM "jobs" JOIN "tags" ON "tags"."job" = "jobs"."id" WHERE "tags"."name" = ? <- "urgent""#,
            mysql: r#"SELECT `jobs`.`id`, `tags`.`name` FROM `jobs` JOIN `tags` ON `tags`.`job` = `jobs`.`id` WHERE `tags`.`name` = ? <- "urgent""#,
            mariadb: r#"SELECT `jobs`.`id`, `tags`.`name` FROM `jobs` JOIN `tags` ON `tags`.`job` = `jobs`.`id` WHERE `tags`.`name` = ? <- "urgent""#,
        },
    );
}

#[test]
fn left() {
    renders(
        Statement::Select(joined(JoinKind::Left, Some(on_job()))),
        Expected {
            postgres: r#"SELECT "jobs"."id", "tags"."name" FROM "jobs" LEFT JOIN "tags" ON "tags"."job" = "jobs"."id""#,
            sqlite: r#"SELECT "jobs"."id", "tags"."name" FROM "jobs" LEFT JOIN "tags" ON "tags"."job" = "jobs"."id""#,
            mysql: "SELECT `jobs`.`id`, `tags`.`name` FROM `jobs` LEFT JOIN `tags` ON `tags`.`job` = `jobs`.`id`",
            mariadb: "SELECT `jobs`.`id`, `tags`.`name` FROM `jobs` LEFT JOIN `tags` ON `tags`.`job` = `jobs`.`id`",
        },
    );
}

#[test]
fn full() {
    renders(
        Statement::Select(joined(JoinKind::Full, Some(on_job()))),
        Expected {
            postgres: r#"SELECT "jobs"."id", "tags"."name" FROM "jobs" FULL OUTER JOIN "tags" ON "tags"."job" = "jobs"."id""#,
            sqlite: r#"SELECT "jobs"."id", "tags"."name" FROM "jobs" FULL OUTER JOIN "tags" ON "tags"."job" = "jobs"."id""#,
            mysql: "error: MySQL cannot do FULL OUTER JOIN: it does not exist; ask twice: a LEFT JOIN, then a RIGHT JOIN for the rows that have no partner",
            mariadb: "error: MariaDB cannot do FULL OUTER JOIN: it does not exist; ask twice: a LEFT JOIN, then a RIGHT JOIN for the rows that have no partner",
        },
    );
}

#[test]
fn cross() {
    renders(
        Statement::Select(joined(JoinKind::Cross, None)),
        Expected {
            postgres: r#"SELECT "jobs"."id", "tags"."name" FROM "jobs" CROSS JOIN "tags""#,
            sqlite: r#"SELECT "jobs"."id", "tags"."name" FROM "jobs" CROSS JOIN "tags""#,
            mysql: "SELECT `jobs`.`id`, `tags`.`name` FROM `jobs` CROSS JOIN `tags`",
            mariadb: "SELECT `jobs`.`id`, `tags`.`name` FROM `jobs` CROSS JOIN `tags`",
        },
    );
}

#[test]
fn lateral() {
    let newest = Select {
        projection: vec![Projected::Expr(tag("name"))].into(),
        from: Some(From::Table(&TAGS)),
        filter: Some(eq(tag("job"), Expr::Outer(ColumnRef { table: "jobs", column: "id" }))),
        limit: Some(1),
        ..Select::default()
    };
    let joins =
        vec![Join { kind: JoinKind::Cross, to: From::Select(Box::new(newest), "newest"), on: None, lateral: true }];
    renders(
        Statement::Select(Select { joins, ..ids() }),
        Expected {
            postgres: r#"SELECT "jobs"."id" FROM "jobs" CROSS JOIN LATERAL (SELECT "name" FROM "tags" WHERE "job" = "jobs"."id" LIMIT $1) AS "newest" <- 1"#,
            sqlite: "error: SQLite cannot do LATERAL: a derived table cannot see the tables before it; join the tables themselves, or ask a subquery for one value",
            mysql: "SELECT `jobs`.`id` FROM `jobs` CROSS JOIN LATERAL (SELECT `name` FROM `tags` WHERE `job` = `jobs`.`id` LIMIT ?) AS `newest` <- 1",
            mariadb: "error: MariaDB cannot do LATERAL: a derived table cannot see the tables before it; join the tables themselves, or ask a subquery for one value",
        },
    );
}

#[test]
fn a_join_without_a_condition() {
    is_refused(
        Statement::Select(joined(JoinKind::Left, None)),
        "error: SQL cannot do LEFT JOIN: it has no condition; say which rows belong together",
    );
}

#[test]
fn a_table_under_another_name() {
    let other = |column| Expr::Column(ColumnRef { table: "other", column });
    let to = From::Alias(&TAGS, "other");
    let joins = vec![Join { kind: JoinKind::Inner, to, on: Some(eq(other("job"), tag("job"))), lateral: false }];
    let select = Select {
        projection: vec![Projected::Expr(tag("job")), Projected::Alias(&TAGS, "other")].into(),
        from: Some(From::Table(&TAGS)),
        joins,
        ..Select::default()
    };
    renders(
        Statement::Select(select),
        Expected {
            postgres: r#"SELECT "tags"."job", "other"."job", "other"."name", "other"."note" FROM "tags" JOIN "tags" AS "other" ON "other"."job" = "tags"."job""#,
            sqlite: r#"SELECT "tags"."job", "other"."job", "other"."name", "other"."note" FROM "tags" JOIN "tags" AS "other" ON "other"."job" = "tags"."job""#,
            mysql: "SELECT `tags`.`job`, `other`.`job`, `other`.`name`, `other`.`note` FROM `tags` JOIN `tags` AS `other` ON `other`.`job` = `tags`.`job`",
            mariadb: "SELECT `tags`.`job`, `other`.`job`, `other`.`name`, `other`.`note` FROM `tags` JOIN `tags` AS `other` ON `other`.`job` = `tags`.`job`",
        },
    );
}

#[test]
fn a_table_twice_under_one_name() {
    let joins = vec![Join { kind: JoinKind::Inner, to: From::Table(&JOBS), on: Some(on_job()), lateral: false }];
    is_refused(
        Statement::Select(Select { joins, ..ids() }),
        "error: SQL cannot do JOIN: the query reads `jobs` twice under the same name; join it under another name: declare one with #[tempest(alias = …)]",
    );
}

fn locked(kind: JoinKind, of: Vec<&'static str>) -> Statement {
    let lock = Lock { strength: LockStrength::Update, of, wait: LockWait::SkipLocked };
    Statement::Select(Select { lock: Some(lock), ..joined(kind, Some(on_job())) })
}

#[test]
fn a_lock_on_one_of_the_tables() {
    renders(
        locked(JoinKind::Left, vec!["jobs"]),
        Expected {
            postgres: r#"SELECT "jobs"."id", "tags"."name" FROM "jobs" LEFT JOIN "tags" ON "tags"."job" = "jobs"."id" FOR UPDATE OF "jobs" SKIP LOCKED"#,
            sqlite: "error: SQLite cannot do FOR UPDATE: SQLite has no row locks: FOR UPDATE would protect nothing; begin a write transaction, which is BEGIN IMMEDIATE and keeps all other writers out",
            mysql: "SELECT `jobs`.`id`, `tags`.`name` FROM `jobs` LEFT JOIN `tags` ON `tags`.`job` = `jobs`.`id` FOR UPDATE OF `jobs` SKIP LOCKED",
            mariadb: "error: MariaDB cannot do OF in a row lock: it does not exist; leave it out: the rows of all tables are locked",
        },
    );
}

#[test]
fn a_lock_on_rows_that_may_be_missing() {
    renders(
        locked(JoinKind::Left, Vec::new()),
        Expected {
            postgres: "error: PostgreSQL cannot do a row lock on the nullable side of an outer join: a row that may be missing cannot be locked; lock the other side only, with `of`",
            sqlite: "error: SQLite cannot do FOR UPDATE: SQLite has no row locks: FOR UPDATE would protect nothing; begin a write transaction, which is BEGIN IMMEDIATE and keeps all other writers out",
            mysql: "SELECT `jobs`.`id`, `tags`.`name` FROM `jobs` LEFT JOIN `tags` ON `tags`.`job` = `jobs`.`id` FOR UPDATE SKIP LOCKED",
            mariadb: "SELECT `jobs`.`id`, `tags`.`name` FROM `jobs` LEFT JOIN `tags` ON `tags`.`job` = `jobs`.`id` FOR UPDATE SKIP LOCKED",
        },
    );
    renders(
        locked(JoinKind::Right, vec!["jobs"]),
        Expected {
            postgres: "error: PostgreSQL cannot do a row lock on the nullable side of an outer join: a row that may be missing cannot be locked; lock the other side only, with `of`",
            sqlite: "error: SQLite cannot do FOR UPDATE: SQLite has no row locks: FOR UPDATE would protect nothing; begin a write transaction, which is BEGIN IMMEDIATE and keeps all other writers out",
            mysql: "SELECT `jobs`.`id`, `tags`.`name` FROM `jobs` RIGHT JOIN `tags` ON `tags`.`job` = `jobs`.`id` FOR UPDATE OF `jobs` SKIP LOCKED",
            mariadb: "error: MariaDB cannot do OF in a row lock: it does not exist; leave it out: the rows of all tables are locked",
        },
    );
}

fn outer_id() -> Expr {
    Expr::Outer(ColumnRef { table: "jobs", column: "id" })
}

fn tags_of_the_job() -> Select {
    Select {
        projection: vec![Projected::Expr(tag("name"))].into(),
        from: Some(From::Table(&TAGS)),
        filter: Some(eq(tag("job"), outer_id())),
        ..Select::default()
    }
}

#[test]
fn an_outer_column() {
    renders(
        ids_where(Expr::Exists(Box::new(tags_of_the_job()))),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE EXISTS (SELECT "name" FROM "tags" WHERE "job" = "jobs"."id")"#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE EXISTS (SELECT "name" FROM "tags" WHERE "job" = "jobs"."id")"#,
            mysql: "SELECT `id` FROM `jobs` WHERE EXISTS (SELECT `name` FROM `tags` WHERE `job` = `jobs`.`id`)",
            mariadb: "SELECT `id` FROM `jobs` WHERE EXISTS (SELECT `name` FROM `tags` WHERE `job` = `jobs`.`id`)",
        },
    );
    let filter = Some(Expr::Exists(Box::new(tags_of_the_job())));
    let changed = Statement::Update(Update { filter, ..update_jobs(vec![assign("attempts", int(0))]) });
    renders(
        changed,
        Expected {
            postgres: r#"UPDATE "jobs" SET "attempts" = $1 WHERE EXISTS (SELECT "name" FROM "tags" WHERE "job" = "jobs"."id") <- 0"#,
            sqlite: r#"UPDATE "jobs" SET "attempts" = ? WHERE EXISTS (SELECT "name" FROM "tags" WHERE "job" = "jobs"."id") <- 0"#,
            mysql: "UPDATE `jobs` SET `attempts` = ? WHERE EXISTS (SELECT `name` FROM `tags` WHERE `job` = `jobs`.`id`) <- 0",
            mariadb: "UPDATE `jobs` SET `attempts` = ? WHERE EXISTS (SELECT `name` FROM `tags` WHERE `job` = `jobs`.`id`) <- 0",
        },
    );
}

#[test]
fn an_outer_column_of_a_table_that_is_not_there() {
    is_refused(
        Statement::Select(tags_of_the_job()),
        "error: SQL cannot do the outer column `jobs`.`id`: no statement around the subquery reads this table; use it in a subquery of a query that does",
    );
    is_refused(
        ids_where(Expr::Exists(Box::new(Select { filter: Some(eq(job("id"), outer_id())), ..ids() }))),
        "error: SQL cannot do the outer column `jobs`.`id`: the subquery reads a table of the same name itself; give one of them another name",
    );
}

#[test]
fn a_subquery_as_a_value() {
    renders(
        ids_where(eq(text("urgent"), Expr::Scalar(Box::new(Select { limit: Some(1), ..tags_of_the_job() })))),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE $1 = (SELECT "name" FROM "tags" WHERE "job" = "jobs"."id" LIMIT $2) <- "urgent", 1"#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE ? = (SELECT "name" FROM "tags" WHERE "job" = "jobs"."id" LIMIT +?) <- "urgent", 1"#,
            mysql: r#"SELECT `id` FROM `jobs` WHERE ? = (SELECT `name` FROM `tags` WHERE `job` = `jobs`.`id` LIMIT ?) <- "urgent", 1"#,
            mariadb: r#"SELECT `id` FROM `jobs` WHERE ? = (SELECT `name` FROM `tags` WHERE `job` = `jobs`.`id` LIMIT ?) <- "urgent", 1"#,
        },
    );
    is_refused(
        ids_where(eq(text("urgent"), Expr::Scalar(Box::new(joined(JoinKind::Inner, Some(on_job())))))),
        "error: SQL cannot do a subquery as a value: it must have one column; select one column",
    );
}
