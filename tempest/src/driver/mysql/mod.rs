//! The driver for MySQL and MariaDB, over `mysql_async`.

mod bind;
mod cell;
mod connect;
mod connection;
mod error;
mod handle;
mod statements;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use deadpool::managed::{self, Metrics, RecycleError, RecycleResult};
use mysql_async::Conn;
use mysql_async::prelude::Queryable;
use tempest_dialects::Dialect;

use self::connect::{Flavour, Login};
pub(crate) use self::connection::Connection;
use self::statements::Statements;
use super::pool;
use crate::engine::{Options, Server, Status};
use crate::error::{Error, Result};

/// The connections to one database.
#[derive(Debug)]
pub(crate) struct Pool {
    pool: pool::Pool<Manager>,
    flavour: Flavour,
}

impl Pool {
    pub(crate) async fn connect(server: &Server, options: &Options) -> Result<Self> {
        let manager = Manager {
            login: Arc::new(Login::new(server, options)?),
            statement_cache: options.statement_cache,
            losses: Arc::default(),
        };
        let pool = pool::build(manager, options.pool_size, options)?;
        // The first connection tells which of the two databases this is.
        let flavour = pool::acquire(&pool, &server).await?.flavour;
        Ok(Self { pool, flavour })
    }

    pub(crate) fn dialect(&self) -> &'static dyn Dialect {
        match self.flavour {
            Flavour::MySql => &tempest_dialects::MySql,
            Flavour::MariaDb => &tempest_dialects::MariaDb,
        }
    }

    pub(crate) async fn acquire(&self) -> Result<Connection> {
        let manager = self.pool.manager();
        let client = pool::acquire(&self.pool, &manager.login.server).await?;
        Ok(Connection::new(client, Arc::clone(&manager.login)))
    }

    #[expect(clippy::unused_async, reason = "other drivers wait for their connections to close")]
    pub(crate) async fn close(&self) {
        self.pool.close();
    }

    pub(crate) fn status(&self) -> Status {
        pool::status(&self.pool)
    }
}

/// How long a connection may be idle without being asked whether it is still there.
const PAUSE: Duration = Duration::from_secs(1);
/// How long the server may take to say that it is.
const ANSWER: Duration = Duration::from_secs(5);

/// Makes connections.
#[derive(Debug)]
struct Manager {
    login: Arc<Login>,
    statement_cache: usize,
    /// See [`Client`].
    losses: Arc<AtomicUsize>,
}

/// A connection to the server, and the statements that are prepared on it.
#[derive(Debug)]
struct Client {
    conn: Conn,
    flavour: Flavour,
    /// Whether a lock timeout ends the whole transaction, as it does if the server is configured so.
    lock_timeout_ends_transaction: bool,
    /// How many bytes a statement may have with its values.
    max_packet: usize,
    statements: Statements,
    /// How many connections of the pool were lost while they were used.
    losses: Arc<AtomicUsize>,
    /// How many were lost when the server was last known to be at the other end of this one.
    known: usize,
}

impl managed::Manager for Manager {
    // Boxed, because the pool moves it at each turn.
    type Type = Box<Client>;
    type Error = Error;

    async fn create(&self) -> Result<Box<Client>> {
        // Boxed, so that this rare and large future takes no room in that of every statement.
        let (conn, settings) = Box::pin(self.login.open()).await?;
        Ok(Box::new(Client {
            conn,
            flavour: settings.flavour,
            lock_timeout_ends_transaction: settings.lock_timeout_ends_transaction,
            max_packet: settings.max_packet,
            statements: Statements::new(settings.flavour, self.statement_cache),
            losses: Arc::clone(&self.losses),
            known: self.losses.load(Ordering::Relaxed),
        }))
    }

    async fn recycle(&self, client: &mut Box<Client>, metrics: &Metrics) -> RecycleResult<Error> {
        // The server closes what nobody used for so long, and does not say so.
        if client.conn.is_disconnected() || metrics.last_used() > self.login.idle_limit() {
            return Err(RecycleError::message("the connection is closed"));
        }
        // Nor does a server that was stopped or killed the connection: whoever comes after a pause asks first, or after
        // another connection was found dead.
        let losses = self.losses.load(Ordering::Relaxed);
        if metrics.last_used() > PAUSE || client.known != losses {
            match Box::pin(tokio::time::timeout(ANSWER, client.conn.ping())).await {
                Ok(Ok(())) => {}
                _ => return Err(RecycleError::message("the server does not answer")),
            }
            client.known = losses;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
