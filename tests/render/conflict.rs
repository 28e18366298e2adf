//! ON CONFLICT and ON DUPLICATE KEY UPDATE.

use tempest_dialects::table::{ColumnDef, IndexDef};
use tempest_dialects::tree::{BinaryOperator, ConflictAction, ConflictTarget, Expr, Insert, OnConflict, Statement};
use tempest_dialects::{ColumnType, TableDef};

use super::expected::{Expected, renders};
use super::sample::{TAGS, add, assign, binary, columns, do_nothing, do_update, insert, insert_jobs, int, job, text};

fn on_conflict(rows: usize, on_conflict: Option<OnConflict>) -> Statement {
    Statement::Insert(Insert { on_conflict, ..insert_jobs(rows) })
}

/// One row: the server's refusal tells that it was there, since the count of rows does not.
#[test]
fn do_nothing_at_any_conflict() {
    renders(
        on_conflict(1, do_nothing(ConflictTarget::Any)),
        Expected {
            postgres: r#"INSERT INTO "jobs" ("consumer", "key") VALUES ($1, $2) ON CONFLICT DO NOTHING <- "mail", "k""#,
            sqlite: r#"INSERT INTO "jobs" ("consumer", "key") VALUES (?, ?) ON CONFLICT DO NOTHING <- "mail", "k""#,
            mysql: r#"INSERT INTO `jobs` (`consumer`, `key`) VALUES (?, ?) <- "mail", "k" (DuplicateIsNoRow)"#,
            mariadb: r#"INSERT INTO `jobs` (`consumer`, `key`) VALUES (?, ?) <- "mail", "k" (DuplicateIsNoRow)"#,
        },
    );
}

#[test]
fn do_nothing_with_several_rows() {
    renders(
        on_conflict(2, do_nothing(ConflictTarget::Any)),
        Expected {
            postgres: r#"INSERT INTO "jobs" ("consumer", "key") SELECT unnest(COALESCE($1, ARRAY[(NULL::"jobs")."consumer"])), unnest(COALESCE($2, ARRAY[(NULL::"jobs")."key"])) ON CONFLICT DO NOTHING <- ["mail", "mail"], ["k", "k"]"#,
            sqlite: r#"INSERT INTO "jobs" ("consumer", "key") VALUES (?, ?), (?, ?) ON CONFLICT DO NOTHING <- "mail", "k", "mail", "k""#,
            mysql: r#"INSERT INTO `jobs` (`consumer`, `key`) VALUES (?, ?), (?, ?) ON DUPLICATE KEY UPDATE `id` = `id` <- "mail", "k", "mail", "k" (WithoutDuplicates)"#,
            mariadb: r#"INSERT INTO `jobs` (`consumer`, `key`) VALUES (?, ?), (?, ?) ON DUPLICATE KEY UPDATE `id` = `id` <- "mail", "k", "mail", "k" (WithoutDuplicates)"#,
        },
    );
}

/// The predicate of the partial index is repeated, with literals: parameters would not match the index.
#[test]
fn a_partial_index_as_target() {
    renders(
        on_conflict(1, do_nothing(columns(&["consumer", "key"]))),
        Expected {
            postgres: r#"INSERT INTO "jobs" ("consumer", "key") VALUES ($1, $2) ON CONFLICT ("consumer", "key") WHERE "key" IS NOT NULL DO NOTHING <- "mail", "k""#,
            sqlite: r#"INSERT INTO "jobs" ("consumer", "key") VALUES (?, ?) ON CONFLICT ("consumer", "key") WHERE "key" IS NOT NULL DO NOTHING <- "mail", "k""#,
            mysql: "error: MySQL cannot do ON CONFLICT with a target: any unique index of the table may be the one that refuses the row; name no target (`AnyUnique`), so that any of them counts",
            mariadb: "error: MariaDB cannot do ON CONFLICT with a target: any unique index of the table may be the one that refuses the row; name no target (`AnyUnique`), so that any of them counts",
        },
    );
}

