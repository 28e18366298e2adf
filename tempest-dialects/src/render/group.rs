//! `GROUP BY`, and what a query of groups may select.

use super::Writer;
use super::aggregate::Computed;
use super::writer::no_database;
use crate::error::BuildError;
use crate::table::TableDef;
use crate::tree::{ColumnRef, Expr, From, Projected, Select};

impl<'a> Writer<'a, '_> {
    /// Writes GROUP BY and HAVING.
    pub(super) fn groups(&mut self, select: &'a Select) -> Result<(), BuildError> {
        self.computed = Computed::Nothing;
        for (index, expr) in select.group_by.iter().enumerate() {
            self.push(if index == 0 { " GROUP BY " } else { ", " });
            self.grouped(expr, select)?;
        }
        if let Some(having) = &select.having {
            self.computed = Computed::Aggregates;
            self.push(" HAVING ");
            self.expr(having)?;
        }
        Ok(())
    }

    /// Writes what is grouped or sorted by. An expression with values in it is no longer the same once each of its values is
    /// another parameter, so it is named by its place among what is selected.
    pub(super) fn grouped(&mut self, expr: &'a Expr, select: &Select) -> Result<(), BuildError> {
        match place(expr, select) {
            Some(place) if binds(expr) && !self.literals() => {
                self.push(&place.to_string());
                Ok(())
            }
            _ => self.expr(expr),
        }
    }
}

/// Whether a value is bound in an expression.
fn binds(expr: &Expr) -> bool {
    matches!(expr, Expr::Value(_) | Expr::InValues { .. } | Expr::JsonPath(_)) || expr.any_part(&mut binds)
}

/// The place of an expression among what is selected, from 1.
fn place(expr: &Expr, select: &Select) -> Option<usize> {
    let mut place = 1;
    for projected in select.projection.iter() {
        match projected {
            Projected::Table(table) | Projected::Alias(table, _) => place += table.columns.len(),
            Projected::Expr(selected) if selected == expr => return Some(place),
            Projected::Expr(_) => place += 1,
        }
    }
    None
}

/// Refuses what has no value of its own in a group: a column that is neither grouped by nor of a row that the group is
/// known to have one of.
pub(super) fn check(select: &Select) -> Result<(), BuildError> {
    let groups = Groups { select };
    for projected in select.projection.iter() {
        match projected {
            Projected::Expr(expr) => groups.check(expr)?,
            Projected::Table(table) => groups.check_table(table, table.name)?,
            Projected::Alias(table, name) => groups.check_table(table, name)?,
        }
    }
    if let Some(having) = &select.having {
        groups.check(having)?;
    }
    select.order_by.iter().try_for_each(|order| groups.check(&order.expr))
}

struct Groups<'a> {
    select: &'a Select,
}

impl Groups<'_> {
    fn check(&self, expr: &Expr) -> Result<(), BuildError> {
        match self.ungrouped(expr) {
            Some(column) => Err(ungrouped(column)),
            None => Ok(()),
        }
    }

    fn check_table(&self, table: &'static TableDef, name: &'static str) -> Result<(), BuildError> {
        let column = |column: &'static str| ColumnRef { table: name, column };
        match table.columns.iter().map(|known| column(known.name)).find(|column| !self.has(*column)) {
            Some(column) => Err(ungrouped(column)),
            None => Ok(()),
        }
    }

    /// The first column of an expression that has no value of its own in a group.
    fn ungrouped(&self, expr: &Expr) -> Option<ColumnRef> {
        if self.select.group_by.contains(expr) {
            return None;
        }
        match expr {
            Expr::Column(column) => (!self.has(*column)).then_some(*column),
            Expr::Aggregate(_) => None,
            expr => {
                let mut found = None;
                expr.any_part(&mut |part| {
                    found = self.ungrouped(part);
                    found.is_some()
                });
                found
            }
        }
    }

    /// The table of this name, if the query reads it.
    fn table(&self, name: &str) -> Option<&'static TableDef> {
        let sources = self.select.from.iter().chain(self.select.joins.iter().map(|join| &join.to));
        sources.filter(|source| source.name() == name).find_map(|source| match source {
            From::Table(table) | From::Alias(table, _) => Some(*table),
            From::Select(..) => None,
        })
    }

    /// Whether all rows of a group have one value in a column: it is grouped by, or its table's whole primary key is.
    fn has(&self, column: ColumnRef) -> bool {
        let grouped = |column: ColumnRef| {
            self.select.group_by.iter().any(|expr| matches!(expr, Expr::Column(grouped) if *grouped == column))
        };
        if grouped(column) {
            return true;
        }
        self.table(column.table).is_some_and(|table| {
            !table.primary_key.is_empty()
                && table.primary_key.iter().all(|position| {
                    let key = table.columns.get(*position).map(|key| key.name);
                    key.is_some_and(|key| grouped(ColumnRef { table: column.table, column: key }))
                })
        })
    }
}

fn ungrouped(column: ColumnRef) -> BuildError {
    no_database(
        format!("`{}` in a query of groups", column.column),
        "the rows of a group may have different values in it",
        "group by it, or by the primary key of its table, or ask for its `min()` or another aggregate",
    )
}
