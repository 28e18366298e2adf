//! LIMIT and OFFSET.

use tempest_dialects::tree::{Select, Statement};

use super::expected::{Expected, renders};
use super::sample::ids;

/// Both are bound, so that the text of each page is the same. SQLite would prepare a plain `LIMIT ?` at each run anew.
#[test]
fn limit_and_offset() {
    renders(
        Statement::Select(Select { limit: Some(10), offset: Some(20), ..ids() }),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" LIMIT $1 OFFSET $2 <- 10, 20"#,
            sqlite: r#"SELECT "id" FROM "jobs" LIMIT +? OFFSET +? <- 10, 20"#,
            mysql: "SELECT `id` FROM `jobs` LIMIT ? OFFSET ? <- 10, 20",
            mariadb: "SELECT `id` FROM `jobs` LIMIT ? OFFSET ? <- 10, 20",
        },
    );
}

#[test]
fn offset_without_limit() {
    renders(
        Statement::Select(Select { offset: Some(20), ..ids() }),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" OFFSET $1 <- 20"#,
            sqlite: r#"SELECT "id" FROM "jobs" LIMIT -1 OFFSET +? <- 20"#,
            mysql: "SELECT `id` FROM `jobs` LIMIT 18446744073709551615 OFFSET ? <- 20",
            mariadb: "SELECT `id` FROM `jobs` LIMIT 18446744073709551615 OFFSET ? <- 20",
        },
    );
}

#[test]
fn more_rows_than_there_can_be() {
    renders(
        Statement::Select(Select { limit: Some(u64::MAX), ..ids() }),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" LIMIT $1 <- 9223372036854775807"#,
            sqlite: r#"SELECT "id" FROM "jobs" LIMIT +? <- 9223372036854775807"#,
            mysql: "SELECT `id` FROM `jobs` LIMIT ? <- 9223372036854775807",
            mariadb: "SELECT `id` FROM `jobs` LIMIT ? <- 9223372036854775807",
        },
    );
}
