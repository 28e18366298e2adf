//! The constraints and indexes of a table.

use super::Writer;
use super::ddl::is_same;
use super::writer::no_database;
use crate::dialect::{Dialect, NativeEnum};
use crate::error::BuildError;
use crate::table::{IndexDef, ReferenceAction, ReferenceDef, TableDef};
use crate::tree::Expr;
use crate::types::ColumnType;

/// Which of a table's constraints CREATE TABLE declares, besides those that it always does.
pub(super) struct Constraints {
    pub(super) primary_key: bool,
    pub(super) references: Vec<&'static ReferenceDef>,
}

/// An index that has a statement of its own.
#[derive(Clone, Copy)]
pub(super) struct SeparateIndex {
    unique: bool,
    pub(super) index: &'static IndexDef,
}

/// The indexes that CREATE TABLE does not declare.
pub(super) fn separate_indexes(table: &'static TableDef, dialect: &dyn Dialect) -> Vec<SeparateIndex> {
    if dialect.indexes_in_table() {
        return Vec::new();
    }
    let partial = table.unique.iter().filter(|index| index.predicate.is_some());
    let unique = partial.map(|index| SeparateIndex { unique: true, index });
    unique.chain(table.indexes.iter().map(|index| SeparateIndex { unique: false, index })).collect()
}

/// Whether the column at this position is part of a key or an index, or refers to one.
pub(super) fn is_in_key(table: &TableDef, position: usize) -> bool {
    keys(table).any(|columns| columns.contains(&position))
}

/// Whether the column at this position is the first of a key or an index.
pub(super) fn is_first_of_key(table: &TableDef, position: usize) -> bool {
    keys(table).any(|columns| columns.first() == Some(&position))
}

fn keys(table: &TableDef) -> impl Iterator<Item = &'static [usize]> {
    let indexes = table.unique.iter().chain(table.indexes).map(|index| index.columns);
    let references = table.references.iter().map(|reference| reference.columns);
    std::iter::once(table.primary_key).chain(indexes).chain(references)
}

impl Writer<'_, '_> {
    /// Writes the constraints of CREATE TABLE, each with a comma before it.
    pub(super) fn constraints(&mut self, table: &'static TableDef, constraints: Constraints) -> Result<(), BuildError> {
        if constraints.primary_key && !table.primary_key.is_empty() {
            self.push(", PRIMARY KEY (");
            self.positions(table, table.primary_key)?;
            self.push(")");
        }
        let indexes_in_table = self.dialect.indexes_in_table();
        for index in table.unique {
            if index.predicate.is_some() {
                if !indexes_in_table {
                    continue;
                }
                self.check_predicate(table, index)?;
            }
            self.push(", CONSTRAINT ");
            self.identifier(index.name)?;
            self.push(" UNIQUE (");
            self.positions(table, index.columns)?;
            self.push(")");
        }
        if indexes_in_table {
            // Without its predicate an index has more rows, and finds the same ones.
            for index in table.indexes {
                self.push(", INDEX ");
                self.identifier(index.name)?;
                self.push(" (");
                self.positions(table, index.columns)?;
                self.push(")");
            }
        }
        for column in table.columns {
            self.column_checks(table, column.name, column.column_type)?;
        }
        for check in table.checks {
            self.push(", CONSTRAINT ");
            self.identifier(check.name)?;
            self.push(" CHECK (");
            self.expr_of_literals(&(check.condition)())?;
            self.push(")");
        }
        for reference in constraints.references {
            self.push(", ");
            self.reference(table, reference)?;
        }
        Ok(())
    }

    /// Writes the CHECKs that a column's type needs.
    fn column_checks(
        &mut self,
        table: &TableDef,
        column: &'static str,
        column_type: ColumnType,
    ) -> Result<(), BuildError> {
        // A CHECK does not look into a document.
        let is_array = matches!(column_type, ColumnType::Array(_));
        if is_array && self.dialect.array_type(column_type.element()).is_none() {
            return Ok(());
        }
        match column_type.element() {
            ColumnType::Enum(definition) if !definition.native || self.dialect.native_enum() == NativeEnum::Text => {
                if definition.labels.is_empty() {
                    return Err(no_database(
                        "an enum",
                        format!("`{}` has no labels", definition.name),
                        "give it a label",
                    ));
                }
                self.push(", CONSTRAINT ");
                self.identifier(&format!("{}_{column}_labels", table.name))?;
                self.push(" CHECK (");
                // A longer chain would be too deep for SQLite.
                let chain =
                    !is_array && self.dialect.lists_cost_a_table() && (3..=100).contains(&definition.labels.len());
                for (index, label) in definition.labels.iter().enumerate() {
                    match (index, chain) {
                        (0, false) => self.column_and(column, if is_array { " <@ ARRAY[" } else { " IN (" })?,
                        (0, true) => self.column_and(column, " = ")?,
                        (_, false) => self.push(", "),
                        (_, true) => {
                            self.push(" OR ");
                            self.column_and(column, " = ")?;
                        }
                    }
                    self.string(label)?;
                }
                self.push(match (chain, is_array) {
                    (true, _) => ")",
                    (_, true) => "])",
                    _ => "))",
                });
            }
            ColumnType::IntegerEnum(definition) => {
                self.push(", CONSTRAINT ");
                self.identifier(&format!("{}_{column}_numbers", table.name))?;
                self.push(" CHECK (");
                self.identifier(column)?;
                self.push(if is_array { " <@ ARRAY[" } else { " IN (" });
                for (index, number) in definition.numbers.iter().enumerate() {
                    self.push(if index == 0 { "" } else { ", " });
                    self.push(&number.to_string());
                }
                match self.dialect.array_type(definition.column_type) {
                    Some(cast) if is_array => {
                        self.push("]::");
                        self.push(cast);
                        self.push(")");
                    }
                    _ => self.push("))"),
                }
            }
            _ if is_array => {}
            ColumnType::Varchar(length) if !self.dialect.limits_varchar() => {
                self.push(", CONSTRAINT ");
                self.identifier(&format!("{}_{column}_length", table.name))?;
                self.push(" CHECK (length(");
                self.identifier(column)?;
                self.push(&format!(") <= {length})"));
            }
            _ => {
                if let Some(range) = self.dialect.range_check(column_type) {
                    self.push(", CONSTRAINT ");
                    self.identifier(&format!("{}_{column}_range", table.name))?;
                    self.push(" CHECK (");
                    self.identifier(column)?;
                    self.push(" ");
                    self.push(range);
                    self.push(")");
                }
            }
        }
        Ok(())
    }

