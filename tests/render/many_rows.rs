//! An INSERT of many rows: how it is written, and where it is divided into several statements.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::sync::Arc;

use tempest_dialects::render::{Param, Values};
use tempest_dialects::table::{ColumnDef, ReferenceDef};
use tempest_dialects::tree::{ConflictTarget, Expr, Insert, Projected, RawPart, Statement};
use tempest_dialects::{ColumnType, Dialect, MariaDb, MySql, Postgres, Sql, Sqlite, TableDef, Value};

use super::expected::{Expected, is_refused, renders};
use super::sample::{JOBS, TAGS, assign, big, columns, do_nothing, do_update, insert, int, job, raw, text};

/// The rows and parameters of each of the statements.
fn parts(statement: &Statement, dialect: &dyn Dialect) -> Vec<(usize, usize)> {
    let rows = |sql: &Sql<'_>, start: usize| {
        let Statement::Insert(insert) = statement else { panic!() };
        sql.next_row.unwrap_or(insert.rows) - start
    };
    let mut next = Some(statement.render(dialect).unwrap());
    let (mut parts, mut start) = (Vec::new(), 0);
    while let Some(sql) = next {
        let repeated = sql.repeat.iter().flat_map(|repeat| repeat.runs().chain(repeat.last().map(|(_, rows)| rows)));
        parts.push((rows(&sql, start), repeated.map(Values::len).sum::<usize>() + sql.params.len()));
        start = sql.next_row.unwrap_or_default();
        next = statement.render_after(&sql, dialect).unwrap();
    }
    parts
}

/// So many rows of one column.
fn numbers(rows: usize) -> Insert {
    insert(&JOBS, &["attempts"], (0..rows).map(|_| vec![int(1)]).collect())
}

fn tags(rows: usize) -> Insert {
    insert(&TAGS, &["job", "name", "note"], (0..rows).map(|_| vec![big(1), text("a"), text("b")]).collect())
}

#[test]
fn one_statement_takes_so_many_rows() {
    for (dialect, rows) in [(&Postgres as &dyn Dialect, 5_000), (&MySql, 1_000), (&MariaDb, 1_000)] {
        // One array, or one parameter for each row.
        let params = |rows: usize| if dialect.name() == "PostgreSQL" { 1 } else { rows };
        assert_eq!(parts(&Statement::Insert(numbers(rows)), dialect), [(rows, params(rows))]);
        assert_eq!(parts(&Statement::Insert(numbers(rows + 1)), dialect), [(rows, params(rows)), (1, 1)]);
        let three = [(rows, params(rows)), (rows, params(rows)), (2, params(2))];
        assert_eq!(parts(&Statement::Insert(numbers(2 * rows + 2)), dialect), three);
    }
    assert_eq!(parts(&Statement::Insert(numbers(32_766)), &Sqlite), [(32_766, 32_766)]);
    assert_eq!(parts(&Statement::Insert(numbers(32_767)), &Sqlite), [(32_766, 32_766), (1, 1)]);
    assert_eq!(parts(&Statement::Insert(tags(20_000)), &Sqlite), [(10_922, 32_766), (9_078, 27_234)]);
}

#[test]
fn the_text_does_not_depend_on_the_number_of_rows() {
    let many = Statement::Insert(tags(11_000));
    for dialect in [&Postgres as &dyn Dialect, &MySql] {
        let first = many.render(dialect).unwrap();
        let second = many.render_after(&first, dialect).unwrap().unwrap();
        assert_eq!(first.text, second.text);
    }
    let (two, many) = (Statement::Insert(tags(2)), many.render(&Postgres).unwrap().text);
    assert_eq!(two.render(&Postgres).unwrap().text, many);
}