#[test]
fn a_partial_index_with_a_value_in_its_predicate() {
    renders(
        on_conflict(1, do_nothing(columns(&["consumer", "status"]))),
        Expected {
            postgres: r#"INSERT INTO "jobs" ("consumer", "key") VALUES ($1, $2) ON CONFLICT ("consumer", "status") WHERE "status" = 'queued' DO NOTHING <- "mail", "k""#,
            sqlite: r#"INSERT INTO "jobs" ("consumer", "key") VALUES (?, ?) ON CONFLICT ("consumer", "status") WHERE "status" = 'queued' DO NOTHING <- "mail", "k""#,
            mysql: "error: MySQL cannot do ON CONFLICT with a target: any unique index of the table may be the one that refuses the row; name no target (`AnyUnique`), so that any of them counts",
            mariadb: "error: MariaDB cannot do ON CONFLICT with a target: any unique index of the table may be the one that refuses the row; name no target (`AnyUnique`), so that any of them counts",
        },
    );
}

#[test]
fn a_target_in_any_order() {
    renders(
        on_conflict(1, do_nothing(columns(&["due_at", "consumer"]))),
        Expected {
            postgres: r#"INSERT INTO "jobs" ("consumer", "key") VALUES ($1, $2) ON CONFLICT ("due_at", "consumer") DO NOTHING <- "mail", "k""#,
            sqlite: r#"INSERT INTO "jobs" ("consumer", "key") VALUES (?, ?) ON CONFLICT ("due_at", "consumer") DO NOTHING <- "mail", "k""#,
            mysql: "error: MySQL cannot do ON CONFLICT with a target: any unique index of the table may be the one that refuses the row; name no target (`AnyUnique`), so that any of them counts",
            mariadb: "error: MariaDB cannot do ON CONFLICT with a target: any unique index of the table may be the one that refuses the row; name no target (`AnyUnique`), so that any of them counts",
        },
    );
}

#[test]
fn the_primary_key_as_target() {
    renders(
        on_conflict(1, do_nothing(columns(&["id"]))),
        Expected {
            postgres: r#"INSERT INTO "jobs" ("consumer", "key") VALUES ($1, $2) ON CONFLICT ("id") DO NOTHING <- "mail", "k""#,
            sqlite: r#"INSERT INTO "jobs" ("consumer", "key") VALUES (?, ?) ON CONFLICT ("id") DO NOTHING <- "mail", "k""#,
            mysql: "error: MySQL cannot do ON CONFLICT with a target: any unique index of the table may be the one that refuses the row; name no target (`AnyUnique`), so that any of them counts",
            mariadb: "error: MariaDB cannot do ON CONFLICT with a target: any unique index of the table may be the one that refuses the row; name no target (`AnyUnique`), so that any of them counts",
        },
    );
}

#[test]
fn a_target_that_no_unique_index_covers() {
    renders(
        on_conflict(1, do_nothing(columns(&["consumer", "attempts"]))),
        Expected {
            postgres: "error: SQL cannot do ON CONFLICT: no unique index of `jobs` covers (consumer, attempts); declare a primary key or unique index over exactly these columns, or name another target",
            sqlite: "error: SQL cannot do ON CONFLICT: no unique index of `jobs` covers (consumer, attempts); declare a primary key or unique index over exactly these columns, or name another target",
            mysql: "error: MySQL cannot do ON CONFLICT with a target: any unique index of the table may be the one that refuses the row; name no target (`AnyUnique`), so that any of them counts",
            mariadb: "error: MariaDB cannot do ON CONFLICT with a target: any unique index of the table may be the one that refuses the row; name no target (`AnyUnique`), so that any of them counts",
        },
    );
}

/// Only one index can be meant, and its predicate has to be repeated.
#[test]
fn a_target_that_two_partial_indexes_cover() {
    static KEYS: TableDef = TableDef::new("keys", &[ColumnDef::new("key", "key", ColumnType::Text)]).unique(&[
        IndexDef::new("keys_all", &[0]).predicate(|| Expr::All(Vec::new())),
        IndexDef::new("keys_none", &[0]).predicate(|| Expr::Any(Vec::new())),
    ]);
    const REFUSED: &str = "error: SQL cannot do ON CONFLICT: several partial unique indexes of `keys` cover (key), and each has another predicate; declare one of them over other columns, or name no target";
    let mut insert = insert(&KEYS, &["key"], vec![vec![text("k")]]);
    insert.on_conflict = do_nothing(columns(&["key"]));
    renders(
        Statement::Insert(insert),
        Expected {
            postgres: REFUSED,
            sqlite: REFUSED,
            mysql: "error: MySQL cannot do ON CONFLICT with a target: any unique index of the table may be the one that refuses the row; name no target (`AnyUnique`), so that any of them counts",
            mariadb: "error: MariaDB cannot do ON CONFLICT with a target: any unique index of the table may be the one that refuses the row; name no target (`AnyUnique`), so that any of them counts",
        },
    );
}

