//! Connecting, and what differs between the databases.

use tempest::prelude::*;

use crate::Result;
use crate::args::Args;

/// How a queue is worked on a database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// PostgreSQL: one statement locks rows, changes them and returns them.
    Statement,
    /// MySQL and MariaDB: rows are locked first and changed then. Their INSERT names no conflict target.
    Locks,
    /// SQLite: a transaction that writes has the database to itself.
    OneWriter,
}

impl Kind {
    pub fn of(engine: &Engine) -> Self {
        match engine.dialect().name() {
            "MySQL" | "MariaDB" => Self::Locks,
            "SQLite" => Self::OneWriter,
            _ => Self::Statement,
        }
    }
}

/// Connects to the database of `--url`, or makes a SQLite file.
pub async fn connect(args: &Args) -> Result<Engine> {
    std::fs::create_dir_all(&args.folder)
        .map_err(|error| format!("cannot make the folder {}: {error}", args.folder.display()))?;
    let url = match &args.url {
        Some(url) => url.clone(),
        None => format!("sqlite:{}", args.folder.join("outbox.db").display()),
    };
    // One connection for each worker; one each for producer, reaper and progress.
    let options = Options::from_url(&url)?.pool_size(usize::from(args.workers) + 3).application_name("outbox_worker");
    Ok(options.connect().await?)
}

/// Runs a transaction again if it met another one: a deadlock, or a lock that another held for too long.
pub async fn retried<T, F>(transaction: impl Fn() -> F) -> tempest::Result<T>
where
    F: Future<Output = tempest::Result<T>>,
{
    const TRIES: u32 = 10;
    for _ in 1..TRIES {
        match transaction().await {
            Err(error) if error.is_retryable() => tokio::task::yield_now().await,
            result => return result,
        }
    }
    transaction().await
}
