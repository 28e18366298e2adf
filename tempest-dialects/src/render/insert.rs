//! `INSERT`, with what happens at a conflict.

use super::writer::no_database;
use super::{Outcome, Param, Sql, Writer};
use crate::dialect::{ChangeKind, ConflictClause, Dialect, ProposedRow};
use crate::error::BuildError;
use crate::table::{IndexDef, TableDef};
use crate::tree::{
    Assignment, BinaryOperator, ColumnRef, ConflictAction, ConflictTarget, Expr, From, Insert, OnConflict, RawPart,
    Select,
};

/// Renders the rows of an INSERT from `start` on: all of them, or as many as one statement takes.
pub(super) fn render<'a>(insert: &'a Insert, start: usize, dialect: &dyn Dialect) -> Result<Sql<'a>, BuildError> {
    let mut writer = Writer::new(dialect, 256 + 40 * insert.columns.len(), insert.columns.len());
    if start == 0 {
        writer.check_shape(insert)?;
    }
    writer.insert_into(insert)?;
    let written = writer.rows(insert, start)?;
    if start == 0 && written.end < insert.rows {
        writer.check_rows(insert, written.end)?;
    }
    let outcome = writer.after_rows(insert, written.end - start)?;
    let values = &insert.values[start * insert.columns.len()..written.end * insert.columns.len()];
    let typed_by_columns =
        writer.params.len() == values.len() && values.iter().all(|value| matches!(value, Expr::Value(_)));
    let repeat = writer.repeat(insert, start, &written)?;
    let then = writer.fetch_inserted(insert)?;
    let next_row = (written.end < insert.rows).then_some(written.end);
    Ok(Sql { outcome, then, typed_by_columns, repeat, next_row, ..writer.finish() })
}

