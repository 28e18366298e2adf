//! SQLite without async: statements run on the caller's thread.

mod rows;

use std::cell::{Cell, RefCell};
use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::ThreadId;
use std::time::Instant;

use tempest_dialects::render::{IndexNames, create_tables, drop_tables};
use tempest_dialects::{Dialect, Sql, Sqlite, Statement};

pub use self::rows::BlockingRows;
use self::rows::Source;
use super::observe::{clock, tell};
use super::options::{SqliteFile, SqliteMode, Target};
use super::schema::index_and_table;
use super::verify::{ToStatement, check};
use super::violation;
use super::{Executor, InTransaction, Options, Retry, Run, TransactionOptions};
use crate::driver::sqlite::{Begun, Done, OnRow, Session};
use crate::driver::{Decode, Fetched};
use crate::error::{Error, Result};
use crate::model::Models;

/// A SQLite database for programs without async: every terminal returns its `Result` at once.
///
/// There is one connection. Threads that use it wait for each other; cloning the engine is cheap, and all clones share
/// the connection. Values are bound without being copied, and rows are decoded as SQLite steps through them.
///
/// ```
/// use tempest::prelude::*;
///
/// #[derive(Model, Debug, PartialEq)]
/// struct Task {
///     #[tempest(primary_key)]
///     id: i64,
///     title: String,
/// }
///
/// let engine = BlockingEngine::open_in_memory()?;
/// engine.create_tables::<Task>()?;
/// Task::insert(Task { id: 1, title: "write".to_owned() }).execute(&engine)?;
/// engine.transaction(|tx| {
///     Task::update().set(Task::title, "rest").where_(Task::id.eq(1)).execute(tx)?;
///     Ok(())
/// })?;
/// let task = Task::select().where_(Task::id.eq(1)).one(&engine)?;
/// assert_eq!(task.title, "rest");
/// # Ok::<(), tempest::Error>(())
/// ```
#[derive(Clone)]
pub struct BlockingEngine {
    shared: Arc<Shared>,
}

struct Shared {
    session: Mutex<Session>,
    /// The thread that has a transaction open, or takes rows. If it asked for the connection again, it would wait for itself.
    holder: Mutex<Option<ThreadId>>,
    options: Options,
}

impl BlockingEngine {
    /// Opens a file, and makes it if it is not there.
    ///
    /// # Errors
    /// If the file cannot be opened: [`Error::Connect`] names it.
    pub fn open(file: impl AsRef<Path>) -> Result<Self> {
        let file = SqliteFile::Path(file.as_ref().to_owned(), SqliteMode::Create);
        Self::with_options(Options::new(Target::Sqlite(file)))
    }

    /// Opens a database in memory, which lasts as long as the engine and its clones.
    ///
    /// # Errors
    /// If SQLite has no memory.
    pub fn open_in_memory() -> Result<Self> {
        Self::with_options(Options::new(Target::Sqlite(SqliteFile::Memory)))
    }

    /// Opens the database of a URL (`sqlite:app.db?busy_timeout=1`) or of options made from one. What concerns the
    /// pool does not apply.
    ///
    /// # Errors
    /// If the URL is not one of SQLite, or the file cannot be opened.
    ///
    /// ```
    /// use std::time::Duration;
    /// use tempest::prelude::*;
    ///
    /// let options = Options::from_url("sqlite::memory:")?.statement_timeout(Duration::from_secs(2));
    /// let engine = BlockingEngine::with_options(options)?;
    /// # let _ = engine;
    /// # Ok::<(), tempest::Error>(())
    /// ```
    pub fn with_options(options: Options) -> Result<Self> {
        let Target::Sqlite(file) = &options.target else {
            return Err(Error::Config {
                part: "scheme",
                reason: "the blocking engine is for SQLite only: write `sqlite:`".to_owned(),
            });
        };
        let session = Session::open(file, &options)?;
        let shared = Shared { session: Mutex::new(session), holder: Mutex::default(), options };
        Ok(Self { shared: Arc::new(shared) })
    }

