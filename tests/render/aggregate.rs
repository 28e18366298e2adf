//! Aggregates, groups, and where they may stand.

use tempest_dialects::ColumnType;
use tempest_dialects::tree::{
    Aggregate, AggregateFunction, BinaryOperator, Direction, Expr, From, Nulls, OrderBy, Projected, Select, Statement,
};

use super::expected::{Expected, is_refused, renders};
use super::sample::{JOBS, ascending, assign, binary, delete_jobs, eq, int, job, text, update_jobs};

fn aggregate(function: AggregateFunction, argument: Expr, of: ColumnType) -> Aggregate {
    Aggregate::new(function, argument, of)
}

fn expr(aggregate: Aggregate) -> Expr {
    Expr::Aggregate(Box::new(aggregate))
}

/// A query of all jobs.
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

#[test]
fn counts() {
    renders(
        select(vec![
            expr(Aggregate::count_all()),
            expr(aggregate(AggregateFunction::Count, job("key"), ColumnType::Text)),
            expr(Aggregate {
                distinct: true,
                ..aggregate(AggregateFunction::Count, job("consumer"), ColumnType::Text)
            }),
        ]),
        Expected {
            postgres: r#"SELECT count(*), count("key"), count(DISTINCT "consumer") FROM "jobs""#,
            sqlite: r#"SELECT count(*), count("key"), count(DISTINCT "consumer") FROM "jobs""#,
            mysql: "SELECT count(*), count(`key`), count(DISTINCT `consumer`) FROM `jobs`",
            mariadb: "SELECT count(*), count(`key`), count(DISTINCT `consumer`) FROM `jobs`",
        },
    );
}

/// A sum is a numeric or decimal where nothing is done about it.
#[test]
fn sums_have_one_type() {
    renders(
        select(vec![
            expr(aggregate(AggregateFunction::Sum, job("attempts"), ColumnType::Integer)),
            expr(aggregate(AggregateFunction::Sum, job("attempts"), ColumnType::Real)),
            expr(aggregate(AggregateFunction::Sum, job("attempts"), ColumnType::Double)),
        ]),
        Expected {
            postgres: r#"SELECT CAST(sum("attempts") AS bigint), sum(CAST("attempts" AS double precision)), sum("attempts") FROM "jobs""#,
            sqlite: r#"SELECT sum("attempts"), sum("attempts"), sum("attempts") FROM "jobs""#,
            mysql: "SELECT (sum(`attempts`) DIV 1), sum(`attempts`), sum(`attempts`) FROM `jobs`",
            mariadb: "SELECT (sum(`attempts`) DIV 1), sum(`attempts`), sum(`attempts`) FROM `jobs`",
        },
    );
}

#[test]
fn averages_keep_their_fraction() {
    renders(
        select(vec![
            expr(aggregate(
                AggregateFunction::Average,
                binary(BinaryOperator::Add, job("attempts"), int(1)),
                ColumnType::Integer,
            )),
            expr(aggregate(AggregateFunction::Average, job("attempts"), ColumnType::Double)),
        ]),
        Expected {
            postgres: r#"SELECT CAST(avg("attempts" + $1) AS double precision), CAST(avg("attempts") AS double precision) FROM "jobs" <- 1"#,
            sqlite: r#"SELECT avg("attempts" + ?), avg("attempts") FROM "jobs" <- 1"#,
            mysql: "SELECT avg(`attempts` + ? + 0e0), avg(`attempts`) FROM `jobs` <- 1",
            mariadb: "SELECT avg(`attempts` + ? + 0e0), avg(`attempts`) FROM `jobs` <- 1",
        },
    );
}

#[test]
fn the_smallest_of_what_has_no_min_everywhere() {
    renders(
        select(vec![
            expr(aggregate(AggregateFunction::Min, job("due_at"), ColumnType::TimestampTz)),
            expr(aggregate(AggregateFunction::Max, job("key"), ColumnType::Uuid)),
            expr(aggregate(AggregateFunction::Min, job("key"), ColumnType::Bytes)),
        ]),
        Expected {
            postgres: r#"SELECT min("due_at"), CAST(max(CAST("key" AS text)) AS uuid), decode(min(encode("key", 'hex')), 'hex') FROM "jobs""#,
            sqlite: r#"SELECT min("due_at"), max("key"), min("key") FROM "jobs""#,
            mysql: "SELECT min(`due_at`), max(`key`), min(`key`) FROM `jobs`",
            mariadb: "SELECT min(`due_at`), max(`key`), min(`key`) FROM `jobs`",
        },
    );
}

#[test]
fn conditions() {
    renders(
        select(vec![
            expr(aggregate(AggregateFunction::And, eq(job("attempts"), int(0)), ColumnType::Boolean)),
            expr(aggregate(AggregateFunction::Or, eq(job("attempts"), int(0)), ColumnType::Boolean)),
        ]),
        Expected {
            postgres: r#"SELECT bool_and("attempts" = $1), bool_or("attempts" = $2) FROM "jobs" <- 0, 0"#,
            sqlite: r#"SELECT min("attempts" = ?), max("attempts" = ?) FROM "jobs" <- 0, 0"#,
            mysql: "SELECT min(`attempts` = ?), max(`attempts` = ?) FROM `jobs` <- 0, 0",
            mariadb: "SELECT min(`attempts` = ?), max(`attempts` = ?) FROM `jobs` <- 0, 0",
        },
    );
}

