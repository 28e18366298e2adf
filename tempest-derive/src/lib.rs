//! The derives and macros of the Tempest ORM. Use them through the `tempest` crate, which re-exports them and documents
//! them in the company of the traits that they implement.
//!
//! A derive goes through stages, one file each: `attr` reads `#[tempest(…)]` into options, `ast` turns the item and its
//! options into columns, keys and indexes, `valid` checks the rules that span several attributes, and `model/` or
//! `db_enum` and `db_type` write the code. Errors are gathered in a `Ctxt` and reported together; after an error, `fallback` writes
//! stubs so that the compiler has nothing to add to them.

mod ast;
mod attr;
mod ctxt;
mod db_enum;
mod db_type;
mod fallback;
mod insert;
mod insert_macro;
mod model;
mod naming;
mod patch;
mod record;
mod row;
mod sql_macro;
#[cfg(test)]
mod tests;
mod valid;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Makes a plain struct a model: a table with columns, keys and indexes that queries are written against.
///
/// Each field is a column. `#[tempest(…)]` on the struct and on its fields says the rest.
///
/// On the struct:
///
/// | Option | Meaning |
/// |---|---|
/// | `table = "name"` | the table's name; without it, the struct's name in snake_case |
/// | `schema = "name"` | the schema that the table is in |
/// | `naming = "camelCase"` | how column names are made from field names: `preserve` (default), `snake_case`, `camelCase`, `PascalCase`, `SCREAMING_SNAKE_CASE`, `kebab-case` |
/// | `primary_key(a, b)` | the primary key, where its order differs from that of the fields |
/// | `no_primary_key` | says that the table has none |
/// | `unique(columns(a, b), name = "…", where = a.is_not_null())` | a unique index, partial with `where`; name it or take `<table>_<columns>_key` |
/// | `index(columns(a, b), name = "…", where = …)` | an index; name it or take `<table>_<columns>_idx` |
/// | `check(a.lt(b), name = "…")` | a CHECK constraint; name it or take `<table>_check` |
/// | `references(columns(a, b), User(x, y), on_delete = cascade, on_update = …, name = "…")` | a foreign key of several columns; name it or take `<table>_<columns>_fkey` |
/// | `column_enum = "Name"`, `column_enum = false` | renames or leaves out the enum of columns (`<Struct>Column`) |
/// | `condition = "Name"`, `condition = false` | renames or leaves out the condition struct (`<Struct>Where`) |
/// | `deserialize(a, b)` | the fields of the condition struct that a request may fill, by serde |
/// | `view` | the model is of a view: it is selected from, and nothing else compiles |
/// | `crate = "path"` | where the `tempest` crate is found, if not at `::tempest` |
///
/// On a field:
///
/// | Option | Meaning |
/// |---|---|
/// | `column = "legacyID"` | the column's name |
/// | `primary_key` | the column is the primary key; on several fields, they are the key in this order |
/// | `auto` | the database numbers the rows |
/// | `default = 0`, `default = now()` | the value of a row that leaves the column out |
/// | `on_update = now()` | the value that every UPDATE writes which does not set the column itself |
/// | `unique`, `index` | an index over this column; `(name = "…", where = …)` as on the struct |
/// | `references = User::id`, `references(User::id, on_delete = cascade)` | a foreign key; actions are `cascade`, `restrict`, `set_null`, `set_default`, `no_action` |
/// | `check = attempts.ge(0)` | a CHECK constraint, `<table>_<column>_check` |
/// | `varchar = 40` | text of at most so many characters |
/// | `generated = price * quantity` | the database computes the column; no statement sets it |
/// | `numeric(12, 2)` | a decimal number of 12 digits, 2 of them behind the point |
///
/// Conditions are typed: a field's name stands for its column.
#[proc_macro_derive(Model, attributes(tempest))]
pub fn derive_model(input: TokenStream) -> TokenStream {
    model::derive(&parse_macro_input!(input as DeriveInput)).into()
}

/// Lets an enum without data be the type of a column.
///
/// The column is text with a CHECK on the labels, or with `#[tempest(native)]` an enum type of the database's own.
///
/// | Option | Meaning |
/// |---|---|
/// | `naming = "snake_case"` | how labels are made from the variants' names: `snake_case` (default), `preserve`, `camelCase`, `PascalCase`, `SCREAMING_SNAKE_CASE`, `kebab-case` |
/// | `native`, `native = "type_name"` | a type of the database's own, named as the enum is in snake_case or as given |
/// | `integer` | a number with a CHECK: that of the variant, `Sent = 2`, of the type in `#[repr(…)]` or else an i32 |
/// | `crate = "path"` | where the `tempest` crate is found, if not at `::tempest` |
/// | `label = "…"` (on a variant) | the variant's label |
#[proc_macro_derive(DbEnum, attributes(tempest))]
pub fn derive_db_enum(input: TokenStream) -> TokenStream {
    db_enum::derive(&parse_macro_input!(input as DeriveInput)).into()
}

