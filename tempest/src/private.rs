//! What generated code calls. Nothing else may: it changes without notice.

pub use std::option::Option::{self, Some};
pub use std::primitive::{bool, usize};
pub use std::result::Result::{self, Err, Ok};
pub use std::vec::Vec;

pub use tempest_derive::{insert_macro, sql_macro};
pub use tempest_dialects::Value;
pub use tempest_dialects::table::{CheckDef, ColumnDef, IndexDef, ReferenceAction, ReferenceDef, TableDef};
pub use tempest_dialects::tree::{Expr as Tree, Projected, RawPart};
pub use tempest_dialects::types::{ColumnType, EnumDef, IntegerEnumDef};

#[cfg(feature = "json")]
pub use serde::{Deserialize, Deserializer};

pub use crate::expr::{Condition, Expression, IntoCondition, Raw};
pub use crate::model::{At, Column, ColumnEnum, Filter, Generated, Model, Relation, Table, UniqueKey, UnknownColumn};
pub use crate::model::{Changes, Fields, Patch, assert_insertable, assert_set_once};
#[cfg(feature = "json")]
pub use crate::model::{assert_readable, read_conditions, read_value};
pub use crate::query::{FromRow, RowColumns, RowStruct, StructCells, decode_struct};
pub use crate::query::{InsertRow, Insertable, NewRow, RowPart, Select};
pub use crate::query::{Left, SelectedStruct, StructColumns, select_field, select_optional_part, select_part};
pub use crate::row::{Cell, Columns, DecodeError, Row};
pub use crate::types::{CellError, ColumnValue, DbType, Element, Ordered, Text};
pub use crate::with_serde;

use crate::expr::{Assign, SqlList, SqlValue};
use crate::model::Position;
use crate::query::InScope;

/// What `derive(Model)` makes of a struct.
#[derive(Debug)]
pub struct Parts<M> {
    /// The table.
    pub table: &'static TableDef,
    /// Decodes a row whose columns begin at a position.
    pub decode: fn(&Row<'_>, usize) -> Result<M, DecodeError>,
    /// The values of the fields.
    pub into_values: fn(M) -> Vec<Value>,
}

/// The definition of a column whose field is a `T`.
#[must_use]
pub const fn column<T: ColumnValue>(name: &'static str, field: &'static str) -> ColumnDef {
    ColumnDef::new(name, field, <T::Inner as DbType>::COLUMN_TYPE).nullable(T::NULLABLE)
}

/// A type whose column can have a length.
#[diagnostic::on_unimplemented(
    message = "a column of type `{Self}` has no length: `varchar` is for `String`",
    label = "`varchar` needs text"
)]
pub trait HasLength {}

#[diagnostic::do_not_recommend]
impl<T: Text> HasLength for T {}

/// The definition of a column of at most `length` characters.
#[must_use]
pub const fn varchar<T: ColumnValue<Inner: HasLength>>(
    name: &'static str,
    field: &'static str,
    length: u32,
) -> ColumnDef {
    ColumnDef::new(name, field, ColumnType::Varchar(length)).nullable(T::NULLABLE)
}

/// A type whose column can have a precision and a scale.
#[diagnostic::on_unimplemented(
    message = "a column of type `{Self}` has no precision: `numeric` is for decimal numbers",
    label = "`numeric` needs a decimal number",
    note = "`rust_decimal::Decimal` is one, with the feature `decimal` of `tempest`"
)]
pub trait HasPrecision {}

#[cfg(feature = "decimal")]
impl HasPrecision for rust_decimal::Decimal {}

/// The definition of a column of decimal numbers of so many digits, of which so many are behind the point.
#[must_use]
pub const fn numeric<T: ColumnValue<Inner: HasPrecision>>(
    name: &'static str,
    field: &'static str,
    precision: u8,
    scale: u8,
) -> ColumnDef {
    ColumnDef::new(name, field, ColumnType::Numeric(precision, scale)).nullable(T::NULLABLE)
}

/// A type whose values the database can make.
#[diagnostic::on_unimplemented(
    message = "the database cannot make values of type `{Self}`",
    label = "`auto` needs an integer",
    note = "`auto` is for columns of an integer type; for a UUID, make one: `Uuid::now_v7()`"
)]
pub trait Auto {}
impl Auto for i8 {}
impl Auto for i16 {}
impl Auto for i32 {}
impl Auto for i64 {}
impl Auto for u8 {}
impl Auto for u16 {}
impl Auto for u32 {}
impl Auto for u64 {}

/// Checks that `auto` stands on an integer.
pub const fn assert_auto<T: Auto>() {}

/// Checks that a foreign key and what it refers to have one type.
pub const fn assert_same_type<M, N, T, U, P, Q>(_from: Column<M, T, P>, _to: Column<N, U, Q>)
where
    T: ColumnValue<Inner: Refers<U>>,
{
}

/// A type of a foreign key, and the type of what it refers to.
#[diagnostic::on_unimplemented(
    message = "a foreign key of type `{Self}` cannot refer to a column of type `{T}`",
    label = "the two columns differ in type"
)]
pub trait Refers<T> {}
impl<T: DbType> Refers<T> for T {}
impl<T: DbType> Refers<Option<T>> for T {}

