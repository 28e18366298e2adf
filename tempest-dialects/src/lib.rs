//! SQL statements as plain data, and their text for each database.
//!
//! A statement is a [`tree`] that names no database. A [`Dialect`] turns it into [`Sql`], text and parameters, or
//! into a [`BuildError`] that says what the database cannot do and what to write instead. Nothing here connects to
//! anything: no driver, no async, no I/O.

mod calendar;
pub mod dialect;
pub mod error;
mod mariadb;
mod mysql;
mod postgres;
pub mod render;
mod sqlite;
pub mod table;
pub mod tree;
pub mod types;
pub mod value;

pub use dialect::Dialect;
pub use error::BuildError;
pub use mariadb::MariaDb;
pub use mysql::MySql;
pub use postgres::Postgres;
pub use render::{Param, Sql, create_tables, drop_tables};
pub use sqlite::Sqlite;
pub use table::TableDef;
pub use tree::Statement;
pub use types::ColumnType;
pub use value::Value;
