//! What all pools have in common: sizes, timeouts, and what their faults mean.

use std::fmt;
use std::time::{Duration, Instant};

use deadpool::managed::{Manager, Object, Pool, PoolConfig, PoolError, QueueMode, TimeoutType, Timeouts};

use crate::engine::{Options, Status};
use crate::error::{Error, Result};

/// Makes a pool of at most `size` connections.
pub(super) fn build<M: Manager<Error = Error>>(manager: M, size: usize, options: &Options) -> Result<Pool<M>> {
    let timeouts =
        Timeouts { wait: Some(options.acquire_timeout), create: Some(options.connect_timeout), recycle: None };
    // The last connection that came back goes out first: its statements are prepared and its caches are warm.
    let config = PoolConfig { max_size: size, timeouts, queue_mode: QueueMode::Lifo };
    Pool::builder(manager)
        .config(config)
        .runtime(deadpool::Runtime::Tokio1)
        .build()
        .map_err(|error| Error::Config { part: "options", reason: error.to_string() })
}

/// Waits for a connection. `server` is what errors call the server.
pub(super) async fn acquire<M: Manager<Error = Error>>(
    pool: &Pool<M>,
    server: &(dyn fmt::Display + Sync),
) -> Result<Object<M>> {
    // Mostly a connection is idle, and then there is no need for a timer.
    let at_once = Timeouts { wait: Some(Duration::ZERO), ..pool.timeouts() };
    match pool.timeout_get(&at_once).await {
        Err(PoolError::Timeout(TimeoutType::Wait)) => Box::pin(wait(pool, server)).await,
        result => result.map_err(|error| failed(error, server)),
    }
}

/// Waits until a connection comes back.
async fn wait<M: Manager<Error = Error>>(pool: &Pool<M>, server: &(dyn fmt::Display + Sync)) -> Result<Object<M>> {
    let start = Instant::now();
    pool.get().await.map_err(|error| match error {
        PoolError::Timeout(TimeoutType::Wait) => {
            let status = pool.status();
            Error::PoolExhausted { waited: start.elapsed(), size: status.max_size, waiting: status.waiting }
        }
        error => failed(error, server),
    })
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
    let status = pool.status();
    Status { max_size: status.max_size, size: status.size, idle: status.available, waiting: status.waiting }
}
