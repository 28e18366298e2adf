//! Statements and transactions on one connection.

use std::fmt;
use std::pin::{Pin, pin};

use deadpool::managed::Object;
use futures_util::TryStreamExt;
use tempest_dialects::Sql;
use tokio_postgres::types::Type;
use tokio_postgres::{RowStream, Statement};

use super::Manager;
use super::bind::Bound;
use super::cell::PostgresRow;
use super::error::{Stale, changed_in_transaction, classify, is_refused_value, staleness};
use super::tls::Tls;
use crate::driver::{Decode, Fetched};
use crate::engine::{Prepare, TransactionOptions};
use crate::error::{Error, Result};
use crate::row::{DecodeError, Row};

/// A connection of the pool, until it is dropped.
#[derive(Debug)]
pub(crate) struct Connection {
    /// There until it is dropped.
    client: Option<Object<Manager>>,
    prepare: Prepare,
    tls: Tls,
    /// Whether something was sent whose answer is not there yet.
    running: bool,
    /// The rows of a stream. Where nobody takes them, tokio-postgres stops reading from the socket, and so the server
    /// stops sending.
    stream: Option<Stream>,
    /// Whether a transaction may be open, or the connection is broken.
    dirty: bool,
    /// Whether the program had the client in its hands.
    handed_over: bool,
    /// The BEGIN of the open transaction, as long as nothing has run in it.
    untouched: Option<String>,
    /// Whether the statement that fails is one under which the schema has changed, in a transaction that it ends.
    changed: bool,
    /// The statement that failed in the open transaction.
    failure: Option<String>,
}

/// The rows of a statement, as they arrive.
struct Stream(Pin<Box<RowStream>>);

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Stream")
    }
}

