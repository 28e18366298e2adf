//! Window functions, and DISTINCT ON.

use tempest_dialects::ColumnType;
use tempest_dialects::tree::{
    Aggregate, AggregateFunction, Expr, Frame, FrameBound, FrameUnit, From, Over, Projected, Select, Statement, Window,
    WindowFunction,
};

use super::expected::{Expected, is_refused, renders};
use super::sample::{JOBS, ascending, eq, ids_where, int, job};

fn over(function: WindowFunction, window: Window) -> Expr {
    Expr::Over(Box::new(Over { function, window }))
}

fn by_id() -> Window {
    Window { order_by: vec![ascending(job("id"))], ..Window::default() }
}

fn framed(unit: FrameUnit, start: FrameBound, end: FrameBound) -> Window {
    Window { frame: Some(Frame { unit, start, end }), ..by_id() }
}

fn of_jobs(projection: Vec<Expr>) -> Select {
    Select {
        projection: projection.into_iter().map(Projected::Expr).collect(),
        from: Some(From::Table(&JOBS)),
        ..Select::default()
    }
}

fn select(projection: Vec<Expr>) -> Statement {
    Statement::Select(of_jobs(projection))
}

fn sum() -> Aggregate {
    Aggregate::new(AggregateFunction::Sum, job("attempts"), ColumnType::Integer)
}

#[test]
fn numbers_and_ranks() {
    renders(
        select(vec![
            over(WindowFunction::RowNumber, Window::default()),
            over(WindowFunction::Rank, by_id()),
            over(WindowFunction::DenseRank, Window { partition_by: vec![job("consumer"), job("key")], ..by_id() }),
            over(WindowFunction::Ntile(4), by_id()),
        ]),
        Expected {
            postgres: r#"SELECT row_number() OVER (), rank() OVER (ORDER BY "id"), dense_rank() OVER (PARTITION BY "consumer", "key" ORDER BY "id"), ntile(4) OVER (ORDER BY "id") FROM "jobs""#,
            sqlite: r#"SELECT row_number() OVER (), rank() OVER (ORDER BY "id"), dense_rank() OVER (PARTITION BY "consumer", "key" ORDER BY "id"), ntile(4) OVER (ORDER BY "id") FROM "jobs""#,
            mysql: "SELECT row_number() OVER (), rank() OVER (ORDER BY `id`), dense_rank() OVER (PARTITION BY `consumer`, `key` ORDER BY `id`), ntile(4) OVER (ORDER BY `id`) FROM `jobs`",
            mariadb: "SELECT row_number() OVER (), rank() OVER (ORDER BY `id`), dense_rank() OVER (PARTITION BY `consumer`, `key` ORDER BY `id`), ntile(4) OVER (ORDER BY `id`) FROM `jobs`",
        },
    );
}

#[test]
fn values_of_other_rows() {
    renders(
        select(vec![
            over(WindowFunction::Lag(job("attempts"), 1), by_id()),
            over(WindowFunction::Lead(int(7), 2), by_id()),
            over(WindowFunction::FirstValue(job("attempts")), by_id()),
            over(WindowFunction::LastValue(job("attempts")), by_id()),
            over(WindowFunction::NthValue(job("attempts"), 3), by_id()),
        ]),
        Expected {
            postgres: r#"SELECT lag("attempts", 1) OVER (ORDER BY "id"), lead($1::integer, 2) OVER (ORDER BY "id"), first_value("attempts") OVER (ORDER BY "id"), last_value("attempts") OVER (ORDER BY "id"), nth_value("attempts", 3) OVER (ORDER BY "id") FROM "jobs" <- 7"#,
            sqlite: r#"SELECT lag("attempts", 1) OVER (ORDER BY "id"), lead(?, 2) OVER (ORDER BY "id"), first_value("attempts") OVER (ORDER BY "id"), last_value("attempts") OVER (ORDER BY "id"), nth_value("attempts", 3) OVER (ORDER BY "id") FROM "jobs" <- 7"#,
            mysql: "SELECT lag(`attempts`, 1) OVER (ORDER BY `id`), lead(CAST(? AS SIGNED), 2) OVER (ORDER BY `id`), first_value(`attempts`) OVER (ORDER BY `id`), last_value(`attempts`) OVER (ORDER BY `id`), nth_value(`attempts`, 3) OVER (ORDER BY `id`) FROM `jobs` <- 7",
            mariadb: "SELECT lag(`attempts`, 1) OVER (ORDER BY `id`), lead(?, 2) OVER (ORDER BY `id`), first_value(`attempts`) OVER (ORDER BY `id`), last_value(`attempts`) OVER (ORDER BY `id`), nth_value(`attempts`, 3) OVER (ORDER BY `id`) FROM `jobs` <- 7",
        },
    );
}

