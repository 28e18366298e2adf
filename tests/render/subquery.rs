//! IN (SELECT …) and EXISTS.

use tempest_dialects::tree::{Expr, From, Lock, LockStrength, LockWait, Projected, Select, Statement};

use super::expected::{Expected, is_refused, renders};
use super::sample::{JOBS, TAGS, assign, delete_jobs, eq, ids, ids_where, int, job, tag, text, update_jobs};

fn in_select(expr: Expr, select: Select, negated: bool) -> Expr {
    Expr::InSelect { expr: Box::new(expr), select: Box::new(select), negated }
}

fn tagged() -> Select {
    Select {
        projection: vec![Projected::Expr(tag("job"))].into(),
        from: Some(From::Table(&TAGS)),
        filter: Some(eq(tag("name"), text("urgent"))),
        ..Select::default()
    }
}

fn claimed() -> Select {
    let lock = Lock { strength: LockStrength::Update, of: Vec::new(), wait: LockWait::SkipLocked };
    Select { limit: Some(10), lock: Some(lock), ..ids() }
}

#[test]
fn in_a_subquery() {
    renders(
        ids_where(in_select(job("id"), tagged(), false)),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE "id" IN (SELECT "job" FROM "tags" WHERE "name" = $1) <- "urgent""#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE "id" IN (SELECT "job" FROM "tags" WHERE "name" = ?) <- "urgent""#,
            mysql: r#"SELECT `id` FROM `jobs` WHERE `id` IN (SELECT `job` FROM `tags` WHERE `name` = ?) <- "urgent""#,
            mariadb: r#"SELECT `id` FROM `jobs` WHERE `id` IN (SELECT `job` FROM `tags` WHERE `name` = ?) <- "urgent""#,
        },
    );
}

#[test]
fn not_in_a_subquery() {
    renders(
        ids_where(in_select(job("id"), tagged(), true)),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE "id" NOT IN (SELECT "job" FROM "tags" WHERE "name" = $1) <- "urgent""#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE "id" NOT IN (SELECT "job" FROM "tags" WHERE "name" = ?) <- "urgent""#,
            mysql: r#"SELECT `id` FROM `jobs` WHERE `id` NOT IN (SELECT `job` FROM `tags` WHERE `name` = ?) <- "urgent""#,
            mariadb: r#"SELECT `id` FROM `jobs` WHERE `id` NOT IN (SELECT `job` FROM `tags` WHERE `name` = ?) <- "urgent""#,
        },
    );
}

#[test]
fn not_exists() {
    renders(
        ids_where(Expr::Not(Box::new(Expr::Exists(Box::new(tagged()))))),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE NOT EXISTS (SELECT "job" FROM "tags" WHERE "name" = $1) <- "urgent""#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE NOT EXISTS (SELECT "job" FROM "tags" WHERE "name" = ?) <- "urgent""#,
            mysql: r#"SELECT `id` FROM `jobs` WHERE NOT EXISTS (SELECT `job` FROM `tags` WHERE `name` = ?) <- "urgent""#,
            mariadb: r#"SELECT `id` FROM `jobs` WHERE NOT EXISTS (SELECT `job` FROM `tags` WHERE `name` = ?) <- "urgent""#,
        },
    );
}

#[test]
fn in_a_limited_subquery() {
    renders(
        ids_where(in_select(job("id"), Select { limit: Some(3), ..tagged() }, false)),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE "id" = ANY(ARRAY(SELECT "job" FROM "tags" WHERE "name" = $1 LIMIT $2)) <- "urgent", 3"#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE "id" IN (SELECT "job" FROM "tags" WHERE "name" = ? LIMIT +?) <- "urgent", 3"#,
            mysql: "error: MySQL cannot do LIMIT or OFFSET inside IN (SELECT …): such a subquery may have neither; select the ids first, in the same transaction, then use them as a list",
            mariadb: "error: MariaDB cannot do LIMIT or OFFSET inside IN (SELECT …): such a subquery may have neither; select the ids first, in the same transaction, then use them as a list",
        },
    );
}

#[test]
fn not_in_a_limited_subquery() {
    renders(
        ids_where(in_select(job("id"), Select { offset: Some(3), ..tagged() }, true)),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE "id" <> ALL(ARRAY(SELECT "job" FROM "tags" WHERE "name" = $1 OFFSET $2)) <- "urgent", 3"#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE "id" NOT IN (SELECT "job" FROM "tags" WHERE "name" = ? LIMIT -1 OFFSET +?) <- "urgent", 3"#,
            mysql: "error: MySQL cannot do LIMIT or OFFSET inside IN (SELECT …): such a subquery may have neither; select the ids first, in the same transaction, then use them as a list",
            mariadb: "error: MariaDB cannot do LIMIT or OFFSET inside IN (SELECT …): such a subquery may have neither; select the ids first, in the same transaction, then use them as a list",
        },
    );
}

/// PostgreSQL may run a limited locking subquery under IN again for each outer row. It cannot run an array again.
#[test]
fn claim_in_one_statement() {
    let update = tempest_dialects::tree::Update {
        filter: Some(in_select(job("id"), claimed(), false)),
        ..update_jobs(vec![assign("attempts", int(1))])
    };
    renders(
        Statement::Update(update),
        Expected {
            postgres: r#"UPDATE "jobs" SET "attempts" = $1 WHERE "id" = ANY(ARRAY(SELECT "id" FROM "jobs" LIMIT $2 FOR UPDATE SKIP LOCKED)) <- 1, 10"#,
            sqlite: "error: SQLite cannot do FOR UPDATE: SQLite has no row locks: FOR UPDATE would protect nothing; begin a write transaction, which is BEGIN IMMEDIATE and keeps all other writers out",
            mysql: "error: MySQL cannot do LIMIT or OFFSET inside IN (SELECT …): such a subquery may have neither; select the ids first, in the same transaction, then use them as a list",
            mariadb: "error: MariaDB cannot do LIMIT or OFFSET inside IN (SELECT …): such a subquery may have neither; select the ids first, in the same transaction, then use them as a list",
        },
    );
}

