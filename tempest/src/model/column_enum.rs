//! Columns that are picked at run time.

use std::fmt;

use super::Model;
use tempest_dialects::table::ColumnDef;

/// The enum of a model's columns, which `#[derive(Model)]` makes: `UserColumn` for `User`.
///
/// It sorts by a column whose name came with a request, and names conflict targets that are known only at run time.
pub trait ColumnEnum: Copy + Send + 'static {
    /// The model.
    type Model: Model;

    /// The column's place in the table, from 0.
    fn position(self) -> usize;

    /// The column's definition.
    fn definition(self) -> &'static ColumnDef {
        &Self::Model::TABLE.columns[self.position()]
    }
}

/// A name that no column of the table has.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownColumn {
    /// The table.
    pub table: &'static str,
    /// The name.
    pub name: String,
}

impl fmt::Display for UnknownColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` has no column `{}`", self.table, self.name)
    }
}

impl std::error::Error for UnknownColumn {}

impl UnknownColumn {
    pub(crate) fn parse<C: ColumnEnum>(text: &str, all: &[C]) -> Result<C, Self> {
        let named = |by: fn(&ColumnDef) -> &'static str| all.iter().find(|column| by(column.definition()) == text);
        named(|column| column.name)
            .or_else(|| named(|column| column.field))
            .copied()
            .ok_or_else(|| Self { table: C::Model::TABLE.name, name: text.to_owned() })
    }
}
