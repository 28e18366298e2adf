//! Rows that are taken one by one.

use std::fmt;
use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Instant;

use futures_util::stream::{Stream, StreamExt, unfold};
use tempest_dialects::{Sql, Statement};

use super::holders::{Holders, Ticket};
use super::observe::{clock, tell};
use super::savepoint::{Scopes, leaves_out_of_step};
use super::{Shared, access};
use crate::driver::{Connection, Cursor, Decode};
use crate::error::{Error, Result};

/// The rows of a query, one after the other, as the database finds them: what `stream` returns.
///
/// Only a few rows are in memory at a time. A program that takes them slowly makes the database wait. Nothing is sent
/// before the first row is asked for; from then until the last row, or until this is dropped, it has a connection to itself.
///
/// An error is the last item. Of an engine, this is `'static`: it can be the body of a response. It is also a
/// [`Stream`](futures_util::Stream), for the combinators of other crates.
///
/// ```
/// use tempest::prelude::*;
///
/// #[derive(Model)]
/// struct Task {
///     #[tempest(primary_key, auto)]
///     id: i64,
///     title: String,
/// }
///
/// # #[tokio::main] async fn main() -> tempest::Result<()> {
/// let engine = Engine::connect("sqlite::memory:").await?;
/// engine.create_tables::<Task>().await?;
/// Task::insert_many(["plan", "write"].map(|title| insert!(Task { title: title }))).execute(&engine).await?;
///
/// let mut rows = Task::select().order_by(Task::id).stream(&engine);
/// let mut titles = Vec::new();
/// while let Some(task) = rows.next().await {
///     titles.push(task?.title);
/// }
/// assert_eq!(titles, ["plan", "write"]);
/// # Ok(())
/// # }
/// ```
///
/// # In a transaction
/// While rows are being taken, the transaction runs nothing else: a statement on it is
/// [`TransactionState`](Error::TransactionState), on every database. Dropping this before its end leaves the transaction
/// as usable as it was, but before its next statement the rest of the rows has to be read and thrown away, except on SQLite.
///
/// # Outside of a transaction
/// Dropping this before its end ends the query. On PostgreSQL and MySQL it costs the connection, for which the pool opens
/// a new one: where only the first rows are wanted, say so with `limit`.
///
/// # The statement timeout
/// It is for each row, from when it is asked for until it is there: how long the program takes between the rows does not
/// count.
#[must_use = "no row is asked for until `next` is called"]
pub struct Rows<'e, T> {
    rows: Pin<Box<dyn Stream<Item = Result<T>> + Send + 'e>>,
}

impl<T> Rows<'_, T> {
    /// The next row, or nothing after the last one.
    ///
    /// If the future is dropped before it is done, no row is lost.
    pub async fn next(&mut self) -> Option<Result<T>> {
        poll_fn(|context| self.rows.as_mut().poll_next(context)).await
    }
}

impl<T: Send + 'static> Rows<'_, T> {
    pub(super) fn new(source: Source, statement: Statement, decode: Decode<T>) -> Self {
        let rows = unfold(State::Asked(source, Box::new(statement), decode), |state| async move {
            let mut reading = match state {
                // Boxed, so that what happens once takes no room in the future of each row.
                State::Asked(source, statement, decode) => {
                    match Box::pin(Reading::open(source, &statement, decode)).await {
                        Ok(reading) => Box::new(reading),
                        Err(error) => return Some((Err(error), State::Ended)),
                    }
                }
                State::Reading(reading) => reading,
                State::Ended => return None,
            };
            match reading.next().await {
                Ok(Some(row)) => Some((Ok(row), State::Reading(reading))),
                Ok(None) => None,
                Err(error) => Some((Err(error), State::Ended)),
            }
        });
        Self { rows: Box::pin(rows.fuse()) }
    }
}

impl<T> Stream for Rows<'_, T> {
    type Item = Result<T>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.rows.as_mut().poll_next(context)
    }
}

impl<T> fmt::Debug for Rows<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rows").finish_non_exhaustive()
    }
}

/// Where the connection comes from.
pub(super) enum Source {
    Pool(Arc<Shared>),
    /// A transaction, and its depth.
    Transaction(Arc<Scopes>, usize),
}

enum State<T> {
    Asked(Source, Box<Statement>, Decode<T>),
    Reading(Box<Reading<T>>),
    Ended,
}