#[test]
fn a_text_of_some_rows_runs_again_and_again() {
    let statement = Statement::Insert(Insert {
        on_conflict: do_update(columns(&["job", "name"]), vec![assign("note", text("again"))]),
        ..tags(406)
    });
    let sql = statement.render(&Sqlite).unwrap();
    let repeat = sql.repeat.as_ref().unwrap();
    // 200 rows, twice, and 6: each run with the parameter of the update.
    assert_eq!(repeat.runs().map(Values::len).collect::<Vec<_>>(), [600, 600]);
    assert_eq!(sql.params, [Param::Value(&Value::Text("again".into()))]);
    assert_eq!(sql.text.matches("(?, ?, ?)").count(), 200);
    let (last, rows) = repeat.last().unwrap();
    assert_eq!((last.matches("(?, ?, ?)").count(), rows.len()), (6, 18));
    assert!(last.ends_with(r#" ON CONFLICT ("job", "name") DO UPDATE SET "note" = ?"#), "{last}");
    let [big, text] = [Value::I64(1), Value::Text("a".into())];
    assert!(rows.iter().take(2).eq([&big, &text]));
    let even = Statement::Insert(tags(400));
    let repeat = even.render(&Sqlite).unwrap().repeat.unwrap();
    assert_eq!((repeat.runs().count(), repeat.last(), repeat.is_whole()), (2, None, true));
    let parts = Statement::Insert(tags(20_000));
    let first = parts.render(&Sqlite).unwrap();
    let second = parts.render_after(&first, &Sqlite).unwrap().unwrap();
    assert!(!first.repeat.unwrap().is_whole() && !second.repeat.unwrap().is_whole());
    assert_eq!(Statement::Insert(tags(200)).render(&Sqlite).unwrap().repeat, None);
}

/// MySQL keeps the types of a statement's first run, unless a column tells them.
#[test]
fn rows_of_values_are_typed_by_their_columns() {
    let typed = |insert: Insert| Statement::Insert(insert).render(&MySql).unwrap().typed_by_columns;
    assert!(typed(tags(1)) && typed(tags(40)));
    assert!(!typed(insert(&JOBS, &["key", "due_at"], vec![vec![text("a"), Expr::Now]])));
    let update = vec![assign("note", text("again"))];
    assert!(!typed(Insert { on_conflict: do_update(ConflictTarget::Any, update), ..tags(2) }));
    let raw = raw(&[RawPart::Value(Value::I32(1))]);
    assert!(!typed(insert(&JOBS, &["attempts"], vec![vec![raw]])));
}

/// Runs of fewer rows, where 200 have more parameters than a statement takes.
#[test]
fn the_parameters_of_a_run_are_limited_too() {
    let sum: Vec<RawPart> = (0..32_166).map(|_| RawPart::Value(Value::I32(1))).collect();
    let returning = vec![Projected::Expr(raw(&sum))].into();
    let statement = Statement::Insert(Insert { returning, ..tags(1000) });
    let sql = statement.render(&Sqlite).unwrap();
    assert_eq!(sql.repeat.unwrap().runs().map(Values::len).collect::<Vec<_>>(), [600; 5]);
    let sum: Vec<RawPart> = (0..32_466).map(|_| RawPart::Value(Value::I32(1))).collect();
    let returning = vec![Projected::Expr(raw(&sum))].into();
    let statement = Statement::Insert(Insert { returning, ..tags(1000) });
    let sql = statement.render(&Sqlite).unwrap();
    assert_eq!(sql.repeat.unwrap().runs().map(Values::len).collect::<Vec<_>>(), [300; 10]);
}

fn to_itself() -> (&'static TableDef, Vec<usize>) {
    (&TREE, vec![0])
}

static TREE: TableDef = TableDef::new(
    "tree",
    &[
        ColumnDef::new("id", "id", ColumnType::BigInt),
        ColumnDef::new("parent", "parent", ColumnType::BigInt).nullable(true),
    ],
)
.primary_key(&[0])
.references(&[ReferenceDef::new("tree_parent", &[1], to_itself)]);

/// SQLite looks at the end of the statement whether the row is there that another one refers to.
#[test]
fn rows_that_may_refer_to_each_other_stay_in_one_statement() {
    let rows = Statement::Insert(insert(&TREE, &["id", "parent"], (0..1000).map(|n| vec![big(n), big(0)]).collect()));
    let sql = rows.render(&Sqlite).unwrap();
    assert_eq!((sql.params.len(), sql.repeat), (2000, None));
}

#[test]
fn computed_values_are_not_in_arrays() {
    renders(
        Statement::Insert(insert(
            &JOBS,
            &["key", "due_at"],
            vec![vec![text("a"), Expr::Now], vec![text("b"), Expr::Now]],
        )),
        Expected {
            postgres: r#"INSERT INTO "jobs" ("key", "due_at") VALUES ($1, now()), ($2, now()) <- "a", "b""#,
            sqlite: r#"INSERT INTO "jobs" ("key", "due_at") VALUES (?, strftime('%Y-%m-%d %H:%M:%f','now') || '000'), (?, strftime('%Y-%m-%d %H:%M:%f','now') || '000') <- "a", "b""#,
            mysql: "INSERT INTO `jobs` (`key`, `due_at`) VALUES (?, now(6)), (?, now(6)) <- \"a\", \"b\"",
            mariadb: "INSERT INTO `jobs` (`key`, `due_at`) VALUES (?, now(6)), (?, now(6)) <- \"a\", \"b\"",
        },
    );
}

/// `NULL::"path"` would be of PostgreSQL's own type.
#[test]
fn a_table_named_like_a_type() {
    static PATH: TableDef = TableDef::new("path", &[ColumnDef::new("id", "id", ColumnType::BigInt)]);
    static SCHEMA_PATH: TableDef = PATH.schema("s");
    let rows = |table| Statement::Insert(insert(table, &["id"], vec![vec![big(1)], vec![big(2)]]));
    assert_eq!(rows(&PATH).render(&Postgres).unwrap().text, r#"INSERT INTO "path" ("id") VALUES ($1), ($2)"#);
    assert_eq!(
        rows(&SCHEMA_PATH).render(&Postgres).unwrap().text,
        r#"INSERT INTO "s"."path" ("id") SELECT unnest(COALESCE($1, ARRAY[(NULL::"s"."path")."id"]))"#
    );
}

#[test]
fn computed_rows_are_divided_at_the_limit_of_parameters() {
    // Twenty parameters in each row.
    let sum: Vec<RawPart> = (0..20).map(|_| RawPart::Value(Value::I32(1))).collect();
    let row = || vec![raw(&sum)];
    let statement = Statement::Insert(insert(&JOBS, &["attempts"], (0..4000).map(|_| row()).collect()));
    assert_eq!(parts(&statement, &Postgres), [(3276, 65_520), (724, 14_480)]);
    assert_eq!(parts(&statement, &Sqlite), [(1638, 32_760), (1638, 32_760), (724, 14_480)]);
    assert_eq!(parts(&statement, &MySql)[0], (1000, 20_000));
}

/// What comes after the rows has parameters as well.
#[test]
fn the_parameters_of_an_update_count() {
    let sum: Vec<RawPart> = (0..10).map(|_| RawPart::Value(Value::I32(1))).collect();
    let returning = vec![Projected::Expr(raw(&sum)), Projected::Expr(job("id"))];
    let rows = (0..1000).map(|_| vec![raw(&[sum.clone(), sum.clone(), sum.clone(), sum.clone()].concat())]).collect();
    let statement = Statement::Insert(Insert { returning: returning.into(), ..insert(&JOBS, &["attempts"], rows) });
    assert_eq!(parts(&statement, &Sqlite), [(818, 818 * 40 + 10), (182, 182 * 40 + 10)]);
}

#[test]
fn a_row_with_too_many_parameters() {
    for (dialect, most) in [(&Postgres as &dyn Dialect, 65_535), (&Sqlite, 32_766), (&MySql, 65_535)] {
        assert_eq!(dialect.max_parameters(), most);
        let long = |count| vec![raw(&vec![RawPart::Value(Value::I32(1)); count])];
        let fits = Statement::Insert(insert(&JOBS, &["attempts"], vec![long(most), long(1)]));
        assert_eq!(parts(&fits, dialect), [(1, most), (1, 1)]);
        let expected = format!(
            "{} cannot do the statement: it has more than {most} parameters; split it into several",
            dialect.name()
        );
        for rows in [vec![long(most + 1)], vec![long(1), long(most + 1)], vec![long(1), long(most), long(most + 1)]] {
            let statement = Statement::Insert(insert(&JOBS, &["attempts"], rows));
            assert_eq!(statement.render(dialect).unwrap_err().to_string(), expected);
        }
    }
}

/// Within one statement PostgreSQL refuses to update a row twice; two statements would do it.
#[test]
fn an_upsert_that_may_not_touch_a_row_twice_is_not_divided() {
    let upsert = |rows: Insert| {
        let update = vec![assign("attempts", int(0))];
        Statement::Insert(Insert { on_conflict: do_update(columns(&["id"]), update), ..rows })
    };
    assert_eq!(parts(&upsert(numbers(100_000)), &Postgres), [(100_000, 2)]);
    assert_eq!(parts(&upsert(numbers(40_000)), &Sqlite).len(), 2);
    let computed =
        insert(&JOBS, &["attempts"], (0..70_000).map(|_| vec![raw(&[RawPart::Value(Value::I32(1))])]).collect());
    assert_eq!(
        upsert(computed).render(&Postgres).unwrap_err().to_string(),
        "PostgreSQL cannot do the statement: it has more than 65535 parameters; split it into several"
    );
}

#[test]
fn large_values_divide_as_well() {
    let long = || Expr::Value(Value::Text("x".repeat(400_000).into()));
    let rows = |count: usize| {
        Statement::Insert(insert(&TAGS, &["job", "name"], (0..count).map(|_| vec![big(1), long()]).collect()))
    };
    for dialect in [&Postgres as &dyn Dialect, &MySql, &Sqlite] {
        let rows: Vec<usize> = parts(&rows(5), dialect).into_iter().map(|(rows, _)| rows).collect();
        assert_eq!(rows, [2, 2, 1]);
    }
    // A row that is too large for it goes alone.
    let huge = Expr::Value(Value::Bytes(vec![0; 3 << 20]));
    let statement = Statement::Insert(insert(&TAGS, &["job", "note"], vec![vec![big(1), huge]; 2]));
    assert_eq!(parts(&statement, &MySql), [(1, 2), (1, 2)]);
}

/// A single row at the end is told from its duplicate by the server's refusal.
#[test]
fn the_last_row_alone_that_may_be_there() {
    let statement = Statement::Insert(Insert { on_conflict: do_nothing(ConflictTarget::Any), ..numbers(1001) });
    let first = statement.render(&MySql).unwrap();
    let last = statement.render_after(&first, &MySql).unwrap().unwrap();
    assert_eq!(last.text, "INSERT INTO `jobs` (`attempts`) VALUES (?)");
    assert_eq!(format!("{:?} {:?}", first.outcome, last.outcome), "WithoutDuplicates DuplicateIsNoRow");
}

/// What is wrong with the last row is told before the first one is sent.
#[test]
fn all_rows_are_checked_first() {
    let mut rows = insert(&TAGS, &["name"], (0..40_000).map(|_| vec![text("a")]).collect());
    Arc::make_mut(&mut rows.values)[39_999] = Expr::Default;
    let error = Statement::Insert(rows.clone()).render(&Sqlite).unwrap_err();
    assert_eq!(error.clause, "DEFAULT in place of a value");
    Arc::make_mut(&mut rows.values)[39_999] = text("\0");
    let error = Statement::Insert(rows.clone()).render(&Postgres).unwrap_err();
    assert_eq!(error.clause, "a text with a NUL character in column `name` of `tags`");
    Arc::make_mut(&mut rows.values)[39_999] = Expr::Excluded("name");
    is_refused(
        Statement::Insert(rows),
        "error: SQL cannot do the proposed row: only an INSERT that updates the row at a conflict has one; use it in DO UPDATE",
    );
}

#[test]
fn many_rows_of_defaults() {
    let statement = Statement::Insert(insert(&JOBS, &[], vec![Vec::new(); 5001]));
    assert_eq!(parts(&statement, &Postgres), [(5000, 0), (1, 0)]);
    let first = statement.render(&Postgres).unwrap();
    let last = statement.render_after(&first, &Postgres).unwrap().unwrap();
    assert_eq!(last.text, r#"INSERT INTO "jobs" ("id") VALUES (DEFAULT)"#);
}

#[test]
fn rows_that_return_and_do_nothing_are_refused_as_a_whole() {
    let huge = Expr::Value(Value::Bytes(vec![0; 3 << 20]));
    let statement = Statement::Insert(Insert {
        on_conflict: do_nothing(ConflictTarget::Any),
        returning: vec![Projected::Table(&TAGS)].into(),
        ..insert(&TAGS, &["note"], vec![vec![huge]; 2])
    });
    let error = statement.render(&MariaDb).unwrap_err();
    assert_eq!(error.clause, "RETURNING of an INSERT of several rows that leaves out duplicates");
}