    /// The SQL that the database speaks.
    #[must_use]
    pub fn dialect(&self) -> &'static dyn Dialect {
        &Sqlite
    }

    /// Runs a closure in a transaction: commits if it returns `Ok`, rolls back if it returns an error or panics.
    ///
    /// # Errors
    /// What the closure returns, or what BEGIN or COMMIT fail with.
    pub fn transaction<T>(&self, body: impl FnOnce(&BlockingTransaction<'_>) -> Result<T>) -> Result<T> {
        self.try_transaction(body)
    }

    /// Like [`transaction`](Self::transaction), for a closure with an error type of the program's own.
    ///
    /// # Errors
    /// What the closure returns, or what BEGIN or COMMIT fail with.
    pub fn try_transaction<T, E: From<Error>>(
        &self,
        body: impl FnOnce(&BlockingTransaction<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let transaction = self.begin()?;
        // An error, and a panic as well, drops the transaction: that rolls it back.
        let value = body(&transaction)?;
        transaction.commit()?;
        Ok(value)
    }

    /// Runs a closure in a transaction, and again from its start if another one was in the way; see
    /// [`Engine::retry_transaction`](super::Engine::retry_transaction).
    ///
    /// # Errors
    /// What the closure returns, or what BEGIN or COMMIT fail with, after the last time.
    pub fn retry_transaction<T>(
        &self,
        retry: Retry,
        body: impl Fn(&BlockingTransaction<'_>) -> Result<T>,
    ) -> Result<T> {
        let mut failures = 0;
        loop {
            let error = match self.begin_with(retry.begun_with()).and_then(|tx| {
                let value = body(&tx)?;
                tx.commit()?;
                Ok(value)
            }) {
                Ok(value) => return Ok(value),
                Err(error) => error,
            };
            failures += 1;
            match retry.pause(failures, &error) {
                Some(pause) => std::thread::sleep(pause),
                None => return Err(error),
            }
        }
    }

    /// Begins a transaction, which is rolled back unless [`BlockingTransaction::commit`] is called. Nothing else can use
    /// the engine until it ends.
    ///
    /// # Errors
    /// If BEGIN fails, for instance because another process writes for longer than `busy_timeout`.
    pub fn begin(&self) -> Result<BlockingTransaction<'_>> {
        self.begin_with(TransactionOptions::new())
    }

    /// Begins a transaction that is read-only, if the options say so.
    ///
    /// # Errors
    /// If BEGIN fails.
    pub fn begin_with(&self, options: TransactionOptions) -> Result<BlockingTransaction<'_>> {
        let session = self.shared.lock()?;
        let begun = Begun::new(options.read_only, false);
        if let Err(error) = self.shared.command("BEGIN", || session.begin(begun)) {
            // BEGIN itself may have passed.
            session.roll_back(begun)?;
            return Err(error);
        }
        self.shared.set_holder(Some(std::thread::current().id()));
        let shared = &self.shared;
        Ok(BlockingTransaction { shared, session, begun, depth: Cell::new(0), ended: RefCell::default(), open: true })
    }

    /// Runs something on the connection.
    pub(crate) fn with_session<T>(&self, run: impl FnOnce(&Session) -> Result<Done<T>>) -> Result<T> {
        run(&*self.shared.lock()?)?.result
    }

    /// Has SQLite prepare a statement, without running it; see [`Engine::verify`](super::Engine::verify).
    ///
    /// # Errors
    /// What running the statement would fail with before its first row.
    pub fn verify<S: ToStatement>(&self, statement: &S) -> Result<()> {
        verify(statement, |text| self.shared.lock()?.describe(text))
    }

    /// Makes the tables of these models with their types, keys and indexes, each after those that it refers to. What is
    /// there already is left as it is, whatever it looks like. All of it happens or nothing does.
    ///
    /// # Errors
    /// If the database cannot hold a table as it is declared, if an index of another table has the name of one of these,
    /// or if the database refuses a statement.
    pub fn create_tables<M: Models>(&self) -> Result<()> {
        let tables = M::tables();
        self.run_schema(&IndexNames::of(&tables, &Sqlite)?, &create_tables(&tables, &Sqlite)?)
    }

    /// Drops the tables of these models, each before those that it refers to. Does not mind if one is not there.
    ///
    /// # Errors
    /// If the database refuses a statement, for instance because another table refers to one of these.
    pub fn drop_tables<M: Models>(&self) -> Result<()> {
        self.run_schema(&[], &drop_tables(&M::tables(), &Sqlite)?)
    }

    fn run_schema(&self, names: &[IndexNames], statements: &[String]) -> Result<()> {
        self.transaction(|transaction| {
            for question in names {
                let mut taken = Vec::new();
                transaction.step(|session| {
                    session.query(&question.sql, true, &mut |row| {
                        taken.push(index_and_table(row)?);
                        Ok(())
                    })
                })?;
                if let Some((index, other)) = taken.first() {
                    return Err(question.taken(index, other).into());
                }
            }
            statements.iter().try_for_each(|text| transaction.command(text))
        })
    }
}

