//! What a table is: columns, keys, indexes, checks and references. All of it can be made in a `const`.

use crate::tree::Expr;
use crate::types::ColumnType;

/// A table. `derive(Model)` makes one for each model.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct TableDef {
    /// The schema (PostgreSQL, SQLite's attached database) or database (MySQL, MariaDB), if not the connection's own.
    pub schema: Option<&'static str>,
    /// The table's name.
    pub name: &'static str,
    /// The columns, in order. Keys and indexes name a column by its position here.
    pub columns: &'static [ColumnDef],
    /// The positions of the primary key's columns.
    pub primary_key: &'static [usize],
    /// The unique indexes besides the primary key.
    pub unique: &'static [IndexDef],
    /// The other indexes.
    pub indexes: &'static [IndexDef],
    /// The CHECK constraints.
    pub checks: &'static [CheckDef],
    /// The foreign keys.
    pub references: &'static [ReferenceDef],
    /// The names of all columns, in double quotes and in backticks; empty if they are to be quoted as they are written.
    pub(crate) quoted: [&'static str; 2],
    /// Whether it is a view, which is selected from and never written.
    pub view: bool,
}

/// Two definitions are equal if they are of the same table.
impl PartialEq for TableDef {
    fn eq(&self, other: &Self) -> bool {
        self.schema == other.schema && self.name == other.name
    }
}

/// How long a name in [`TableDef::quoted`] is at most, in bytes: all databases take that.
pub(crate) const LONGEST_QUOTED: usize = 63;

impl TableDef {
    /// A table with these columns and nothing else.
    #[must_use]
    pub const fn new(name: &'static str, columns: &'static [ColumnDef]) -> Self {
        Self {
            schema: None,
            name,
            columns,
            primary_key: &[],
            unique: &[],
            indexes: &[],
            checks: &[],
            references: &[],
            quoted: ["", ""],
            view: false,
        }
    }

    /// Whether the database computes one of the columns.
    #[must_use]
    pub const fn has_generated(&self) -> bool {
        let mut index = 0;
        while index < self.columns.len() {
            if self.columns[index].generated.is_some() {
                return true;
            }
            index += 1;
        }
        false
    }

    /// Says that it is a view.
    #[must_use]
    pub const fn view(mut self) -> Self {
        self.view = true;
        self
    }

    /// Puts the table into a schema.
    #[must_use]
    pub const fn schema(mut self, schema: &'static str) -> Self {
        self.schema = Some(schema);
        self
    }

    /// Sets the names of all columns with commas between them, in double quotes and in backticks, so that a statement over
    /// whole rows need not quote each. `derive(Model)` does so where every name is plain and short.
    #[doc(hidden)]
    #[must_use]
    pub const fn quoted(mut self, quoted: [&'static str; 2]) -> Self {
        self.quoted = quoted;
        self
    }

    /// Sets the primary key.
    #[must_use]
    pub const fn primary_key(mut self, columns: &'static [usize]) -> Self {
        self.primary_key = columns;
        self
    }

    /// Sets the unique indexes.
    #[must_use]
    pub const fn unique(mut self, unique: &'static [IndexDef]) -> Self {
        self.unique = unique;
        self
    }

    /// Sets the other indexes.
    #[must_use]
    pub const fn indexes(mut self, indexes: &'static [IndexDef]) -> Self {
        self.indexes = indexes;
        self
    }

    /// Sets the CHECK constraints.
    #[must_use]
    pub const fn checks(mut self, checks: &'static [CheckDef]) -> Self {
        self.checks = checks;
        self
    }

    /// Sets the foreign keys.
    #[must_use]
    pub const fn references(mut self, references: &'static [ReferenceDef]) -> Self {
        self.references = references;
        self
    }
}

/// A column of a [`TableDef`].
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct ColumnDef {
    /// The column's name in the database.
    pub name: &'static str,
    /// The name of the struct's field.
    pub field: &'static str,
    /// The column's type.
    pub column_type: ColumnType,
    /// Whether the column takes NULL.
    pub nullable: bool,
    /// Whether the database makes the value: an identity on PostgreSQL, AUTO_INCREMENT on MySQL and MariaDB, the
    /// rowid on SQLite.
    pub auto: bool,
    /// The value of a row that leaves the column out.
    pub default: Option<fn() -> Expr>,
    /// The value that every UPDATE writes which does not set the column itself.
    pub on_update: Option<fn() -> Expr>,
    /// What the database computes the value of, from other columns of the row.
    pub generated: Option<fn() -> Expr>,
}

impl ColumnDef {
    /// A NOT NULL column without a default.
    #[must_use]
    pub const fn new(name: &'static str, field: &'static str, column_type: ColumnType) -> Self {
        Self { name, field, column_type, nullable: false, auto: false, default: None, on_update: None, generated: None }
    }

