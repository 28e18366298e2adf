//! What differs between databases.

use std::fmt::Debug;

/// A database's SQL: every way in which it differs from the others.
pub trait Dialect: Debug + Send + Sync {
    /// The database's name, as its makers write it.
    fn name(&self) -> &'static str;
}

/// PostgreSQL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Postgres;
/// SQLite.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sqlite;
/// MySQL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MySql;
/// MariaDB.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MariaDb;

impl Dialect for Postgres {
    fn name(&self) -> &'static str {
        "PostgreSQL"
    }
}
impl Dialect for Sqlite {
    fn name(&self) -> &'static str {
        "SQLite"
    }
}
impl Dialect for MySql {
    fn name(&self) -> &'static str {
        "MySQL"
    }
}
impl Dialect for MariaDb {
    fn name(&self) -> &'static str {
        "MariaDB"
    }
}
