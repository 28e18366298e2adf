//! The driver for MySql.

use tempest_dialects::{Dialect, Sql};

use super::{Decode, Fetched};
use crate::engine::{Options, Server, Status, TransactionOptions};
use crate::error::{Error, Result};

/// The connections to one database.
#[derive(Debug)]
pub(crate) struct Pool {}

impl Pool {
    pub(crate) async fn connect(_server: &Server, _options: &Options) -> Result<Self> {
        Err(Error::Closed)
    }

    pub(crate) fn dialect(&self) -> &'static dyn Dialect {
        &tempest_dialects::MySql
    }

    pub(crate) async fn acquire(&self) -> Result<Connection> {
        Err(Error::Closed)
    }

    pub(crate) async fn close(&self) {}

    pub(crate) fn status(&self) -> Status {
        Status { max_size: 0, size: 0, idle: 0, waiting: 0 }
    }
}

/// A connection of the pool, until it is dropped.
#[derive(Debug)]
pub(crate) struct Connection {}

impl Connection {
    pub(crate) async fn query<T: Send + 'static>(&mut self, _sql: &Sql<'_>, _decode: Decode<T>) -> Result<Fetched<T>> {
        Err(Error::Closed)
    }

    pub(crate) async fn control(&mut self, _text: &str) -> Result<()> {
        Err(Error::Closed)
    }

    pub(crate) async fn begin(&mut self, _options: &TransactionOptions) -> Result<()> {
        Err(Error::Closed)
    }

    pub(crate) async fn commit(&mut self) -> Result<()> {
        Err(Error::Closed)
    }

    pub(crate) async fn rollback(&mut self) -> Result<()> {
        Err(Error::Closed)
    }

    pub(crate) fn failure(&self) -> Option<&str> {
        None
    }
}
