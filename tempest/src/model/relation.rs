//! What a query reads from.

use super::Model;
use crate::row::{DecodeError, Row};
use tempest_dialects::TableDef;
use tempest_dialects::tree::{From, Projected};

/// What a query reads from, and whose columns it knows: a model's table, or the same table under another name.
///
/// Every model is one. `#[tempest(alias = Manager)]` on the model `Employee` makes another one, for a query that reads
/// the table twice:
///
/// ```
/// use tempest::prelude::*;
///
/// #[derive(Model, Debug, PartialEq)]
/// #[tempest(alias = Manager)]
/// struct Employee {
///     #[tempest(primary_key)]
///     id: i64,
///     name: String,
///     manager_id: Option<i64>,
/// }
///
/// let engine = BlockingEngine::open_in_memory()?;
/// engine.create_tables::<Employee>()?;
/// let employee = |id, name: &str, manager_id| Employee { id, name: name.to_owned(), manager_id };
/// Employee::insert_many([employee(1, "Grace", None), employee(2, "Ada", Some(1))]).execute(&engine)?;
///
/// let names = Employee::select()
///     .join::<Manager>()
///     .on(Employee::manager_id.eq(Manager::id))
///     .columns((Employee::name, Manager::name));
/// assert_eq!(
///     names.to_sql(&Sqlite)?,
///     r#"SELECT "employee"."name", "manager"."name" FROM "employee" JOIN "employee" AS "manager" ON "employee"."manager_id" = "manager"."id""#
/// );
/// assert_eq!(names.all(&engine)?, [("Ada".to_owned(), "Grace".to_owned())]);
/// # Ok::<(), tempest::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is nothing to select from",
    label = "not a model",
    note = "add #[derive(Model)] to the struct `{Self}`"
)]
pub trait Relation: Sized + 'static {
    /// What a row becomes.
    type Row: Send + 'static;

    /// The table, whose columns it has.
    const DEFINITION: &'static TableDef;

    /// The name by which a statement knows it.
    const NAME: &'static str;

    /// Decodes a row whose columns begin at position `at`.
    ///
    /// # Errors
    /// If a cell does not fit.
    fn decode_row(row: &Row<'_>, at: usize) -> Result<Self::Row, DecodeError>;

    /// What stands in FROM.
    #[doc(hidden)]
    const FROM: From = From::Alias(Self::DEFINITION, Self::NAME);

    /// What stands for a whole row.
    #[doc(hidden)]
    const WHOLE: &'static [Projected] = &[Projected::Alias(Self::DEFINITION, Self::NAME)];
}

impl<M: Model> Relation for M {
    type Row = M;

    const DEFINITION: &'static TableDef = M::TABLE;
    const NAME: &'static str = M::TABLE.name;

    fn decode_row(row: &Row<'_>, at: usize) -> Result<M, DecodeError> {
        M::decode(row, at)
    }

    const FROM: From = From::Table(M::TABLE);
    const WHOLE: &'static [Projected] = &[Projected::Table(M::TABLE)];
}
