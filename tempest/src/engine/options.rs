//! How an engine connects: what the URL says, and what the program adds.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::Engine;
use super::database::Database;
use super::url;
use crate::error::{Error, Result};

/// How an engine connects. Made from a URL, then changed by methods; the URL's query string takes the same names.
///
/// | name | value | default |
/// |---|---|---|
/// | `pool_size` | how many connections at most | 10 |
/// | `connect_timeout` | seconds to reach the server | 5 |
/// | `acquire_timeout` | seconds to wait for a connection of the pool | 10 |
/// | `statement_timeout` | seconds that one statement may take | none |
/// | `busy_timeout` | seconds to wait for SQLite's write lock | 5 |
/// | `application_name` | what the server shows of its connections (PostgreSQL, MySQL, MariaDB) | none |
/// | `sslmode` | `disable`, `prefer`, `require`, `verify-ca`, `verify-full` | `prefer` |
/// | `sslrootcert` | a PEM file with the certificates to trust | the web's own |
/// | `prepare` | `always`, or `never` behind PgBouncer in transaction mode (PostgreSQL) | `always` |
/// | `statement_cache` | how many prepared statements each connection keeps | 128 |
/// | `mode` | what to do with SQLite's file: `ro` (read), `rw` (read and write), `rwc` (make it if it is not there) | `rwc` |
/// | `host` | the folder of a Unix socket, where the URL names no host | none |
///
/// Seconds may have a fraction (`0.5`) or the unit `ms` (`500ms`).
///
/// ```
/// use std::time::Duration;
/// use tempest::engine::Options;
///
/// let options = Options::from_url("postgres://app@localhost/app?sslmode=disable")?
///     .pool_size(4)
///     .statement_timeout(Duration::from_secs(30));
/// # let _ = options;
/// # Ok::<(), tempest::error::Error>(())
/// ```
#[derive(Clone)]
pub struct Options {
    pub(crate) target: Target,
    pub(crate) pool_size: usize,
    pub(crate) connect_timeout: Duration,
    pub(crate) acquire_timeout: Duration,
    pub(crate) statement_timeout: Option<Duration>,
    pub(crate) busy_timeout: Duration,
    pub(crate) application_name: Option<String>,
    pub(crate) ssl_mode: SslMode,
    pub(crate) ssl_root_cert: Option<PathBuf>,
    pub(crate) prepare: Prepare,
    pub(crate) statement_cache: usize,
    pub(crate) refuse_nested: bool,
    pub(crate) on_query: Option<OnQuery>,
}

/// What an engine connects to.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Target {
    Postgres(Server),
    /// MySQL or MariaDB: the server says which.
    MySql(Server),
    Sqlite(SqliteFile),
}

/// A server, and who logs in to which of its databases.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Server {
    /// A name, an address (IPv6 without brackets), or the folder of a Unix socket if it begins with `/`.
    pub(crate) host: String,
    pub(crate) port: u16,
    pub(crate) user: Option<String>,
    pub(crate) password: Option<String>,
    pub(crate) database: Option<String>,
}

/// Where a SQLite database is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SqliteFile {
    Memory,
    Path(PathBuf, SqliteMode),
}

/// What may be done with the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum SqliteMode {
    /// Read only (`mode=ro`).
    Read,
    /// Read and write a file that is there (`mode=rw`).
    Write,
    /// The same, and make the file if it is not there (`mode=rwc`).
    #[default]
    Create,
}

/// How far the connection to the server is protected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SslMode {
    /// Never TLS.
    Disable,
    /// TLS if the server has it and the feature `rustls` is on.
    Prefer,
    /// TLS always, with whatever certificate the server shows: protects against listeners only.
    Require,
    /// TLS with a certificate that a trusted authority signed, for whatever host. (On MySQL and MariaDB the driver
    /// checks the host all the same.)
    VerifyCa,
    /// TLS with a certificate that a trusted authority signed for this host.
    VerifyFull,
}

