//! SQL statements as plain data, and their text for each database.
//!
//! A statement is a [`tree`] that names no database. A [`Dialect`] turns it into [`Sql`], text and parameters, or
//! into a [`BuildError`] that says what the database cannot do and what to write instead. Nothing here connects to
//! anything: no driver, no async, no I/O.

pub mod dialect;
pub mod error;
pub mod render;
pub mod table;
pub mod tree;
pub mod types;
pub mod value;

pub use dialect::{Dialect, MariaDb, MySql, Postgres, Sqlite};
pub use error::BuildError;
pub use render::{Param, Sql};
pub use table::TableDef;
pub use tree::Statement;
pub use types::ColumnType;
pub use value::Value;
