//! Columns that are picked at run time.

use std::fmt;

use super::Model;
use super::column::column_tree;
use crate::expr::Order;
use tempest_dialects::table::ColumnDef;
use tempest_dialects::tree::Direction;

/// The enum of a model's columns, which `#[derive(Model)]` makes: `UserColumn` for `User`.
///
/// It sorts by a column whose name came with a request, selects such columns ([`pick`](crate::query::Select::pick)), and
/// names conflict targets that are known only at run time.
///
/// ```
/// use tempest::prelude::*;
///
/// #[derive(Model)]
/// struct User {
///     #[tempest(primary_key)]
///     id: i64,
///     name: String,
/// }
///
/// let by: UserColumn = "name".parse()?; // anything but a column's name is an error
/// let query = User::select().columns(User::id).order_by((by.desc(), User::id));
/// assert_eq!(query.to_sql(&Postgres)?, r#"SELECT "id" FROM "user" ORDER BY "name" DESC, "id""#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait ColumnEnum: Copy + Send + 'static {
    /// The model.
    type Model: Model;

    /// The column's place in the table, from 0.
    fn position(self) -> usize;

    /// The column's definition.
    fn definition(self) -> &'static ColumnDef {
        &Self::Model::TABLE.columns[self.position()]
    }

    /// Sorts by the column, the smallest first.
    fn asc(self) -> Order<Self::Model> {
        Order::new(column_tree::<Self::Model>(self.position()), Direction::Ascending)
    }

    /// Sorts by the column, the greatest first.
    fn desc(self) -> Order<Self::Model> {
        Order::new(column_tree::<Self::Model>(self.position()), Direction::Descending)
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
        named(all.iter().copied(), |column| column.definition(), text)
            .ok_or_else(|| Self { table: C::Model::TABLE.name, name: text.to_owned() })
    }
}

/// The column of this name, or else of this field.
pub(super) fn named<T>(
    columns: impl Iterator<Item = T> + Clone,
    definition: impl Fn(&T) -> &'static ColumnDef,
    text: &str,
) -> Option<T> {
    let by = |name: fn(&ColumnDef) -> &'static str| columns.clone().find(|column| name(definition(column)) == text);
    by(|column| column.name).or_else(|| by(|column| column.field))
}
