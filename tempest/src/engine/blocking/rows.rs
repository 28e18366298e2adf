//! Rows that a closure takes one by one.

use std::fmt;
use std::ops::ControlFlow;

use tempest_dialects::{Sqlite, Statement};

use super::{BlockingTransaction, Shared};
use crate::driver::Decode;
use crate::driver::sqlite::OnEach;
use crate::engine::observe::clock;
use crate::error::{Error, Result};

/// The rows of a query on a blocking engine, which [`for_each`](Self::for_each) takes one by one: what `stream` returns
/// there.
///
/// SQLite finds each row when it is asked for: one at a time is in memory.
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
/// let engine = BlockingEngine::open_in_memory()?;
/// engine.create_tables::<Task>()?;
/// Task::insert_many(["plan", "write"].map(|title| insert!(Task { title: title }))).execute(&engine)?;
///
/// let mut titles = Vec::new();
/// Task::select().order_by(Task::id).stream(&engine).for_each(|task| {
///     titles.push(task.title);
///     Ok(())
/// })?;
/// assert_eq!(titles, ["plan", "write"]);
/// # Ok::<(), tempest::Error>(())
/// ```
#[must_use = "no row is asked for until `for_each` is called"]
pub struct BlockingRows<'e, T> {
    source: Source<'e>,
    statement: Statement,
    decode: Decode<T>,
}

/// What the query runs on.
pub(super) enum Source<'e> {
    Engine(&'e Shared),
    Transaction(&'e BlockingTransaction<'e>),
}

impl<'e, T> BlockingRows<'e, T> {
    pub(super) fn new(source: Source<'e>, statement: Statement, decode: Decode<T>) -> Self {
        Self { source, statement, decode }
    }

    /// Gives each row to a closure, until there is none left or the closure returns an error.
    ///
    /// In a transaction, the closure may run other statements on it. On the engine it may not: the query has the
    /// connection, and a statement on the engine is [`Error::TransactionState`].
    ///
    /// # Errors
    /// What the closure returns; or an error of the query, also at a row in the middle. The statement timeout is for the
    /// query as a whole, with the time that the closure takes.
    pub fn for_each(self, each: impl FnMut(T) -> Result<()>) -> Result<()> {
        self.try_for_each(each)
    }

    /// Like [`for_each`](Self::for_each), for a closure with an error type of the program's own.
    ///
    /// # Errors
    /// See [`for_each`](Self::for_each).
    pub fn try_for_each<E: From<Error>>(self, mut each: impl FnMut(T) -> Result<(), E>) -> Result<(), E> {
        let decode = self.decode;
        let mut failure = None;
        self.run(&mut |row| match decode(row) {
            Ok(row) => match each(row) {
                Ok(()) => Ok(ControlFlow::Continue(())),
                Err(error) => {
                    failure = Some(error);
                    Ok(ControlFlow::Break(()))
                }
            },
            Err(error) => Err(error),
        })?;
        failure.map_or(Ok(()), Err)
    }
}

impl<T> BlockingRows<'_, T> {
    fn run(self, on_row: OnEach<'_>) -> Result<()> {
        let sql = self.statement.render(&Sqlite)?;
        let mut rows = 0;
        let counted: OnEach<'_> = &mut |row| {
            rows += 1;
            on_row(row)
        };
        let (shared, start, result) = match self.source {
            Source::Engine(shared) => {
                let session = shared.lock()?;
                let _holder = shared.hold();
                let start = clock(&shared.options); // The wait for the connection does not count.
                (shared, start, session.each(&sql, false, counted).and_then(|done| done.result))
            }
            Source::Transaction(transaction) => {
                let start = clock(&transaction.shared.options);
                let result = transaction.step(|session| session.each(&sql, true, counted));
                (transaction.shared, start, result)
            }
        };
        shared.tell(start, &sql.text, rows, &result);
        result.map(drop)
    }
}

impl<T> fmt::Debug for BlockingRows<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.statement.fmt(f)
    }
}
