//! How far a connection is protected.

use std::fmt;
use std::path::Path;

use deadpool_postgres::{Manager, ManagerConfig};
use tokio_postgres::{CancelToken, Config, NoTls, config};

use crate::engine::SslMode;
use crate::error::Result;

/// What makes a connection secret.
#[derive(Clone)]
pub(super) enum Tls {
    None(config::SslMode),
    #[cfg(feature = "rustls")]
    Rustls(config::SslMode, tokio_postgres_rustls::MakeRustlsConnect),
}

impl fmt::Debug for Tls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Tls").field(&self.mode()).finish()
    }
}

impl Tls {
    #[cfg(feature = "rustls")]
    pub(super) fn new(mode: SslMode, root_cert: Option<&Path>) -> Result<Self> {
        let mode_of_server = match mode {
            SslMode::Disable => return Ok(Self::None(config::SslMode::Disable)),
            SslMode::Prefer => config::SslMode::Prefer,
            SslMode::Require | SslMode::VerifyCa | SslMode::VerifyFull => config::SslMode::Require,
        };
        let config = crate::engine::tls::client_config(mode, root_cert)?;
        Ok(Self::Rustls(mode_of_server, tokio_postgres_rustls::MakeRustlsConnect::new(config)))
    }

    #[cfg(not(feature = "rustls"))]
    pub(super) fn new(mode: SslMode, _root_cert: Option<&Path>) -> Result<Self> {
        match mode {
            SslMode::Disable | SslMode::Prefer => Ok(Self::None(config::SslMode::Disable)),
            SslMode::Require | SslMode::VerifyCa | SslMode::VerifyFull => Err(crate::engine::tls::not_built_in()),
        }
    }

    pub(super) fn mode(&self) -> config::SslMode {
        match self {
            Self::None(mode) => *mode,
            #[cfg(feature = "rustls")]
            Self::Rustls(mode, _) => *mode,
        }
    }

    pub(super) fn manager(&self, connection: Config, manager: ManagerConfig) -> Manager {
        match self {
            Self::None(_) => Manager::from_config(connection, NoTls, manager),
            #[cfg(feature = "rustls")]
            Self::Rustls(_, rustls) => Manager::from_config(connection, rustls.clone(), manager),
        }
    }

    /// Asks the server to give up a statement. Whether it does cannot be known, and nobody waits for it.
    pub(super) async fn cancel(&self, token: CancelToken) {
        let result = match self {
            Self::None(_) => token.cancel_query(NoTls).await,
            #[cfg(feature = "rustls")]
            Self::Rustls(_, rustls) => token.cancel_query(rustls.clone()).await,
        };
        if let Err(error) = result {
            tracing::debug!(target: "tempest", %error, "the server could not be asked to give up a statement");
        }
    }
}
