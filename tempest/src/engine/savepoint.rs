//! The transactions inside each other that share a connection.
//!
//! The outermost transaction has depth 1; one of depth `n + 1` is the savepoint number `n`. Two numbers say where things
//! stand: how many transactions are open to the program, and how many the database has open. They differ after a
//! transaction was dropped, because `Drop` cannot wait for the database: the next use of the connection catches up.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex as BlockingMutex, PoisonError};

use tempest_dialects::{Sql, Statement};
use tokio::sync::{Mutex, MutexGuard};

use super::Shared;
use super::holders::{Holders, Ticket};
use crate::driver::{Connection, Decode, Fetched};
use crate::error::{Error, Result};
use crate::row::Columns;

/// A connection, and the transactions that are open on it.
pub(super) struct Scopes {
    pub(super) shared: Arc<Shared>,
    /// How many transactions are open to the program; 0 once the outermost has ended.
    open: AtomicUsize,
    held: Mutex<Held>,
    /// The connection that a stream has given back, or why it has not.
    returned: BlockingMutex<Option<Result<Connection, String>>>,
}

/// What one statement at a time may use.
pub(super) struct Held {
    /// The connection, unless it was given up or lent.
    connection: Option<Connection>,
    /// Notes that this transaction has the connection, as long as it does.
    ticket: Option<Ticket>,
    /// Whether a stream has the connection, or the program itself.
    lent: bool,
    /// How many transactions the database has open.
    depth: usize,
    /// Whether something runs. If it is set when the lock is free, what ran was dropped midway.
    running: bool,
    /// Why the connection was given up.
    lost: String,
}

impl Scopes {
    /// The outermost transaction, which was begun on the connection.
    pub(super) fn new(shared: Arc<Shared>, connection: Connection) -> Self {
        let ticket = Some(Holders::note(&shared.holders, "a transaction"));
        let connection = Some(connection);
        let held = Held { connection, ticket, lent: false, depth: 1, running: false, lost: String::new() };
        Self { shared, open: AtomicUsize::new(1), held: Mutex::new(held), returned: BlockingMutex::default() }
    }

    /// Waits until nothing else runs, and makes sure that the transaction of this depth is the innermost.
    pub(super) async fn enter(&self, depth: usize) -> Result<MutexGuard<'_, Held>> {
        let mut held = self.held.lock().await;
        let open = self.open.load(Ordering::SeqCst);
        if open > depth {
            return Err(Error::TransactionState {
                reason: "a transaction inside it is open: use that one, or end it first",
            });
        }
        if open < depth {
            return Err(Error::TransactionState { reason: "the transaction around it has ended" });
        }
        held.give_up_if_dropped_midway();
        self.recall(&mut held)?;
        held.connected()?;
        if held.depth > depth {
            held.run(&self.shared, "ROLLBACK TO SAVEPOINT", async |connection| connection.rollback_to(depth).await)
                .await?;
            held.depth = depth;
        }
        Ok(held)
    }

    /// Lends the connection to a stream, which gives it back by [`take_back`](Self::take_back).
    pub(super) async fn lend(&self, depth: usize) -> Result<Connection> {
        let mut held = self.enter(depth).await?;
        let connection = held.connection.take();
        held.lent = connection.is_some();
        connection.ok_or_else(|| held.aborted())
    }

    /// Takes the connection back from a stream, or notes why it cannot be used any more.
    pub(super) fn take_back(&self, connection: Result<Connection, String>) {
        *self.returned() = Some(connection);
        self.close_if_ended();
    }

    fn returned(&self) -> std::sync::MutexGuard<'_, Option<Result<Connection, String>>> {
        self.returned.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts the connection in its place again, if no stream has it any more.
    fn recall(&self, held: &mut Held) -> Result<()> {
        if !held.lent {
            return Ok(());
        }
        match self.returned().take() {
            Some(Ok(connection)) => held.connection = Some(connection),
            Some(Err(reason)) => held.lost = reason,
            None => {
                return Err(Error::TransactionState {
                    reason: "a stream of it is open, or its driver's connection is used: take the rows to the end, or give the connection back",
                });
            }
        }
        held.lent = false;
        Ok(())
    }

    /// A connection that comes back after its transaction has ended is closed, which rolls back.
    fn close_if_ended(&self) {
        if self.open.load(Ordering::SeqCst) == 0 {
            drop(self.returned().take());
        }
    }

    /// Begins a transaction inside the one of this depth, and tells its depth.
    pub(super) async fn begin(&self, depth: usize) -> Result<usize> {
        let mut held = self.enter(depth).await?;
        held.run(&self.shared, "SAVEPOINT", async |connection| connection.savepoint(depth).await).await?;
        held.depth = depth + 1;
        self.open.store(depth + 1, Ordering::SeqCst);
        Ok(depth + 1)
    }

    /// Commits the transaction of this depth.
    pub(super) async fn commit(&self, depth: usize) -> Result<()> {
        let mut held = self.enter(depth).await?;
        let result = if depth == 1 {
            held.run(&self.shared, "COMMIT", async |connection| connection.commit().await).await
        } else {
            held.run(&self.shared, "RELEASE SAVEPOINT", async |connection| connection.release(depth - 1).await).await
        };
        self.ended(held, depth, &result);
        result
    }

    /// Rolls back the transaction of this depth, and all inside it.
    pub(super) async fn rollback(&self, depth: usize) -> Result<()> {
        let mut held = self.held.lock().await;
        held.give_up_if_dropped_midway();
        if let Err(error) = self.recall(&mut held) {
            // A stream of a transaction inside this one: once it is dropped, all is rolled back.
            self.open.fetch_min(depth - 1, Ordering::SeqCst);
            self.close_if_ended();
            return Err(error);
        }
        // An ended transaction around this one, or a lost connection, has rolled back already.
        let result = if self.open.load(Ordering::SeqCst) < depth || held.connection.is_none() {
            Ok(())
        } else if depth == 1 {
            held.run(&self.shared, "ROLLBACK", async |connection| connection.rollback().await).await
        } else if held.depth < depth {
            Ok(())
        } else {
            held.run(&self.shared, "ROLLBACK TO SAVEPOINT", async |connection| connection.rollback_to(depth - 1).await)
                .await
        };
        self.ended(held, depth, &result);
        result
    }

    /// Notes that the transaction of this depth was ended on the database. The outermost one's connection goes back to
    /// the pool if it is clean, and is closed otherwise.
    fn ended(&self, mut held: MutexGuard<'_, Held>, depth: usize, result: &Result<()>) {
        self.open.fetch_min(depth - 1, Ordering::SeqCst);
        held.depth = held.depth.min(depth - 1);
        if depth == 1 {
            held.give_up("the transaction has ended");
        } else if let Err(error) = result {
            // A savepoint that can be neither kept nor undone leaves its transaction in doubt.
            if !matches!(error, Error::TransactionAborted { .. }) {
                held.give_up(&error.to_string());
            }
        }
    }

    /// Notes that the transaction of this depth was dropped. The outermost one's connection is closed.
    pub(super) fn abandon(&self, depth: usize) {
        self.open.fetch_min(depth - 1, Ordering::SeqCst);
        if depth == 1
            && let Ok(mut held) = self.held.try_lock()
        {
            held.give_up("the transaction was dropped");
        }
        self.close_if_ended();
    }
}

