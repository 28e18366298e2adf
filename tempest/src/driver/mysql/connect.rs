//! Logging in, and what every session is set to before its first statement.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use mysql_async::prelude::Queryable;
use mysql_async::{Conn, Opts, OptsBuilder};

use super::error::connect_error;
use crate::engine::{Options, Server, SslMode};
use crate::error::Result;

/// Which of the two databases the server is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flavour {
    MySql,
    MariaDb,
}

/// What the server says of itself.
#[derive(Debug, Clone, Copy)]
pub(super) struct Settings {
    pub(super) flavour: Flavour,
    pub(super) lock_timeout_ends_transaction: bool,
    /// How many bytes a statement may have with its values.
    pub(super) max_packet: usize,
}

/// How to log in, as often as a connection is needed.
#[derive(Debug, Clone)]
pub(super) struct Login {
    pub(super) server: Server,
    /// In this order, until one gets through: `sslmode=prefer` tries TLS and then goes without.
    attempts: Arc<[Opts]>,
    /// After how many seconds without use the server closes a connection; 0 until it was asked.
    idle_limit: Arc<AtomicU64>,
}

impl Login {
    pub(super) fn new(server: &Server, options: &Options) -> Result<Self> {
        let plain = opts(server, options);
        let is_socket = server.host.starts_with('/');
        let attempts = match options.ssl_mode {
            // Nobody listens in on a Unix socket, and it has no name that a certificate could show.
            _ if is_socket => vec![plain],
            SslMode::Disable => vec![plain],
            SslMode::Prefer => {
                let encrypted = tls::encrypted(&plain, options).ok();
                encrypted.into_iter().chain([plain]).collect()
            }
            SslMode::Require | SslMode::VerifyCa | SslMode::VerifyFull => vec![tls::encrypted(&plain, options)?],
        };
        Ok(Self {
            server: server.clone(),
            attempts: attempts.into_iter().map(Opts::from).collect(),
            idle_limit: Arc::default(),
        })
    }

    /// How long a connection may go unused.
    pub(super) fn idle_limit(&self) -> Duration {
        // A second less, because the server counts from a little earlier.
        match self.idle_limit.load(Ordering::Relaxed) {
            0 => Duration::MAX,
            seconds => Duration::from_secs(seconds.saturating_sub(1)),
        }
    }

    /// Connects and sets the session up.
    pub(super) async fn open(&self) -> Result<(Conn, Settings)> {
        let failed = |error| connect_error(&self.server, error);
        let mut conn = self.connect().await.map_err(failed)?;
        let settings = self.set_up(&mut conn).await.map_err(failed)?;
        Ok((conn, settings))
    }

    /// Asks the server to end a connection, and with it the statement that runs there and its transaction.
    pub(super) async fn kill(&self, connection: u32) {
        let result = async {
            let mut conn = self.connect().await?;
            conn.query_drop(format!("KILL {connection}")).await?;
            conn.disconnect().await
        };
        if let Err(error) = result.await {
            tracing::debug!(target: "tempest", %error, "the server could not be asked to give up a statement");
        }
    }

    async fn connect(&self) -> mysql_async::Result<Conn> {
        let mut last = None;
        for opts in self.attempts.iter() {
            match Conn::new(opts.clone()).await {
                Ok(conn) => return Ok(conn),
                // The server answered: it would say the same again.
                Err(error @ mysql_async::Error::Server(_)) => return Err(error),
                Err(error) => last = Some(error),
            }
        }
        Err(last.unwrap_or_else(|| mysql_async::DriverError::ConnectionClosed.into()))
    }