/// Whether statements are prepared and kept on the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Prepare {
    /// Each statement is prepared once per connection.
    Always,
    /// Each statement goes unnamed, in one round trip: for a pooler that gives every transaction another server
    /// connection, as PgBouncer does in transaction mode. Only looking up a type of the database's own, such as a native
    /// enum, still takes a named statement, once per connection and type: PgBouncer tracks these from 1.21 on.
    Never,
}

/// What the [`on_query`](Options::on_query) hook is told about one statement. Never the values.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct QueryEvent<'a> {
    /// The database's name, such as `PostgreSQL`.
    pub dialect: &'static str,
    /// The statement's text. What begins and ends a transaction has its name: `BEGIN`, `COMMIT`, `ROLLBACK`, `SAVEPOINT`,
    /// `RELEASE SAVEPOINT`, `ROLLBACK TO SAVEPOINT`. Not told is a statement that is dropped before it is done, and the end
    /// of a transaction that is dropped, which ends with its connection (that of a `BlockingEngine` is a `ROLLBACK`).
    pub sql: &'a str,
    /// How long it took, waiting for a connection not included.
    pub elapsed: Duration,
    /// How many rows came back.
    pub rows: usize,
    /// How many rows were changed.
    pub affected: u64,
    /// The error, if it failed.
    pub error: Option<&'a Error>,
}