impl Held {
    /// Runs a statement.
    pub(super) async fn statement<T: Send + 'static>(
        &mut self,
        shared: &Shared,
        statement: &Statement,
        sql: &Sql<'_>,
        decode: Decode<T>,
    ) -> Result<Fetched<T>> {
        if let Some(ticket) = &self.ticket {
            ticket.runs(&sql.text);
        }
        self.running = true;
        let result = match &mut self.connection {
            Some(connection) => shared.execute_all(connection, statement, sql, decode, Some(self.depth)).await,
            None => Err(self.aborted()),
        };
        self.running = false;
        self.give_up_if_lost(&result);
        result
    }

    /// Has the database prepare a statement.
    pub(super) async fn verify(
        &mut self,
        shared: &Shared,
        statement: &Statement,
        columns: Option<Columns>,
    ) -> Result<()> {
        self.running = true;
        let result = match &mut self.connection {
            Some(connection) => shared.verify_on(connection, statement, columns).await,
            None => Err(self.aborted()),
        };
        self.running = false;
        self.give_up_if_lost(&result);
        result
    }

    /// Runs a command that begins or ends a transaction. `name` is what events and a timeout call it.
    async fn run(
        &mut self,
        shared: &Shared,
        name: &str,
        command: impl AsyncFnOnce(&mut Connection) -> Result<()>,
    ) -> Result<()> {
        self.running = true;
        let result = match &mut self.connection {
            Some(connection) => shared.command(name, command(connection)).await,
            None => Err(self.aborted()),
        };
        self.running = false;
        self.give_up_if_lost(&result);
        result
    }

    fn connected(&self) -> Result<()> {
        if self.connection.is_some() { Ok(()) } else { Err(self.aborted()) }
    }

    /// What a use of the connection gets after it was given up.
    fn aborted(&self) -> Error {
        Error::TransactionAborted { earlier: self.lost.clone() }
    }

    /// A statement that was given up leaves the connection out of step.
    fn give_up_if_lost<T>(&mut self, result: &Result<T>) {
        if let Err(error) = result
            && leaves_out_of_step(error)
        {
            self.give_up(&error.to_string());
        }
    }

    fn give_up_if_dropped_midway(&mut self) {
        if self.running {
            self.running = false;
            self.give_up("a statement of the transaction was dropped before it was done");
        }
    }

    fn give_up(&mut self, reason: &str) {
        if self.connection.take().is_some() {
            reason.clone_into(&mut self.lost);
        }
        self.ticket = None;
    }
}

/// Whether a statement that ended so leaves its connection in a state that nobody knows.
pub(super) fn leaves_out_of_step(error: &Error) -> bool {
    matches!(error, Error::ConnectionLost { .. } | Error::Timeout { source: None, .. })
}
