//! What `#[derive(Model)]` makes of a struct.

mod column;
mod column_enum;
mod fields;
mod filter;
mod models;
mod patch;
mod relation;
#[cfg(feature = "json")]
mod request;
mod unique_key;

pub(crate) use column::column_tree;
pub use column::{At, Column, Generated, Position, Settable};
pub use column_enum::{ColumnEnum, UnknownColumn};
#[doc(hidden)]
pub use fields::{FieldValue, Fields, assert_insertable, assert_set_once};
pub use filter::{
    Filter, between, contains, ends_with, eq, ge, gt, in_, is_not_null, is_null, le, like, lt, ne, not_in,
};
pub use filter::{ilike, starts_with};
pub use models::Models;
#[cfg(feature = "json")]
pub use patch::present;
pub use patch::{Changes, Patch};
pub use relation::Relation;
#[cfg(feature = "json")]
pub use request::{assert_readable, read_conditions, read_value};
pub use unique_key::{AnyUnique, ConflictTarget, Constraint, UniqueKey};

use crate::query::{
    Delete, Insert, Insertable, ManyRows, NoConflict, NoReturning, Select, Unfiltered, Unlocked, Update,
};
use crate::row::{DecodeError, Row};
use tempest_dialects::{TableDef, Value};

/// A struct that is a table. `#[derive(Model)]` implements it.
///
/// ```
/// use tempest::prelude::*;
///
/// #[derive(Model)]
/// #[tempest(table = "users")]
/// struct User {
///     #[tempest(primary_key)]
///     id: i64,
///     name: String,
/// }
///
/// let query = User::select().where_(User::name.eq("Ada"));
/// assert_eq!(query.to_sql(&Postgres)?, r#"SELECT "id", "name" FROM "users" WHERE "name" = $1"#);
/// # Ok::<(), tempest::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a model",
    label = "not a table",
    note = "add #[derive(Model)] to the struct `{Self}`"
)]
pub trait Model: Sized + Send + 'static {
    /// The table: its columns, keys, indexes, checks and references.
    const TABLE: &'static TableDef;

    /// Decodes a row whose columns begin at position `at`, in the table's order.
    ///
    /// # Errors
    /// If a cell does not fit in its field.
    fn decode(row: &Row<'_>, at: usize) -> Result<Self, DecodeError>;

    /// The values of the fields, in the table's order.
    fn into_values(self) -> Vec<Value>;

    /// Starts a `SELECT` of whole rows.
    fn select() -> Select<(Self,), Self, Unlocked> {
        Select::table()
    }

    /// Starts an `INSERT` of one row: a whole model, every field of which is stored as it is, or only some of the
    /// columns, as [`insert!`](crate::insert) or a struct with [`#[derive(Insert)]`](macro@crate::Insert) has them.
    fn insert<R: Insertable<Self>>(row: R) -> Insert<Self>
    where
        Self: Table,
    {
        Insert::of_row(row)
    }

    /// Starts an `INSERT` of any number of rows. All of them are inserted or none. For no rows at all, nothing is sent.
    ///
    /// Many rows go in several statements, in a transaction, or in the one that runs them. [`to_sql`](Insert::to_sql)
    /// shows the first of these. On PostgreSQL two rows and more are arrays, one parameter for each column; the text is
    /// the same for any number of rows.
    ///
    /// ```
    /// use tempest::prelude::*;
    ///
    /// #[derive(Model)]
    /// struct Point {
    ///     #[tempest(primary_key)]
    ///     id: i64,
    ///     height: f64,
    /// }
    ///
    /// let engine = BlockingEngine::open_in_memory()?;
    /// engine.create_tables::<Point>()?;
    /// let points = (0..100_000).map(|id| Point { id, height: 0.5 });
    /// assert_eq!(Point::insert_many(points).execute(&engine)?, 100_000);
    /// # Ok::<(), tempest::Error>(())
    /// ```
    fn insert_many<R: Insertable<Self>>(
        rows: impl IntoIterator<Item = R>,
    ) -> Insert<Self, NoConflict, NoReturning, ManyRows>
    where
        Self: Table,
    {
        Insert::of_rows(rows)
    }

    /// Starts an `UPDATE`. It needs a `where_`, or `all_rows()` to mean every row.
    fn update() -> Update<Self, Unfiltered>
    where
        Self: Table,
    {
        Update::table()
    }

    /// Starts a `DELETE`. It needs a `where_`, or `all_rows()` to mean every row.
    fn delete() -> Delete<Self, Unfiltered>
    where
        Self: Table,
    {
        Delete::table()
    }
}

/// A model whose rows can be written: any but a view.
///
/// ```compile_fail,E0277
/// use tempest::prelude::*;
///
/// #[derive(Model)]
/// #[tempest(view)]
/// struct OpenOrder {
///     id: i64,
/// }
///
/// let delete = OpenOrder::delete(); // `OpenOrder` is a view: it can be selected from, and nothing else
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is a view: it can be selected from, and nothing else",
    label = "a view, by `#[tempest(view)]`",
    note = "write to the tables that it shows; a migration of your own creates it"
)]
pub trait Table: Model {}
