//! The statements that are prepared on a connection.

use mysql_async::{Params, Statement, Value};
use tempest_dialects::Sql;

use super::connect::Flavour;
use crate::driver::statement_cache::StatementCache;

/// Prepared statements by their text and, on MySQL, by the types of their parameters: MySQL keeps the types of a
/// statement's first run, and reads what comes later by them, unless a column tells the type.
#[derive(Debug)]
pub(super) struct Statements {
    flavour: Flavour,
    by_text: StatementCache<String, Vec<Prepared>>,
}

#[derive(Debug)]
struct Prepared {
    kinds: Vec<Kind>,
    statement: Statement,
}

/// How a parameter is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Null,
    Text,
    Integer,
    Unsigned,
    Float,
    Double,
    Date,
    Time,
}

/// How many variants of one text are kept.
const VARIANTS: usize = 8;

impl Statements {
    pub(super) fn new(flavour: Flavour, capacity: usize) -> Self {
        Self { flavour, by_text: StatementCache::new(capacity) }
    }

    /// The parameters whose kinds tell the variants of a statement apart.
    fn telling<'a>(&self, sql: &Sql<'_>, params: &'a Params) -> &'a [Value] {
        match (self.flavour, params) {
            // Rows of an INSERT with other NULLs in them need no other statement.
            _ if sql.typed_by_columns => &[],
            (Flavour::MySql, Params::Positional(values)) => values,
            _ => &[],
        }
    }

    /// A statement of this text that was first run with such parameters.
    pub(super) fn get(&mut self, sql: &Sql<'_>, params: &Params) -> Option<Statement> {
        let values = self.telling(sql, params);
        let variants = self.by_text.get(sql.text.as_str())?;
        let prepared = variants.iter().find(|prepared| takes(&prepared.kinds, values.iter().map(kind)))?;
        Some(prepared.statement.clone())
    }

    /// Keeps a statement that is first run with these parameters, and gives back those that had to go, so that they can
    /// be closed.
    pub(super) fn put(&mut self, sql: &Sql<'_>, params: &Params, statement: Statement) -> Vec<Statement> {
        let kinds: Vec<Kind> = self.telling(sql, params).iter().map(kind).collect();
        let mut variants = self.by_text.forget(sql.text.as_str()).unwrap_or_default();
        // A variant that was first run with a NULL is of no more use once there is one that knows the type.
        let mut gone: Vec<_> =
            variants.extract_if(.., |prepared| takes(&kinds, prepared.kinds.iter().copied())).collect();
        variants.push(Prepared { kinds, statement });
        if variants.len() > VARIANTS {
            gone.push(variants.remove(0));
        }
        gone.extend(self.by_text.put(sql.text.clone(), variants).into_iter().flatten());
        gone.into_iter().map(|prepared| prepared.statement).collect()
    }

    /// Forgets all variants of a text, and gives them back.
    pub(super) fn forget(&mut self, text: &str) -> Vec<Statement> {
        let variants = self.by_text.forget(text).unwrap_or_default();
        variants.into_iter().map(|prepared| prepared.statement).collect()
    }
}

/// Whether a statement that was first run with parameters of the kinds `first` takes parameters of the kinds `later`.
/// A NULL is read the same whatever the type.
fn takes(first: &[Kind], later: impl ExactSizeIterator<Item = Kind>) -> bool {
    first.len() == later.len() && first.iter().zip(later).all(|(first, later)| *first == later || later == Kind::Null)
}

fn kind(value: &Value) -> Kind {
    match value {
        Value::NULL => Kind::Null,
        Value::Bytes(_) => Kind::Text,
        Value::Int(_) => Kind::Integer,
        Value::UInt(_) => Kind::Unsigned,
        Value::Float(_) => Kind::Float,
        Value::Double(_) => Kind::Double,
        Value::Date(..) => Kind::Date,
        Value::Time(..) => Kind::Time,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn null_goes_with_any_type_but_gives_none() {
        let (int, text, null) = (Kind::Integer, Kind::Text, Kind::Null);
        for (first, later, expected) in [
            (vec![int], vec![int], true),
            (vec![int], vec![text], false),
            (vec![int, text], vec![null, text], true),
            (vec![null], vec![int], false),
            (vec![null], vec![null], true),
            (vec![], vec![], true),
            (vec![int], vec![int, int], false),
        ] {
            assert_eq!(takes(&first, later.iter().copied()), expected, "{first:?} {later:?}");
        }
    }
}
