//! A connection and its thread, where whole statements run and their rows are decoded.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Mutex, PoisonError, TryLockError, mpsc};
use std::thread::JoinHandle;
use std::time::Duration;

use rusqlite::{Connection, InterruptHandle};
use tokio::sync::oneshot;

use super::brief;
use super::open::{Role, Settings};
use crate::error::{Error, Result};

type Job = Box<dyn FnOnce(&Shared) + Send>;

/// A connection and its thread. Jobs run one after the other. The thread ends, and closes the connection, when this is
/// dropped and the jobs are done.
pub(super) struct Thread {
    // Dropped before `jobs`, so that the thread is the last to have the connection.
    shared: Arc<Shared>,
    jobs: mpsc::Sender<Job>,
    /// Whether all jobs are done.
    idle: bool,
    /// How many more jobs go to the thread at once, because one was begun on the caller's in vain.
    pause: u8,
    interrupt: InterruptHandle,
    /// Whether it must not be used again.
    discarded: bool,
    handle: JoinHandle<()>,
}

/// What the thread shares with the caller that has the connection for itself.
struct Shared {
    connection: Mutex<Connection>,
    /// How long a statement waits for another connection's lock: on the thread, and never on that of the caller.
    busy_timeout: Duration,
}

impl Shared {
    fn new(mut connection: Connection, busy_timeout: Duration) -> Self {
        brief::watch(&mut connection);
        Self { connection: Mutex::new(connection), busy_timeout }
    }

    /// Runs a job on the thread.
    fn run<T>(&self, job: impl FnOnce(&Connection) -> T) -> T {
        let connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        // Neither can fail: the connection is open.
        let _ = connection.busy_timeout(self.busy_timeout);
        let result = job(&connection);
        let _ = connection.busy_timeout(Duration::ZERO);
        result
    }
}

impl Thread {
    /// Starts a thread that opens a connection, and waits until it is open.
    pub(super) async fn start(settings: &Settings, role: Role) -> Result<Self> {
        let settings = settings.clone();
        let name = settings.name();
        let (opened, open) = oneshot::channel();
        let (jobs, queue) = mpsc::channel::<Job>();
        let body = move || match settings.open(role) {
            Ok(connection) => {
                let interrupt = connection.get_interrupt_handle();
                let shared = Arc::new(Shared::new(connection, settings.busy_timeout));
                shared.run(|_| ());
                if opened.send(Ok((Arc::clone(&shared), interrupt))).is_ok() {
                    for job in queue {
                        job(&shared);
                    }
                }
            }
            Err(error) => drop(opened.send(Err(error))),
        };
        let failed = |reason: &str| Error::Connect { server: name.clone(), reason: reason.to_owned(), source: None };
        let handle = std::thread::Builder::new()
            .name("tempest-sqlite".to_owned())
            .spawn(body)
            .map_err(|error| failed(&format!("no thread could be started: {error}")))?;
        let (shared, interrupt) = open.await.map_err(|_| failed("the thread of the connection ended"))??;
        Ok(Self { shared, jobs, idle: true, pause: 0, interrupt, discarded: false, handle })
    }

    /// Whether the thread still takes jobs.
    pub(super) fn is_running(&self) -> bool {
        !self.discarded && !self.handle.is_finished()
    }

    /// Says that the connection must not be used again: the pool closes it in place of giving it out.
    pub(super) fn discard(&mut self) {
        self.discarded = true;
    }

    /// Runs a job on the thread and waits for its result. A panic of the job goes on here.
    pub(super) async fn run<T: Send + 'static>(
        &mut self,
        job: impl FnOnce(&Connection) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let (send, receive) = oneshot::channel();
        self.send(move |shared| {
            if send.is_closed() {
                return; // The future was dropped before the job's turn came.
            }
            // The statement is reset while the panic unwinds, and a job leaves nothing else behind.
            let result = shared.run(|connection| catch_unwind(AssertUnwindSafe(|| job(connection))));
            // Nobody waits any more if the future was dropped meanwhile.
            drop(send.send(result));
        });
        let result = receive.await;
        // Jobs run in order: none is left if this one is done.
        self.idle = true;
        match result {
            Ok(Ok(result)) => result,
            Ok(Err(panic)) => resume_unwind(panic),
            Err(_) => Err(Error::Closed),
        }
    }

    /// Runs a job on the thread of the caller, within the limits of [`brief`], unless another one has to come first.
    pub(super) fn run_here<T>(&mut self, job: impl FnOnce(&Connection) -> T) -> Option<T> {
        if self.pause > 0 {
            self.pause -= 1;
            return None;
        }
        if !self.idle {
            return None;
        }
        match self.shared.connection.try_lock() {
            Ok(connection) => Some(brief::limited(|| job(&connection))),
            // As on the thread: a panic leaves nothing behind.
            Err(TryLockError::Poisoned(connection)) => Some(brief::limited(|| job(&connection.into_inner()))),
            Err(TryLockError::WouldBlock) => None,
        }
    }

    /// Runs the next jobs on the thread: a disk that is slow now, or a lock, will be for a while.
    pub(super) fn pause(&mut self) {
        self.pause = 16;
    }

    /// Ends the statement that runs. What runs next is not touched.
    pub(super) fn interrupt(&self) {
        self.interrupt.interrupt();
    }

    /// Queues a job that nobody waits for.
    pub(super) fn queue(&mut self, job: impl FnOnce(&Connection) + Send + 'static) {
        self.send(move |shared| shared.run(job));
    }

    fn send(&mut self, job: impl FnOnce(&Shared) + Send + 'static) {
        self.idle = false;
        // The thread lives as long as this does, so the job is taken.
        drop(self.jobs.send(Box::new(job)));
    }
}

impl fmt::Debug for Thread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Thread").field("is_running", &self.is_running()).finish_non_exhaustive()
    }
}
