//! Who can run a statement.

use std::future::Future;
use std::pin::Pin;

use tempest_dialects::Statement;

use super::{Database, Run};
use crate::driver::Decode;

/// What runs statements: `&Engine`, `&Transaction`, and the blocking ones of SQLite.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot run a statement",
    label = "expected `&Engine` or `&Transaction`",
    note = "write `&engine`; in a transaction's closure, give its argument `tx` as it is"
)]
pub trait Executor: Sized {
    /// The database, where its type is known.
    type Database: Database;

    /// What a terminal returns: a future of a `Result`, or from the blocking engine a `Result`.
    type Output<T: Send + 'static>;

    /// What `stream` returns: [`Rows`](super::Rows), or from the blocking engine
    /// [`BlockingRows`](super::BlockingRows).
    type Rows<T: Send + 'static>;

    /// Runs a statement.
    #[doc(hidden)]
    fn run<T: Send + 'static, U: Send + 'static>(self, run: Run<T, U>) -> Self::Output<U>;

    /// Runs a statement whose rows are taken one by one.
    #[doc(hidden)]
    fn stream<T: Send + 'static>(self, statement: Statement, decode: Decode<T>) -> Self::Rows<T>;
}

/// A future of a terminal, which can be sent to another thread.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// An executor whose row locks last: a transaction.
#[diagnostic::on_unimplemented(
    message = "a row lock ends with its transaction: `{Self}` is not one",
    label = "not a transaction",
    note = "run the query in `engine.transaction(async |tx| …)`, on `tx`"
)]
pub trait InTransaction: Executor {}