#[test]
fn a_lock_in_a_change_without_a_limit() {
    let select = Select { limit: None, ..claimed() };
    renders(
        Statement::Delete(delete_jobs(in_select(job("id"), select, false))),
        Expected {
            postgres: r#"DELETE FROM "jobs" WHERE "id" = ANY(ARRAY(SELECT "id" FROM "jobs" FOR UPDATE SKIP LOCKED))"#,
            sqlite: "error: SQLite cannot do FOR UPDATE: SQLite has no row locks: FOR UPDATE would protect nothing; begin a write transaction, which is BEGIN IMMEDIATE and keeps all other writers out",
            mysql: "error: MySQL cannot do a row lock in a subquery of UPDATE or DELETE: the outer statement locks what it reads itself and waits where the subquery would not; select the ids FOR UPDATE first, in the same transaction, then change the rows of these ids",
            mariadb: "error: MariaDB cannot do a row lock in a subquery of UPDATE or DELETE: the outer statement locks what it reads itself and waits where the subquery would not; select the ids FOR UPDATE first, in the same transaction, then change the rows of these ids",
        },
    );
}

#[test]
fn a_lock_in_a_select() {
    let select = Select { limit: None, ..claimed() };
    renders(
        ids_where(in_select(job("id"), select, false)),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE "id" = ANY(ARRAY(SELECT "id" FROM "jobs" FOR UPDATE SKIP LOCKED))"#,
            sqlite: "error: SQLite cannot do FOR UPDATE: SQLite has no row locks: FOR UPDATE would protect nothing; begin a write transaction, which is BEGIN IMMEDIATE and keeps all other writers out",
            mysql: "SELECT `id` FROM `jobs` WHERE `id` IN (SELECT `id` FROM `jobs` FOR UPDATE SKIP LOCKED)",
            mariadb: "SELECT `id` FROM `jobs` WHERE `id` IN (SELECT `id` FROM `jobs` FOR UPDATE SKIP LOCKED)",
        },
    );
}

/// MySQL reads the changed table in a derived table only, and not if it merges that into the statement.
#[test]
fn the_changed_table_in_a_subquery() {
    let select = Select { filter: Some(eq(job("attempts"), int(3))), ..ids() };
    renders(
        Statement::Delete(delete_jobs(in_select(job("id"), select, false))),
        Expected {
            postgres: r#"DELETE FROM "jobs" WHERE "id" IN (SELECT "id" FROM "jobs" WHERE "attempts" = $1) <- 3"#,
            sqlite: r#"DELETE FROM "jobs" WHERE "id" IN (SELECT "id" FROM "jobs" WHERE "attempts" = ?) <- 3"#,
            mysql: "DELETE FROM `jobs` WHERE `id` IN (SELECT /*+ NO_MERGE(`changed`) */ * FROM (SELECT `id` FROM `jobs` WHERE `attempts` = ?) AS `changed`) <- 3",
            mariadb: "DELETE FROM `jobs` WHERE `id` IN (SELECT `id` FROM `jobs` WHERE `attempts` = ?) <- 3",
        },
    );
}

#[test]
fn whether_the_changed_table_has_rows() {
    let select = Select { from: Some(From::Table(&JOBS)), ..Select::default() };
    renders(
        Statement::Delete(delete_jobs(Expr::Exists(Box::new(select)))),
        Expected {
            postgres: r#"DELETE FROM "jobs" WHERE EXISTS (SELECT 1 FROM "jobs")"#,
            sqlite: r#"DELETE FROM "jobs" WHERE EXISTS (SELECT 1 FROM "jobs")"#,
            mysql: "DELETE FROM `jobs` WHERE EXISTS (SELECT /*+ NO_MERGE(`changed`) */ * FROM (SELECT 1 FROM `jobs`) AS `changed`)",
            mariadb: "DELETE FROM `jobs` WHERE EXISTS (SELECT 1 FROM `jobs`)",
        },
    );
}

#[test]
fn another_table_in_a_change() {
    renders(
        Statement::Delete(delete_jobs(in_select(job("id"), tagged(), false))),
        Expected {
            postgres: r#"DELETE FROM "jobs" WHERE "id" IN (SELECT "job" FROM "tags" WHERE "name" = $1) <- "urgent""#,
            sqlite: r#"DELETE FROM "jobs" WHERE "id" IN (SELECT "job" FROM "tags" WHERE "name" = ?) <- "urgent""#,
            mysql: r#"DELETE FROM `jobs` WHERE `id` IN (SELECT `job` FROM `tags` WHERE `name` = ?) <- "urgent""#,
            mariadb: r#"DELETE FROM `jobs` WHERE `id` IN (SELECT `job` FROM `tags` WHERE `name` = ?) <- "urgent""#,
        },
    );
}

#[test]
fn a_subquery_of_in_has_one_column() {
    let select = Select { projection: vec![Projected::Table(&TAGS)].into(), ..tagged() };
    is_refused(
        ids_where(in_select(job("id"), select, false)),
        "error: SQL cannot do IN (SELECT …): the subquery must have one column; select one column",
    );
}