#[test]
fn texts_in_one() {
    renders(
        select(vec![
            expr(aggregate(AggregateFunction::StringAgg(", "), job("consumer"), ColumnType::Text)),
            expr(Aggregate {
                order_by: vec![
                    OrderBy { expr: job("key"), direction: Direction::Descending, nulls: Some(Nulls::First) },
                    ascending(job("id")),
                ],
                ..aggregate(AggregateFunction::StringAgg("'"), job("consumer"), ColumnType::Text)
            }),
        ]),
        Expected {
            postgres: r#"SELECT string_agg("consumer", ', '), string_agg("consumer", '''' ORDER BY "key" DESC NULLS FIRST, "id") FROM "jobs""#,
            sqlite: r#"SELECT group_concat("consumer", ', '), group_concat("consumer", '''' ORDER BY "key" DESC NULLS FIRST, "id") FROM "jobs""#,
            mysql: "SELECT group_concat(`consumer` SEPARATOR ', '), group_concat(`consumer` ORDER BY `key` IS NOT NULL, `key` DESC, `id` SEPARATOR '''') FROM `jobs`",
            mariadb: "SELECT group_concat(`consumer` SEPARATOR ', '), group_concat(`consumer` ORDER BY `key` IS NOT NULL, `key` DESC, `id` SEPARATOR '''') FROM `jobs`",
        },
    );
}

/// Without FILTER the other rows become NULL.
#[test]
fn a_filter() {
    renders(
        select(vec![
            expr(Aggregate { filter: Some(eq(job("attempts"), int(0))), ..Aggregate::count_all() }),
            expr(Aggregate {
                filter: Some(eq(job("consumer"), text("mail"))),
                ..aggregate(AggregateFunction::Average, job("attempts"), ColumnType::Integer)
            }),
            expr(Aggregate {
                filter: Some(eq(job("attempts"), int(0))),
                order_by: vec![ascending(job("id"))],
                ..aggregate(AggregateFunction::StringAgg(","), job("consumer"), ColumnType::Text)
            }),
        ]),
        Expected {
            postgres: r#"SELECT count(*) FILTER (WHERE "attempts" = $1), CAST(avg("attempts") FILTER (WHERE "consumer" = $2) AS double precision), string_agg("consumer", ',' ORDER BY "id") FILTER (WHERE "attempts" = $3) FROM "jobs" <- 0, "mail", 0"#,
            sqlite: r#"SELECT count(*) FILTER (WHERE "attempts" = ?), avg("attempts") FILTER (WHERE "consumer" = ?), group_concat("consumer", ',' ORDER BY "id") FILTER (WHERE "attempts" = ?) FROM "jobs" <- 0, "mail", 0"#,
            mysql: r#"SELECT count(CASE WHEN `attempts` = ? THEN 1 END), avg(CASE WHEN `consumer` = ? THEN `attempts` END + 0e0), group_concat(CASE WHEN `attempts` = ? THEN `consumer` END ORDER BY `id` SEPARATOR ',') FROM `jobs` <- 0, "mail", 0"#,
            mariadb: r#"SELECT count(CASE WHEN `attempts` = ? THEN 1 END), avg(CASE WHEN `consumer` = ? THEN `attempts` END + 0e0), group_concat(CASE WHEN `attempts` = ? THEN `consumer` END ORDER BY `id` SEPARATOR ',') FROM `jobs` <- 0, "mail", 0"#,
        },
    );
}

#[test]
fn groups() {
    renders(
        Statement::Select(Select {
            filter: Some(eq(job("consumer"), text("mail"))),
            group_by: vec![job("status"), job("consumer")],
            having: Some(binary(BinaryOperator::Gt, expr(Aggregate::count_all()), int(1))),
            order_by: vec![ascending(expr(Aggregate::count_all())), ascending(job("status"))],
            limit: Some(5),
            ..of_jobs(vec![job("status"), job("consumer"), expr(Aggregate::count_all())])
        }),
        Expected {
            postgres: r#"SELECT "status", "consumer", count(*) FROM "jobs" WHERE "consumer" = $1 GROUP BY "status", "consumer" HAVING count(*) > $2 ORDER BY count(*), "status" LIMIT $3 <- "mail", 1, 5"#,
            sqlite: r#"SELECT "status", "consumer", count(*) FROM "jobs" WHERE "consumer" = ? GROUP BY "status", "consumer" HAVING count(*) > ? ORDER BY count(*), "status" LIMIT +? <- "mail", 1, 5"#,
            mysql: r#"SELECT `status`, `consumer`, count(*) FROM `jobs` WHERE `consumer` = ? GROUP BY `status`, `consumer` HAVING count(*) > ? ORDER BY count(*), `status` LIMIT ? <- "mail", 1, 5"#,
            mariadb: r#"SELECT `status`, `consumer`, count(*) FROM `jobs` WHERE `consumer` = ? GROUP BY `status`, `consumer` HAVING count(*) > ? ORDER BY count(*), `status` LIMIT ? <- "mail", 1, 5"#,
        },
    );
}

