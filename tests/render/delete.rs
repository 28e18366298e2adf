//! DELETE.

use tempest_dialects::tree::{Delete, Statement};

use super::expected::{Expected, renders};
use super::sample::{JOBS, big, delete_jobs, eq, job};

#[test]
fn some_rows() {
    renders(
        Statement::Delete(delete_jobs(eq(job("id"), big(7)))),
        Expected {
            postgres: r#"DELETE FROM "jobs" WHERE "id" = $1 <- 7"#,
            sqlite: r#"DELETE FROM "jobs" WHERE "id" = ? <- 7"#,
            mysql: "DELETE FROM `jobs` WHERE `id` = ? <- 7",
            mariadb: "DELETE FROM `jobs` WHERE `id` = ? <- 7",
        },
    );
}

#[test]
fn every_row() {
    renders(
        Statement::Delete(Delete { table: &JOBS, filter: None, returning: Vec::new().into() }),
        Expected {
            postgres: r#"DELETE FROM "jobs""#,
            sqlite: r#"DELETE FROM "jobs""#,
            mysql: "DELETE FROM `jobs`",
            mariadb: "DELETE FROM `jobs`",
        },
    );
}