impl<'e> Executor for &'e BlockingEngine {
    type Database = Sqlite;
    type Output<T: Send + 'static> = Result<T>;
    type Rows<T: Send + 'static> = BlockingRows<'e, T>;

    fn run<T: Send + 'static, U: Send + 'static>(self, run: Run<T, U>) -> Result<U> {
        let Some(statement) = run.statement? else { return (run.finish)(Fetched::default(), "") };
        let sql = statement.render(&Sqlite)?;
        let fetched = if sql.next_row.is_some() {
            self.transaction(|transaction| transaction.each(&statement, &sql, run.decode))
        } else {
            self.shared.fetch(&statement, &sql, run.decode, |start, on_row| {
                let session = self.shared.lock()?;
                *start = clock(&self.shared.options); // The wait for the connection does not count.
                session.query(&sql, false, on_row)?.result
            })
        };
        (run.finish)(fetched?, &sql.text)
    }

    fn stream<T: Send + 'static>(self, statement: Statement, decode: Decode<T>) -> Self::Rows<T> {
        BlockingRows::new(Source::Engine(&self.shared), statement, decode)
    }
}

impl Shared {
    /// Waits until no other thread uses the connection.
    fn lock(&self) -> Result<MutexGuard<'_, Session>> {
        if *self.holder.lock().unwrap_or_else(PoisonError::into_inner) == Some(std::thread::current().id()) {
            return Err(Error::TransactionState {
                reason: "this thread has a transaction open, or takes the rows of a query: use the transaction in place of the \
                         engine, or end it first",
            });
        }
        // Whoever panicked has rolled back on the way out.
        Ok(self.session.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn set_holder(&self, thread: Option<ThreadId>) {
        *self.holder.lock().unwrap_or_else(PoisonError::into_inner) = thread;
    }

    /// Notes that this thread has the connection, until what comes back is dropped.
    fn hold(&self) -> Hold<'_> {
        self.set_holder(Some(std::thread::current().id()));
        Hold(self)
    }

    /// Runs a statement by `step`, decodes its rows and tells about it. SQLite has RETURNING and ON CONFLICT of its own,
    /// so there is no second statement and no answer to be read in another way.
    fn fetch<T>(
        &self,
        statement: &Statement,
        sql: &Sql<'_>,
        decode: Decode<T>,
        step: impl FnOnce(&mut Option<Instant>, OnRow<'_>) -> Result<u64>,
    ) -> Result<Fetched<T>> {
        let mut rows = Vec::new();
        let mut start = clock(&self.options);
        let result = step(&mut start, &mut |row| {
            rows.push(decode(row)?);
            Ok(())
        });
        self.tell(start, &sql.text, rows.len(), &result);
        let affected = result.map_err(|error| violation::complete(error, statement))?;
        Ok(Fetched { rows, affected })
    }

    /// Runs a command that has no rows, such as BEGIN or DDL, and tells about it.
    fn command(&self, name: &str, run: impl FnOnce() -> Result<()>) -> Result<()> {
        let start = clock(&self.options);
        let result = run();
        tell(&self.options, Sqlite.name(), start, name, 0, 0, result.as_ref().err());
        result
    }

    fn tell(&self, start: Option<Instant>, sql: &str, rows: usize, result: &Result<u64>) {
        let affected = *result.as_ref().unwrap_or(&0);
        tell(&self.options, Sqlite.name(), start, sql, rows, affected, result.as_ref().err());
    }
}

impl fmt::Debug for BlockingEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BlockingEngine").field("options", &self.shared.options).finish_non_exhaustive()
    }
}