    /// Says whether the column takes NULL.
    #[must_use]
    pub const fn nullable(mut self, nullable: bool) -> Self {
        self.nullable = nullable;
        self
    }

    /// Lets the database make the value.
    #[must_use]
    pub const fn auto(mut self) -> Self {
        self.auto = true;
        self
    }

    /// Sets the default.
    #[must_use]
    pub const fn default(mut self, default: fn() -> Expr) -> Self {
        self.default = Some(default);
        self
    }

    /// Sets the value that every UPDATE writes.
    #[must_use]
    pub const fn on_update(mut self, on_update: fn() -> Expr) -> Self {
        self.on_update = Some(on_update);
        self
    }

    /// Lets the database compute the value, whenever the row is written.
    #[must_use]
    pub const fn generated(mut self, generated: fn() -> Expr) -> Self {
        self.generated = Some(generated);
        self
    }

    /// Whether an INSERT must give the column a value.
    #[must_use]
    pub const fn is_required(&self) -> bool {
        !self.nullable && !self.auto && self.default.is_none() && self.generated.is_none()
    }
}

/// An index, unique or not, over the columns at these positions.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct IndexDef {
    /// The index's name.
    pub name: &'static str,
    /// The positions of its columns.
    pub columns: &'static [usize],
    /// The predicate of a partial index.
    pub predicate: Option<fn() -> Expr>,
}

impl IndexDef {
    /// An index over every row.
    #[must_use]
    pub const fn new(name: &'static str, columns: &'static [usize]) -> Self {
        Self { name, columns, predicate: None }
    }

    /// Makes the index partial.
    #[must_use]
    pub const fn predicate(mut self, predicate: fn() -> Expr) -> Self {
        self.predicate = Some(predicate);
        self
    }
}

/// A CHECK constraint.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct CheckDef {
    /// The constraint's name.
    pub name: &'static str,
    /// What every row must meet.
    pub condition: fn() -> Expr,
}

impl CheckDef {
    /// A constraint with this name.
    #[must_use]
    pub const fn new(name: &'static str, condition: fn() -> Expr) -> Self {
        Self { name, condition }
    }
}

/// A foreign key.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct ReferenceDef {
    /// The constraint's name.
    pub name: &'static str,
    /// The positions of the referencing columns.
    pub columns: &'static [usize],
    /// The referenced table and the positions of its columns. A function, so that tables may refer to each other.
    pub target: fn() -> (&'static TableDef, Vec<usize>),
    /// What happens to the row when the referenced row is deleted.
    pub on_delete: ReferenceAction,
    /// What happens to the row when the referenced key is changed.
    pub on_update: ReferenceAction,
}

impl ReferenceDef {
    /// A foreign key that refuses to leave rows without their target.
    #[must_use]
    pub const fn new(
        name: &'static str,
        columns: &'static [usize],
        target: fn() -> (&'static TableDef, Vec<usize>),
    ) -> Self {
        Self { name, columns, target, on_delete: ReferenceAction::NoAction, on_update: ReferenceAction::NoAction }
    }

    /// Sets what happens when the referenced row is deleted.
    #[must_use]
    pub const fn on_delete(mut self, action: ReferenceAction) -> Self {
        self.on_delete = action;
        self
    }

    /// Sets what happens when the referenced key is changed.
    #[must_use]
    pub const fn on_update(mut self, action: ReferenceAction) -> Self {
        self.on_update = action;
        self
    }
}

/// What a foreign key does to a row whose target goes away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReferenceAction {
    /// Refuse, at the end of the statement.
    NoAction,
    /// Refuse at once.
    Restrict,
    /// Delete or change the row as well.
    Cascade,
    /// Set the columns to NULL.
    SetNull,
    /// Set the columns to their defaults.
    SetDefault,
}
