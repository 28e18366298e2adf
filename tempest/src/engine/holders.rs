//! Who has connections for longer than one statement: so that a pool that is exhausted can say whom to ask.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::ThreadId;
use std::time::{Duration, Instant};

use tokio::task::Id;

use crate::error::{Error, Holder, Result};

/// The transactions and streams that have a connection.
#[derive(Debug, Default)]
pub(super) struct Holders {
    list: Mutex<Vec<Arc<Entry>>>,
}

/// One that has a connection.
#[derive(Debug)]
struct Entry {
    what: &'static str,
    who: Who,
    since: Instant,
    /// The last statement, as far as it is needed to know it again.
    last: Mutex<String>,
}

/// Where it was asked for: a task of tokio's, or a thread outside of all tasks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Who {
    Task(Id),
    Thread(ThreadId),
}

impl Who {
    fn current() -> Self {
        tokio::task::try_id().map_or_else(|| Self::Thread(std::thread::current().id()), Self::Task)
    }
}

/// How much of a statement is kept.
const KEPT: usize = 200;

impl Holders {
    /// Notes that the current task has a connection from now on, until the ticket is dropped.
    pub(super) fn note(holders: &Arc<Self>, what: &'static str) -> Ticket {
        let entry = Entry { what, who: Who::current(), since: Instant::now(), last: Mutex::default() };
        let entry = Arc::new(entry);
        holders.list().push(Arc::clone(&entry));
        Ticket { holders: Arc::clone(holders), entry }
    }

    /// Refuses a second connection to a task that has one.
    pub(super) fn refuse_nested(&self) -> Result<()> {
        let who = Who::current();
        if self.list().iter().any(|entry| entry.who == who) {
            return Err(Error::TransactionState {
                reason: "this task has a transaction or a stream open and asks the pool for another connection: run the \
                         statement on the transaction (`tx` in place of `&engine`)",
            });
        }
        Ok(())
    }

    /// Who has connections, the longest first.
    pub(super) fn told(&self) -> Vec<Holder> {
        let who = Who::current();
        let mut told: Vec<Holder> = self.list().iter().map(|entry| entry.told(who)).collect();
        told.sort_by_key(|holder| std::cmp::Reverse(holder.held));
        told
    }

    fn list(&self) -> MutexGuard<'_, Vec<Arc<Entry>>> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Entry {
    fn told(&self, who: Who) -> Holder {
        let task = match self.who {
            Who::Task(id) => Some(id.to_string()),
            Who::Thread(_) => None,
        };
        let held: Duration = self.since.elapsed();
        Holder { what: self.what, task, is_this_task: self.who == who, held, sql: self.last().clone() }
    }

    fn last(&self) -> MutexGuard<'_, String> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A connection that is held.
#[derive(Debug)]
pub(super) struct Ticket {
    holders: Arc<Holders>,
    entry: Arc<Entry>,
}

impl Ticket {
    /// Notes what runs on the connection.
    pub(super) fn runs(&self, sql: &str) {
        let mut last = self.entry.last();
        last.clear();
        last.push_str(sql.get(..KEPT).unwrap_or(if sql.len() > KEPT { "…" } else { sql }));
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.holders.list().retain(|entry| !Arc::ptr_eq(entry, &self.entry));
    }
}