/// The thread that made it has the connection.
struct Hold<'e>(&'e Shared);

impl Drop for Hold<'_> {
    fn drop(&mut self) {
        self.0.set_holder(None);
    }
}

/// A transaction of a [`BlockingEngine`].
///
/// Statements run on `&BlockingTransaction`. What is not committed is rolled back: by [`rollback`](Self::rollback), by an
/// error or a panic in the closure of [`BlockingEngine::transaction`], and when the transaction is dropped.
pub struct BlockingTransaction<'e> {
    shared: &'e Shared,
    session: MutexGuard<'e, Session>,
    begun: Begun,
    /// How many transactions are open inside this one.
    depth: Cell<usize>,
    /// What ended the transaction before its time.
    ended: RefCell<Option<String>>,
    /// Whether neither commit nor rollback was called.
    open: bool,
}

impl BlockingTransaction<'_> {
    /// Runs a closure in a transaction inside this one, a savepoint: if it returns an error or panics, what was done since
    /// is undone, and this transaction goes on.
    ///
    /// # Errors
    /// What the closure returns, or what the savepoint fails with.
    pub fn transaction<T>(&self, body: impl FnOnce(&Self) -> Result<T>) -> Result<T> {
        self.try_transaction(body)
    }

    /// Like [`transaction`](Self::transaction), for a closure with an error type of the program's own.
    ///
    /// # Errors
    /// What the closure returns, or what the savepoint fails with.
    pub fn try_transaction<T, E: From<Error>>(&self, body: impl FnOnce(&Self) -> Result<T, E>) -> Result<T, E> {
        let number = self.depth.get() + 1;
        self.control("SAVEPOINT", &format!("SAVEPOINT tempest_{number}"))?;
        let savepoint = Savepoint { transaction: self, number };
        self.depth.set(number);
        let value = body(self)?;
        self.control("RELEASE SAVEPOINT", &format!("RELEASE SAVEPOINT tempest_{number}"))?;
        self.depth.set(number - 1);
        std::mem::forget(savepoint);
        Ok(value)
    }

    /// Has SQLite prepare a statement, without running it; see [`Engine::verify`](super::Engine::verify).
    ///
    /// # Errors
    /// What running the statement would fail with before its first row.
    pub fn verify<S: ToStatement>(&self, statement: &S) -> Result<()> {
        verify(statement, |text| self.session.describe(text))
    }

    /// Keeps what was done.
    ///
    /// # Errors
    /// If the database cannot commit. What was done is then rolled back.
    pub fn commit(mut self) -> Result<()> {
        if let Some(earlier) = self.ended.take() {
            return Err(Error::TransactionAborted { earlier });
        }
        self.shared.command("COMMIT", || self.session.commit(self.begun))?;
        self.open = false;
        Ok(())
    }

    /// Undoes what was done, as dropping the transaction does, and tells whether that failed.
    ///
    /// # Errors
    /// If SQLite cannot roll back.
    pub fn rollback(mut self) -> Result<()> {
        self.open = false;
        self.roll_back()
    }

    fn roll_back(&self) -> Result<()> {
        self.shared.command("ROLLBACK", || self.session.roll_back(self.begun))
    }

    /// Runs an INSERT of more rows than one statement takes, whose first part was rendered.
    fn each<T>(&self, statement: &Statement, first: &Sql<'_>, decode: Decode<T>) -> Result<Fetched<T>> {
        let mut all = self.fetch(statement, first, decode)?;
        let mut next = statement.render_after(first, &Sqlite)?;
        while let Some(sql) = next {
            let fetched = self.fetch(statement, &sql, decode)?;
            all.rows.extend(fetched.rows);
            all.affected += fetched.affected;
            next = statement.render_after(&sql, &Sqlite)?;
        }
        Ok(all)
    }

    fn fetch<T>(&self, statement: &Statement, sql: &Sql<'_>, decode: Decode<T>) -> Result<Fetched<T>> {
        self.shared.fetch(statement, sql, decode, |_, on_row| self.step(|session| session.query(sql, true, on_row)))
    }

    fn command(&self, text: &str) -> Result<()> {
        self.control(text, text)
    }

    /// Runs a command. `name` is what events call it.
    fn control(&self, name: &str, text: &str) -> Result<()> {
        self.shared.command(name, || self.step(|session| session.command(text)).map(drop))
    }

    fn step(&self, statement: impl FnOnce(&Session) -> Result<Done<u64>>) -> Result<u64> {
        if let Some(earlier) = self.ended.borrow().clone() {
            return Err(Error::TransactionAborted { earlier });
        }
        let Done { result, ended } = statement(&self.session)?;
        *self.ended.borrow_mut() = ended;
        result
    }
}

