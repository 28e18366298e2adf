//! The tables of the rendering tests, and short ways to write trees.

use std::sync::Arc;

use tempest_dialects::table::{ColumnDef, IndexDef};
use tempest_dialects::tree::{
    Assignment, BinaryOperator, ColumnRef, ConflictAction, ConflictTarget, Delete, Direction, Expr, From, Insert,
    OnConflict, OrderBy, Projected, RawPart, Select, Statement, Update,
};
use tempest_dialects::types::EnumDef;
use tempest_dialects::{ColumnType, TableDef, Value};

pub(super) static STATUS: EnumDef = EnumDef::text("status", &["queued", "sent"]);

/// A queue: a key that the database makes, a partial unique index with a predicate of its own columns, another one with
/// a predicate that has a value in it, and a plain one.
pub(super) static JOBS: TableDef = TableDef::new(
    "jobs",
    &[
        ColumnDef::new("id", "id", ColumnType::BigInt).auto(),
        ColumnDef::new("consumer", "consumer", ColumnType::Text),
        ColumnDef::new("key", "key", ColumnType::Text).nullable(true),
        ColumnDef::new("status", "status", ColumnType::Enum(&STATUS)),
        ColumnDef::new("attempts", "attempts", ColumnType::Integer).default(zero),
        ColumnDef::new("due_at", "due_at", ColumnType::TimestampTz),
    ],
)
.primary_key(&[0])
.unique(&[
    IndexDef::new("jobs_key", &[1, 2]).predicate(has_key),
    IndexDef::new("jobs_queued", &[1, 3]).predicate(is_queued),
    IndexDef::new("jobs_due", &[1, 5]),
]);

/// A table whose key the program makes.
pub(super) static TAGS: TableDef = TableDef::new(
    "tags",
    &[
        ColumnDef::new("job", "job", ColumnType::BigInt),
        ColumnDef::new("name", "name", ColumnType::Text),
        ColumnDef::new("note", "note", ColumnType::Text).nullable(true),
    ],
)
.primary_key(&[0, 1]);

fn zero() -> Expr {
    int(0)
}

fn has_key() -> Expr {
    Expr::IsNotNull(Box::new(job("key")))
}

fn is_queued() -> Expr {
    eq(job("status"), Expr::Value(Value::Enum("queued")))
}

/// A column of [`JOBS`].
pub(super) fn job(column: &'static str) -> Expr {
    Expr::Column(ColumnRef { table: "jobs", column })
}

/// A column of [`TAGS`].
pub(super) fn tag(column: &'static str) -> Expr {
    Expr::Column(ColumnRef { table: "tags", column })
}

pub(super) fn int(value: i32) -> Expr {
    Expr::Value(Value::I32(value))
}

pub(super) fn big(value: i64) -> Expr {
    Expr::Value(Value::I64(value))
}

pub(super) fn text(value: &'static str) -> Expr {
    Expr::Value(Value::Text(value.into()))
}

pub(super) fn binary(operator: BinaryOperator, left: Expr, right: Expr) -> Expr {
    Expr::Binary(operator, Box::new((left, right)))
}

pub(super) fn eq(left: Expr, right: Expr) -> Expr {
    binary(BinaryOperator::Eq, left, right)
}

pub(super) fn add(left: Expr, right: Expr) -> Expr {
    binary(BinaryOperator::Add, left, right)
}

pub(super) fn raw(parts: &[RawPart]) -> Expr {
    Expr::Raw(parts.to_vec())
}

pub(super) fn ascending(expr: Expr) -> OrderBy {
    OrderBy { expr, direction: Direction::Ascending, nulls: None }
}

/// The ids of all jobs.
pub(super) fn ids() -> Select {
    Select { projection: vec![Projected::Expr(job("id"))].into(), from: Some(From::Table(&JOBS)), ..Select::default() }
}

/// The ids of the jobs that meet a condition.
pub(super) fn ids_where(condition: Expr) -> Statement {
    Statement::Select(Select { filter: Some(condition), ..ids() })
}

/// One expression, of no table.
pub(super) fn select_expr(expr: Expr) -> Statement {
    Statement::Select(Select { projection: vec![Projected::Expr(expr)].into(), ..Select::default() })
}

pub(super) fn assign(column: &'static str, value: Expr) -> Assignment {
    Assignment { column, value }
}

pub(super) fn update_jobs(assignments: Vec<Assignment>) -> Update {
    Update { table: &JOBS, assignments, filter: None, returning: Vec::new().into() }
}

pub(super) fn delete_jobs(filter: Expr) -> Delete {
    Delete { table: &JOBS, filter: Some(filter), returning: Vec::new().into() }
}

/// An INSERT of rows of all columns that are given.
pub(super) fn insert(table: &'static TableDef, columns: &[&'static str], rows: Vec<Vec<Expr>>) -> Insert {
    Insert {
        table,
        columns: columns.to_vec(),
        rows: rows.len(),
        values: Arc::new(rows.into_iter().flatten().collect()),
        on_conflict: None,
        returning: Vec::new().into(),
    }
}

/// An INSERT of so many jobs.
pub(super) fn insert_jobs(rows: usize) -> Insert {
    insert(&JOBS, &["consumer", "key"], vec![vec![text("mail"), text("k")]; rows])
}

pub(super) fn do_nothing(target: ConflictTarget) -> Option<OnConflict> {
    Some(OnConflict { target, action: ConflictAction::DoNothing })
}

pub(super) fn do_update(target: ConflictTarget, assignments: Vec<Assignment>) -> Option<OnConflict> {
    Some(OnConflict { target, action: ConflictAction::DoUpdate { assignments, filter: None } })
}

pub(super) fn columns(columns: &[&'static str]) -> ConflictTarget {
    ConflictTarget::Columns(columns.to_vec())
}
