//! Transactions that run again when another one was in the way.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::time::Duration;

use super::{Database, Engine, Transaction, TransactionOptions};
use crate::error::{Error, Result};

/// How often a transaction runs again, and how long it pauses before: 5 times, at first some 10 ms, each time twice as
/// long, at most 1 s.
///
/// Each pause is by chance between half of that and all of it, so that two transactions that were in each other's way do
/// not meet again.
///
/// ```
/// use std::time::Duration;
/// use tempest::engine::Retry;
/// use tempest::prelude::*;
///
/// let retry = Retry::new()
///     .times(10)
///     .pauses(Duration::from_millis(5), Duration::from_millis(200))
///     .options(TransactionOptions::new().isolation(Isolation::Serializable));
/// # let _ = retry;
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retry {
    times: u32,
    first: Duration,
    longest: Duration,
    options: TransactionOptions,
}

impl Default for Retry {
    fn default() -> Self {
        Self::new()
    }
}

impl Retry {
    /// 5 times more, with pauses from 10 ms to 1 s.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            times: 5,
            first: Duration::from_millis(10),
            longest: Duration::from_secs(1),
            options: TransactionOptions::new(),
        }
    }

    /// Sets how often the transaction runs again at most, after the first time.
    #[must_use]
    pub const fn times(mut self, times: u32) -> Self {
        self.times = times;
        self
    }

    /// Sets the first pause, which doubles each time, and the longest.
    #[must_use]
    pub const fn pauses(mut self, first: Duration, longest: Duration) -> Self {
        self.first = first;
        self.longest = longest;
        self
    }

    /// Sets what each transaction is begun with.
    #[must_use]
    pub const fn options(mut self, options: TransactionOptions) -> Self {
        self.options = options;
        self
    }

    /// What the transaction is begun with.
    #[cfg(feature = "sqlite")]
    pub(super) const fn begun_with(&self) -> TransactionOptions {
        self.options
    }

    /// The pause after the transaction has failed so often, or nothing if it is not to run again.
    pub(super) fn pause(&self, failures: u32, error: &Error) -> Option<Duration> {
        if failures > self.times || !error.is_retryable() {
            return None;
        }
        let doubled = 2_u32.saturating_pow(failures.saturating_sub(1));
        let pause = self.first.saturating_mul(doubled).min(self.longest);
        tracing::debug!(target: "tempest", failures, ?pause, %error, "the transaction runs again");
        // Each state is seeded anew: there is no need of a better source of chance.
        let chance = u32::from(RandomState::new().build_hasher().finish().to_le_bytes()[0]);
        Some(pause / 2 + pause / 512 * chance)
    }
}

impl<D: Database> Engine<D> {
    /// Runs a closure in a transaction, like [`transaction`](Self::transaction), and again from its start if the database
    /// has rolled it back for the sake of another one ([`Error::is_retryable`]): a deadlock, an order that is not
    /// serializable, a lock that did not become free.
    ///
    /// The closure is cloned for each time, so it borrows what it needs, or owns what can be cloned. What it does outside of
    /// the database is done each time. A transaction that may have been committed, as after
    /// [`Error::ConnectionLost`], is never run again.
    ///
    /// # Errors
    /// See [`transaction`](Self::transaction). After the last time, the error is that of the last time.
    ///
    /// ```
    /// use tempest::engine::Retry;
    /// use tempest::prelude::*;
    ///
    /// #[derive(Model)]
    /// struct Counter {
    ///     #[tempest(primary_key)]
    ///     id: i64,
    ///     value: i64,
    /// }
    ///
    /// # #[tokio::main] async fn main() -> tempest::Result<()> {
    /// let engine = Engine::connect("sqlite::memory:").await?;
    /// engine.create_tables::<Counter>().await?;
    /// Counter::insert(Counter { id: 1, value: 7 }).execute(&engine).await?;
    ///
    /// let serializable = Retry::new().options(TransactionOptions::new().isolation(Isolation::Serializable));
    /// engine
    ///     .retry_transaction(serializable, async |tx| {
    ///         let value = Counter::select().columns(Counter::value).where_(Counter::id.eq(1)).one(tx).await?;
    ///         Counter::update().set(Counter::value, value * 2).where_(Counter::id.eq(1)).execute(tx).await
    ///     })
    ///     .await?;
    /// # Ok(())
    /// # }
    /// ```
    pub async fn retry_transaction<T, F>(&self, retry: Retry, body: F) -> Result<T>
    where
        // Not `AsyncFn`: its future would not be `Send` to the compiler, and could not run in a spawned task.
        F: AsyncFnOnce(&Transaction<D>) -> Result<T> + Clone,
    {
        let mut failures = 0;
        loop {
            let error = match self.begin_with(retry.options).await {
                Ok(tx) => match tx.run_body(body.clone()).await {
                    Ok(value) => return Ok(value),
                    Err(error) => error,
                },
                Err(error) => error,
            };
            failures += 1;
            match retry.pause(failures, &error) {
                Some(pause) => tokio::time::sleep(pause).await,
                None => return Err(error),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_the_longest_and_end() {
        let retry = Retry::new().times(4).pauses(Duration::from_millis(100), Duration::from_millis(350));
        let error = Error::SerializationFailure { reason: String::new(), sql: String::new(), source: None };
        for (failures, longest) in [(1, 100), (2, 200), (3, 350), (4, 350)] {
            for _ in 0..100 {
                let pause = retry.pause(failures, &error).map_or(0, |pause| pause.as_millis());
                assert!((longest / 2..=longest).contains(&pause), "{failures}: {pause}");
            }
        }
        assert_eq!(retry.pause(5, &error), None);
        assert_eq!(retry.pause(1, &Error::Closed), None);
        assert!(Retry::new().times(u32::MAX).pause(u32::MAX - 1, &error).is_some());
    }
}