/// The hook.
pub(crate) type OnQuery = Arc<dyn Fn(&QueryEvent<'_>) + Send + Sync>;

impl Options {
    /// Reads a URL: `postgres://`, `postgresql://`, `mysql://` and `mariadb://` with `user:password@host:port/database`,
    /// `sqlite:path` and `sqlite::memory:`.
    ///
    /// # Errors
    /// If the URL is wrong: [`Error::Config`] says which part, and never shows the URL or the password.
    pub fn from_url(url: &str) -> Result<Self> {
        url::parse(url)
    }

    pub(crate) fn new(target: Target) -> Self {
        Self {
            target,
            pool_size: 10,
            connect_timeout: Duration::from_secs(5),
            acquire_timeout: Duration::from_secs(10),
            statement_timeout: None,
            busy_timeout: Duration::from_secs(5),
            application_name: None,
            ssl_mode: SslMode::Prefer,
            ssl_root_cert: None,
            prepare: Prepare::Always,
            statement_cache: 128,
            refuse_nested: false,
            on_query: None,
        }
    }

    /// Opens an engine.
    ///
    /// # Errors
    /// If the server cannot be reached or refuses the login.
    pub async fn connect(self) -> Result<Engine> {
        self.connect_as().await
    }

    /// Opens an engine of a database that the type names; see [`Engine::connect_as`].
    ///
    /// # Errors
    /// If the server cannot be reached, refuses the login, or is another database.
    pub async fn connect_as<D: Database>(self) -> Result<Engine<D>> {
        Engine::open(self).await
    }

    /// Sets how many connections the pool has at most; 0 counts as 1.
    #[must_use]
    pub fn pool_size(mut self, connections: usize) -> Self {
        self.pool_size = connections.max(1);
        self
    }

    /// Sets how long connecting to the server may take.
    #[must_use]
    pub fn connect_timeout(mut self, timeout: Duration) -> Self {
        self.connect_timeout = timeout;
        self
    }

    /// Sets how long a statement or transaction waits for a connection of the pool.
    #[must_use]
    pub fn acquire_timeout(mut self, timeout: Duration) -> Self {
        self.acquire_timeout = timeout;
        self
    }

    /// Sets how long one statement may take. One that takes longer is given up with its connection, and so with its
    /// transaction: [`Error::Timeout`].
    #[must_use]
    pub fn statement_timeout(mut self, timeout: Duration) -> Self {
        self.statement_timeout = Some(timeout);
        self
    }

    /// Sets how long SQLite waits for the write lock.
    #[must_use]
    pub fn busy_timeout(mut self, timeout: Duration) -> Self {
        self.busy_timeout = timeout;
        self
    }

    /// Sets the name that PostgreSQL shows in `pg_stat_activity`, MySQL and MariaDB in
    /// `performance_schema.session_connect_attrs`. SQLite has no use for one.
    #[must_use]
    pub fn application_name(mut self, name: impl Into<String>) -> Self {
        self.application_name = Some(name.into());
        self
    }

    /// Sets how far the connection to a server is protected.
    #[must_use]
    pub fn ssl_mode(mut self, mode: SslMode) -> Self {
        self.ssl_mode = mode;
        self
    }

    /// Trusts the certificates of this PEM file, in place of the web's own authorities.
    #[must_use]
    pub fn ssl_root_cert(mut self, file: impl Into<PathBuf>) -> Self {
        self.ssl_root_cert = Some(file.into());
        self
    }

    /// Sets whether PostgreSQL prepares statements.
    #[must_use]
    pub fn prepare(mut self, prepare: Prepare) -> Self {
        self.prepare = prepare;
        self
    }

    /// Sets how many prepared statements each connection keeps; 0 counts as 1.
    #[must_use]
    pub fn statement_cache(mut self, statements: usize) -> Self {
        self.statement_cache = statements.max(1);
        self
    }

    /// Refuses a second connection to a task that has a transaction or a stream open: [`Error::TransactionState`].
    ///
    /// A statement that runs on `&engine` in the closure of a transaction, where `tx` was meant, is outside of the
    /// transaction, and waits for itself once all connections are taken by such tasks. Set this in tests, where it is found
    /// although the pool has more connections. Futures that are joined in one task count as one task.
    ///
    /// ```
    /// use tempest::prelude::*;
    ///
    /// # #[tokio::main] async fn main() -> tempest::Result<()> {
    /// let engine = Options::from_url("sqlite::memory:")?.refuse_nested().connect().await?;
    /// let tx = engine.begin().await?;
    /// let nested = engine.begin().await.unwrap_err();
    /// assert!(matches!(nested, tempest::Error::TransactionState { .. }));
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn refuse_nested(mut self) -> Self {
        self.refuse_nested = true;
        self
    }

    /// Calls `hook` after each statement, on the task that ran it.
    #[must_use]
    pub fn on_query(mut self, hook: impl Fn(&QueryEvent<'_>) + Send + Sync + 'static) -> Self {
        self.on_query = Some(Arc::new(hook));
        self
    }
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("target", &self.target)
            .field("pool_size", &self.pool_size)
            .field("connect_timeout", &self.connect_timeout)
            .field("acquire_timeout", &self.acquire_timeout)
            .field("statement_timeout", &self.statement_timeout)
            .field("busy_timeout", &self.busy_timeout)
            .field("application_name", &self.application_name)
            .field("ssl_mode", &self.ssl_mode)
            .field("ssl_root_cert", &self.ssl_root_cert)
            .field("prepare", &self.prepare)
            .field("statement_cache", &self.statement_cache)
            .field("refuse_nested", &self.refuse_nested)
            .field("on_query", &self.on_query.is_some())
            .finish()
    }
}

impl fmt::Debug for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Postgres(server) => f.debug_tuple("Postgres").field(server).finish(),
            Self::MySql(server) => f.debug_tuple("MySql").field(server).finish(),
            Self::Sqlite(file) => f.debug_tuple("Sqlite").field(file).finish(),
        }
    }
}

/// Shows all but the password.
impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server")
            .field("host", &self.host)
            .field("port", &self.port)
            .field("user", &self.user)
            .field("password", &self.password.as_ref().map(|_| "…"))
            .field("database", &self.database)
            .finish()
    }
}

/// Host and port, as errors show them.
impl fmt::Display for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.host.contains(':') {
            write!(f, "[{}]:{}", self.host, self.port)
        } else {
            write!(f, "{}:{}", self.host, self.port)
        }
    }
}