/// Lets a struct around one value be the type of a column: the column is that of the value.
///
/// `struct UserId(Uuid);` keeps the key of a user apart from that of an order, in the program; in the database both are
/// a UUID. What can be done with the value can be done with the struct: compare it, order it, match its text, number
/// rows with it (`auto`). Arithmetic is left out.
///
/// | Option | Meaning |
/// |---|---|
/// | `crate = "path"` | where the `tempest` crate is found, if not at `::tempest` |
#[proc_macro_derive(DbType, attributes(tempest))]
pub fn derive_db_type(input: TokenStream) -> TokenStream {
    db_type::derive(&parse_macro_input!(input as DeriveInput)).into()
}

/// Makes a struct of your own a row that can be inserted into a model: `Order::insert(new_order)`, or many of them.
///
/// Each field is a column of the model, of the same name and type; the compiler says which is not, and which column of
/// the model must have a value and gets none. A field may borrow: `&'a str` for a `String`.
///
/// | Option | Meaning |
/// |---|---|
/// | `model = Order` | the model; needed |
/// | `part` | only some columns of a row, for `flatten`: it may leave out what a row must have |
/// | `crate = "path"` | where the `tempest` crate is found, if not at `::tempest` |
/// | `column = amount` (on a field) | the field of the model, where it has another name |
/// | `flatten` (on a field) | the field is a struct that derives `Insert` for the same model: its columns are the row's |
/// | `skip` (on a field) | the field is no column |
#[proc_macro_derive(Insert, attributes(tempest))]
pub fn derive_insert(input: TokenStream) -> TokenStream {
    insert::derive(&parse_macro_input!(input as DeriveInput)).into()
}

/// Makes a struct of your own what an update changes: `Order::update().patch(changes)`.
///
/// Each field is a column of the model, of the same name. Its type says what it does:
///
/// | Field | Meaning |
/// |---|---|
/// | `T` | sets the column |
/// | `Option<T>` | `None` leaves the column alone, `Some` sets it, on a column that takes NULL as well |
/// | `Option<Option<T>>` | `None` leaves the column alone, `Some(None)` sets it to NULL, `Some(Some(…))` to the value |
///
/// `Option` is known by its name: write it out, and give it no alias.
///
/// | Option | Meaning |
/// |---|---|
/// | `model = Order` | the model; needed |
/// | `crate = "path"` | where the `tempest` crate is found, if not at `::tempest` |
/// | `column = amount` (on a field) | the field of the model, where it has another name |
/// | `flatten` (on a field) | the field is a patch of the same model: its columns are set too |
/// | `skip` (on a field) | the field is no column |
#[proc_macro_derive(Patch, attributes(tempest))]
pub fn derive_patch(input: TokenStream) -> TokenStream {
    patch::derive(&parse_macro_input!(input as DeriveInput)).into()
}

/// Makes a struct of your own what a row becomes: of a query, `.columns(Summary)`, if the struct says which models its
/// columns are `from`; and of SQL, `sql!("…").rows::<Summary>()`.
///
/// Each field is the column of the same name, of the first model or of the SQL.
///
/// | Option | Meaning |
/// |---|---|
/// | `crate = "path"` | where the `tempest` crate is found, if not at `::tempest` |
/// | `from = Order`, `from(Order, Option<Customer>)` | the models; in an `Option` if an outer join may leave its row out |
/// | `column = Customer::name` (on a field) | the column or expression that a query selects for it; needs `from` |
/// | `column = "name"` (on a field) | without `from`: the column's name, where it is another one |
/// | `flatten` (on a field) | the field is a struct that derives `Row`, with columns of its own; or an `Option` of one, which is `None` if all of them are NULL, as on the empty side of a left join |
#[proc_macro_derive(Row, attributes(tempest))]
pub fn derive_row(input: TokenStream) -> TokenStream {
    row::derive(&parse_macro_input!(input as DeriveInput)).into()
}

/// What `tempest::insert!` forwards to, with its own crate's path in front.
#[doc(hidden)]
#[proc_macro]
pub fn insert_macro(input: TokenStream) -> TokenStream {
    insert_macro::expand(input.into()).unwrap_or_else(|error| error.to_compile_error()).into()
}

/// What `tempest::sql!` forwards to, with its own crate's path in front.
#[doc(hidden)]
#[proc_macro]
pub fn sql_macro(input: TokenStream) -> TokenStream {
    sql_macro::expand(input.into()).unwrap_or_else(|error| error.to_compile_error()).into()
}
