//! Conditions: NULL, ranges, lists, subqueries and patterns.

use super::Writer;
use super::expr::{ALL, ANY, Binding};
use super::writer::no_database;
use crate::dialect::InLimitedSelect;
use crate::error::BuildError;
use crate::tree::{Expr, From, Projected, Select};
use crate::value::Value;

/// The name of the derived table around a subquery.
const DERIVED: &str = "changed";

impl<'a> Writer<'a, '_> {
    pub(super) fn null_test(&mut self, expr: &'a Expr, test: &str) -> Result<(), BuildError> {
        self.lone_operand(expr, Binding::Sum)?;
        self.push(test);
        Ok(())
    }

    pub(super) fn between(&mut self, expr: &'a Expr, low: &'a Expr, high: &'a Expr) -> Result<(), BuildError> {
        self.lone_operand(expr, Binding::Sum)?;
        self.push(" BETWEEN ");
        self.operand(low, Binding::Sum)?;
        self.push(" AND ");
        self.operand(high, Binding::Sum)
    }

    pub(super) fn exists(&mut self, select: &'a Select) -> Result<(), BuildError> {
        self.push("EXISTS (");
        self.subquery_of_condition(select)?;
        self.push(")");
        Ok(())
    }

    pub(super) fn scalar(&mut self, select: &'a Select) -> Result<(), BuildError> {
        if !has_one_column(select) {
            return Err(no_database("a subquery as a value", "it must have one column", "select one column"));
        }
        self.push("(");
        self.subquery_of_condition(select)?;
        self.push(")");
        Ok(())
    }

    pub(super) fn in_values(&mut self, expr: &'a Expr, values: &'a [Value], negated: bool) -> Result<(), BuildError> {
        if values.is_empty() {
            self.push(if negated { ALL.of_none } else { ANY.of_none });
            return Ok(());
        }
        self.lone_operand(expr, Binding::Sum)?;
        // A list of arrays is no array of one dimension.
        let is_flat = !values.iter().any(|value| matches!(value, Value::Array(..)));
        if is_flat && self.dialect.lists_are_parameters() && !self.literals() {
            self.push(if negated { " <> ALL(" } else { " = ANY(" });
            self.bind_list(values)?;
        } else {
            self.push(if negated { " NOT IN (" } else { " IN (" });
            for (index, value) in values.iter().enumerate() {
                if index > 0 {
                    self.push(", ");
                }
                self.bind(value)?;
            }
        }
        self.push(")");
        Ok(())
    }

    pub(super) fn in_select(&mut self, expr: &'a Expr, select: &'a Select, negated: bool) -> Result<(), BuildError> {
        if !has_one_column(select) {
            return Err(no_database("IN (SELECT …)", "the subquery must have one column", "select one column"));
        }
        let limited = select.limit.is_some() || select.offset.is_some();
        let mut array = false;
        if limited || select.lock.is_some() {
            match self.dialect.in_limited_select() {
                InLimitedSelect::Plain => {}
                InLimitedSelect::Array => array = true,
                InLimitedSelect::Refused(refusal) if limited => return Err(refusal.by(self.dialect)),
                InLimitedSelect::Refused(_) => {}
            }
        }
        self.lone_operand(expr, Binding::Sum)?;
        self.push(match (array, negated) {
            (false, false) => " IN (",
            (false, true) => " NOT IN (",
            (true, false) => " = ANY(ARRAY(",
            (true, true) => " <> ALL(ARRAY(",
        });
        self.subquery_of_condition(select)?;
        self.push(if array { "))" } else { ")" });
        Ok(())
    }

    /// Writes a subquery inside an expression.
    fn subquery_of_condition(&mut self, select: &'a Select) -> Result<(), BuildError> {
        let Some(changed) = self.changed else {
            return self.subquery(select);
        };
        if select.lock.is_some() {
            self.allow(self.dialect.lock_in_change())?;
        }
        let reads_changed = select.from.iter().chain(select.joins.iter().map(|join| &join.to)).any(|source| {
            matches!(source, From::Table(table) | From::Alias(table, _)
                if table.name == changed.name && table.schema == changed.schema)
        });
        if reads_changed && self.in_returning && !self.dialect.returning_reads_changed_table() {
            return Err(self.refuse(
                "RETURNING with a subquery",
                format!("it cannot read `{}`, which the statement changes", changed.name),
                "read the table in a statement of its own, in the same transaction",
            ));
        }
        if reads_changed && !self.dialect.reads_changed_table() {
            // The hint keeps the derived table from being merged into the statement, where it would be refused again.
            self.push("SELECT /*+ NO_MERGE(");
            self.identifier(DERIVED)?;
            self.push(") */ * FROM (");
            self.subquery(select)?;
            self.push(") AS ");
            self.identifier(DERIVED)
        } else {
            self.subquery(select)
        }
    }

    pub(super) fn like(&mut self, expr: &'a Expr, pattern: &'a Expr, case_insensitive: bool) -> Result<(), BuildError> {
        // An error on PostgreSQL, and a pattern that nothing matches on the others.
        if matches!(pattern, Expr::Value(Value::Text(text)) if ends_in_escape(text)) {
            return Err(no_database(
                "LIKE",
                "the pattern ends in `!`, which takes the meaning from a character that is not there",
                "write `!!` for a `!`",
            ));
        }
        if case_insensitive && !self.dialect.has_ilike() {
            self.push("LOWER(");
            self.expr(expr)?;
            self.push(") LIKE LOWER(");
            self.expr(pattern)?;
            self.push(")");
        } else {
            self.lone_operand(expr, Binding::Sum)?;
            self.push(if case_insensitive { " ILIKE " } else { " LIKE " });
            if matches!(pattern, Expr::Value(Value::Text(text)) if text.starts_with('%')) && !self.literals() {
                self.push(self.dialect.before_floating_pattern());
            }
            self.operand(pattern, Binding::Sum)?;
        }
        // MySQL cannot write a backslash here as the others do, and SQLite has no escape character by default.
        self.push(" ESCAPE '!'");
        Ok(())
    }
}

fn has_one_column(select: &Select) -> bool {
    match &select.projection[..] {
        [Projected::Expr(_)] => true,
        [Projected::Table(table) | Projected::Alias(table, _)] => table.columns.len() == 1,
        _ => false,
    }
}

/// Whether the last character is an escape, and not one that is escaped itself.
fn ends_in_escape(pattern: &str) -> bool {
    (pattern.len() - pattern.trim_end_matches('!').len()) % 2 == 1
}
