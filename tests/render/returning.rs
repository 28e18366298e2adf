//! RETURNING, and the statement that takes its place.

use tempest_dialects::Value;
use tempest_dialects::tree::{ConflictTarget, Delete, Expr, Insert, Projected, RawPart, Statement, Update};

use super::expected::{Expected, renders};
use super::sample::{
    JOBS, TAGS, add, assign, big, delete_jobs, do_nothing, do_update, eq, ids, insert, insert_jobs, int, job, raw, tag,
    text,
};

fn id() -> Vec<Projected> {
    vec![Projected::Expr(job("id"))]
}

#[test]
fn an_update() {
    let update = Update {
        table: &TAGS,
        assignments: vec![assign("note", text("a"))],
        filter: Some(eq(tag("job"), big(1))),
        returning: vec![Projected::Table(&TAGS)].into(),
    };
    renders(
        Statement::Update(update),
        Expected {
            postgres: r#"UPDATE "tags" SET "note" = $1 WHERE "job" = $2 RETURNING "job", "name", "note" <- "a", 1"#,
            sqlite: r#"UPDATE "tags" SET "note" = ? WHERE "job" = ? RETURNING "job", "name", "note" <- "a", 1"#,
            mysql: "error: MySQL cannot do RETURNING of an UPDATE: it does not exist; select the keys FOR UPDATE first, in the same transaction, then update the rows by key and select them",
            mariadb: "error: MariaDB cannot do RETURNING of an UPDATE: it does not exist; select the keys FOR UPDATE first, in the same transaction, then update the rows by key and select them",
        },
    );
}

#[test]
fn a_delete() {
    renders(
        Statement::Delete(Delete { returning: id().into(), ..delete_jobs(eq(job("id"), big(1))) }),
        Expected {
            postgres: r#"DELETE FROM "jobs" WHERE "id" = $1 RETURNING "id" <- 1"#,
            sqlite: r#"DELETE FROM "jobs" WHERE "id" = ? RETURNING "id" <- 1"#,
            mysql: "error: MySQL cannot do RETURNING of a DELETE: it does not exist; select the rows FOR UPDATE first, in the same transaction, then delete them by key",
            mariadb: "DELETE FROM `jobs` WHERE `id` = ? RETURNING `id` <- 1",
        },
    );
}

/// Where there is no RETURNING, the row is read back by the key that the database made.
#[test]
fn an_insert_with_a_key_that_the_database_makes() {
    renders(
        Statement::Insert(Insert { returning: id().into(), ..insert_jobs(1) }),
        Expected {
            postgres: r#"INSERT INTO "jobs" ("consumer", "key") VALUES ($1, $2) RETURNING "id" <- "mail", "k""#,
            sqlite: r#"INSERT INTO "jobs" ("consumer", "key") VALUES (?, ?) RETURNING "id" <- "mail", "k""#,
            mysql: r#"INSERT INTO `jobs` (`consumer`, `key`) VALUES (?, ?) <- "mail", "k" then SELECT `id` FROM `jobs` WHERE `id` = (LAST_INSERT_ID())"#,
            mariadb: r#"INSERT INTO `jobs` (`consumer`, `key`) VALUES (?, ?) RETURNING `id` <- "mail", "k""#,
        },
    );
}

#[test]
fn an_insert_with_a_default_key() {
    let row = insert(&JOBS, &["id", "consumer"], vec![vec![Expr::Default, text("a")]]);
    renders(
        Statement::Insert(Insert { returning: id().into(), ..row }),
        Expected {
            postgres: r#"INSERT INTO "jobs" ("id", "consumer") VALUES (DEFAULT, $1) RETURNING "id" <- "a""#,
            sqlite: r#"INSERT INTO "jobs" ("id", "consumer") VALUES (NULL, ?) RETURNING "id" <- "a""#,
            mysql: r#"INSERT INTO `jobs` (`id`, `consumer`) VALUES (DEFAULT, ?) <- "a" then SELECT `id` FROM `jobs` WHERE `id` = (LAST_INSERT_ID())"#,
            mariadb: r#"INSERT INTO `jobs` (`id`, `consumer`) VALUES (DEFAULT, ?) RETURNING `id` <- "a""#,
        },
    );
}

#[test]
fn an_insert_with_a_key_that_the_program_makes() {
    let row = insert(&TAGS, &["name", "job"], vec![vec![text("a"), big(1)]]);
    let returning = vec![Projected::Table(&TAGS), Projected::Expr(add(tag("job"), int(1)))];
    renders(
        Statement::Insert(Insert { returning: returning.into(), ..row }),
        Expected {
            postgres: r#"INSERT INTO "tags" ("name", "job") VALUES ($1, $2) RETURNING "job", "name", "note", "job" + $3 <- "a", 1, 1"#,
            sqlite: r#"INSERT INTO "tags" ("name", "job") VALUES (?, ?) RETURNING "job", "name", "note", "job" + ? <- "a", 1, 1"#,
            mysql: r#"INSERT INTO `tags` (`name`, `job`) VALUES (?, ?) <- "a", 1 then SELECT `job`, `name`, `note`, `job` + ? FROM `tags` WHERE `job` = ? AND `name` = ? <- 1, 1, "a""#,
            mariadb: r#"INSERT INTO `tags` (`name`, `job`) VALUES (?, ?) RETURNING `job`, `name`, `note`, `job` + ? <- "a", 1, 1"#,
        },
    );
}

