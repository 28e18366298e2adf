//! A query whose rows leave the thread while it runs: in batches, a few at a time, because each hand-over costs.

use std::any::Any;
use std::borrow::Cow;
use std::cell;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::{Duration, Instant};
use std::vec::IntoIter;

use rusqlite::Connection;
use tempest_dialects::Param;
use tokio::sync::mpsc;

use super::statement::{SqliteRow, each};
use super::transaction::{Done, run_in};
use crate::driver::Decode;
use crate::error::{Error, Result};
use crate::row::{Cell, Cells, Row};

/// How many batches may wait to be taken. One more is being filled, and one is with the program.
const WAITING: usize = 1;
/// A batch is sent when it has so many rows,
const ROWS: usize = 512;
/// or holds so many bytes of text and blobs,
const BYTES: usize = 64 * 1024;
/// or is so old: a row that was found does not wait for long for the next.
const AGE: Duration = Duration::from_millis(5);

enum Message<T> {
    Rows(Vec<T>),
    /// What came of the query. Nothing follows.
    End(Result<Done<()>>),
    Panic(Box<dyn Any + Send>),
}

/// The rows of a query that runs on the thread. It gives up once this is dropped.
pub(crate) struct Batches<T> {
    messages: mpsc::Receiver<Message<T>>,
    rows: IntoIter<T>,
}

/// What a query ended with.
pub(super) enum Next<T> {
    Row(T),
    End(Result<Done<()>>),
}

impl<T: Send + 'static> Batches<T> {
    /// The rows, and the job that sends them.
    pub(super) fn new(
        text: String,
        params: Vec<Param<'static>>,
        in_transaction: bool,
        decode: Decode<T>,
    ) -> (Self, impl FnOnce(&Connection) + Send + 'static) {
        let (send, messages) = mpsc::channel(WAITING);
        let job = move |connection: &Connection| {
            // The statement is reset while the panic unwinds, and the job leaves nothing else behind.
            let result = catch_unwind(AssertUnwindSafe(|| {
                run_in(connection, in_transaction, |connection| run(connection, &text, &params, decode, &send))
            }));
            // Nobody may be waiting any more.
            drop(send.blocking_send(result.map_or_else(Message::Panic, Message::End)));
        };
        (Self { messages, rows: Vec::new().into_iter() }, job)
    }

    pub(super) async fn next(&mut self) -> Next<T> {
        loop {
            if let Some(row) = self.rows.next() {
                return Next::Row(row);
            }
            match self.messages.recv().await {
                Some(Message::Rows(rows)) => self.rows = rows.into_iter(),
                Some(Message::End(done)) => return Next::End(done),
                // It goes on where the program waits.
                Some(Message::Panic(panic)) => resume_unwind(panic),
                None => return Next::End(Err(Error::Closed)),
            }
        }
    }
}

fn run<T>(
    connection: &Connection,
    text: &str,
    params: &[Param<'_>],
    decode: Decode<T>,
    send: &mpsc::Sender<Message<T>>,
) -> Result<()> {
    let mut batch = Vec::new();
    let (mut bytes, mut started) = (0, Instant::now());
    let result = each(connection, text, params, &mut |row| {
        let counted = Counted { row, bytes: cell::Cell::new(0) };
        batch.push(decode(&Row::new(&counted))?);
        bytes += counted.bytes.get();
        if batch.len() < ROWS && bytes < BYTES && started.elapsed() < AGE {
            return Ok(ControlFlow::Continue(()));
        }
        let next = Vec::with_capacity(batch.len());
        let sent = send.blocking_send(Message::Rows(std::mem::replace(&mut batch, next)));
        (bytes, started) = (0, Instant::now());
        // Where nobody takes the rows any more, the query is given up.
        Ok(if sent.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    });
    // What was found before a failure comes before it.
    if !batch.is_empty() {
        drop(send.blocking_send(Message::Rows(batch)));
    }
    result
}

/// A row that counts the bytes that it lends.
struct Counted<'a> {
    row: &'a SqliteRow<'a>,
    bytes: cell::Cell<usize>,
}

impl Cells for Counted<'_> {
    #[inline]
    fn cell(&self, index: usize) -> Cell<'_> {
        let cell = self.row.cell(index);
        if let Cell::Text(lent) | Cell::Bytes(lent) = cell {
            self.bytes.set(self.bytes.get() + lent.len());
        }
        cell
    }

    fn name(&self, index: usize) -> Option<Cow<'_, str>> {
        self.row.name(index)
    }
}

impl<T> std::fmt::Debug for Batches<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Batches").finish_non_exhaustive()
    }
}
