//! `UPDATE`, and the assignments that it shares with upserts.

use super::Writer;
use super::from::names;
use super::writer::no_database;
use crate::dialect::ChangeKind;
use crate::error::BuildError;
use crate::table::TableDef;
use crate::tree::{Assignment, Expr, Projected, RawPart, Select, Update};
use crate::types::ColumnType;

impl<'a> Writer<'a, '_> {
    pub(super) fn update(&mut self, update: &'a Update) -> Result<(), BuildError> {
        self.bare = Some(update.table.name);
        self.changed = Some(update.table);
        self.push("UPDATE ");
        self.table(update.table)?;
        self.push(" SET ");
        self.assignments(&update.assignments, update.table)?;
        self.filter(update.filter.as_ref())?;
        if !update.returning.is_empty() {
            self.allow(self.dialect.returning(ChangeKind::Update))?;
            self.returning(&update.returning)?;
        }
        Ok(())
    }

    /// Writes `a = 1, b = 2`.
    pub(super) fn assignments(
        &mut self,
        assignments: &'a [Assignment],
        table: &'static TableDef,
    ) -> Result<(), BuildError> {
        if assignments.is_empty() {
            return Err(no_database("SET", "it has no assignments", "set a column, or leave the statement out"));
        }
        for (index, assignment) in assignments.iter().enumerate() {
            let before = &assignments[..index];
            if before.iter().any(|earlier| earlier.column == assignment.column) {
                return Err(no_database(
                    "SET",
                    format!("`{}` is set twice", assignment.column),
                    "set each column once",
                ));
            }
            if index > 0 {
                self.push(", ");
            }
            self.identifier(assignment.column)?;
            self.push(" = ");
            self.assigned(&assignment.value, table, assignment.column)?;
            if self.dialect.assigns_left_to_right()
                && let Some(earlier) =
                    before.iter().find(|earlier| reads(&assignment.value, table.name, earlier.column))
            {
                return Err(self.refuse(
                    "SET",
                    format!(
                        "assignments run from left to right, so `{}` would read the new value of `{}`",
                        assignment.column, earlier.column
                    ),
                    format!("set `{}` after `{}`", earlier.column, assignment.column),
                ));
            }
        }
        Ok(())
    }

    /// Writes the value that a column gets.
    pub(super) fn assigned(
        &mut self,
        value: &'a Expr,
        table: &'static TableDef,
        column: &str,
    ) -> Result<(), BuildError> {
        match value {
            Expr::Default => {}
            Expr::Now if has_no_zone(table, column) => {
                self.push(self.dialect.now_without_zone());
                return Ok(());
            }
            Expr::Value(bound) => {
                // Looked at twice, which only a single row is.
                self.check_in(bound, table, column)?;
                return self.expr(value);
            }
            _ => return self.expr(value),
        }
        if self.dialect.has_default_value() {
            self.push("DEFAULT");
            return Ok(());
        }
        if table.columns.iter().any(|known| known.name == column && known.auto) {
            self.push("NULL");
            return Ok(());
        }
        Err(self.refuse(
            "DEFAULT in place of a value",
            "it does not exist",
            format!("give `{column}` a value, or leave it out of an INSERT"),
        ))
    }
}

fn has_no_zone(table: &TableDef, column: &str) -> bool {
    table.columns.iter().any(|known| known.name == column && known.column_type == ColumnType::Timestamp)
}

/// Whether an expression reads this column of this table. It has been written already, so it is not too deep.
fn reads(expr: &Expr, table: &'static str, column: &'static str) -> bool {
    match expr {
        Expr::Column(read) | Expr::Outer(read) => read.table == table && read.column == column,
        Expr::InSelect { expr, select, .. } => reads(expr, table, column) || select_reads(select, table, column),
        Expr::Exists(select) | Expr::Scalar(select) => select_reads(select, table, column),
        Expr::Raw(parts) => parts.iter().any(|part| matches!(part, RawPart::Sql(sql) if mentions(sql, column))),
        expr => expr.any_part(&mut |part| reads(part, table, column)),
    }
}

/// Whether a subquery reads this column of the statement's table.
fn select_reads(select: &Select, table: &'static str, column: &'static str) -> bool {
    // The table's name means the subquery's own rows.
    if names(select).any(|name| name == table) {
        return false;
    }
    let reads = |expr: &Expr| reads(expr, table, column);
    select.filter.as_ref().is_some_and(reads)
        || select.joins.iter().any(|join| join.on.as_ref().is_some_and(reads))
        || select.order_by.iter().any(|order| reads(&order.expr))
        || select.projection.iter().any(|projected| matches!(projected, Projected::Expr(expr) if reads(expr)))
}

/// Whether SQL written in the program has this name in it, as a word.
fn mentions(sql: &str, name: &str) -> bool {
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    let (sql, name) = (sql.to_lowercase(), name.to_lowercase());
    sql.match_indices(&name).any(|(start, _)| {
        !sql[..start].chars().next_back().is_some_and(is_word)
            && !sql[start + name.len()..].chars().next().is_some_and(is_word)
    })
}
