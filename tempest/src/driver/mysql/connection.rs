//! Statements and transactions on one connection.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use deadpool::managed::Object;
use mysql_async::consts::StatusFlags;
use mysql_async::prelude::Queryable;
use mysql_async::{BinaryProtocol, Conn, DriverError, Params, QueryResult, Value};
use tempest_dialects::Sql;
use tempest_dialects::render::Outcome;

use super::cell::MySqlRow;
use super::connect::Login;
use super::error::{classify, ends_transaction, is_stale_statement};
use super::{Client, Manager, bind};
use crate::driver::{Decode, Fetched};
use crate::engine::TransactionOptions;
use crate::error::{Error, Result};
use crate::row::{DecodeError, Row};

/// A connection of the pool, until it is dropped.
#[derive(Debug)]
pub(crate) struct Connection {
    /// There until it is dropped.
    client: Option<Object<Manager>>,
    login: Arc<Login>,
    /// Whether something was sent whose answer is not there yet.
    running: bool,
    /// Whether rows of a stream are still to be read. Where nobody takes them, the server waits.
    streaming: bool,
    /// Whether the connection can no longer be used.
    broken: bool,
    /// Whether the program had it in its hands.
    handed_over: bool,
    /// Whether a transaction may be open.
    transaction: bool,
    /// What ended the transaction before its time.
    failure: Option<String>,
}