#[test]
fn part_of_a_unique_index_is_no_target() {
    renders(
        on_conflict(1, do_nothing(columns(&["consumer"]))),
        Expected {
            postgres: "error: SQL cannot do ON CONFLICT: no unique index of `jobs` covers (consumer); declare a primary key or unique index over exactly these columns, or name another target",
            sqlite: "error: SQL cannot do ON CONFLICT: no unique index of `jobs` covers (consumer); declare a primary key or unique index over exactly these columns, or name another target",
            mysql: "error: MySQL cannot do ON CONFLICT with a target: any unique index of the table may be the one that refuses the row; name no target (`AnyUnique`), so that any of them counts",
            mariadb: "error: MariaDB cannot do ON CONFLICT with a target: any unique index of the table may be the one that refuses the row; name no target (`AnyUnique`), so that any of them counts",
        },
    );
}

#[test]
fn a_constraint_as_target() {
    renders(
        on_conflict(1, do_nothing(ConflictTarget::Constraint("jobs_due"))),
        Expected {
            postgres: r#"INSERT INTO "jobs" ("consumer", "key") VALUES ($1, $2) ON CONFLICT ON CONSTRAINT "jobs_due" DO NOTHING <- "mail", "k""#,
            sqlite: "error: SQLite cannot do ON CONFLICT ON CONSTRAINT: a conflict has columns as its target; name the columns of the unique index",
            mysql: "error: MySQL cannot do ON CONFLICT with a target: any unique index of the table may be the one that refuses the row; name no target (`AnyUnique`), so that any of them counts",
            mariadb: "error: MariaDB cannot do ON CONFLICT with a target: any unique index of the table may be the one that refuses the row; name no target (`AnyUnique`), so that any of them counts",
        },
    );
}

/// A bare column would be ambiguous: of the row that is there, or of the proposed one.
#[test]
fn do_update_names_both_rows() {
    let assignments = vec![assign("attempts", add(job("attempts"), int(1))), assign("key", Expr::Excluded("key"))];
    renders(
        on_conflict(1, do_update(columns(&["consumer", "key"]), assignments)),
        Expected {
            postgres: r#"INSERT INTO "jobs" ("consumer", "key") VALUES ($1, $2) ON CONFLICT ("consumer", "key") WHERE "key" IS NOT NULL DO UPDATE SET "attempts" = "jobs"."attempts" + $3, "key" = "excluded"."key" <- "mail", "k", 1"#,
            sqlite: r#"INSERT INTO "jobs" ("consumer", "key") VALUES (?, ?) ON CONFLICT ("consumer", "key") WHERE "key" IS NOT NULL DO UPDATE SET "attempts" = "jobs"."attempts" + ?, "key" = "excluded"."key" <- "mail", "k", 1"#,
            mysql: "error: MySQL cannot do ON CONFLICT with a target: any unique index of the table may be the one that refuses the row; name no target (`AnyUnique`), so that any of them counts",
            mariadb: "error: MariaDB cannot do ON CONFLICT with a target: any unique index of the table may be the one that refuses the row; name no target (`AnyUnique`), so that any of them counts",
        },
    );
}

