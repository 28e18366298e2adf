//! The databases.

use std::fmt;

/// Where the cases run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Database {
    /// PostgreSQL.
    Postgres,
    /// SQLite, in memory.
    Sqlite,
    /// MySQL.
    MySql,
    /// MariaDB.
    MariaDb,
}

impl Database {
    pub(crate) const ALL: [Self; 4] = [Self::Postgres, Self::Sqlite, Self::MySql, Self::MariaDb];

    /// The name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Postgres => "postgres",
            Self::Sqlite => "sqlite",
            Self::MySql => "mysql",
            Self::MariaDb => "mariadb",
        }
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|database| database.name() == name)
    }

    /// Do all peers share one server, and its rows? Otherwise each has a database of its own.
    pub(crate) fn is_shared(self) -> bool {
        self != Self::Sqlite
    }
}

impl fmt::Display for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Postgres => "PostgreSQL",
            Self::Sqlite => "SQLite",
            Self::MySql => "MySQL",
            Self::MariaDb => "MariaDB",
        })
    }
}