#[test]
fn aggregates_and_frames() {
    renders(
        select(vec![
            over(
                WindowFunction::Aggregate(sum()),
                framed(FrameUnit::Rows, FrameBound::UnboundedPreceding, FrameBound::CurrentRow),
            ),
            over(
                WindowFunction::Aggregate(Aggregate { filter: Some(eq(job("key"), job("consumer"))), ..sum() }),
                framed(FrameUnit::Range, FrameBound::Preceding(2), FrameBound::Following(3)),
            ),
        ]),
        Expected {
            postgres: r#"SELECT CAST(sum("attempts") OVER (ORDER BY "id" ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS bigint), CAST(sum("attempts") FILTER (WHERE "key" = "consumer") OVER (ORDER BY "id" RANGE BETWEEN 2 PRECEDING AND 3 FOLLOWING) AS bigint) FROM "jobs""#,
            sqlite: r#"SELECT sum("attempts") OVER (ORDER BY "id" ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW), sum("attempts") FILTER (WHERE "key" = "consumer") OVER (ORDER BY "id" RANGE BETWEEN 2 PRECEDING AND 3 FOLLOWING) FROM "jobs""#,
            mysql: "SELECT (sum(`attempts`) OVER (ORDER BY `id` ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) DIV 1), (sum(CASE WHEN `key` = `consumer` THEN `attempts` END) OVER (ORDER BY `id` RANGE BETWEEN 2 PRECEDING AND 3 FOLLOWING) DIV 1) FROM `jobs`",
            mariadb: "SELECT (sum(`attempts`) OVER (ORDER BY `id` ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) DIV 1), (sum(CASE WHEN `key` = `consumer` THEN `attempts` END) OVER (ORDER BY `id` RANGE BETWEEN 2 PRECEDING AND 3 FOLLOWING) DIV 1) FROM `jobs`",
        },
    );
}

#[test]
fn groups_of_equal_rows() {
    renders(
        select(vec![over(
            WindowFunction::Aggregate(Aggregate::count_all()),
            framed(FrameUnit::Groups, FrameBound::CurrentRow, FrameBound::UnboundedFollowing),
        )]),
        Expected {
            postgres: r#"SELECT count(*) OVER (ORDER BY "id" GROUPS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) FROM "jobs""#,
            sqlite: r#"SELECT count(*) OVER (ORDER BY "id" GROUPS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) FROM "jobs""#,
            mysql: "error: MySQL cannot do GROUPS in the frame of a window: it does not exist; use ROWS or RANGE",
            mariadb: "error: MariaDB cannot do GROUPS in the frame of a window: it does not exist; use ROWS or RANGE",
        },
    );
}

#[test]
fn texts_of_a_window() {
    renders(
        select(vec![over(
            WindowFunction::Aggregate(Aggregate::new(
                AggregateFunction::StringAgg(","),
                job("consumer"),
                ColumnType::Text,
            )),
            by_id(),
        )]),
        Expected {
            postgres: r#"SELECT string_agg("consumer", ',') OVER (ORDER BY "id") FROM "jobs""#,
            sqlite: r#"SELECT group_concat("consumer", ',') OVER (ORDER BY "id") FROM "jobs""#,
            mysql: "error: MySQL cannot do string_agg over a window: GROUP_CONCAT takes none; group the rows in a subquery, and join it",
            mariadb: "error: MariaDB cannot do string_agg over a window: GROUP_CONCAT takes none; group the rows in a subquery, and join it",
        },
    );
}

