//! The thread that owns a connection: whole statements run there, and their rows are decoded there.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc;
use std::thread::JoinHandle;

use rusqlite::{Connection, InterruptHandle};
use tokio::sync::oneshot;

use super::open::{Role, Settings};
use crate::error::{Error, Result};

type Job = Box<dyn FnOnce(&Connection) + Send>;

/// A connection on its thread. Jobs run one after the other. The thread ends, and closes the connection, when this is dropped and the jobs are done.
pub(super) struct Thread {
    jobs: mpsc::Sender<Job>,
    interrupt: InterruptHandle,
    handle: JoinHandle<()>,
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
                if opened.send(Ok(connection.get_interrupt_handle())).is_ok() {
                    for job in queue {
                        job(&connection);
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
        let interrupt = open.await.map_err(|_| failed("the thread of the connection ended"))??;
        Ok(Self { jobs, interrupt, handle })
    }

    /// Whether the thread still takes jobs.
    pub(super) fn is_running(&self) -> bool {
        !self.handle.is_finished()
    }

    /// Runs a job on the thread and waits for its result. A panic of the job goes on here.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Connection) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let (send, receive) = oneshot::channel();
        self.queue(move |connection| {
            if send.is_closed() {
                return; // The future was dropped before the job's turn came.
            }
            // The statement is reset while the panic unwinds, and a job leaves nothing else behind.
            let result = catch_unwind(AssertUnwindSafe(|| job(connection)));
            // Nobody waits any more if the future was dropped meanwhile.
            drop(send.send(result));
        });
        match receive.await {
            Ok(Ok(result)) => result,
            Ok(Err(panic)) => resume_unwind(panic),
            Err(_) => Err(Error::Closed),
        }
    }

    /// Ends the statement that runs. What runs next is not touched.
    pub(super) fn interrupt(&self) {
        self.interrupt.interrupt();
    }

    /// Queues a job that nobody waits for.
    pub(super) fn queue(&self, job: impl FnOnce(&Connection) + Send + 'static) {
        // The thread lives as long as this does, so the job is taken.
        drop(self.jobs.send(Box::new(job)));
    }
}

impl fmt::Debug for Thread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Thread").field("is_running", &self.is_running()).finish_non_exhaustive()
    }
}