#[test]
fn do_update_at_any_conflict() {
    let assignments = vec![assign("attempts", add(job("attempts"), int(1))), assign("key", Expr::Excluded("key"))];
    renders(
        on_conflict(2, do_update(ConflictTarget::Any, assignments)),
        Expected {
            postgres: "error: PostgreSQL cannot do ON CONFLICT DO UPDATE without a target: it must know which unique index is meant; name the columns of the unique index, or the constraint",
            sqlite: r#"INSERT INTO "jobs" ("consumer", "key") VALUES (?, ?), (?, ?) ON CONFLICT DO UPDATE SET "attempts" = "jobs"."attempts" + ?, "key" = "excluded"."key" <- "mail", "k", "mail", "k", 1"#,
            mysql: r#"INSERT INTO `jobs` (`consumer`, `key`) VALUES (?, ?), (?, ?) AS `new` ON DUPLICATE KEY UPDATE `attempts` = `jobs`.`attempts` + ?, `key` = `new`.`key` <- "mail", "k", "mail", "k", 1 (EachRowOnce)"#,
            mariadb: r#"INSERT INTO `jobs` (`consumer`, `key`) VALUES (?, ?), (?, ?) ON DUPLICATE KEY UPDATE `attempts` = `jobs`.`attempts` + ?, `key` = VALUES(`key`) <- "mail", "k", "mail", "k", 1 (EachRowOnce)"#,
        },
    );
}

#[test]
fn do_update_of_some_rows() {
    let action = ConflictAction::DoUpdate {
        assignments: vec![assign("status", text("queued"))],
        filter: Some(binary(BinaryOperator::Lt, job("attempts"), int(5))),
    };
    renders(
        on_conflict(1, Some(OnConflict { target: columns(&["id"]), action })),
        Expected {
            postgres: r#"INSERT INTO "jobs" ("consumer", "key") VALUES ($1, $2) ON CONFLICT ("id") DO UPDATE SET "status" = $3 WHERE "jobs"."attempts" < $4 <- "mail", "k", "queued", 5"#,
            sqlite: r#"INSERT INTO "jobs" ("consumer", "key") VALUES (?, ?) ON CONFLICT ("id") DO UPDATE SET "status" = ? WHERE "jobs"."attempts" < ? <- "mail", "k", "queued", 5"#,
            mysql: "error: MySQL cannot do ON CONFLICT with a target: any unique index of the table may be the one that refuses the row; name no target (`AnyUnique`), so that any of them counts",
            mariadb: "error: MariaDB cannot do ON CONFLICT with a target: any unique index of the table may be the one that refuses the row; name no target (`AnyUnique`), so that any of them counts",
        },
    );
}

#[test]
fn do_update_of_some_rows_at_any_conflict() {
    let action = ConflictAction::DoUpdate {
        assignments: vec![assign("status", text("queued"))],
        filter: Some(binary(BinaryOperator::Lt, job("attempts"), int(5))),
    };
    renders(
        on_conflict(1, Some(OnConflict { target: ConflictTarget::Any, action })),
        Expected {
            postgres: "error: PostgreSQL cannot do ON CONFLICT DO UPDATE without a target: it must know which unique index is meant; name the columns of the unique index, or the constraint",
            sqlite: r#"INSERT INTO "jobs" ("consumer", "key") VALUES (?, ?) ON CONFLICT DO UPDATE SET "status" = ? WHERE "jobs"."attempts" < ? <- "mail", "k", "queued", 5"#,
            mysql: "error: MySQL cannot do WHERE of DO UPDATE: a row that is there already is always updated; select the row FOR UPDATE first, in the same transaction, and update it where the condition holds",
            mariadb: "error: MariaDB cannot do WHERE of DO UPDATE: a row that is there already is always updated; select the row FOR UPDATE first, in the same transaction, and update it where the condition holds",
        },
    );
}

#[test]
fn do_update_of_nothing() {
    renders(
        on_conflict(1, do_update(columns(&["id"]), Vec::new())),
        Expected {
            postgres: "error: SQL cannot do SET: it has no assignments; set a column, or leave the statement out",
            sqlite: "error: SQL cannot do SET: it has no assignments; set a column, or leave the statement out",
            mysql: "error: MySQL cannot do ON CONFLICT with a target: any unique index of the table may be the one that refuses the row; name no target (`AnyUnique`), so that any of them counts",
            mariadb: "error: MariaDB cannot do ON CONFLICT with a target: any unique index of the table may be the one that refuses the row; name no target (`AnyUnique`), so that any of them counts",
        },
    );
}

