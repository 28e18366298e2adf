//! From a builder to its result: what a terminal asks an executor to run.

use crate::driver::{Decode, Fetched};
use crate::error::{BuildError, Error, Result};
use tempest_dialects::tree::{Expr, From, Projected, Select};
use tempest_dialects::{Dialect, Statement};

/// What becomes of the rows.
pub(super) type Finish<T, U> = fn(Fetched<T>, sql: &str) -> Result<U>;

/// One statement to run: how its rows are decoded, and what becomes of them.
#[derive(Debug)]
pub struct Run<T, U> {
    /// The statement, or why it cannot be built. `None` where there is nothing to send: an `INSERT` of no rows.
    pub(crate) statement: Result<Option<Statement>, BuildError>,
    pub(crate) decode: Decode<T>,
    pub(crate) finish: Finish<T, U>,
}

impl<T, U> Run<T, U> {
    pub(super) fn new(statement: Statement, decode: Decode<T>, finish: Finish<T, U>) -> Self {
        Self::of(Ok(Some(statement)), decode, finish)
    }

    pub(super) fn of(
        statement: Result<Option<Statement>, BuildError>,
        decode: Decode<T>,
        finish: Finish<T, U>,
    ) -> Self {
        Self { statement, decode, finish }
    }
}

pub(super) fn rendered(statement: &Statement, dialect: &dyn Dialect) -> Result<String, BuildError> {
    Ok(statement.render(dialect)?.text)
}

pub(super) fn all<T>(fetched: Fetched<T>, _sql: &str) -> Result<Vec<T>> {
    Ok(fetched.rows)
}

pub(super) fn first<T>(fetched: Fetched<T>, _sql: &str) -> Result<Option<T>> {
    Ok(fetched.rows.into_iter().next())
}

pub(super) fn one<T>(fetched: Fetched<T>, sql: &str) -> Result<T> {
    optional(fetched, sql)?.ok_or_else(|| Error::RowNotFound { sql: sql.to_owned() })
}

pub(super) fn optional<T>(fetched: Fetched<T>, sql: &str) -> Result<Option<T>> {
    let mut rows = fetched.rows.into_iter();
    let row = rows.next();
    if rows.next().is_some() {
        return Err(Error::TooManyRows { sql: sql.to_owned() });
    }
    Ok(row)
}

#[allow(clippy::unnecessary_wraps, reason = "a finish can fail")]
pub(super) fn affected(fetched: Fetched<()>, _sql: &str) -> Result<u64> {
    Ok(fetched.affected)
}

pub(super) fn count(fetched: Fetched<i64>, sql: &str) -> Result<u64> {
    Ok(u64::try_from(one(fetched, sql)?).unwrap_or(0))
}

pub(super) fn exists(fetched: Fetched<bool>, sql: &str) -> Result<bool> {
    one(fetched, sql)
}

/// `SELECT COUNT(*)` of the rows of a query.
pub(super) fn count_of(mut select: Select) -> Statement {
    let plain = !select.distinct && select.limit.is_none() && select.offset.is_none();
    let mut count = Select { projection: vec![Projected::Expr(Expr::CountAll)], ..Select::default() };
    if plain {
        count.from = select.from;
        count.filter = select.filter;
    } else {
        if select.limit.is_none() && select.offset.is_none() {
            select.order_by.clear();
        }
        count.from = Some(From::Select(Box::new(select), "counted"));
    }
    Statement::Select(count)
}

/// `SELECT EXISTS` a row of a query.
pub(super) fn exists_of(select: Select) -> Statement {
    let exists = Expr::Exists(Box::new(select));
    Statement::Select(Select { projection: vec![Projected::Expr(exists)], ..Select::default() })
}