impl<'a> Writer<'a, '_> {
    /// Writes what comes before the rows.
    pub(super) fn insert_into(&mut self, insert: &'a Insert) -> Result<(), BuildError> {
        self.bare = Some(insert.table.name);
        self.changed = Some(insert.table);
        self.proposed_columns = &insert.columns;
        self.push("INSERT INTO ");
        self.table(insert.table)?;
        self.push(" ");
        if !insert.columns.is_empty() {
            self.push("(");
            let whole = insert.columns.iter().eq(insert.table.columns.iter().map(|column| &column.name));
            if !(whole && self.quoted_columns(insert.table)) {
                self.identifiers(insert.columns.iter().copied())?;
            }
            self.push(") ");
        }
        Ok(())
    }

    /// Writes what comes after so many rows.
    pub(super) fn after_rows(&mut self, insert: &'a Insert, rows: usize) -> Result<Outcome, BuildError> {
        let outcome = match &insert.on_conflict {
            None => Outcome::Plain,
            Some(on_conflict) => match self.dialect.conflict_clause() {
                ConflictClause::OnConflict => self.on_conflict(insert, on_conflict)?,
                ConflictClause::OnDuplicateKey => self.on_duplicate_key(insert, on_conflict, rows)?,
            },
        };
        self.bare = Some(insert.table.name);
        if !insert.returning.is_empty() && self.dialect.returning(ChangeKind::Insert).is_ok() {
            self.returning(&insert.returning)?;
        }
        Ok(outcome)
    }

    fn check_shape(&self, insert: &Insert) -> Result<(), BuildError> {
        if insert.rows == 0 {
            return Err(no_database("INSERT", "it has no rows", "leave the statement out"));
        }
        if Some(insert.values.len()) != insert.rows.checked_mul(insert.columns.len()) {
            return Err(no_database(
                "INSERT",
                format!(
                    "{} rows of {} columns do not have {} values",
                    insert.rows,
                    insert.columns.len(),
                    insert.values.len()
                ),
                "give each column of each row a value",
            ));
        }
        Ok(())
    }

    fn on_conflict(&mut self, insert: &'a Insert, on_conflict: &'a OnConflict) -> Result<Outcome, BuildError> {
        self.push(" ON CONFLICT");
        match &on_conflict.target {
            ConflictTarget::Any => {
                if matches!(on_conflict.action, ConflictAction::DoUpdate { .. }) {
                    self.allow(self.dialect.update_on_any_conflict())?;
                }
            }
            ConflictTarget::Columns(columns) => self.conflict_columns(insert.table, columns)?,
            ConflictTarget::Constraint(name) => {
                self.allow(self.dialect.conflict_on_constraint())?;
                self.push(" ON CONSTRAINT ");
                self.identifier(name)?;
            }
        }
        match &on_conflict.action {
            ConflictAction::DoNothing => self.push(" DO NOTHING"),
            ConflictAction::DoUpdate { assignments, filter } => {
                self.push(" DO UPDATE SET ");
                self.upsert(insert.table, assignments, filter.as_ref())?;
            }
        }
        Ok(Outcome::Plain)
    }

    /// Writes a target of columns, and the predicate of the index that is over them.
    fn conflict_columns(&mut self, table: &'static TableDef, columns: &[&'static str]) -> Result<(), BuildError> {
        let predicate = match unique_index(table, columns) {
            Some(Key::Primary) => None,
            Some(Key::Unique(index)) => index.predicate,
            Some(Key::Several) => {
                return Err(no_database(
                    "ON CONFLICT",
                    format!(
                        "several partial unique indexes of `{}` cover ({}), and each has another predicate",
                        table.name,
                        columns.join(", ")
                    ),
                    "declare one of them over other columns, or name no target",
                ));
            }
            None => {
                return Err(no_database(
                    "ON CONFLICT",
                    format!("no unique index of `{}` covers ({})", table.name, columns.join(", ")),
                    "declare a primary key or unique index over exactly these columns, or name another target",
                ));
            }
        };
        self.push(" (");
        self.identifiers(columns.iter().copied())?;
        self.push(")");
        if let Some(predicate) = predicate {
            self.push(" WHERE ");
            self.expr_of_literals(&predicate())?;
        }
        Ok(())
    }

    /// Writes the assignments of an upsert. A bare column would be ambiguous: it could be of the row that is there or
    /// of the one that was proposed.
    fn upsert(
        &mut self,
        table: &'static TableDef,
        assignments: &'a [Assignment],
        filter: Option<&'a Expr>,
    ) -> Result<(), BuildError> {
        self.bare = None;
        self.proposed = Some(match self.dialect.proposed_row() {
            ProposedRow::Named(name) | ProposedRow::Function(name) => name,
            ProposedRow::Alias(name) => alias(name, table),
        });
        self.assignments(assignments, table)?;
        self.filter(filter)?;
        self.proposed = None;
        Ok(())
    }

    fn on_duplicate_key(
        &mut self,
        insert: &'a Insert,
        on_conflict: &'a OnConflict,
        rows: usize,
    ) -> Result<Outcome, BuildError> {
        if !matches!(on_conflict.target, ConflictTarget::Any) {
            return Err(self.refuse(
                "ON CONFLICT with a target",
                "any unique index of the table may be the one that refuses the row",
                "name no target (`AnyUnique`), so that any of them counts",
            ));
        }
        match &on_conflict.action {
            ConflictAction::DoNothing => {
                if insert.rows > 1 && !insert.returning.is_empty() && self.dialect.returning(ChangeKind::Insert).is_ok()
                {
                    return Err(self.refuse(
                        "RETURNING of an INSERT of several rows that leaves out duplicates",
                        "it would return the rows that were there already as well",
                        "insert the rows one by one, or insert without RETURNING and select them by key",
                    ));
                }
                // One row: the server's refusal tells that it was there already, and the count of rows does not.
                if rows == 1 {
                    return Ok(Outcome::DuplicateIsNoRow);
                }
                let table = insert.table;
                let key = table.primary_key.first().and_then(|position| table.columns.get(*position));
                let Some(column) = key.or(table.columns.first()) else {
                    return Err(no_database(
                        "INSERT",
                        format!("`{}` has no columns", table.name),
                        "declare its columns",
                    ));
                };
                self.push(" ON DUPLICATE KEY UPDATE ");
                self.identifier(column.name)?;
                self.push(" = ");
                self.identifier(column.name)?;
                Ok(Outcome::WithoutDuplicates)
            }
            ConflictAction::DoUpdate { filter: Some(_), .. } => Err(self.refuse(
                "WHERE of DO UPDATE",
                "a row that is there already is always updated",
                "select the row FOR UPDATE first, in the same transaction, and update it where the condition holds",
            )),
            ConflictAction::DoUpdate { assignments, filter: None } => {
                if let ProposedRow::Alias(name) = self.dialect.proposed_row() {
                    self.push(" AS ");
                    self.identifier(alias(name, insert.table))?;
                }
                self.push(" ON DUPLICATE KEY UPDATE ");
                self.upsert(insert.table, assignments, None)?;
                Ok(Outcome::EachRowOnce)
            }
        }
    }

    /// The statement that fetches the inserted row where INSERT returns nothing.
    pub(super) fn fetch_inserted(&self, insert: &Insert) -> Result<Option<Box<Sql<'static>>>, BuildError> {
        if insert.returning.is_empty() {
            return Ok(None);
        }
        let Err(refusal) = self.dialect.returning(ChangeKind::Insert) else {
            return Ok(None);
        };
        if insert.rows != 1 || insert.on_conflict.as_ref().is_some_and(updates) {
            return Err(refusal.by(self.dialect));
        }
        let table = insert.table;
        let mut key = Vec::with_capacity(table.primary_key.len());
        for position in table.primary_key {
            let Some(column) = table.columns.get(*position) else {
                return Err(self.no_key_to_fetch_by(table.name));
            };
            let given = insert.columns.iter().position(|name| *name == column.name);
            let value = match given.and_then(|position| insert.values.get(position)) {
                Some(Expr::Value(value)) => Expr::Value(value.clone()),
                None | Some(Expr::Default) if column.auto => match self.dialect.last_insert_id() {
                    Some(id) => Expr::Raw(vec![RawPart::Sql(id)]),
                    None => return Err(self.no_key_to_fetch_by(table.name)),
                },
                _ => return Err(self.no_key_to_fetch_by(table.name)),
            };
            let column = Expr::Column(ColumnRef { table: table.name, column: column.name });
            key.push(Expr::Binary(BinaryOperator::Eq, Box::new((column, value))));
        }
        if key.is_empty() {
            return Err(self.no_key_to_fetch_by(table.name));
        }
        let select = Select {
            projection: insert.returning.clone(),
            from: Some(From::Table(table)),
            filter: Some(Expr::All(key)),
            ..Select::default()
        };
        let mut writer = Writer::new(self.dialect, 32 + 16 * table.columns.len(), table.primary_key.len());
        writer.select(&select)?;
        let sql = writer.finish();
        let mut owned = Vec::with_capacity(sql.params.len());
        for param in sql.params {
            owned.push(match param {
                Param::Value(value) => Param::Owned(value.clone()),
                Param::Owned(value) => Param::Owned(value),
                Param::List(_) | Param::Column(_) => return Err(self.no_key_to_fetch_by(table.name)),
            });
        }
        Ok(Some(Box::new(Sql { params: owned, ..Sql::plain(sql.text) })))
    }

    fn no_key_to_fetch_by(&self, table: &str) -> BuildError {
        self.refuse(
            "RETURNING",
            format!("it does not exist, and the inserted row of `{table}` cannot be read back by its primary key"),
            "give the primary key as a value, or let AUTO_INCREMENT make it",
        )
    }
}

