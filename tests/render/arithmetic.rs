//! Numbers.

use tempest_dialects::tree::BinaryOperator::{Add, Divide, DivideInteger, Multiply, Remainder, Subtract};

use super::expected::{Expected, renders};
use super::sample::{binary, eq, ids_where, int, job, select_expr};

#[test]
fn products_bind_tighter_than_sums() {
    let sum = binary(Add, job("attempts"), int(1));
    let product = binary(Multiply, sum.clone(), binary(Multiply, int(2), job("id")));
    renders(
        ids_where(eq(binary(Add, sum, product.clone()), product)),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE "attempts" + $1 + ("attempts" + $2) * ($3 * "id") = ("attempts" + $4) * ($5 * "id") <- 1, 1, 2, 1, 2"#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE "attempts" + ? + ("attempts" + ?) * (? * "id") = ("attempts" + ?) * (? * "id") <- 1, 1, 2, 1, 2"#,
            mysql: "SELECT `id` FROM `jobs` WHERE `attempts` + ? + (`attempts` + ?) * (? * `id`) = (`attempts` + ?) * (? * `id`) <- 1, 1, 2, 1, 2",
            mariadb: "SELECT `id` FROM `jobs` WHERE `attempts` + ? + (`attempts` + ?) * (? * `id`) = (`attempts` + ?) * (? * `id`) <- 1, 1, 2, 1, 2",
        },
    );
}

#[test]
fn what_is_subtracted_or_divided_by_has_parentheses() {
    let difference = binary(Subtract, job("id"), binary(Subtract, job("attempts"), int(1)));
    let quotient = binary(Divide, job("id"), binary(Multiply, job("attempts"), int(2)));
    renders(
        ids_where(eq(difference, quotient)),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE "id" - ("attempts" - $1) = "id" / ("attempts" * $2) <- 1, 2"#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE "id" - ("attempts" - ?) = "id" / ("attempts" * ?) <- 1, 2"#,
            mysql: "SELECT `id` FROM `jobs` WHERE `id` - (`attempts` - ?) = `id` / (`attempts` * ?) <- 1, 2",
            mariadb: "SELECT `id` FROM `jobs` WHERE `id` - (`attempts` - ?) = `id` / (`attempts` * ?) <- 1, 2",
        },
    );
}

/// MySQL's `/` gives a decimal number.
#[test]
fn integers_are_divided_without_a_fraction() {
    let half = binary(DivideInteger, job("attempts"), int(2));
    renders(
        ids_where(eq(half, binary(Remainder, job("attempts"), int(3)))),
        Expected {
            postgres: r#"SELECT "id" FROM "jobs" WHERE "attempts" / $1 = "attempts" % $2 <- 2, 3"#,
            sqlite: r#"SELECT "id" FROM "jobs" WHERE "attempts" / ? = "attempts" % ? <- 2, 3"#,
            mysql: "SELECT `id` FROM `jobs` WHERE `attempts` DIV ? = `attempts` % ? <- 2, 3",
            mariadb: "SELECT `id` FROM `jobs` WHERE `attempts` DIV ? = `attempts` % ? <- 2, 3",
        },
    );
}

/// PostgreSQL cannot tell what `$1 + $2` is.
#[test]
fn a_sum_of_values_has_a_type() {
    renders(
        select_expr(binary(Add, int(1), int(2))),
        Expected {
            postgres: "SELECT $1::integer + $2 <- 1, 2",
            sqlite: "SELECT ? + ? <- 1, 2",
            mysql: "SELECT CAST(? AS SIGNED) + ? <- 1, 2",
            mariadb: "SELECT ? + ? <- 1, 2",
        },
    );
}