/// A default, or what every update writes.
pub fn default_value<M, T, P, V, I>(_column: Column<M, T, P>, value: V) -> Tree
where
    T: ColumnValue,
    V: Assign<T>,
    V::With<()>: InScope<(), I>,
{
    value.into_assigned()
}

/// Starts a `SELECT` of whole rows.
pub fn select_from<R: Relation>() -> Select<(R,), R> {
    Select::table()
}

/// What the database computes a column of.
pub fn generated_value<M, T, P, V, I>(_column: Column<M, T, P>, value: V) -> Tree
where
    M: Model,
    T: ColumnValue,
    V: Assign<T>,
    V::With<()>: InScope<(M,), I>,
{
    value.into_assigned()
}

/// `now()` of an attribute: for a column without a zone, the time in UTC.
#[cfg(feature = "time")]
#[derive(Debug)]
pub struct Now;

/// `now()` of an attribute.
#[cfg(feature = "time")]
#[must_use]
pub const fn now() -> Now {
    Now
}

#[cfg(feature = "time")]
macro_rules! now {
    ($($type:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Assign<$type> for Now {
            type With<S> = S;

            fn into_assigned(self) -> Tree {
                Tree::Now
            }
        }
    )*};
}

#[cfg(feature = "time")]
now! {
    time::OffsetDateTime Option<time::OffsetDateTime> time::PrimitiveDateTime Option<time::PrimitiveDateTime>
}

#[cfg(all(feature = "time", feature = "chrono"))]
now! {
    chrono::DateTime<chrono::Utc> Option<chrono::DateTime<chrono::Utc>> chrono::NaiveDateTime
    Option<chrono::NaiveDateTime>
}

#[cfg(all(feature = "time", feature = "jiff"))]
now! {
    jiff::Timestamp Option<jiff::Timestamp> jiff::civil::DateTime Option<jiff::civil::DateTime>
}

/// The predicate of a partial index, or the condition of a CHECK.
pub fn predicate<M: Model, C, S, I>(condition: C) -> Tree
where
    C: IntoCondition<S>,
    S: InScope<(M,), I>,
{
    condition.into_condition().tree
}

/// The name of a column of a column enum.
pub fn column_enum_name<C: ColumnEnum>(column: C) -> &'static str {
    column.definition().name
}

/// The column of this name, or else of this field.
///
/// # Errors
/// If there is none.
pub fn parse_column_enum<C: ColumnEnum>(text: &str, all: &[C]) -> Result<C, UnknownColumn> {
    UnknownColumn::parse(text, all)
}

/// What a foreign key refers to.
pub fn target<K: Key>(_columns: K) -> (&'static TableDef, Vec<usize>) {
    (K::table(), K::positions())
}

/// Columns of one table.
pub trait Key {
    /// The table.
    fn table() -> &'static TableDef;
    /// The columns' places.
    fn positions() -> Vec<usize>;
}

macro_rules! keys {
    ($(($($type:ident $position:ident)+))*) => {$(
        impl<Table: Model, $($type: ColumnValue, $position: Position),+> Key for ($(Column<Table, $type, $position>,)+) {
            fn table() -> &'static TableDef {
                Table::TABLE
            }

            fn positions() -> Vec<usize> {
                vec![$($position::INDEX),+]
            }
        }
    )*};
}

keys!((A PA)(A PA B PB)(A PA B PB C PC)(A PA B PB C PC D PD)(A PA B PB C PC D PD E PE)(A PA B PB C PC D PD E PE F PF));

/// The value of a capture of `sql!`.
pub fn sql_value<By, T: SqlValue<By>>(value: &T) -> Value {
    value.to_value()
}

/// The values of a capture of a list.
pub fn sql_values<By, L: SqlList<By>>(list: &L) -> Vec<Value> {
    list.to_values()
}

/// All conditions of a condition struct.
pub fn all_filters<M: Model>(filters: Vec<Condition<M>>) -> Condition<M> {
    let mut all = Vec::new();
    for filter in filters {
        match filter.tree {
            Tree::All(tests) => all.extend(tests),
            test => all.push(test),
        }
    }
    Condition::new(Tree::All(all))
}

/// The label in a cell of an enum.
///
/// # Errors
/// If the cell holds no text.
pub fn enum_label<'a>(cell: Cell<'a>, name: &'static str) -> Result<&'a str, CellError> {
    match cell {
        Cell::Text(text) => std::str::from_utf8(text).map_err(|_| CellError::mismatch(name, cell)),
        cell => Err(CellError::mismatch(name, cell)),
    }
}

/// The number in a cell of an enum.
///
/// # Errors
/// If the cell holds no integer.
pub fn enum_number(cell: Cell<'_>, name: &'static str) -> Result<i64, CellError> {
    <i64 as DbType>::from_cell(cell).map_err(|_| CellError::mismatch(name, cell))
}

/// The error for a number that an enum does not have.
#[must_use]
pub fn unknown_number(name: &'static str, number: i64) -> CellError {
    CellError::new(name, format!("the number {number}, which `{name}` does not have"))
}

/// The error for a label that an enum does not have.
#[must_use]
pub fn unknown_label(name: &'static str, label: &str) -> CellError {
    CellError::new(name, format!("the label {label:?}, which `{name}` does not have"))
}
