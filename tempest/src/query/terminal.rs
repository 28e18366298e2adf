//! From a builder to its result: what becomes of the rows, for each terminal.

use crate::engine::Fetched;
use crate::error::{BuildError, Error, Result};
use tempest_dialects::tree::{BinaryOperator, Expr, From, Projected, Select};
use tempest_dialects::{Dialect, Statement, TableDef};

pub(super) fn rendered(
    statement: Result<Option<Statement>, BuildError>,
    dialect: &dyn Dialect,
) -> Result<String, BuildError> {
    match statement? {
        Some(statement) => Ok(statement.render(dialect)?.text),
        None => Ok(String::new()),
    }
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

/// Asks for so many rows at most, unless a key says that there is one at most: without LIMIT the database has less to do.
pub(super) fn at_most(select: &mut Select, rows: u64) {
    if !finds_by_key(select) {
        select.limit = Some(select.limit.map_or(rows, |limit| limit.min(rows)));
    }
}

/// Whether the rows have given values in all columns of the primary key or of a unique index.
fn finds_by_key(select: &Select) -> bool {
    let (Some(From::Table(table)), Some(filter)) = (&select.from, &select.filter) else { return false };
    if !select.joins.is_empty() {
        return false;
    }
    let terms = if let Expr::All(terms) = filter { terms } else { std::slice::from_ref(filter) };
    let given = |position: &usize| {
        let column = table.columns.get(*position).map(|column| column.name);
        terms.iter().any(|term| match term {
            Expr::Binary(BinaryOperator::Eq, operands) => matches!(&**operands, (Expr::Column(found), Expr::Value(_))
                if found.table == table.name && Some(found.column) == column),
            _ => false,
        })
    };
    let all_given = |columns: &[usize]| !columns.is_empty() && columns.iter().all(given);
    all_given(table.primary_key)
        || table.unique.iter().any(|index| index.predicate.is_none() && all_given(index.columns))
}

/// `SELECT COUNT(*)` of the rows of a query.
pub(super) fn count_of(mut select: Select) -> Statement {
    let rows = !select.distinct && select.distinct_on.is_empty() && !select.is_grouped();
    let plain = rows && select.limit.is_none() && select.offset.is_none();
    let mut count = Select { projection: vec![Projected::Expr(Expr::CountAll)].into(), ..Select::default() };
    if plain {
        count.from = select.from;
        count.joins = select.joins;
        count.filter = select.filter;
    } else {
        // It makes no difference to how many rows there are.
        select.order_by.clear();
        select.projection = counted(select.distinct, &select.projection).into();
        count.from = Some(From::Select(Box::new(select), "counted"));
    }
    Statement::Select(count)
}

/// What the rows hold that are counted: MySQL and MariaDB take no name twice in a derived table.
fn counted(distinct: bool, projection: &[Projected]) -> Vec<Projected> {
    let plain = |projected: &Projected| !matches!(projected, Projected::Expr(expr) if !matches!(expr, Expr::Column(_)));
    if !distinct && projection.iter().all(plain) {
        return Vec::new();
    }
    let mut once: Vec<Projected> = Vec::with_capacity(projection.len());
    for projected in projection {
        let repeats = |other: &Projected| match (projected, other) {
            (Projected::Table(table), Projected::Table(other)) => table.name == other.name,
            (Projected::Alias(_, name), Projected::Alias(_, other)) => name == other,
            (Projected::Expr(Expr::Column(column)), Projected::Alias(_, other)) => column.table == *other,
            (Projected::Expr(Expr::Column(column)), Projected::Table(other)) => column.table == other.name,
            (Projected::Expr(Expr::Column(column)), Projected::Expr(Expr::Column(other))) => column == other,
            _ => false,
        };
        if once.iter().any(repeats) {
            continue;
        }
        if let Projected::Table(TableDef { name, .. }) | Projected::Alias(_, name) = projected {
            once.retain(|other| !matches!(other, Projected::Expr(Expr::Column(column)) if column.table == *name));
        }
        once.push(projected.clone());
    }
    once
}

/// `SELECT EXISTS` a row of a query.
pub(super) fn exists_of(select: Select) -> Statement {
    let exists = Expr::Exists(Box::new(select));
    Statement::Select(Select { projection: vec![Projected::Expr(exists)].into(), ..Select::default() })
}
