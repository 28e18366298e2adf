//! What each database can do, for the compiler. [`Any`] is held to it when the query is built.

use super::{Any, Database};
use tempest_dialects::{MariaDb, MySql, Postgres, Sqlite};

/// A database with row locks.
#[diagnostic::on_unimplemented(
    message = "{Self} has no row locks: FOR UPDATE would protect nothing",
    label = "no row locks on {Self}",
    note = "a write transaction of SQLite has the database to itself: read and write in `engine.transaction(…)`, without the lock"
)]
pub trait RowLocks: Database {}

impl RowLocks for Any {}
impl RowLocks for Postgres {}
impl RowLocks for MySql {}
impl RowLocks for MariaDb {}

/// A database whose `INSERT` can name the unique index that it minds.
#[diagnostic::on_unimplemented(
    message = "{Self} has no conflict target: any unique index would do",
    label = "no conflict target on {Self}",
    note = "write `AnyUnique` in its place, if that is what you mean"
)]
pub trait ConflictTargets: Database {}

impl ConflictTargets for Any {}
impl ConflictTargets for Postgres {}
impl ConflictTargets for Sqlite {}

/// A database that has `UPDATE … RETURNING`.
#[diagnostic::on_unimplemented(
    message = "{Self} has no UPDATE … RETURNING",
    label = "no RETURNING on {Self}",
    note = "in one transaction, select the rows `for_update()`, then update them by key"
)]
pub trait UpdateReturning: Database {}

impl UpdateReturning for Any {}
impl UpdateReturning for Postgres {}
impl UpdateReturning for Sqlite {}

/// A database that has `DELETE … RETURNING`.
#[diagnostic::on_unimplemented(
    message = "{Self} has no DELETE … RETURNING",
    label = "no RETURNING on {Self}",
    note = "in one transaction, select the rows `for_update()`, then delete them by key"
)]
pub trait DeleteReturning: Database {}

impl DeleteReturning for Any {}
impl DeleteReturning for Postgres {}
impl DeleteReturning for Sqlite {}
impl DeleteReturning for MariaDb {}