    fn column_and(&mut self, column: &str, operator: &str) -> Result<(), BuildError> {
        self.identifier(column)?;
        self.push(operator);
        Ok(())
    }

    /// Refuses the predicate of a unique index that no plain unique index is equal to. NULLs are never equal, so a
    /// plain one over nullable columns leaves out the rows in which one of them is NULL.
    fn check_predicate(&self, table: &TableDef, index: &IndexDef) -> Result<(), BuildError> {
        let is_exact = |expr: &Expr| {
            matches!(expr, Expr::IsNotNull(column) if matches!(&**column, Expr::Column(column)
            if column.table == table.name && index.columns.iter().any(|position| {
                table.columns.get(*position).is_some_and(|known| known.name == column.column)
            })))
        };
        let predicate = index.predicate.map(|predicate| predicate());
        let exact = match &predicate {
            None => true,
            Some(Expr::All(terms)) => terms.iter().all(is_exact),
            Some(expr) => is_exact(expr),
        };
        if exact {
            return Ok(());
        }
        Err(self.refuse(
            "a partial unique index",
            format!("`{}` has a predicate other than IS NOT NULL of its own columns", index.name),
            "index a nullable column that is NULL in the rows that may repeat",
        ))
    }

    /// Writes CREATE INDEX.
    pub(super) fn create_index(
        &mut self,
        table: &'static TableDef,
        SeparateIndex { unique, index }: SeparateIndex,
    ) -> Result<(), BuildError> {
        self.bare = Some(table.name);
        self.push(if unique { "CREATE UNIQUE INDEX IF NOT EXISTS " } else { "CREATE INDEX IF NOT EXISTS " });
        if self.dialect.schema_before_index() {
            if let Some(schema) = table.schema {
                self.identifier(schema)?;
                self.push(".");
            }
            self.identifier(index.name)?;
            self.push(" ON ");
            self.identifier(table.name)?;
        } else {
            self.identifier(index.name)?;
            self.push(" ON ");
            self.table(table)?;
        }
        self.push(" (");
        self.positions(table, index.columns)?;
        self.push(")");
        if let Some(predicate) = index.predicate {
            self.push(" WHERE ");
            self.expr_of_literals(&predicate())?;
        }
        Ok(())
    }

    /// Writes a foreign key.
    pub(super) fn reference(
        &mut self,
        table: &'static TableDef,
        reference: &'static ReferenceDef,
    ) -> Result<(), BuildError> {
        let (target, positions) = (reference.target)();
        self.push("CONSTRAINT ");
        self.identifier(reference.name)?;
        self.push(" FOREIGN KEY (");
        self.positions(table, reference.columns)?;
        self.push(") REFERENCES ");
        if self.dialect.schema_before_index() {
            if !is_same(target, &TableDef { schema: table.schema, ..*target }) {
                return Err(self.refuse(
                    "a foreign key to another schema",
                    format!("`{}` is not in the schema of `{}`", target.name, table.name),
                    "put both tables into one schema",
                ));
            }
            self.identifier(target.name)?;
        } else {
            self.table(target)?;
        }
        self.push(" (");
        self.positions(target, &positions)?;
        self.push(")");
        self.reference_action(" ON DELETE ", reference.on_delete)?;
        self.reference_action(" ON UPDATE ", reference.on_update)
    }

    fn reference_action(&mut self, event: &str, action: ReferenceAction) -> Result<(), BuildError> {
        let words = match action {
            // What happens if nothing is said.
            ReferenceAction::NoAction => return Ok(()),
            ReferenceAction::Restrict => "RESTRICT",
            ReferenceAction::Cascade => "CASCADE",
            ReferenceAction::SetNull => "SET NULL",
            ReferenceAction::SetDefault => {
                self.allow(self.dialect.set_default())?;
                "SET DEFAULT"
            }
        };
        self.push(event);
        self.push(words);
        Ok(())
    }

    /// Writes the names of the columns at these positions.
    fn positions(&mut self, table: &TableDef, positions: &[usize]) -> Result<(), BuildError> {
        if positions.is_empty() {
            return Err(no_database("a key", format!("one of `{}` has no columns", table.name), "name its columns"));
        }
        for (index, position) in positions.iter().enumerate() {
            let Some(column) = table.columns.get(*position) else {
                return Err(no_database(
                    "a key",
                    format!("`{}` has no column at position {position}", table.name),
                    "name a column by its position in the table",
                ));
            };
            if index > 0 {
                self.push(", ");
            }
            self.identifier(column.name)?;
        }
        Ok(())
    }
}
