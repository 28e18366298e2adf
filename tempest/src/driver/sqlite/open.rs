//! How a database file is opened: what every connection is set to before its first statement.

use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use crate::engine::{Options, SqliteFile, SqliteMode};
use crate::error::{Error, Result};

/// What to open, and how.
#[derive(Debug, Clone)]
pub(super) struct Settings {
    pub(super) file: SqliteFile,
    /// How long a statement waits for another connection's lock.
    pub(super) busy_timeout: Duration,
    /// How many prepared statements a connection keeps.
    pub(super) statement_cache: usize,
}

/// What a connection is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Writer,
    Reader,
}

impl Settings {
    pub(super) fn new(file: &SqliteFile, options: &Options) -> Self {
        let file = file.clone();
        Self { file, busy_timeout: options.busy_timeout, statement_cache: options.statement_cache }
    }

    /// The name that errors give to the database.
    pub(super) fn name(&self) -> String {
        match &self.file {
            SqliteFile::Memory => ":memory:".to_owned(),
            SqliteFile::Path(file, _) => file.display().to_string(),
        }
    }

    /// Opens a connection.
    pub(super) fn open(&self, role: Role) -> Result<Connection> {
        self.connect(role).map_err(|error| Error::Connect {
            server: self.name(),
            reason: super::error::message(&error),
            source: Some(Box::new(error)),
        })
    }

    fn connect(&self, role: Role) -> rusqlite::Result<Connection> {
        // Whoever owns the connection is the only one to use it: no mutex of SQLite's is needed.
        let flags = OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let read_write = flags | OpenFlags::SQLITE_OPEN_READ_WRITE;
        let connection = match &self.file {
            SqliteFile::Memory => Connection::open_in_memory_with_flags(read_write)?,
            SqliteFile::Path(file, mode) => {
                let flags = match mode {
                    SqliteMode::Read => flags | OpenFlags::SQLITE_OPEN_READ_ONLY,
                    SqliteMode::Write => read_write,
                    SqliteMode::Create => read_write | OpenFlags::SQLITE_OPEN_CREATE,
                };
                Connection::open_with_flags(file, flags)?
            }
        };
        connection.busy_timeout(self.busy_timeout)?;
        connection.set_prepared_statement_cache_capacity(self.statement_cache);
        // "x" is a name, never the string 'x' where no column has that name.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DQS_DML, false)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DQS_DDL, false)?;
        connection.pragma_update(None, "foreign_keys", true)?;
        // LIKE tells capitals from small letters, as on the other databases.
        connection.pragma_update(None, "case_sensitive_like", true)?;
        super::collation::create(&connection)?;
        if role == Role::Writer && self.file != SqliteFile::Memory {
            self.write_ahead(&connection)?;
        }
        // What is committed is on the disk, even if the power fails the next moment: a queue must not forget.
        connection.pragma_update(None, "synchronous", "FULL")?;
        if role == Role::Reader {
            connection.pragma_update(None, "query_only", true)?;
        }
        // Opening reads nothing of the file; this does, so that a file that is no database is found out here.
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
        Ok(connection)
    }

    /// Asks for write-ahead logging, in which readers and the writer do not wait for each other.
    fn write_ahead(&self, connection: &Connection) -> rusqlite::Result<()> {
        let mode: String = connection.query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0))?;
        if mode != "wal" {
            tracing::warn!(file = self.name(), mode, "no write-ahead log for this file: readers block the writer");
        }
        Ok(())
    }
}
