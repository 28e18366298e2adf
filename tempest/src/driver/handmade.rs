//! Statements written by hand, for the drivers' own tests.

#[cfg(feature = "mysql")]
use tempest_dialects::render::Outcome;
use tempest_dialects::tree::{Expr, Projected, RawPart, Select};
use tempest_dialects::{Param, Sql, Sqlite, Statement, Value};

/// A statement of this text, with these values.
pub(crate) fn sql(text: &str, values: Vec<Value>) -> Sql<'static> {
    let one = Projected::Expr(Expr::Raw(vec![RawPart::Sql("1")]));
    let select = Statement::Select(Select { projection: vec![one].into(), ..Select::default() });
    let mut sql = Box::leak(Box::new(select)).render(&Sqlite).unwrap();
    sql.text = text.to_owned();
    sql.params = values.into_iter().map(Param::Owned).collect();
    sql
}

/// The same, whose answer is to be read in a way of its own.
#[cfg(feature = "mysql")]
pub(crate) fn sql_with_outcome(text: &str, values: Vec<Value>, outcome: Outcome) -> Sql<'static> {
    let mut sql = sql(text, values);
    sql.outcome = outcome;
    sql
}