/// PostgreSQL does not know that `$1` and `$2` are the same.
#[test]
fn an_expression_with_values_is_named_by_its_place() {
    renders(
        Statement::Select(Select {
            group_by: vec![binary(BinaryOperator::DivideInteger, job("attempts"), int(10))],
            order_by: vec![ascending(binary(BinaryOperator::DivideInteger, job("attempts"), int(10)))],
            ..of_jobs(vec![
                expr(Aggregate::count_all()),
                binary(BinaryOperator::DivideInteger, job("attempts"), int(10)),
            ])
        }),
        Expected {
            postgres: r#"SELECT count(*), "attempts" / $1 FROM "jobs" GROUP BY 2 ORDER BY 2 <- 10"#,
            sqlite: r#"SELECT count(*), "attempts" / ? FROM "jobs" GROUP BY 2 ORDER BY 2 <- 10"#,
            mysql: "SELECT count(*), `attempts` DIV ? FROM `jobs` GROUP BY 2 ORDER BY 2 <- 10",
            mariadb: "SELECT count(*), `attempts` DIV ? FROM `jobs` GROUP BY 2 ORDER BY 2 <- 10",
        },
    );
}

#[test]
fn a_primary_key_stands_for_its_row() {
    renders(
        Statement::Select(Select {
            projection: vec![Projected::Table(&JOBS), Projected::Expr(expr(Aggregate::count_all()))].into(),
            group_by: vec![job("id")],
            ..of_jobs(Vec::new())
        }),
        Expected {
            postgres: r#"SELECT "id", "consumer", "key", "status", "attempts", "due_at", count(*) FROM "jobs" GROUP BY "id""#,
            sqlite: r#"SELECT "id", "consumer", "key", "status", "attempts", "due_at", count(*) FROM "jobs" GROUP BY "id""#,
            mysql: "SELECT `id`, `consumer`, `key`, `status`, `attempts`, `due_at`, count(*) FROM `jobs` GROUP BY `id`",
            mariadb: "SELECT `id`, `consumer`, `key`, `status`, `attempts`, `due_at`, count(*) FROM `jobs` GROUP BY `id`",
        },
    );
}

#[test]
fn a_column_that_is_not_grouped_by() {
    is_refused(
        select(vec![job("consumer"), expr(Aggregate::count_all())]),
        "error: SQL cannot do `consumer` in a query of groups: the rows of a group may have different values in it; group by it, or by the primary key of its table, or ask for its `min()` or another aggregate",
    );
}

#[test]
fn a_column_inside_an_expression_that_is_not_grouped_by() {
    is_refused(
        Statement::Select(Select {
            group_by: vec![job("consumer")],
            having: Some(binary(BinaryOperator::Gt, job("attempts"), expr(Aggregate::count_all()))),
            ..of_jobs(vec![job("consumer")])
        }),
        "error: SQL cannot do `attempts` in a query of groups: the rows of a group may have different values in it; group by it, or by the primary key of its table, or ask for its `min()` or another aggregate",
    );
}

#[test]
fn an_aggregate_in_where() {
    is_refused(
        Statement::Select(Select {
            filter: Some(eq(expr(Aggregate::count_all()), int(1))),
            ..of_jobs(vec![job("id")])
        }),
        "error: SQL cannot do count: an aggregate is not known before the rows are; use it in `columns`, `having` or `order_by` of a query, or in a subquery",
    );
}

#[test]
fn an_aggregate_in_an_aggregate() {
    is_refused(
        select(vec![expr(aggregate(AggregateFunction::Sum, expr(Aggregate::count_all()), ColumnType::BigInt))]),
        "error: SQL cannot do count: an aggregate is not known before the rows are; use it in `columns`, `having` or `order_by` of a query, or in a subquery",
    );
}

#[test]
fn an_aggregate_in_set() {
    is_refused(
        Statement::Update(update_jobs(vec![assign("attempts", expr(Aggregate::count_all()))])),
        "error: SQL cannot do count: an aggregate is not known before the rows are; use it in `columns`, `having` or `order_by` of a query, or in a subquery",
    );
}

#[test]
fn an_aggregate_in_a_delete() {
    is_refused(
        Statement::Delete(delete_jobs(eq(expr(Aggregate::count_all()), int(1)))),
        "error: SQL cannot do count: an aggregate is not known before the rows are; use it in `columns`, `having` or `order_by` of a query, or in a subquery",
    );
}

#[test]
fn an_order_that_does_not_matter() {
    is_refused(
        select(vec![expr(Aggregate { order_by: vec![ascending(job("id"))], ..Aggregate::count_all() })]),
        "error: SQL cannot do count: the order of the values does not matter to it; leave it out",
    );
}
