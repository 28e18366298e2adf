//! LIKE.

use tempest_dialects::tree::{Expr, RawPart};

use super::expected::{Expected, renders};
use super::sample::{ids_where, job, raw, text};

fn like(expr: Expr, pattern: Expr, case_insensitive: bool) -> Expr {
    Expr::Like { expr: Box::new(expr), pattern: Box::new(pattern), case_insensitive }
}

/// The escape character is `!` everywhere: MySQL cannot write a backslash there, and SQLite has none by default.
#[test]
fn like_names_its_escape_character() {
    renders(
        ids_where(like(job("consumer"), text("50!%%"), false)),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE "consumer" LIKE $1 ESCAPE '!' <- "50!%%""#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE "consumer" LIKE ? ESCAPE '!' <- "50!%%""#,
            mysql: r#"SELECT `id` FROM `jobs` WHERE `consumer` LIKE ? ESCAPE '!' <- "50!%%""#,
            mariadb: r#"SELECT `id` FROM `jobs` WHERE `consumer` LIKE ? ESCAPE '!' <- "50!%%""#,
        },
    );
}

/// PostgreSQL refuses it, and nothing matches it elsewhere.
#[test]
fn a_pattern_that_ends_in_the_escape_character() {
    let refused = "error: SQL cannot do LIKE: the pattern ends in `!`, which takes the meaning from a character that is not \
                   there; write `!!` for a `!`";
    for pattern in ["!", "a!", "a!!!"] {
        renders(
            ids_where(like(job("consumer"), text(pattern), pattern == "!")),
            Expected { postgres: refused, sqlite: refused, mysql: refused, mariadb: refused },
        );
    }
    renders(
        ids_where(like(job("consumer"), text("a!!"), false)),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE "consumer" LIKE $1 ESCAPE '!' <- "a!!""#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE "consumer" LIKE ? ESCAPE '!' <- "a!!""#,
            mysql: r#"SELECT `id` FROM `jobs` WHERE `consumer` LIKE ? ESCAPE '!' <- "a!!""#,
            mariadb: r#"SELECT `id` FROM `jobs` WHERE `consumer` LIKE ? ESCAPE '!' <- "a!!""#,
        },
    );
}

/// SQLite would plan for the value, and nothing helps to find text that may begin with anything.
#[test]
fn a_pattern_that_begins_with_anything() {
    renders(
        ids_where(like(job("consumer"), text("%a%"), false)),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE "consumer" LIKE $1 ESCAPE '!' <- "%a%""#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE "consumer" LIKE +? ESCAPE '!' <- "%a%""#,
            mysql: r#"SELECT `id` FROM `jobs` WHERE `consumer` LIKE ? ESCAPE '!' <- "%a%""#,
            mariadb: r#"SELECT `id` FROM `jobs` WHERE `consumer` LIKE ? ESCAPE '!' <- "%a%""#,
        },
    );
}

#[test]
fn without_letter_case() {
    renders(
        ids_where(Expr::Not(Box::new(like(job("consumer"), text("a%"), true)))),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE NOT ("consumer" ILIKE $1 ESCAPE '!') <- "a%""#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE NOT (LOWER("consumer") LIKE LOWER(?) ESCAPE '!') <- "a%""#,
            mysql: r#"SELECT `id` FROM `jobs` WHERE NOT (LOWER(`consumer`) LIKE LOWER(?) ESCAPE '!') <- "a%""#,
            mariadb: r#"SELECT `id` FROM `jobs` WHERE NOT (LOWER(`consumer`) LIKE LOWER(?) ESCAPE '!') <- "a%""#,
        },
    );
}

#[test]
fn of_an_expression() {
    renders(
        ids_where(like(raw(&[RawPart::Sql("trim(consumer)")]), job("key"), false)),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE (trim(consumer)) LIKE "key" ESCAPE '!'"#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE (trim(consumer)) LIKE "key" ESCAPE '!'"#,
            mysql: "SELECT `id` FROM `jobs` WHERE (trim(consumer)) LIKE `key` ESCAPE '!'",
            mariadb: "SELECT `id` FROM `jobs` WHERE (trim(consumer)) LIKE `key` ESCAPE '!'",
        },
    );
}