/// Takes each row as it arrives.
type Sink<'a> = &'a mut (dyn FnMut(&Row<'_>) -> Result<(), DecodeError> + Send);

/// What the server answered to a statement.
struct Answer {
    rows: u64,
    undecodable: Option<DecodeError>,
}

impl Connection {
    pub(super) fn new(client: Object<Manager>, login: Arc<Login>) -> Self {
        Self {
            client: Some(client),
            login,
            running: false,
            streaming: false,
            broken: false,
            handed_over: false,
            transaction: false,
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
        let params = bind::params(sql)?;
        self.running = true;
        let result = self.client()?.start(sql, params).await;
        self.streaming = result.is_ok();
        self.running = self.streaming;
        result.map_err(|error| self.failed(&sql.text, error))
    }

    pub(crate) async fn next<T>(&mut self, text: &str, decode: Decode<T>) -> Result<Option<T>> {
        if !self.streaming {
            return Ok(None);
        }
        match self.client()?.rows().next().await {
            Ok(Some(row)) => match decode(&Row::new(&MySqlRow(&row))) {
                Ok(row) => Ok(Some(row)),
                Err(error) => Err(Error::Decode { error, sql: text.to_owned() }),
            },
            result => {
                self.streaming = false;
                self.running = false;
                result.map_err(|error| self.failed(text, error))?;
                self.check_transaction().await?;
                Ok(None)
            }
        }
    }

    /// Reads what nobody takes of a stream: the server takes no other statement before. If it ended the statement
    /// meanwhile, that is noted.
    async fn leave_stream(&mut self) {
        if self.streaming
            && let Ok(client) = self.client()
        {
            let result = client.rows().drop_result().await;
            self.streaming = false;
            self.running = false;
            if let Err(error) = result {
                drop(self.failed("", error));
            }
        }
    }

    pub(crate) async fn hand_over(&mut self) -> Result<()> {
        self.leave_stream().await;
        self.refuse_if_failed()?;
        self.handed_over = true;
        Ok(())
    }

    pub(super) fn conn(&mut self) -> Result<&mut Conn> {
        Ok(&mut self.client()?.conn)
    }

    pub(crate) async fn describe(&mut self, text: &str) -> Result<Vec<String>> {
        self.leave_stream().await;
        self.refuse_if_failed()?;
        self.running = true;
        let result = self.client()?.describe(text).await;
        self.running = false;
        result.map_err(|error| self.failed(text, error))
    }

    /// Runs a command as text: the server cannot prepare all of them.
    pub(crate) async fn control(&mut self, text: &str) -> Result<()> {
        self.leave_stream().await;
        self.refuse_if_failed()?;
        self.send(text).await?;
        self.check_transaction().await
    }

    pub(crate) async fn begin(&mut self, options: &TransactionOptions) -> Result<()> {
        self.transaction = true;
        self.failure = None;
        if let Some(isolation) = options.isolation {
            self.send(&format!("SET TRANSACTION ISOLATION LEVEL {}", isolation.sql())).await?;
        }
        self.send(if options.read_only { "START TRANSACTION READ ONLY" } else { "START TRANSACTION" }).await
    }

    pub(crate) async fn commit(&mut self) -> Result<()> {
        self.leave_stream().await;
        if self.handed_over && self.failure.is_none() {
            // The server's answer tells whether the program has left the transaction open.
            self.send("DO 0").await?;
            self.check_transaction().await?;
        }
        if let Some(earlier) = self.failure.take() {
            self.rollback().await?;
            return Err(Error::TransactionAborted { earlier });
        }
        self.send("COMMIT").await?;
        self.transaction = false;
        Ok(())
    }

    pub(crate) async fn rollback(&mut self) -> Result<()> {
        self.leave_stream().await;
        self.send("ROLLBACK").await?;
        self.transaction = false;
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

    fn client(&mut self) -> Result<&mut Client> {
        match &mut self.client {
            Some(client) if !self.broken => Ok(client),
            _ => Err(Error::Closed),
        }
    }

    /// Sends a command as text.
    async fn send(&mut self, text: &str) -> Result<()> {
        self.running = true;
        let result = self.client()?.conn.query_drop(text).await;
        self.running = false;
        result.map_err(|error| self.failed(text, error))
    }

    async fn run(&mut self, sql: &Sql<'_>, sink: Sink<'_>) -> Result<u64> {
        self.leave_stream().await;
        self.refuse_if_failed()?;
        let params = bind::params(sql)?;
        self.running = true;
        let result = self.client()?.execute(sql, params, sink).await;
        self.running = false;
        let answer = result.map_err(|error| self.failed(&sql.text, error))?;
        self.check_transaction().await?;
        match answer.undecodable {
            Some(error) => Err(Error::Decode { error, sql: sql.text.clone() }),
            None => Ok(affected(sql, answer.rows, &self.client()?.conn)),
        }
    }

    /// The server says with each answer whether a transaction is open. DDL commits the open one, and what follows would
    /// be a transaction of its own, statement by statement; a BEGIN written by hand is none that the engine knows of.
    async fn check_transaction(&mut self) -> Result<()> {
        let Some(answer) = self.client()?.conn.last_ok_packet() else { return Ok(()) };
        let open = answer.status_flags().contains(StatusFlags::SERVER_STATUS_IN_TRANS);
        if self.transaction && !open && self.failure.is_none() {
            self.failure = Some("a statement committed the transaction".to_owned());
        }
        if open && !self.transaction {
            // Boxed, so that this rare future takes no room in that of every statement and row.
            Box::pin(self.send("ROLLBACK")).await?;
            return Err(Error::TransactionState {
                reason: "the statement began a transaction, which was rolled back: begin it on the engine",
            });
        }
        Ok(())
    }

    fn failed(&mut self, text: &str, error: mysql_async::Error) -> Error {
        self.broken |= error.is_fatal() && !is_refused_here(&error);
        let lock_timeout_ends = self.client.as_ref().is_some_and(|client| client.lock_timeout_ends_transaction);
        let ends = ends_transaction(&error, lock_timeout_ends);
        let error = classify(error, text);
        if matches!(error, Error::ConnectionLost { .. }) {
            self.broken = true;
            if let Some(client) = &self.client {
                client.losses.fetch_add(1, Ordering::Relaxed);
            }
        }
        if ends && self.transaction && self.failure.is_none() {
            self.failure = Some(error.to_string());
        }
        error
    }
}

impl Client {
    /// Runs a statement, and reads all of its answer even if a row cannot be decoded: the connection stays in step.
    async fn execute(&mut self, sql: &Sql<'_>, params: Params, sink: Sink<'_>) -> mysql_async::Result<Answer> {
        self.start(sql, params).await?;
        let mut answer = Answer { rows: 0, undecodable: None };
        self.rows()
            .for_each_and_drop(|row| {
                answer.rows += 1;
                if answer.undecodable.is_none() {
                    answer.undecodable = sink(&Row::new(&MySqlRow(&row))).err();
                }
            })
            .await?;
        Ok(answer)
    }

    async fn describe(&mut self, text: &str) -> mysql_async::Result<Vec<String>> {
        let statement = self.conn.prep(text).await?;
        let names = statement.columns().iter().map(|column| column.name_str().into_owned()).collect();
        self.conn.close(statement).await?;
        Ok(names)
    }

    /// Sends a statement, and reads its answer up to the first row.
    async fn start(&mut self, sql: &Sql<'_>, params: Params) -> mysql_async::Result<()> {
        // Said before anything is sent: the server would end the connection.
        if too_large(&sql.text, &params, self.max_packet) {
            return Err(DriverError::PacketTooLarge.into());
        }
        let Some(statement) = self.statements.get(sql, &params) else {
            // Boxed, so that this rare future takes no room in that of every statement.
            return Box::pin(self.prepare_and_send(sql, params)).await;
        };
        match send(&mut self.conn, statement, params).await {
            Err(error) if is_stale_statement(&error) => {
                // What could be bound once can be bound again: a copy for this case would cost every statement.
                let Ok(params) = bind::params(sql) else { return Err(error) };
                for statement in self.statements.forget(&sql.text) {
                    self.conn.close(statement).await?;
                }
                Box::pin(self.prepare_and_send(sql, params)).await
            }
            result => result,
        }
    }

    async fn prepare_and_send(&mut self, sql: &Sql<'_>, params: Params) -> mysql_async::Result<()> {
        let statement = self.conn.prep(sql.text.as_str()).await?;
        for statement in self.statements.put(sql, &params, statement.clone()) {
            self.conn.close(statement).await?;
        }
        send(&mut self.conn, statement, params).await
    }

    /// The rows of the statement that was sent last, as they are read from the socket.
    fn rows(&mut self) -> QueryResult<'_, 'static, BinaryProtocol> {
        QueryResult::new(&mut self.conn)
    }
}

async fn send(conn: &mut Conn, statement: mysql_async::Statement, params: Params) -> mysql_async::Result<()> {
    let (required, supplied) = (statement.num_params(), count(&params));
    if usize::from(required) != supplied {
        return Err(DriverError::StmtParamsMismatch { required, supplied }.into());
    }
    // The rows stay with the connection, to be read by whoever sent the statement.
    conn.exec_iter(statement, params).await.map(drop)
}

fn count(params: &Params) -> usize {
    if let Params::Positional(values) = params { values.len() } else { 0 }
}

/// Whether the server would not take a statement with these values.
fn too_large(text: &str, params: &Params, max_packet: usize) -> bool {
    let Params::Positional(values) = params else { return false };
    let bytes = |value: &Value| if let Value::Bytes(bytes) = value { bytes.len() } else { 16 };
    text.len() + values.iter().map(bytes).sum::<usize>() > max_packet
}

/// Whether the number of parameters is wrong, or the values are too large: nothing was sent.
fn is_refused_here(error: &mysql_async::Error) -> bool {
    matches!(error, mysql_async::Error::Driver(DriverError::StmtParamsMismatch { .. } | DriverError::PacketTooLarge))
}

/// How many rows the statement changed.
fn affected(sql: &Sql<'_>, rows: u64, conn: &Conn) -> u64 {
    // MariaDB does not count the rows of a write that returns them.
    if rows > 0 && conn.affected_rows() == 0 && writes(&sql.text) {
        return rows;
    }
    match sql.outcome {
        // `Records: 3  Duplicates: 1  Warnings: 0`, in the server's language; nothing if there is one row.
        Outcome::WithoutDuplicates => match numbers(&conn.info())[..] {
            [records, duplicates, ..] => records.saturating_sub(duplicates),
            _ => conn.affected_rows(),
        },
        Outcome::EachRowOnce => match numbers(&conn.info())[..] {
            [records, ..] => records,
            _ => conn.affected_rows().min(1),
        },
        _ => conn.affected_rows(),
    }
}

fn writes(text: &str) -> bool {
    let word = text.split(|letter: char| !letter.is_ascii_alphabetic()).next().unwrap_or_default();
    ["INSERT", "REPLACE", "UPDATE", "DELETE"].iter().any(|verb| word.eq_ignore_ascii_case(verb))
}

fn numbers(info: &str) -> Vec<u64> {
    info.split(|letter: char| !letter.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect()
}

impl Drop for Connection {
    fn drop(&mut self) {
        let Some(client) = self.client.take() else { return };
        if !(self.running || self.broken || self.transaction || self.handed_over) {
            return; // Clean: it goes back to the pool.
        }
        let client = Object::take(client);
        // A server that is at work on a statement does not see that the connection is closed, and holds its locks on.
        if self.running
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            let (login, id) = (Arc::clone(&self.login), client.conn.id());
            drop(runtime.spawn(async move { login.kill(id).await }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{numbers, writes};

    #[test]
    fn the_info_string_is_read_in_any_language() {
        assert_eq!(numbers("Records: 3  Duplicates: 1  Warnings: 0"), [3, 1, 0]);
        assert_eq!(numbers("Datensätze: 3  Duplikate: 1  Warnungen: 0"), [3, 1, 0]);
        assert_eq!(numbers(""), [0; 0]);
    }

    #[test]
    fn the_first_word_says_whether_a_statement_writes() {
        assert!(writes("INSERT INTO t VALUES (1) RETURNING id") && writes("delete from t returning id"));
        assert!(!writes("SELECT 1") && !writes("") && !writes("(SELECT 1)"));
    }
}
