//! FOR UPDATE and its like.

use tempest_dialects::tree::{Expr, From, Lock, LockStrength, LockWait, Projected, Select, Statement};

use super::expected::{Expected, renders};
use super::sample::{ascending, ids, job};

fn locked(strength: LockStrength, of: Vec<&'static str>, wait: LockWait) -> Select {
    Select { lock: Some(Lock { strength, of, wait }), ..ids() }
}

fn lock(strength: LockStrength) -> Statement {
    Statement::Select(locked(strength, Vec::new(), LockWait::Wait))
}

#[test]
fn for_update() {
    renders(
        lock(LockStrength::Update),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" FOR UPDATE"#,
            sqlite: "error: SQLite cannot do FOR UPDATE: SQLite has no row locks: FOR UPDATE would protect nothing; begin a write transaction, which is BEGIN IMMEDIATE and keeps all other writers out",
            mysql: "SELECT `id` FROM `jobs` FOR UPDATE",
            mariadb: "SELECT `id` FROM `jobs` FOR UPDATE",
        },
    );
}

#[test]
fn for_no_key_update() {
    renders(
        lock(LockStrength::NoKeyUpdate),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" FOR NO KEY UPDATE"#,
            sqlite: "error: SQLite cannot do FOR NO KEY UPDATE: SQLite has no row locks: FOR NO KEY UPDATE would protect nothing; begin a write transaction, which is BEGIN IMMEDIATE and keeps all other writers out",
            mysql: "error: MySQL cannot do FOR NO KEY UPDATE: there is no such lock; use FOR UPDATE or FOR SHARE, which are stronger",
            mariadb: "error: MariaDB cannot do FOR NO KEY UPDATE: there is no such lock; use FOR UPDATE or FOR SHARE, which are stronger",
        },
    );
}

#[test]
fn for_share() {
    renders(
        lock(LockStrength::Share),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" FOR SHARE"#,
            sqlite: "error: SQLite cannot do FOR SHARE: SQLite has no row locks: FOR SHARE would protect nothing; begin a write transaction, which is BEGIN IMMEDIATE and keeps all other writers out",
            mysql: "SELECT `id` FROM `jobs` FOR SHARE",
            mariadb: "SELECT `id` FROM `jobs` LOCK IN SHARE MODE",
        },
    );
}

#[test]
fn for_key_share() {
    renders(
        lock(LockStrength::KeyShare),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" FOR KEY SHARE"#,
            sqlite: "error: SQLite cannot do FOR KEY SHARE: SQLite has no row locks: FOR KEY SHARE would protect nothing; begin a write transaction, which is BEGIN IMMEDIATE and keeps all other writers out",
            mysql: "error: MySQL cannot do FOR KEY SHARE: there is no such lock; use FOR UPDATE or FOR SHARE, which are stronger",
            mariadb: "error: MariaDB cannot do FOR KEY SHARE: there is no such lock; use FOR UPDATE or FOR SHARE, which are stronger",
        },
    );
}

#[test]
fn skip_locked_after_limit() {
    let select = Select {
        order_by: vec![ascending(job("due_at"))],
        limit: Some(5),
        ..locked(LockStrength::Update, Vec::new(), LockWait::SkipLocked)
    };
    renders(
        Statement::Select(select),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" ORDER BY "due_at" LIMIT $1 FOR UPDATE SKIP LOCKED <- 5"#,
            sqlite: "error: SQLite cannot do FOR UPDATE: SQLite has no row locks: FOR UPDATE would protect nothing; begin a write transaction, which is BEGIN IMMEDIATE and keeps all other writers out",
            mysql: "SELECT `id` FROM `jobs` ORDER BY `due_at` LIMIT ? FOR UPDATE SKIP LOCKED <- 5",
            mariadb: "SELECT `id` FROM `jobs` ORDER BY `due_at` LIMIT ? FOR UPDATE SKIP LOCKED <- 5",
        },
    );
}

#[test]
fn no_wait_for_share() {
    renders(
        Statement::Select(locked(LockStrength::Share, Vec::new(), LockWait::NoWait)),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" FOR SHARE NOWAIT"#,
            sqlite: "error: SQLite cannot do FOR SHARE: SQLite has no row locks: FOR SHARE would protect nothing; begin a write transaction, which is BEGIN IMMEDIATE and keeps all other writers out",
            mysql: "SELECT `id` FROM `jobs` FOR SHARE NOWAIT",
            mariadb: "SELECT `id` FROM `jobs` LOCK IN SHARE MODE NOWAIT",
        },
    );
}

