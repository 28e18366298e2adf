//! What all pools have in common: sizes, timeouts, and what their faults mean.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use deadpool::managed::{self, Manager, Object, PoolConfig, PoolError, QueueMode, TimeoutType, Timeouts};

use crate::engine::{Options, Status};
use crate::error::{Error, Result};

/// A pool, and how long it was waited for its connections.
pub(super) struct Pool<M: Manager> {
    pool: managed::Pool<M>,
    waits: AtomicU64,
    waited_micros: AtomicU64,
}

impl<M: Manager> Pool<M> {
    #[cfg(any(feature = "sqlite", feature = "mysql"))]
    pub(super) fn manager(&self) -> &M {
        self.pool.manager()
    }

    pub(super) fn close(&self) {
        self.pool.close();
    }
}

impl<M: Manager> fmt::Debug for Pool<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Pool").field(&status(self)).finish()
    }
}

/// Makes a pool of at most `size` connections.
pub(super) fn build<M: Manager<Error = Error>>(manager: M, size: usize, options: &Options) -> Result<Pool<M>> {
    let timeouts =
        Timeouts { wait: Some(options.acquire_timeout), create: Some(options.connect_timeout), recycle: None };
    // The last connection that came back goes out first: its statements are prepared and its caches are warm.
    let config = PoolConfig { max_size: size, timeouts, queue_mode: QueueMode::Lifo };
    let pool = managed::Pool::builder(manager)
        .config(config)
        .runtime(deadpool::Runtime::Tokio1)
        .build()
        .map_err(|error| Error::Config { part: "options", reason: error.to_string() })?;
    Ok(Pool { pool, waits: AtomicU64::new(0), waited_micros: AtomicU64::new(0) })
}

/// Waits for a connection. `server` is what errors call the server.
pub(super) async fn acquire<M: Manager<Error = Error>>(
    pool: &Pool<M>,
    server: &(dyn fmt::Display + Sync),
) -> Result<Object<M>> {
    // Mostly a connection is idle, and then there is no need for a timer.
    let at_once = Timeouts { wait: Some(Duration::ZERO), ..pool.pool.timeouts() };
    match pool.pool.timeout_get(&at_once).await {
        Err(PoolError::Timeout(TimeoutType::Wait)) => Box::pin(wait(pool, server)).await,
        result => result.map_err(|error| failed(error, server)),
    }
}

/// Waits until a connection comes back.
async fn wait<M: Manager<Error = Error>>(pool: &Pool<M>, server: &(dyn fmt::Display + Sync)) -> Result<Object<M>> {
    let waiting = Waiting { pool, start: Instant::now() };
    let result = pool.pool.get().await;
    let waited = waiting.start.elapsed();
    result.map_err(|error| match error {
        PoolError::Timeout(TimeoutType::Wait) => {
            let status = pool.pool.status();
            Error::PoolExhausted { waited, size: status.max_size, waiting: status.waiting, holders: Vec::new() }
        }
        error => failed(error, server),
    })
}

/// Counts a wait, whatever ends it.
struct Waiting<'p, M: Manager> {
    pool: &'p Pool<M>,
    start: Instant,
}

impl<M: Manager> Drop for Waiting<'_, M> {
    fn drop(&mut self) {
        let micros = u64::try_from(self.start.elapsed().as_micros()).unwrap_or(u64::MAX);
        self.pool.waits.fetch_add(1, Ordering::Relaxed);
        self.pool.waited_micros.fetch_add(micros, Ordering::Relaxed);
    }
}

#[cold]
fn failed(error: PoolError<Error>, server: &(dyn fmt::Display + Sync)) -> Error {
    match error {
        PoolError::Timeout(_) => Error::Connect {
            server: server.to_string(),
            reason: "no answer within the connect timeout".to_owned(),
            source: None,
        },
        PoolError::Backend(error) => error,
        PoolError::Closed => Error::Closed,
        // Neither can be: `build` sets the runtime, and no hook is installed.
        error @ (PoolError::NoRuntimeSpecified | PoolError::PostCreateHook(_)) => {
            Error::Connect { server: server.to_string(), reason: error.to_string(), source: None }
        }
    }
}

/// How many connections there are.
pub(super) fn status<M: Manager>(pool: &Pool<M>) -> Status {
    let status = pool.pool.status();
    Status {
        max_size: status.max_size,
        size: status.size,
        idle: status.available,
        waiting: status.waiting,
        waits: pool.waits.load(Ordering::Relaxed),
        waited: Duration::from_micros(pool.waited_micros.load(Ordering::Relaxed)),
    }
}