/// A query that runs. Fields are dropped in this order: SQLite gives up its query before the connection is given back.
struct Reading<T> {
    cursor: Cursor<T>,
    lent: Lent,
    shared: Arc<Shared>,
    sql: String,
    start: Option<Instant>,
    rows: usize,
    /// Whether `on_query` was told of the end.
    told: bool,
}

impl<T: Send + 'static> Reading<T> {
    async fn open(source: Source, statement: &Statement, decode: Decode<T>) -> Result<Self> {
        let shared = Arc::clone(match &source {
            Source::Pool(shared) => shared,
            Source::Transaction(scopes, _) => &scopes.shared,
        });
        let sql = statement.render(shared.pool.dialect())?;
        let mut lent = match source {
            Source::Pool(shared) => Lent::new(shared.acquire(access(statement)).await?, None),
            Source::Transaction(scopes, depth) => Lent::new(scopes.lend(depth).await?, Some(scopes)),
        };
        if lent.scopes.is_none() {
            let ticket = Holders::note(&shared.holders, "a stream");
            ticket.runs(&sql.text);
            lent.ticket = Some(ticket);
        }
        let start = clock(&shared.options);
        match lent.open(&shared, &sql, decode).await {
            Ok(cursor) => Ok(Self { cursor, lent, shared, sql: sql.text, start, rows: 0, told: false }),
            Err(error) => {
                shared.tell(start, &sql.text, 0, Some(&error));
                Err(error)
            }
        }
    }

    async fn next(&mut self) -> Result<Option<T>> {
        let row = self.lent.next(&self.shared, &self.sql, &mut self.cursor).await;
        match &row {
            Ok(Some(_)) => self.rows += 1,
            Ok(None) => {}
            Err(error) => {
                self.told = true;
                self.shared.tell(self.start, &self.sql, self.rows, Some(error));
            }
        }
        row
    }
}

impl<T> Drop for Reading<T> {
    fn drop(&mut self) {
        if !self.told {
            self.shared.tell(self.start, &self.sql, self.rows, None);
        }
    }
}

impl Shared {
    fn tell(&self, start: Option<Instant>, sql: &str, rows: usize, error: Option<&Error>) {
        tell(&self.options, self.pool.dialect().name(), start, sql, rows, 0, error);
    }
}

/// A connection that a query has to itself, until this is dropped.
struct Lent {
    /// There until it is dropped.
    connection: Option<Connection>,
    /// The transaction that it goes back to; without one, it goes back to its pool.
    scopes: Option<Arc<Scopes>>,
    /// Notes that a stream without a transaction has it.
    ticket: Option<Ticket>,
    /// Why the transaction cannot go on with the connection.
    lost: Option<String>,
}

impl Lent {
    fn new(connection: Connection, scopes: Option<Arc<Scopes>>) -> Self {
        Self { connection: Some(connection), scopes, ticket: None, lost: None }
    }

    async fn open<T: Send + 'static>(
        &mut self,
        shared: &Shared,
        sql: &Sql<'_>,
        decode: Decode<T>,
    ) -> Result<Cursor<T>> {
        let Some(connection) = &mut self.connection else { return Err(Error::Closed) };
        // If this future is dropped, nobody knows whether the statement has failed.
        self.lost = Some("a statement of the transaction was dropped before it was done".to_owned());
        let result = shared.in_time(&sql.text, connection.open(sql, decode)).await;
        self.lost = None;
        self.note_if_lost(&result);
        result
    }

    async fn next<T: Send + 'static>(
        &mut self,
        shared: &Shared,
        sql: &str,
        cursor: &mut Cursor<T>,
    ) -> Result<Option<T>> {
        let Some(connection) = &mut self.connection else { return Err(Error::Closed) };
        // Lent, because a future that is moved into another one takes its room twice.
        let result = {
            let next = pin!(connection.next(cursor, sql));
            shared.in_time(sql, next).await
        };
        self.note_if_lost(&result);
        result
    }

    fn note_if_lost<T>(&mut self, result: &Result<T>) {
        if let Err(error) = result
            && leaves_out_of_step(error)
        {
            self.lost = Some(error.to_string());
        }
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        if let (Some(connection), Some(scopes)) = (self.connection.take(), &self.scopes) {
            match self.lost.take() {
                None => scopes.take_back(Ok(connection)),
                Some(reason) => scopes.take_back(Err(reason)),
            }
        }
    }
}
