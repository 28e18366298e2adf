//! What is told about each statement: a `tracing` event and the `on_query` hook. Never a value.

use std::pin::pin;
use std::time::Instant;

use super::{Options, QueryEvent, Shared};
use crate::driver::Fetched;
use crate::error::{Error, Result};

impl Shared {
    /// Runs a command that has no rows, such as BEGIN or DDL, within the statement timeout, and tells about it.
    pub(super) async fn command(&self, name: &str, run: impl Future<Output = Result<()>>) -> Result<()> {
        let run = pin!(run);
        let run = pin!(async {
            self.in_time(name, run).await?;
            Ok(Fetched::<()>::default())
        });
        self.observe(name, run).await.map(drop)
    }

    /// Runs a statement and tells about it.
    pub(super) async fn observe<T>(
        &self,
        sql: &str,
        run: impl Future<Output = Result<Fetched<T>>>,
    ) -> Result<Fetched<T>> {
        let start = clock(&self.options);
        let result = run.await;
        let (rows, affected, error) = match &result {
            Ok(fetched) => (fetched.rows.len(), fetched.affected, None),
            Err(error) => (0, 0, Some(error)),
        };
        tell(&self.options, self.pool.dialect().name(), start, sql, rows, affected, error);
        result
    }
}

/// The time, if anybody is to be told how long a statement took: to ask for it takes a good part of the time in which
/// SQLite finds a row.
pub(super) fn clock(options: &Options) -> Option<Instant> {
    let listened = options.on_query.is_some() || tracing::event_enabled!(target: "tempest", tracing::Level::DEBUG);
    listened.then(Instant::now)
}

/// Tells about one statement, which began at `start`.
pub(super) fn tell(
    options: &Options,
    dialect: &'static str,
    start: Option<Instant>,
    sql: &str,
    rows: usize,
    affected: u64,
    error: Option<&Error>,
) {
    let Some(start) = start else { return };
    let elapsed = start.elapsed();
    match error {
        None => tracing::debug!(target: "tempest", dialect, ?elapsed, rows, affected, sql),
        Some(error) => tracing::debug!(target: "tempest", dialect, ?elapsed, %error, sql),
    }
    if let Some(hook) = &options.on_query {
        hook(&QueryEvent { dialect, sql, elapsed, rows, affected, error });
    }
}
