//! The databases as types.

use tempest_dialects::{Dialect, MariaDb, MySql, Postgres, Sqlite};

use crate::error::{Error, Result};

/// Whatever database the URL names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Any {}

mod sealed {
    pub trait Sealed {}
}

/// A database as a type: the `D` of [`Engine<D>`](super::Engine) and [`Transaction<D>`](super::Transaction).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a database",
    label = "not a database",
    note = "an engine is of `Any`, `Postgres`, `Sqlite`, `MySql` or `MariaDb`"
)]
pub trait Database: sealed::Sealed + Send + Sync + 'static {
    /// The dialect's name, where the type says which database it is.
    #[doc(hidden)]
    const EXPECTED: Option<&'static str>;

    /// Refuses a server of another database.
    #[doc(hidden)]
    fn check(dialect: &dyn Dialect) -> Result<()> {
        match Self::EXPECTED {
            Some(expected) if expected != dialect.name() => Err(Error::Config {
                part: "scheme",
                reason: format!("the engine's type asks for {expected}, and the database is {}", dialect.name()),
            }),
            _ => Ok(()),
        }
    }
}

impl sealed::Sealed for Any {}
impl Database for Any {
    const EXPECTED: Option<&'static str> = None;
}
impl sealed::Sealed for Postgres {}
impl Database for Postgres {
    const EXPECTED: Option<&'static str> = Some("PostgreSQL");
}
impl sealed::Sealed for Sqlite {}
impl Database for Sqlite {
    const EXPECTED: Option<&'static str> = Some("SQLite");
}
impl sealed::Sealed for MySql {}
impl Database for MySql {
    const EXPECTED: Option<&'static str> = Some("MySQL");
}
impl sealed::Sealed for MariaDb {}
impl Database for MariaDb {
    const EXPECTED: Option<&'static str> = Some("MariaDB");
}