#[test]
fn an_insert_without_part_of_its_key() {
    let row = insert(&TAGS, &["job"], vec![vec![big(1)]]);
    renders(
        Statement::Insert(Insert { returning: vec![Projected::Expr(tag("job"))].into(), ..row }),
        Expected {
            postgres: r#"INSERT INTO "tags" ("job") VALUES ($1) RETURNING "job" <- 1"#,
            sqlite: r#"INSERT INTO "tags" ("job") VALUES (?) RETURNING "job" <- 1"#,
            mysql: "error: MySQL cannot do RETURNING: it does not exist, and the inserted row of `tags` cannot be read back by its primary key; give the primary key as a value, or let AUTO_INCREMENT make it",
            mariadb: "INSERT INTO `tags` (`job`) VALUES (?) RETURNING `job` <- 1",
        },
    );
}

#[test]
fn an_insert_with_a_computed_key() {
    let row = insert(&TAGS, &["job", "name"], vec![vec![raw(&[RawPart::Sql("1 + 1")]), text("a")]]);
    renders(
        Statement::Insert(Insert { returning: vec![Projected::Expr(tag("job"))].into(), ..row }),
        Expected {
            postgres: r#"INSERT INTO "tags" ("job", "name") VALUES (1 + 1, $1) RETURNING "job" <- "a""#,
            sqlite: r#"INSERT INTO "tags" ("job", "name") VALUES (1 + 1, ?) RETURNING "job" <- "a""#,
            mysql: "error: MySQL cannot do RETURNING: it does not exist, and the inserted row of `tags` cannot be read back by its primary key; give the primary key as a value, or let AUTO_INCREMENT make it",
            mariadb: r#"INSERT INTO `tags` (`job`, `name`) VALUES (1 + 1, ?) RETURNING `job` <- "a""#,
        },
    );
}

#[test]
fn an_insert_of_a_row_that_may_be_there() {
    let on_conflict = do_nothing(ConflictTarget::Any);
    renders(
        Statement::Insert(Insert { returning: id().into(), on_conflict, ..insert_jobs(1) }),
        Expected {
            postgres: r#"INSERT INTO "jobs" ("consumer", "key") VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING "id" <- "mail", "k""#,
            sqlite: r#"INSERT INTO "jobs" ("consumer", "key") VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING "id" <- "mail", "k""#,
            mysql: r#"INSERT INTO `jobs` (`consumer`, `key`) VALUES (?, ?) <- "mail", "k" (DuplicateIsNoRow) then SELECT `id` FROM `jobs` WHERE `id` = (LAST_INSERT_ID())"#,
            mariadb: r#"INSERT INTO `jobs` (`consumer`, `key`) VALUES (?, ?) RETURNING `id` <- "mail", "k" (DuplicateIsNoRow)"#,
        },
    );
}

#[test]
fn an_insert_of_several_rows() {
    renders(
        Statement::Insert(Insert { returning: id().into(), ..insert_jobs(2) }),
        Expected {
            postgres: r#"INSERT INTO "jobs" ("consumer", "key") SELECT unnest(COALESCE($1, ARRAY[(NULL::"jobs")."consumer"])), unnest(COALESCE($2, ARRAY[(NULL::"jobs")."key"])) RETURNING "id" <- ["mail", "mail"], ["k", "k"]"#,
            sqlite: r#"INSERT INTO "jobs" ("consumer", "key") VALUES (?, ?), (?, ?) RETURNING "id" <- "mail", "k", "mail", "k""#,
            mysql: "error: MySQL cannot do RETURNING of an INSERT of several rows or with an update: it does not exist, and only a single inserted row can be read back by its key; insert the rows one by one, or insert without RETURNING and select the rows by key",
            mariadb: r#"INSERT INTO `jobs` (`consumer`, `key`) VALUES (?, ?), (?, ?) RETURNING `id` <- "mail", "k", "mail", "k""#,
        },
    );
}

