//! SQL statements as plain data, and their text for each database.
//!
//! A statement is a [`tree`] that names no database. A [`Dialect`] turns it into [`Sql`], text and parameters, or
//! into a [`BuildError`] that says what the database cannot do and what to write instead. Nothing here connects to
//! anything: no driver, no async, no I/O.
//!
//! ```
//! use tempest_dialects::table::ColumnDef;
//! use tempest_dialects::tree::{BinaryOperator, ColumnRef, Expr, From, Lock, LockStrength, LockWait, Projected, Select};
//! use tempest_dialects::{ColumnType, MariaDb, MySql, Postgres, Sqlite, Statement, TableDef, Value};
//!
//! static JOBS: TableDef = TableDef::new(
//!     "jobs",
//!     &[ColumnDef::new("id", "id", ColumnType::BigInt), ColumnDef::new("status", "status", ColumnType::Text)],
//! );
//!
//! let status = Expr::Column(ColumnRef { table: "jobs", column: "status" });
//! let queued = Expr::Value(Value::Text("queued".into()));
//! let mut select = Select {
//!     projection: vec![Projected::Table(&JOBS)].into(),
//!     from: Some(From::Table(&JOBS)),
//!     filter: Some(Expr::Binary(BinaryOperator::Eq, Box::new((status, queued)))),
//!     limit: Some(10),
//!     ..Select::default()
//! };
//! let statement = Statement::Select(select.clone());
//! assert_eq!(
//!     statement.render(&Postgres)?.text,
//!     r#"SELECT "id", "status" FROM "jobs" WHERE "status" = $1 LIMIT $2"#
//! );
//! assert_eq!(statement.render(&Sqlite)?.text, r#"SELECT "id", "status" FROM "jobs" WHERE "status" = ? LIMIT +?"#);
//! assert_eq!(statement.render(&MySql)?.text, "SELECT `id`, `status` FROM `jobs` WHERE `status` = ? LIMIT ?");
//! assert_eq!(statement.render(&MariaDb)?.text, "SELECT `id`, `status` FROM `jobs` WHERE `status` = ? LIMIT ?");
//! assert_eq!(statement.render(&Postgres)?.params.len(), 2);
//!
//! // What a database cannot do is an error, before anything is sent to it.
//! select.lock = Some(Lock { strength: LockStrength::Share, of: vec![], wait: LockWait::SkipLocked });
//! let statement = Statement::Select(select);
//! assert!(statement.render(&Postgres)?.text.ends_with(" LIMIT $2 FOR SHARE SKIP LOCKED"));
//! assert!(statement.render(&MySql)?.text.ends_with(" LIMIT ? FOR SHARE SKIP LOCKED"));
//! assert!(statement.render(&MariaDb)?.text.ends_with(" LIMIT ? LOCK IN SHARE MODE SKIP LOCKED"));
//! assert_eq!(
//!     statement.render(&Sqlite).unwrap_err().to_string(),
//!     "SQLite cannot do FOR SHARE: SQLite has no row locks: FOR SHARE would protect nothing; \
//!      begin a write transaction, which is BEGIN IMMEDIATE and keeps all other writers out"
//! );
//! # Ok::<(), tempest_dialects::BuildError>(())
//! ```
//!
//! Where to look:
//!
//! - [`tree`] and [`value`]: what a statement is made of
//! - [`table`] and [`types`]: what a table is, for [`create_tables`] as well
//! - [`dialect`]: every difference between the databases, one method each
//! - [`mod@render`]: from the tree to the text
//! - [`calendar`]: days to dates and back, since a [`Value`] counts days

pub mod calendar;
pub mod dialect;
pub mod error;
mod functions;
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
