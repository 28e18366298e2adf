//! `CREATE TABLE` and `DROP TABLE`, with the enum types, indexes and keys that belong to the tables.

use super::constraint::{self, Constraints};
use super::writer::no_database;
use super::{Sql, Writer};
use crate::dialect::{AutoColumn, CyclicReferences, Dialect, NativeEnum};
use crate::error::BuildError;
use crate::table::{ColumnDef, ReferenceDef, TableDef};
use crate::tree::Expr;
use crate::types::{ColumnType, EnumDef};

/// The statements that make these tables, in an order in which they can run. They leave alone what is there already.
///
/// # Errors
/// If the database cannot hold one of the tables as it is declared.
pub fn create_tables(tables: &[&'static TableDef], dialect: &dyn Dialect) -> Result<Vec<String>, BuildError> {
    check_index_names(tables)?;
    let mut statements = Vec::new();
    if dialect.native_enum() == NativeEnum::Named {
        for definition in native_enums(tables)? {
            statements.push(create_type(definition, dialect)?);
        }
    }
    let Order { tables, later } = order(tables);
    for table in &tables {
        let mut writer = Writer::new(dialect, 512, 0);
        writer.create_table(table, &later)?;
        statements.push(writer.text);
        for index in constraint::separate_indexes(table, dialect) {
            let mut writer = Writer::new(dialect, 128, 0);
            writer.create_index(table, index)?;
            statements.push(writer.text);
        }
    }
    for (table, reference) in later {
        if dialect.cyclic_references() != CyclicReferences::Inline {
            statements.extend(alter_references(table, reference, Alter::Add, dialect)?);
        }
    }
    Ok(statements)
}

/// Refuses two indexes of one name. On PostgreSQL and SQLite all tables share the names, and the second index would be
/// taken for one that is there already. The others are held to it too, so that a model means the same everywhere.
fn check_index_names(tables: &[&'static TableDef]) -> Result<(), BuildError> {
    let mut seen: Vec<(&TableDef, &str)> = Vec::new();
    for table in tables {
        for index in table.unique.iter().chain(table.indexes) {
            let other = seen.iter().find(|(other, name)| *name == index.name && other.schema == table.schema);
            match other {
                Some((other, _)) if !is_same(other, table) => {
                    return Err(name_of_both(index.name, other.name, table.name));
                }
                _ => seen.push((table, index.name)),
            }
        }
    }
    Ok(())
}

fn name_of_both(index: &str, other: &str, table: &str) -> BuildError {
    no_database(
        "CREATE INDEX",
        format!("`{index}` is the name of an index of `{other}` and of `{table}`"),
        "give one of them another name",
    )
}

/// A question to the database before [`create_tables`]: which names of a table's indexes belong to another table.
#[derive(Debug)]
pub struct IndexNames {
    table: &'static TableDef,
    /// The query, whose rows are the index and the other table.
    pub sql: Sql<'static>,
}

impl IndexNames {
    /// The questions about these tables. There is none where each table has its names for itself.
    ///
    /// # Errors
    /// If the database takes no such name.
    pub fn of(tables: &[&'static TableDef], dialect: &dyn Dialect) -> Result<Vec<Self>, BuildError> {
        let mut questions = Vec::new();
        for table in tables {
            let names: Vec<_> =
                constraint::separate_indexes(table, dialect).iter().map(|separate| separate.index.name).collect();
            if !names.is_empty() {
                let mut writer = Writer::new(dialect, 512, 0);
                dialect.indexes_of_others(&mut writer, table, &names)?;
                questions.push(Self { table, sql: writer.finish() });
            }
        }
        Ok(questions)
    }

    /// What the first row says is wrong.
    #[must_use]
    pub fn taken(&self, index: &str, other: &str) -> BuildError {
        name_of_both(index, other, self.table.name)
    }
}

/// The statements that drop these tables, in an order in which they can run, and the enum types that are theirs. They
/// do not mind if one is not there.
///
/// # Errors
/// If the database takes no such name.
pub fn drop_tables(tables: &[&'static TableDef], dialect: &dyn Dialect) -> Result<Vec<String>, BuildError> {
    let mut statements = Vec::new();
    let Order { tables: ordered, later } = order(tables);
    if !later.is_empty() {
        statements.extend(dialect.before_cyclic_drop().map(str::to_owned));
    }
    for (table, reference) in later {
        if dialect.cyclic_references() != CyclicReferences::Inline {
            statements.extend(alter_references(table, reference, Alter::Drop, dialect)?);
        }
    }
    for table in ordered.iter().rev() {
        let mut writer = Writer::new(dialect, 64, 0);
        writer.push("DROP TABLE IF EXISTS ");
        writer.table(table)?;
        statements.push(writer.text);
    }
    if dialect.native_enum() == NativeEnum::Named {
        for definition in native_enums(tables)? {
            let mut writer = Writer::new(dialect, 64, 0);
            writer.push("DROP TYPE IF EXISTS ");
            writer.identifier(definition.name)?;
            statements.push(writer.text);
        }
    }
    Ok(statements)
}

/// Tables in an order in which each comes after those that it refers to.
struct Order {
    tables: Vec<&'static TableDef>,
    /// The foreign keys whose target comes after their table.
    later: Vec<(&'static TableDef, &'static ReferenceDef)>,
}

fn order(tables: &[&'static TableDef]) -> Order {
    let mut waiting: Vec<&'static TableDef> = Vec::with_capacity(tables.len());
    for table in tables {
        if !waiting.iter().any(|other| is_same(other, table)) {
            waiting.push(table);
        }
    }
    let mut ordered = Vec::with_capacity(waiting.len());
    let mut later = Vec::new();
    while !waiting.is_empty() {
        let refers_to_none = |table: &&'static TableDef| {
            table.references.iter().all(|reference| {
                let (target, _) = (reference.target)();
                is_same(target, table) || !waiting.iter().any(|other| is_same(other, target))
            })
        };
        // In a cycle the one that was declared first goes first.
        let position = waiting.iter().position(refers_to_none).unwrap_or(0);
        let table = waiting.remove(position);
        for reference in table.references {
            let (target, _) = (reference.target)();
            if waiting.iter().any(|other| is_same(other, target)) {
                later.push((table, reference));
            }
        }
        ordered.push(table);
    }
    Order { tables: ordered, later }
}

pub(super) fn is_same(left: &TableDef, right: &TableDef) -> bool {
    left.name == right.name && left.schema == right.schema
}

/// The native enum types of these tables, each once.
fn native_enums(tables: &[&'static TableDef]) -> Result<Vec<&'static EnumDef>, BuildError> {
    let mut found: Vec<&'static EnumDef> = Vec::new();
    for column in tables.iter().flat_map(|table| table.columns) {
        let ColumnType::Enum(definition) = column.column_type.element() else { continue };
        if !definition.native {
            continue;
        }
        match found.iter().find(|other| other.name == definition.name) {
            None => found.push(definition),
            Some(other) if other.labels == definition.labels => {}
            Some(_) => {
                return Err(no_database(
                    "CREATE TYPE",
                    format!("two enums with different labels are both named `{}`", definition.name),
                    "give one of them another name",
                ));
            }
        }
    }
    Ok(found)
}

fn create_type(definition: &EnumDef, dialect: &dyn Dialect) -> Result<String, BuildError> {
    let mut writer = Writer::new(dialect, 128, 0);
    writer.push("CREATE TYPE ");
    writer.identifier(definition.name)?;
    writer.push(" AS ENUM (");
    writer.labels(definition)?;
    writer.push(")");
    ignoring_duplicates(&writer.text, dialect)
}

/// A block that runs a statement and does not mind if what it makes is there already.
fn ignoring_duplicates(statement: &str, dialect: &dyn Dialect) -> Result<String, BuildError> {
    // Two sessions that make it at once: the later one gets a unique violation of the system's own table.
    let body = format!("BEGIN {statement}; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END");
    let mut writer = Writer::new(dialect, body.len() + 16, 0);
    writer.push("DO ");
    if body.contains('$') {
        writer.string(&body)?;
    } else {
        writer.push("$$ ");
        writer.push(&body);
        writer.push(" $$");
    }
    Ok(writer.text)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Alter {
    Add,
    Drop,
}

/// Adds or drops a foreign key of a table that is there.
fn alter_references(
    table: &'static TableDef,
    reference: &'static ReferenceDef,
    alter: Alter,
    dialect: &dyn Dialect,
) -> Result<Vec<String>, BuildError> {
    let mut writer = Writer::new(dialect, 256, 0);
    let in_block = dialect.cyclic_references() == CyclicReferences::AlterInBlock;
    writer.push(if in_block && alter == Alter::Drop { "ALTER TABLE IF EXISTS " } else { "ALTER TABLE " });
    writer.table(table)?;
    match alter {
        Alter::Add => {
            writer.push(" ADD ");
            writer.reference(table, reference)?;
        }
        Alter::Drop => {
            writer.push(if in_block { " DROP CONSTRAINT IF EXISTS " } else { " DROP FOREIGN KEY " });
            writer.identifier(reference.name)?;
        }
    }
    match (in_block, alter) {
        (true, Alter::Add) => Ok(vec![ignoring_duplicates(&writer.text, dialect)?]),
        (true, Alter::Drop) => Ok(vec![writer.text]),
        (false, _) => {
            let mut choice = Writer::new(dialect, 512, 0);
            choice.push("SET @tempest = IF(EXISTS (SELECT 1 FROM information_schema.table_constraints WHERE constraint_schema = ");
            match table.schema {
                Some(schema) => choice.string(schema)?,
                None => choice.push("DATABASE()"),
            }
            choice.push(" AND table_name = ");
            choice.string(table.name)?;
            choice.push(" AND constraint_name = ");
            choice.string(reference.name)?;
            choice.push("), ");
            let statement = writer.text;
            match alter {
                Alter::Add => {
                    choice.push("'DO 0', ");
                    choice.string(&statement)?;
                }
                Alter::Drop => {
                    choice.string(&statement)?;
                    choice.push(", 'DO 0'");
                }
            }
            choice.push(")");
            Ok(vec![
                choice.text,
                "PREPARE tempest FROM @tempest".into(),
                "EXECUTE tempest".into(),
                "DEALLOCATE PREPARE tempest".into(),
            ])
        }
    }
}

impl Writer<'_, '_> {
    fn create_table(
        &mut self,
        table: &'static TableDef,
        later: &[(&'static TableDef, &'static ReferenceDef)],
    ) -> Result<(), BuildError> {
        if table.columns.is_empty() {
            return Err(no_database("CREATE TABLE", format!("`{}` has no columns", table.name), "declare its columns"));
        }
        self.bare = Some(table.name);
        self.push("CREATE TABLE IF NOT EXISTS ");
        self.table(table)?;
        self.push(" (");
        for (index, column) in table.columns.iter().enumerate() {
            if index > 0 {
                self.push(", ");
            }
            self.column_definition(table, index, column)?;
        }
        let has_cycles = self.dialect.cyclic_references() != CyclicReferences::Inline;
        self.constraints(
            table,
            Constraints {
                primary_key: !table.columns.iter().any(|column| self.is_primary_key_itself(column)),
                references: table
                    .references
                    .iter()
                    .filter(|reference| {
                        let is_later =
                            later.iter().any(|(from, other)| is_same(from, table) && other.name == reference.name);
                        !(has_cycles && is_later)
                    })
                    .collect(),
            },
        )?;
        self.push(")");
        self.push(self.dialect.after_table());
        Ok(())
    }

    /// Whether the column's own declaration makes it the primary key.
    fn is_primary_key_itself(&self, column: &ColumnDef) -> bool {
        column.auto && matches!(self.dialect.auto_column(), AutoColumn::PrimaryKey(_))
    }

    fn column_definition(
        &mut self,
        table: &'static TableDef,
        position: usize,
        column: &'static ColumnDef,
    ) -> Result<(), BuildError> {
        self.identifier(column.name)?;
        self.push(" ");
        if column.auto {
            self.auto_column(table, position, column)?;
        } else {
            self.column_type(column.column_type, constraint::is_in_key(table, position))?;
        }
        if let Some(generated) = column.generated {
            self.push(" GENERATED ALWAYS AS (");
            self.expr_of_literals(&generated())?;
            self.push(") STORED");
        }
        if !column.nullable && (column.generated.is_none() || self.dialect.generated_is_not_null()) {
            self.push(" NOT NULL");
        }
        if let Some(default) = column.default {
            self.push(" DEFAULT ");
            self.default(column, &default())?;
        }
        Ok(())
    }

    fn default(&mut self, column: &ColumnDef, default: &Expr) -> Result<(), BuildError> {
        if matches!(default, Expr::Now) && column.column_type == ColumnType::Timestamp {
            let now = self.dialect.now_without_zone();
            let parentheses = self.dialect.default_in_parentheses(default);
            self.push(if parentheses { "(" } else { "" });
            self.push(now);
            self.push(if parentheses { ")" } else { "" });
            return Ok(());
        }
        if self.dialect.default_in_parentheses(default) {
            self.push("(");
            self.expr_of_literals(default)?;
            self.push(")");
            Ok(())
        } else {
            self.expr_of_literals(default)
        }
    }

    fn auto_column(
        &mut self,
        table: &'static TableDef,
        position: usize,
        column: &'static ColumnDef,
    ) -> Result<(), BuildError> {
        if !column.column_type.is_integer() {
            return Err(no_database(
                "a column that the database numbers",
                format!("`{}` is no integer", column.name),
                "use an integer type",
            ));
        }
        match self.dialect.auto_column() {
            AutoColumn::Words(words) => {
                self.column_type(column.column_type, true)?;
                self.push(" ");
                self.push(words);
            }
            AutoColumn::InKey(words) => {
                if !constraint::is_first_of_key(table, position) {
                    return Err(self.refuse(
                        "a column that the database numbers",
                        format!("`{}` is not the first column of a key or index", column.name),
                        "make it the primary key, or give it an index",
                    ));
                }
                self.column_type(column.column_type, true)?;
                self.push(" ");
                self.push(words);
            }
            AutoColumn::PrimaryKey(words) => {
                if table.primary_key != [position] {
                    return Err(self.refuse(
                        "a column that the database numbers",
                        format!("`{}` is not the primary key by itself", column.name),
                        "make it the primary key, alone",
                    ));
                }
                self.push(words);
            }
        }
        Ok(())
    }

    fn column_type(&mut self, column_type: ColumnType, in_key: bool) -> Result<(), BuildError> {
        if let ColumnType::Array(element) = column_type
            && self.dialect.array_type(*element).is_some()
        {
            self.column_type(*element, false)?;
            self.push("[]");
            return Ok(());
        }
        if let ColumnType::Enum(definition) = column_type
            && definition.native
        {
            match self.dialect.native_enum() {
                NativeEnum::Text => {}
                NativeEnum::Named => return self.identifier(definition.name),
                NativeEnum::Labels => {
                    self.push("ENUM(");
                    self.labels(definition)?;
                    self.push(")");
                    return Ok(());
                }
            }
        }
        let name = self.dialect.type_name(column_type, in_key);
        self.push(&name);
        Ok(())
    }

    /// Writes the labels of a native enum.
    fn labels(&mut self, definition: &EnumDef) -> Result<(), BuildError> {
        if definition.labels.is_empty() {
            return Err(no_database("an enum", format!("`{}` has no labels", definition.name), "give it a label"));
        }
        for (index, label) in definition.labels.iter().enumerate() {
            if index > 0 {
                self.push(", ");
            }
            self.allow(self.dialect.check_label(label))?;
            self.string(label)?;
        }
        Ok(())
    }
}