#[test]
fn over_groups() {
    renders(
        Statement::Select(Select {
            group_by: vec![job("consumer")],
            order_by: vec![ascending(over(WindowFunction::RowNumber, Window::default()))],
            ..of_jobs(vec![over(
                WindowFunction::Rank,
                Window { order_by: vec![ascending(Expr::Aggregate(Box::new(sum())))], ..Window::default() },
            )])
        }),
        Expected {
            postgres: r#"SELECT rank() OVER (ORDER BY CAST(sum("attempts") AS bigint)) FROM "jobs" GROUP BY "consumer" ORDER BY row_number() OVER ()"#,
            sqlite: r#"SELECT rank() OVER (ORDER BY sum("attempts")) FROM "jobs" GROUP BY "consumer" ORDER BY row_number() OVER ()"#,
            mysql: "SELECT rank() OVER (ORDER BY (sum(`attempts`) DIV 1)) FROM `jobs` GROUP BY `consumer` ORDER BY row_number() OVER ()",
            mariadb: "SELECT rank() OVER (ORDER BY (sum(`attempts`) DIV 1)) FROM `jobs` GROUP BY `consumer` ORDER BY row_number() OVER ()",
        },
    );
}

#[test]
fn distinct_on() {
    renders(
        Statement::Select(Select {
            distinct_on: vec![job("consumer")],
            order_by: vec![ascending(job("consumer")), ascending(job("due_at"))],
            ..of_jobs(vec![job("id")])
        }),
        Expected {
            postgres: r#"SELECT DISTINCT ON ("consumer") "id" FROM "jobs" ORDER BY "consumer", "due_at""#,
            sqlite: "error: SQLite cannot do DISTINCT ON: it does not exist; number the rows by `row_number().over(…)` in a subquery, and take those with the number 1",
            mysql: "error: MySQL cannot do DISTINCT ON: it does not exist; number the rows by `row_number().over(…)` in a subquery, and take those with the number 1",
            mariadb: "error: MariaDB cannot do DISTINCT ON: it does not exist; number the rows by `row_number().over(…)` in a subquery, and take those with the number 1",
        },
    );
}

#[test]
fn a_window_function_in_where() {
    is_refused(
        ids_where(eq(over(WindowFunction::RowNumber, Window::default()), int(1))),
        "error: SQL cannot do a window function: the rows of a window are those of the query's result; use it in `columns` or `order_by`; for a condition on it, select from a subquery",
    );
}

#[test]
fn different_values_over_a_window() {
    is_refused(
        select(vec![over(WindowFunction::Aggregate(Aggregate { distinct: true, ..sum() }), by_id())]),
        "error: SQL cannot do sum over a window: it takes neither DISTINCT nor ORDER BY there; group the rows in a subquery first",
    );
}

#[test]
fn a_frame_that_ends_before_it_begins() {
    is_refused(
        select(vec![over(
            WindowFunction::Aggregate(sum()),
            framed(FrameUnit::Rows, FrameBound::CurrentRow, FrameBound::Preceding(1)),
        )]),
        "error: SQL cannot do the frame of a window: it would end before it begins; give the earlier bound first",
    );
}

#[test]
fn a_range_without_an_order() {
    is_refused(
        select(vec![over(
            WindowFunction::Aggregate(sum()),
            Window {
                order_by: Vec::new(),
                ..framed(FrameUnit::Range, FrameBound::Preceding(1), FrameBound::CurrentRow)
            },
        )]),
        "error: SQL cannot do the frame of a window: RANGE counts from one value that is sorted by, and GROUPS needs an order; sort the window, or count rows",
    );
}

#[test]
fn no_parts_at_all() {
    is_refused(
        select(vec![over(WindowFunction::Ntile(0), by_id())]),
        "error: SQL cannot do ntile: it counts from 1; give it a number from 1 on",
    );
}