    async fn set_up(&self, conn: &mut Conn) -> mysql_async::Result<Settings> {
        let asked = "SELECT VERSION(), @@wait_timeout, @@innodb_rollback_on_timeout, @@max_allowed_packet";
        let answer: Option<(Option<String>, Option<u64>, Option<i64>, Option<u64>)> = conn.query_first(asked).await?;
        let (version, wait_timeout, rollback_on_timeout, max_packet) = answer.unwrap_or_default();
        self.idle_limit.store(wait_timeout.unwrap_or_default(), Ordering::Relaxed);
        let is_mariadb = version.is_some_and(|version| version.contains("MariaDB"));
        let flavour = if is_mariadb { Flavour::MariaDb } else { Flavour::MySql };
        // Text compares byte by byte, as it does in the tables that Tempest makes.
        let collation = match flavour {
            Flavour::MySql => "utf8mb4_0900_bin",
            Flavour::MariaDb => "utf8mb4_nopad_bin",
        };
        // A `string_agg` is not cut short: at 1 KiB MySQL's own limit only warns.
        // The server's own mode, without the word that would change how literals are read; 0 is a key like any other.
        conn.query_drop(format!(
            "SET time_zone = '+00:00', collation_connection = {collation}, group_concat_max_len = 1073741824, \
             sql_mode = CONCAT(REPLACE(@@sql_mode, 'NO_BACKSLASH_ESCAPES', ''), \
             ',STRICT_TRANS_TABLES,NO_AUTO_VALUE_ON_ZERO')"
        ))
        .await?;
        let max_packet = max_packet.and_then(|bytes| usize::try_from(bytes).ok()).unwrap_or(usize::MAX);
        Ok(Settings { flavour, lock_timeout_ends_transaction: rollback_on_timeout == Some(1), max_packet })
    }
}

fn opts(server: &Server, options: &Options) -> OptsBuilder {
    let mut opts = OptsBuilder::default()
        .user(server.user.clone())
        .pass(server.password.clone())
        .db_name(server.database.clone())
        // A row that an UPDATE finds counts, even if nothing in it changes, as on the other databases.
        .client_found_rows(true)
        // Statements are kept here, by their parameters' types too.
        .stmt_cache_size(0)
        .tcp_nodelay(true)
        .prefer_socket(false);
    if let Some(name) = &options.application_name {
        opts = opts.connect_attribute("program_name", name);
    }
    if server.host.starts_with('/') {
        let path = std::path::Path::new(&server.host);
        let socket = if path.is_dir() { path.join("mysqld.sock") } else { path.to_owned() };
        opts.socket(Some(socket.to_string_lossy().into_owned()))
    } else {
        opts.ip_or_hostname(server.host.clone()).tcp_port(server.port)
    }
}

#[cfg(feature = "rustls")]
mod tls {
    use mysql_async::SslOpts;

    use super::{Options, OptsBuilder, Result, SslMode};

    /// The same login, encrypted, with the checks that the mode asks for. As with PostgreSQL, a root certificate makes
    /// `require` check the authority. mysql_async 0.37 knows rustls' error of a wrong host name by a text that rustls no
    /// longer gives, so it checks the name even if it is told not to: stricter than asked for.
    pub(super) fn encrypted(plain: &OptsBuilder, options: &Options) -> Result<OptsBuilder> {
        // mysql_async takes the process's own choice, and rustls panics if there is none and two could be meant.
        if rustls::crypto::CryptoProvider::get_default().is_none() {
            // An error says that another thread has chosen meanwhile.
            drop(rustls::crypto::ring::default_provider().install_default());
        }
        let root_cert = options.ssl_root_cert.clone();
        let (any_certificate, any_host) = match options.ssl_mode {
            SslMode::VerifyFull => (false, false),
            SslMode::VerifyCa => (false, true),
            _ => (root_cert.is_none(), true),
        };
        let mut ssl = SslOpts::default()
            .with_danger_accept_invalid_certs(any_certificate)
            .with_danger_skip_domain_validation(any_host)
            .with_disable_built_in_roots(root_cert.is_some());
        if let Some(file) = root_cert {
            ssl = ssl.with_root_certs(vec![file.into()]);
        }
        Ok(plain.clone().ssl_opts(ssl))
    }
}

#[cfg(not(feature = "rustls"))]
mod tls {
    use super::{Options, OptsBuilder, Result};

    pub(super) fn encrypted(_: &OptsBuilder, _: &Options) -> Result<OptsBuilder> {
        Err(crate::engine::tls::not_built_in())
    }
}

#[cfg(test)]
mod tests {
    use mysql_async::Opts;

    use super::opts;
    use crate::engine::{Options, Target};

    #[test]
    fn the_name_of_the_application_is_sent() {
        let options = Options::from_url("mysql://localhost/app?application_name=the+tests").unwrap();
        let Target::MySql(server) = &options.target else { panic!("another database") };
        let opts = Opts::from(opts(server, &options));
        let sent = opts.connect_attributes().and_then(|attributes| attributes.get("program_name"));
        assert_eq!(sent.map(String::as_str), Some("the tests"));
    }
}