#[test]
fn an_insert_of_several_rows_that_may_be_there() {
    let on_conflict = do_nothing(ConflictTarget::Any);
    renders(
        Statement::Insert(Insert { returning: id().into(), on_conflict, ..insert_jobs(2) }),
        Expected {
            postgres: r#"INSERT INTO "jobs" ("consumer", "key") SELECT unnest(COALESCE($1, ARRAY[(NULL::"jobs")."consumer"])), unnest(COALESCE($2, ARRAY[(NULL::"jobs")."key"])) ON CONFLICT DO NOTHING RETURNING "id" <- ["mail", "mail"], ["k", "k"]"#,
            sqlite: r#"INSERT INTO "jobs" ("consumer", "key") VALUES (?, ?), (?, ?) ON CONFLICT DO NOTHING RETURNING "id" <- "mail", "k", "mail", "k""#,
            mysql: "error: MySQL cannot do RETURNING of an INSERT of several rows or with an update: it does not exist, and only a single inserted row can be read back by its key; insert the rows one by one, or insert without RETURNING and select the rows by key",
            mariadb: "error: MariaDB cannot do RETURNING of an INSERT of several rows that leaves out duplicates: it would return the rows that were there already as well; insert the rows one by one, or insert without RETURNING and select them by key",
        },
    );
}

#[test]
fn an_upsert() {
    let on_conflict = do_update(ConflictTarget::Columns(vec!["id"]), vec![assign("attempts", int(0))]);
    renders(
        Statement::Insert(Insert { returning: id().into(), on_conflict, ..insert_jobs(1) }),
        Expected {
            postgres: r#"INSERT INTO "jobs" ("consumer", "key") VALUES ($1, $2) ON CONFLICT ("id") DO UPDATE SET "attempts" = $3 RETURNING "id" <- "mail", "k", 0"#,
            sqlite: r#"INSERT INTO "jobs" ("consumer", "key") VALUES (?, ?) ON CONFLICT ("id") DO UPDATE SET "attempts" = ? RETURNING "id" <- "mail", "k", 0"#,
            mysql: "error: MySQL cannot do ON CONFLICT with a target: any unique index of the table may be the one that refuses the row; name no target (`AnyUnique`), so that any of them counts",
            mariadb: "error: MariaDB cannot do ON CONFLICT with a target: any unique index of the table may be the one that refuses the row; name no target (`AnyUnique`), so that any of them counts",
        },
    );
}

#[test]
fn an_upsert_at_any_conflict() {
    let on_conflict = do_update(ConflictTarget::Any, vec![assign("attempts", int(0))]);
    renders(
        Statement::Insert(Insert { returning: id().into(), on_conflict, ..insert_jobs(1) }),
        Expected {
            postgres: "error: PostgreSQL cannot do ON CONFLICT DO UPDATE without a target: it must know which unique index is meant; name the columns of the unique index, or the constraint",
            sqlite: r#"INSERT INTO "jobs" ("consumer", "key") VALUES (?, ?) ON CONFLICT DO UPDATE SET "attempts" = ? RETURNING "id" <- "mail", "k", 0"#,
            mysql: "error: MySQL cannot do RETURNING of an INSERT of several rows or with an update: it does not exist, and only a single inserted row can be read back by its key; insert the rows one by one, or insert without RETURNING and select the rows by key",
            mariadb: r#"INSERT INTO `jobs` (`consumer`, `key`) VALUES (?, ?) ON DUPLICATE KEY UPDATE `attempts` = ? RETURNING `id` <- "mail", "k", 0 (EachRowOnce)"#,
        },
    );
}

#[test]
fn a_value_alone_has_a_type() {
    let returning = vec![Projected::Expr(Expr::Value(Value::Bool(true)))];
    renders(
        Statement::Insert(Insert { returning: returning.into(), ..insert_jobs(1) }),
        Expected {
            postgres: r#"INSERT INTO "jobs" ("consumer", "key") VALUES ($1, $2) RETURNING $3::boolean <- "mail", "k", true"#,
            sqlite: r#"INSERT INTO "jobs" ("consumer", "key") VALUES (?, ?) RETURNING ? <- "mail", "k", true"#,
            mysql: r#"INSERT INTO `jobs` (`consumer`, `key`) VALUES (?, ?) <- "mail", "k" then SELECT ? FROM `jobs` WHERE `id` = (LAST_INSERT_ID()) <- true"#,
            mariadb: r#"INSERT INTO `jobs` (`consumer`, `key`) VALUES (?, ?) RETURNING ? <- "mail", "k", true"#,
        },
    );
}

/// MariaDB cannot read the changed table in RETURNING.
#[test]
fn a_subquery_on_the_changed_table() {
    let returning = vec![Projected::Expr(Expr::Exists(Box::new(ids())))];
    renders(
        Statement::Delete(Delete { returning: returning.into(), ..delete_jobs(eq(job("id"), big(1))) }),
        Expected {
            postgres: r#"DELETE FROM "jobs" WHERE "id" = $1 RETURNING EXISTS (SELECT "id" FROM "jobs") <- 1"#,
            sqlite: r#"DELETE FROM "jobs" WHERE "id" = ? RETURNING EXISTS (SELECT "id" FROM "jobs") <- 1"#,
            mysql: "error: MySQL cannot do RETURNING of a DELETE: it does not exist; select the rows FOR UPDATE first, in the same transaction, then delete them by key",
            mariadb: "error: MariaDB cannot do RETURNING with a subquery: it cannot read `jobs`, which the statement changes; read the table in a statement of its own, in the same transaction",
        },
    );
}