#[test]
fn of_a_table() {
    renders(
        Statement::Select(locked(LockStrength::Update, vec!["jobs"], LockWait::SkipLocked)),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" FOR UPDATE OF "jobs" SKIP LOCKED"#,
            sqlite: "error: SQLite cannot do FOR UPDATE: SQLite has no row locks: FOR UPDATE would protect nothing; begin a write transaction, which is BEGIN IMMEDIATE and keeps all other writers out",
            mysql: "SELECT `id` FROM `jobs` FOR UPDATE OF `jobs` SKIP LOCKED",
            mariadb: "error: MariaDB cannot do OF in a row lock: it does not exist; leave it out: the rows of all tables are locked",
        },
    );
}

#[test]
fn of_a_table_that_is_not_selected_from() {
    renders(
        Statement::Select(locked(LockStrength::Update, vec!["tags"], LockWait::Wait)),
        Expected {
            postgres: "error: SQL cannot do FOR UPDATE OF: `tags` is not in FROM; name a table that the query selects from",
            sqlite: "error: SQLite cannot do FOR UPDATE: SQLite has no row locks: FOR UPDATE would protect nothing; begin a write transaction, which is BEGIN IMMEDIATE and keeps all other writers out",
            mysql: "error: SQL cannot do FOR UPDATE OF: `tags` is not in FROM; name a table that the query selects from",
            mariadb: "error: MariaDB cannot do OF in a row lock: it does not exist; leave it out: the rows of all tables are locked",
        },
    );
}

#[test]
fn of_distinct_rows() {
    let select = Select { distinct: true, ..locked(LockStrength::Update, Vec::new(), LockWait::Wait) };
    renders(
        Statement::Select(select),
        Expected {
            postgres: "error: PostgreSQL cannot do a row lock with DISTINCT, GROUP BY, an aggregate or a window function: such rows are no rows of a table; select the rows themselves, or lock them in a subquery",
            sqlite: "error: SQLite cannot do FOR UPDATE: SQLite has no row locks: FOR UPDATE would protect nothing; begin a write transaction, which is BEGIN IMMEDIATE and keeps all other writers out",
            mysql: "SELECT DISTINCT `id` FROM `jobs` FOR UPDATE",
            mariadb: "SELECT DISTINCT `id` FROM `jobs` FOR UPDATE",
        },
    );
}

#[test]
fn of_a_count() {
    let select = Select {
        projection: vec![Projected::Expr(Expr::CountAll)].into(),
        ..locked(LockStrength::Update, Vec::new(), LockWait::Wait)
    };
    renders(
        Statement::Select(select),
        Expected {
            postgres: "error: PostgreSQL cannot do a row lock with DISTINCT, GROUP BY, an aggregate or a window function: such rows are no rows of a table; select the rows themselves, or lock them in a subquery",
            sqlite: "error: SQLite cannot do FOR UPDATE: SQLite has no row locks: FOR UPDATE would protect nothing; begin a write transaction, which is BEGIN IMMEDIATE and keeps all other writers out",
            mysql: "SELECT count(*) FROM `jobs` FOR UPDATE",
            mariadb: "SELECT count(*) FROM `jobs` FOR UPDATE",
        },
    );
}

/// MySQL and MariaDB would lock nothing.
#[test]
fn of_a_derived_table() {
    let select = Select {
        projection: Vec::new().into(),
        from: Some(From::Select(Box::new(ids()), "found")),
        ..locked(LockStrength::Update, Vec::new(), LockWait::Wait)
    };
    renders(
        Statement::Select(select),
        Expected {
            postgres: r#"SELECT 1 FROM (SELECT "id" FROM "jobs") AS "found" FOR UPDATE"#,
            sqlite: "error: SQLite cannot do FOR UPDATE: SQLite has no row locks: FOR UPDATE would protect nothing; begin a write transaction, which is BEGIN IMMEDIATE and keeps all other writers out",
            mysql: "error: MySQL cannot do a row lock on a subquery in FROM: it would lock nothing; put the lock inside the subquery",
            mariadb: "error: MariaDB cannot do a row lock on a subquery in FROM: it would lock nothing; put the lock inside the subquery",
        },
    );
}

#[test]
fn inside_a_derived_table() {
    let inner = locked(LockStrength::Update, Vec::new(), LockWait::Wait);
    let select = Select { from: Some(From::Select(Box::new(inner), "found")), ..Select::default() };
    renders(
        Statement::Select(select),
        Expected {
            postgres: r#"SELECT 1 FROM (SELECT "id" FROM "jobs" FOR UPDATE) AS "found""#,
            sqlite: "error: SQLite cannot do FOR UPDATE: SQLite has no row locks: FOR UPDATE would protect nothing; begin a write transaction, which is BEGIN IMMEDIATE and keeps all other writers out",
            mysql: "SELECT 1 FROM (SELECT `id` FROM `jobs` FOR UPDATE) AS `found`",
            mariadb: "SELECT 1 FROM (SELECT `id` FROM `jobs` FOR UPDATE) AS `found`",
        },
    );
}