/// A key of a table.
enum Key {
    Primary,
    Unique(&'static IndexDef),
    /// Partial ones: which is meant, the columns do not tell.
    Several,
}

/// The key over exactly these columns, in any order; one over every row rather than a partial one.
fn unique_index(table: &'static TableDef, columns: &[&'static str]) -> Option<Key> {
    let covers = |positions: &[usize]| {
        positions.len() == columns.len()
            && positions
                .iter()
                .all(|position| table.columns.get(*position).is_some_and(|column| columns.contains(&column.name)))
    };
    if !table.primary_key.is_empty() && covers(table.primary_key) {
        return Some(Key::Primary);
    }
    let found = || table.unique.iter().filter(|index| covers(index.columns));
    if let Some(full) = found().find(|index| index.predicate.is_none()) {
        return Some(Key::Unique(full));
    }
    let mut partial = found();
    let first = partial.next()?;
    Some(if partial.next().is_some() { Key::Several } else { Key::Unique(first) })
}

fn updates(on_conflict: &OnConflict) -> bool {
    matches!(on_conflict.action, ConflictAction::DoUpdate { .. })
}

/// The name of the proposed row, which must not be the table's.
fn alias(name: &'static str, table: &TableDef) -> &'static str {
    if table.name == name { "proposed" } else { name }
}
