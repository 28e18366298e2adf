//! What the tasks share.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tempest::prelude::*;
use tokio::sync::watch;

use crate::Result;
use crate::args::Args;
use crate::database::Kind;
use crate::delivery::Destination;
use crate::model::Run;

/// The database, the run, the other side, and the sign to stop.
#[derive(Debug)]
pub struct Outbox {
    pub engine: Engine,
    pub kind: Kind,
    pub run: Run,
    pub destination: Destination,
    pub batch: u16,
    pub backoff: Duration,
    pub lease: Duration,
    /// What this process did; the truth is in the database.
    pub counters: Counters,
    stopped: watch::Receiver<bool>,
}

/// What the bar shows beside the number of messages.
#[derive(Debug, Default)]
pub struct Counters {
    pub retries: Counter,
    pub refused: Counter,
}

/// A number that several tasks add to.
#[derive(Debug, Default)]
pub struct Counter(AtomicU64);

impl Counter {
    pub fn add(&self, number: u64) {
        self.0.fetch_add(number, Ordering::Relaxed);
    }

    pub fn value(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Outbox {
    /// Also gives the sender that stops all tasks.
    pub fn new(engine: Engine, run: Run, args: &Args) -> Result<(Self, watch::Sender<bool>)> {
        let (stop, stopped) = watch::channel(false);
        let outbox = Self {
            kind: Kind::of(&engine),
            destination: Destination::open(&run, args.delay)?,
            batch: args.batch,
            backoff: args.backoff,
            lease: args.lease,
            counters: Counters::default(),
            stopped,
            engine,
            run,
        };
        Ok((outbox, stop))
    }

    pub fn is_stopped(&self) -> bool {
        *self.stopped.borrow()
    }

    /// Sleeps, but not longer than until the tasks are to stop.
    pub async fn sleep(&self, time: Duration) {
        let mut stopped = self.stopped.clone();
        // An error says that the sender is gone: a stop as well.
        let _ = tokio::time::timeout(time, stopped.wait_for(|stopped| *stopped)).await;
    }
}