/// Takes each row as it arrives.
type Sink<'a> = &'a mut (dyn FnMut(&Row<'_>) -> Result<(), DecodeError> + Send);

impl Connection {
    pub(super) fn new(client: Object<Manager>, prepare: Prepare, tls: Tls) -> Self {
        Self {
            client: Some(client),
            prepare,
            tls,
            running: false,
            stream: None,
            dirty: false,
            handed_over: false,
            untouched: None,
            changed: false,
            failure: None,
        }
    }

    pub(crate) async fn query<T: Send + 'static>(&mut self, sql: &Sql<'_>, decode: Decode<T>) -> Result<Fetched<T>> {
        let mut rows = Vec::new();
        let affected = self
            .run(sql, &mut |row| {
                rows.push(decode(row)?);
                Ok(())
            })
            .await?;
        Ok(Fetched { rows, affected })
    }

    pub(crate) async fn open(&mut self, sql: &Sql<'_>) -> Result<()> {
        self.leave_stream().await;
        self.refuse_if_failed()?;
        self.running = true;
        match self.start(sql).await {
            Ok(rows) => {
                self.stream = Some(Stream(Box::pin(rows)));
                Ok(())
            }
            Err(error) => {
                self.running = false;
                Err(self.failed(&sql.text, error))
            }
        }
    }

    pub(crate) async fn next<T>(&mut self, text: &str, decode: Decode<T>) -> Result<Option<T>> {
        let Some(Stream(rows)) = &mut self.stream else { return Ok(None) };
        match rows.try_next().await {
            Ok(Some(row)) => match decode(&Row::new(&PostgresRow(&row))) {
                Ok(row) => Ok(Some(row)),
                Err(error) => Err(Error::Decode { error, sql: text.to_owned() }),
            },
            result => {
                self.stream = None;
                self.running = false;
                result.map(|_| None).map_err(|error| self.failed(text, error))
            }
        }
    }

    /// Reads what nobody takes of a stream: what comes later is answered after it. If the server ended the statement
    /// meanwhile, that is noted.
    async fn leave_stream(&mut self) {
        while let Some(Stream(rows)) = &mut self.stream {
            match rows.try_next().await {
                Ok(Some(_)) => continue,
                Ok(None) => {}
                Err(error) => drop(self.failed("", error)),
            }
            self.stream = None;
            self.running = false;
        }
    }

    pub(crate) async fn hand_over(&mut self) -> Result<()> {
        self.leave_stream().await;
        self.refuse_if_failed()?;
        self.handed_over = true;
        self.untouched = None;
        Ok(())
    }

    pub(super) fn client(&mut self) -> Option<&mut tokio_postgres::Client> {
        self.client.as_mut().map(|client| &mut *client.wrapper)
    }

    pub(crate) async fn describe(&mut self, text: &str) -> Result<Vec<String>> {
        self.leave_stream().await;
        self.refuse_if_failed()?;
        // A pooler may give each statement another connection of the server, unless they are one transaction.
        let alone = self.prepare == Prepare::Never && !self.dirty;
        if alone {
            self.begin(&TransactionOptions::new()).await?;
        }
        self.running = true;
        let result = match &self.client {
            Some(client) => client.wrapper.prepare(text).await,
            None => return Err(Error::Closed),
        };
        self.running = false;
        let names = |statement: Statement| statement.columns().iter().map(|column| column.name().to_owned()).collect();
        let result = result.map(names).map_err(|error| self.failed(text, error));
        if alone {
            self.rollback().await?;
        }
        result
    }

    pub(crate) async fn control(&mut self, text: &str) -> Result<()> {
        self.leave_stream().await;
        self.refuse_if_failed()?;
        self.send(text).await
    }

    pub(crate) async fn begin(&mut self, options: &TransactionOptions) -> Result<()> {
        let mut text = String::from("BEGIN");
        if let Some(isolation) = options.isolation {
            text.push_str(" ISOLATION LEVEL ");
            text.push_str(isolation.sql());
        }
        if options.read_only {
            text.push_str(" READ ONLY");
        }
        self.dirty = true;
        self.send(&text).await?;
        self.untouched = Some(text);
        Ok(())
    }

    /// Two CREATE TABLE IF NOT EXISTS at the same time can fail on the catalogue's own unique indexes, so programs take
    /// turns: the lock's number only has to be the same for all.
    pub(crate) async fn begin_schema(&mut self) -> Result<()> {
        self.begin(&TransactionOptions::new()).await?;
        self.send("SELECT pg_advisory_xact_lock(8387227020142011508)").await
    }

    /// PostgreSQL answers the COMMIT of a failed transaction with success and rolls it back, so it is never sent.
    pub(crate) async fn commit(&mut self) -> Result<()> {
        self.leave_stream().await;
        if self.handed_over && self.failure.is_none() {
            // Fails if the program has ended the transaction, or a statement of its own has failed in it.
            let open = self.send("SAVEPOINT tempest_open; RELEASE SAVEPOINT tempest_open").await;
            if let Err(error @ Error::ConnectionLost { .. }) = open {
                return Err(error);
            }
        }
        if let Some(earlier) = self.failure.take() {
            self.rollback().await?;
            return Err(Error::TransactionAborted { earlier });
        }
        let result = self.send("COMMIT").await;
        // A COMMIT that the server refuses, for a deferred constraint or a serialization failure, has rolled back.
        if !matches!(result, Err(Error::ConnectionLost { .. })) {
            self.dirty = false;
            self.failure = None;
        }
        result
    }

    pub(crate) async fn rollback(&mut self) -> Result<()> {
        self.leave_stream().await;
        self.send("ROLLBACK").await?;
        self.dirty = false;
        self.failure = None;
        Ok(())
    }

    /// Runs a ROLLBACK TO SAVEPOINT, which makes a failed transaction usable again.
    pub(crate) async fn rollback_to(&mut self, text: &str) -> Result<()> {
        self.leave_stream().await;
        self.send(text).await?;
        self.failure = None;
        Ok(())
    }

    pub(crate) fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    fn refuse_if_failed(&self) -> Result<()> {
        match &self.failure {
            Some(earlier) => Err(Error::TransactionAborted { earlier: earlier.clone() }),
            None => Ok(()),
        }
    }

    /// Sends a command as text.
    async fn send(&mut self, text: &str) -> Result<()> {
        self.untouched = None;
        self.running = true;
        let result = match &self.client {
            Some(client) => client.wrapper.batch_execute(text).await,
            None => return Err(Error::Closed),
        };
        self.running = false;
        result.map_err(|error| self.failed(text, error))
    }

    async fn run(&mut self, sql: &Sql<'_>, sink: Sink<'_>) -> Result<u64> {
        self.leave_stream().await;
        self.refuse_if_failed()?;
        self.running = true;
        let result = self.start_and_read(sql, sink).await;
        self.running = false;
        match result {
            Ok((affected, None)) => Ok(affected),
            Ok((_, Some(error))) => Err(Error::Decode { error, sql: sql.text.clone() }),
            Err(error) => Err(self.failed(&sql.text, error)),
        }
    }

    /// Runs the statement, and reads all of its answer even if a row cannot be decoded: the connection stays in step.
    async fn start_and_read(
        &mut self,
        sql: &Sql<'_>,
        sink: Sink<'_>,
    ) -> Result<(u64, Option<DecodeError>), tokio_postgres::Error> {
        let mut rows = pin!(self.start(sql).await?);
        let mut undecodable = None;
        while let Some(row) = rows.try_next().await? {
            if undecodable.is_none() {
                undecodable = sink(&Row::new(&PostgresRow(&row))).err();
            }
        }
        Ok((rows.rows_affected().unwrap_or(0), undecodable))
    }

    async fn start(&mut self, sql: &Sql<'_>) -> Result<RowStream, tokio_postgres::Error> {
        let untouched = self.untouched.take();
        // `run` has checked that the client is there; it leaves in `drop` only.
        let Some(client) = &mut self.client else { return Err(tokio_postgres::Error::__private_api_timeout()) };
        let bound = || sql.params.iter().enumerate().map(|(index, param)| Bound::new(param, index + 1));
        if self.prepare == Prepare::Never {
            let typed = bound().map(|bound| (bound, Type::UNKNOWN));
            return client.wrapper.query_typed_raw(&sql.text, typed).await;
        }
        let Some(cached) = client.statements.get(sql.text.as_str()).cloned() else {
            let statement = prepare(client, &sql.text).await?;
            return client.wrapper.query_raw(&statement, bound()).await;
        };
        // `query_raw` returns once the server has bound the parameters: what failed until then has not run.
        let error = match client.wrapper.query_raw(&cached, bound()).await {
            Err(error) if staleness(&error) != Stale::No => error,
            result => return result,
        };
        client.statements.forget(sql.text.as_str());
        if self.dirty && !is_refused_value(&error) {
            // The server has ended the transaction. One in which nothing has run can begin anew.
            let Some(begin) = untouched else {
                self.changed = staleness(&error) == Stale::Yes;
                if self.changed {
                    client.note_change();
                }
                return Err(error);
            };
            client.wrapper.batch_execute(&format!("ROLLBACK; {begin}")).await?;
        }
        let statement = client.wrapper.prepare(&sql.text).await?;
        let result = client.wrapper.query_raw(&statement, bound()).await;
        if result.is_ok() {
            client.note_change();
        }
        client.statements.put(sql.text.clone(), statement);
        result
    }

    /// Notes what an error means for the connection and its transaction.
    fn failed(&mut self, sql: &str, error: tokio_postgres::Error) -> Error {
        let by_server = error.as_db_error().is_some();
        let error =
            if std::mem::take(&mut self.changed) { changed_in_transaction(error, sql) } else { classify(error, sql) };
        if matches!(error, Error::ConnectionLost { .. }) {
            self.dirty = true;
        } else if by_server && self.dirty && self.failure.is_none() {
            self.failure = Some(error.to_string());
        }
        error
    }
}

/// Prepares a statement and keeps it. The one that had to go is closed on the server as its last handle is dropped.
async fn prepare(client: &mut super::Client, text: &str) -> Result<Statement, tokio_postgres::Error> {
    let statement = client.wrapper.prepare(text).await?;
    client.statements.put(text.to_owned(), statement.clone());
    Ok(statement)
}

impl Drop for Connection {
    /// Gives a clean connection back. Closes a dirty one, and asks the server to give up what still runs on it.
    fn drop(&mut self) {
        let Some(client) = self.client.take() else { return };
        if !self.running && !self.dirty && !self.handed_over {
            return;
        }
        if self.running
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            let (tls, token) = (self.tls.clone(), client.wrapper.cancel_token());
            runtime.spawn(async move { tls.cancel(token).await });
        }
        drop(Object::take(client));
    }
}
