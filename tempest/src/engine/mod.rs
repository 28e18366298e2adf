//! Connections, and the path of a statement: rendered, run, decoded.

mod database;
mod isolation;
mod options;
mod url;

use std::marker::PhantomData;
use std::sync::Arc;

use tempest_dialects::Dialect;

pub use database::{Any, Database};
pub use isolation::{Isolation, TransactionOptions};
pub use options::{Options, Prepare, QueryEvent, SslMode};
pub(crate) use options::{Server, SqliteFile, SqliteMode, Target};

use crate::driver::Pool;
use crate::error::Result;

/// Stub.
#[derive(Debug)]
pub struct Engine<D = Any> {
    shared: Arc<Shared>,
    database: PhantomData<fn() -> D>,
}

#[derive(Debug)]
struct Shared {
    pool: Pool,
}

/// How many connections an engine has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Status {
    /// How many there may be.
    pub max_size: usize,
    /// How many there are.
    pub size: usize,
    /// How many of them nobody uses.
    pub idle: usize,
    /// How many callers wait for one.
    pub waiting: usize,
}

impl<D: Database> Engine<D> {
    async fn open(options: Options) -> Result<Self> {
        let pool = Pool::connect(&options).await?;
        D::check(pool.dialect())?;
        Ok(Self { shared: Arc::new(Shared { pool }), database: PhantomData })
    }

    /// The SQL that the database speaks.
    #[must_use]
    pub fn dialect(&self) -> &'static dyn Dialect {
        self.shared.pool.dialect()
    }
}