/// MySQL's proposed row has only the columns that INSERT names.
#[test]
fn a_proposed_column_that_insert_does_not_name() {
    let assignments = vec![assign("attempts", Expr::Excluded("attempts"))];
    renders(
        on_conflict(1, do_update(ConflictTarget::Any, assignments)),
        Expected {
            postgres: "error: PostgreSQL cannot do ON CONFLICT DO UPDATE without a target: it must know which unique index is meant; name the columns of the unique index, or the constraint",
            sqlite: r#"INSERT INTO "jobs" ("consumer", "key") VALUES (?, ?) ON CONFLICT DO UPDATE SET "attempts" = "excluded"."attempts" <- "mail", "k""#,
            mysql: "error: MySQL cannot do a column of the proposed row: it has only the columns that INSERT names, and `attempts` is not one of them; name the column in INSERT as well",
            mariadb: r#"INSERT INTO `jobs` (`consumer`, `key`) VALUES (?, ?) ON DUPLICATE KEY UPDATE `attempts` = VALUES(`attempts`) <- "mail", "k" (EachRowOnce)"#,
        },
    );
}

#[test]
fn do_update_that_reads_a_column_it_has_set() {
    let assignments = vec![assign("attempts", int(1)), assign("id", job("attempts"))];
    renders(
        on_conflict(1, do_update(ConflictTarget::Any, assignments)),
        Expected {
            postgres: "error: PostgreSQL cannot do ON CONFLICT DO UPDATE without a target: it must know which unique index is meant; name the columns of the unique index, or the constraint",
            sqlite: r#"INSERT INTO "jobs" ("consumer", "key") VALUES (?, ?) ON CONFLICT DO UPDATE SET "attempts" = ?, "id" = "jobs"."attempts" <- "mail", "k", 1"#,
            mysql: "error: MySQL cannot do SET: assignments run from left to right, so `id` would read the new value of `attempts`; set `attempts` after `id`",
            mariadb: "error: MariaDB cannot do SET: assignments run from left to right, so `id` would read the new value of `attempts`; set `attempts` after `id`",
        },
    );
}

#[test]
fn a_table_named_as_the_proposed_row() {
    static NEW: TableDef = TableDef::new("new", TAGS.columns).primary_key(&[0]);
    let row = insert(&NEW, &["job"], vec![vec![int(1)]]);
    let on_conflict = do_update(ConflictTarget::Any, vec![assign("job", Expr::Excluded("job"))]);
    renders(
        Statement::Insert(Insert { on_conflict, ..row }),
        Expected {
            postgres: "error: PostgreSQL cannot do ON CONFLICT DO UPDATE without a target: it must know which unique index is meant; name the columns of the unique index, or the constraint",
            sqlite: r#"INSERT INTO "new" ("job") VALUES (?) ON CONFLICT DO UPDATE SET "job" = "excluded"."job" <- 1"#,
            mysql: "INSERT INTO `new` (`job`) VALUES (?) AS `proposed` ON DUPLICATE KEY UPDATE `job` = `proposed`.`job` <- 1 (EachRowOnce)",
            mariadb: "INSERT INTO `new` (`job`) VALUES (?) ON DUPLICATE KEY UPDATE `job` = VALUES(`job`) <- 1 (EachRowOnce)",
        },
    );
}

#[test]
fn a_table_without_a_primary_key() {
    static LOG: TableDef = TableDef::new("log", TAGS.columns);
    let row = insert(&LOG, &["job"], vec![vec![int(1)]; 2]);
    renders(
        Statement::Insert(Insert { on_conflict: do_nothing(ConflictTarget::Any), ..row }),
        Expected {
            postgres: r#"INSERT INTO "log" ("job") SELECT unnest(COALESCE($1, ARRAY[(NULL::"log")."job"])) ON CONFLICT DO NOTHING <- [1, 1]"#,
            sqlite: r#"INSERT INTO "log" ("job") VALUES (?), (?) ON CONFLICT DO NOTHING <- 1, 1"#,
            mysql: "INSERT INTO `log` (`job`) VALUES (?), (?) ON DUPLICATE KEY UPDATE `job` = `job` <- 1, 1 (WithoutDuplicates)",
            mariadb: "INSERT INTO `log` (`job`) VALUES (?), (?) ON DUPLICATE KEY UPDATE `job` = `job` <- 1, 1 (WithoutDuplicates)",
        },
    );
}
