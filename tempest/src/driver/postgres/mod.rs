//! The driver for PostgreSQL, over `tokio-postgres` and `deadpool-postgres`.

mod bind;
mod cell;
mod connection;
mod error;
mod handle;
#[cfg(test)]
mod tests;
mod text;
mod tls;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use deadpool::managed::{self, Metrics, RecycleError, RecycleResult};
use deadpool_postgres::{ClientWrapper, ManagerConfig, RecyclingMethod};
use tempest_dialects::Dialect;
use tokio_postgres::{Config, Statement};

pub(crate) use self::connection::Connection;
use self::tls::Tls;
use super::pool;
use super::statement_cache::StatementCache;
use crate::engine::{Options, Prepare, Server, SslMode, Status};
use crate::error::{Error, Result};

/// The connections to one database.
#[derive(Debug)]
pub(crate) struct Pool {
    pool: pool::Pool<Manager>,
    server: String,
    prepare: Prepare,
    tls: Tls,
}

impl Pool {
    pub(crate) async fn connect(server: &Server, options: &Options) -> Result<Self> {
        // Nobody listens in on a Unix socket, and it has no name that a certificate could show.
        let ssl_mode = if server.host.starts_with('/') { SslMode::Disable } else { options.ssl_mode };
        let tls = Tls::new(ssl_mode, options.ssl_root_cert.as_deref())?;
        let config = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let manager = Manager {
            inner: tls.manager(self::config(server, options, &tls), config),
            server: server.to_string(),
            statement_cache: options.statement_cache,
            changes: Arc::default(),
        };
        let pool = pool::build(manager, options.pool_size, options)?;
        let pool = Self { pool, server: server.to_string(), prepare: options.prepare, tls };
        drop(pool.acquire().await?);
        Ok(pool)
    }

    #[expect(clippy::unused_self, reason = "MySQL's pool knows its dialect from the server")]
    pub(crate) fn dialect(&self) -> &'static dyn Dialect {
        &tempest_dialects::Postgres
    }

    pub(crate) async fn acquire(&self) -> Result<Connection> {
        let mut client = pool::acquire(&self.pool, &self.server).await?;
        client.catch_up();
        Ok(Connection::new(client, self.prepare, self.tls.clone()))
    }

    #[expect(clippy::unused_async, reason = "other drivers wait for their connections to close")]
    pub(crate) async fn close(&self) {
        self.pool.close();
    }

    pub(crate) fn status(&self) -> Status {
        pool::status(&self.pool)
    }
}

fn config(server: &Server, options: &Options, tls: &Tls) -> Config {
    let mut config = Config::new();
    // A host that begins with `/` is the folder of a Unix socket to tokio-postgres too.
    config.host(&server.host).port(server.port).ssl_mode(tls.mode()).connect_timeout(options.connect_timeout);
    if let Some(user) = &server.user {
        config.user(user);
    }
    if let Some(password) = &server.password {
        config.password(password);
    }
    if let Some(database) = &server.database {
        config.dbname(database);
    }
    if let Some(name) = &options.application_name {
        config.application_name(name);
    }
    config
}

/// Makes connections.
struct Manager {
    inner: deadpool_postgres::Manager,
    server: String,
    statement_cache: usize,
    /// See [`Client`].
    changes: Arc<AtomicUsize>,
}

impl fmt::Debug for Manager {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Manager").field("server", &self.server).finish_non_exhaustive()
    }
}

/// A connection to the server, and the statements that are prepared on it.
#[derive(Debug)]
struct Client {
    wrapper: ClientWrapper,
    statements: StatementCache<String, Statement>,
    /// How often a connection of the pool has found that the schema had changed under a statement.
    changes: Arc<AtomicUsize>,
    /// How many of these changes were made before the statements were prepared.
    known: usize,
}

impl Client {
    /// Forgets the statements that were prepared before a change which another connection has found.
    fn catch_up(&mut self) {
        let changes = self.changes.load(Ordering::Relaxed);
        if self.known != changes {
            self.known = changes;
            self.statements.clear();
        }
    }

    /// Notes that the schema has changed, for this connection and the others.
    fn note_change(&mut self) {
        self.known = self.changes.fetch_add(1, Ordering::Relaxed) + 1;
        self.statements.clear();
    }
}

impl managed::Manager for Manager {
    // Boxed, because the pool moves it at each turn.
    type Type = Box<Client>;
    type Error = Error;

    async fn create(&self) -> Result<Box<Client>> {
        // Boxed, so that this rare and large future takes no room in that of every statement.
        match Box::pin(managed::Manager::create(&self.inner)).await {
            Ok(wrapper) => Ok(Box::new(Client {
                wrapper,
                statements: StatementCache::new(self.statement_cache),
                changes: Arc::clone(&self.changes),
                known: self.changes.load(Ordering::Relaxed),
            })),
            Err(error) => Err(error::connect(&self.server, error)),
        }
    }

    async fn recycle(&self, client: &mut Box<Client>, _: &Metrics) -> RecycleResult<Error> {
        if client.wrapper.is_closed() { Err(RecycleError::message("the connection is closed")) } else { Ok(()) }
    }

    fn detach(&self, client: &mut Box<Client>) {
        managed::Manager::detach(&self.inner, &mut client.wrapper);
    }
}