/// Undoes what was done since a savepoint, unless it is forgotten.
struct Savepoint<'t, 'e> {
    transaction: &'t BlockingTransaction<'e>,
    number: usize,
}

impl Drop for Savepoint<'_, '_> {
    fn drop(&mut self) {
        let Self { transaction, number } = self;
        transaction.depth.set(*number - 1);
        // If SQLite has ended the whole transaction, the savepoint is gone as well.
        if transaction.ended.borrow().is_none() {
            let undo = format!("ROLLBACK TO SAVEPOINT tempest_{number}; RELEASE SAVEPOINT tempest_{number}");
            if let Err(error) = transaction.control("ROLLBACK TO SAVEPOINT", &undo) {
                // Whatever the reason: what the savepoint should have undone must not be committed.
                *transaction.ended.borrow_mut() = Some(error.to_string());
            }
        }
    }
}

impl<'t> Executor for &'t BlockingTransaction<'_> {
    type Database = Sqlite;
    type Output<T: Send + 'static> = Result<T>;
    type Rows<T: Send + 'static> = BlockingRows<'t, T>;

    fn run<T: Send + 'static, U: Send + 'static>(self, run: Run<T, U>) -> Result<U> {
        let Some(statement) = run.statement? else { return (run.finish)(Fetched::default(), "") };
        let sql = statement.render(&Sqlite)?;
        let fetched = if sql.next_row.is_some() {
            self.transaction(|transaction| transaction.each(&statement, &sql, run.decode))
        } else {
            self.fetch(&statement, &sql, run.decode)
        };
        (run.finish)(fetched?, &sql.text)
    }

    fn stream<T: Send + 'static>(self, statement: Statement, decode: Decode<T>) -> Self::Rows<T> {
        BlockingRows::new(Source::Transaction(self), statement, decode)
    }
}

impl InTransaction for &BlockingTransaction<'_> {}

impl Drop for BlockingTransaction<'_> {
    fn drop(&mut self) {
        if self.open
            && let Err(error) = self.roll_back()
        {
            tracing::error!(target: "tempest", %error, "a transaction that was dropped could not be rolled back");
        }
        self.shared.set_holder(None);
    }
}

impl fmt::Debug for BlockingTransaction<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BlockingTransaction").field("depth", &self.depth.get()).finish_non_exhaustive()
    }
}

fn verify<S: ToStatement>(statement: &S, describe: impl FnOnce(&str) -> Result<Vec<String>>) -> Result<()> {
    let Some(built) = statement.to_statement()? else { return Ok(()) };
    let text = built.render(&Sqlite)?.text;
    let names = describe(&text)?;
    statement.columns().map_or(Ok(()), |columns| check(columns, &names, &text))
}

#[cfg(test)]
mod tests;
