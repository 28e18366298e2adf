//! What a transaction is begun with.

/// What a transaction is begun with. By default: the database's own isolation level, read and write.
///
/// ```
/// use tempest::engine::{Isolation, TransactionOptions};
///
/// let options = TransactionOptions::new().isolation(Isolation::Serializable).read_only();
/// # let _ = options;
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TransactionOptions {
    pub(crate) isolation: Option<Isolation>,
    pub(crate) read_only: bool,
}

impl TransactionOptions {
    /// The database's own isolation level, read and write.
    #[must_use]
    pub const fn new() -> Self {
        Self { isolation: None, read_only: false }
    }

    /// Sets the isolation level. SQLite has one only, and it is the strictest: any level is granted there.
    #[must_use]
    pub const fn isolation(mut self, isolation: Isolation) -> Self {
        self.isolation = Some(isolation);
        self
    }

    /// Lets the database refuse every write. On SQLite such a transaction does not wait for the writer.
    #[must_use]
    pub const fn read_only(mut self) -> Self {
        self.read_only = true;
        self
    }
}

/// How far a transaction is kept from seeing what others do meanwhile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Isolation {
    /// Sees what others wrote and have not committed. PostgreSQL has no such level and grants the next one.
    ReadUncommitted,
    /// Each statement sees what was committed before it began.
    ReadCommitted,
    /// All statements see what was committed before the first one began.
    RepeatableRead,
    /// As if the transactions had run one after another.
    Serializable,
}

impl Isolation {
    /// The level in SQL's words.
    #[must_use]
    pub const fn sql(self) -> &'static str {
        match self {
            Self::ReadUncommitted => "READ UNCOMMITTED",
            Self::ReadCommitted => "READ COMMITTED",
            Self::RepeatableRead => "REPEATABLE READ",
            Self::Serializable => "SERIALIZABLE",
        }
    }
}
