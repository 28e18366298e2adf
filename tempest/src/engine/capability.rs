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

/// A database that can lock the rows of some of the tables that a query reads.
#[diagnostic::on_unimplemented(
    message = "{Self} has no row lock for some tables only: `of()` does not apply",
    label = "no FOR UPDATE OF on {Self}",
    note = "leave `of()` out: the rows of every table that the query reads are locked",
    note = "SQLite has no row locks at all"
)]
pub trait LocksOfTables: RowLocks {}

impl LocksOfTables for Any {}
impl LocksOfTables for Postgres {}
impl LocksOfTables for MySql {}

/// A database whose row locks can spare the keys: `FOR NO KEY UPDATE` and `FOR KEY SHARE`.
#[diagnostic::on_unimplemented(
    message = "{Self} has no FOR NO KEY UPDATE and no FOR KEY SHARE",
    label = "no such lock on {Self}",
    note = "write `for_update()` in place of `for_no_key_update()`, `for_share()` in place of `for_key_share()`: they lock more",
    note = "SQLite has no row locks at all"
)]
pub trait KeyLocks: RowLocks {}

impl KeyLocks for Any {}
impl KeyLocks for Postgres {}

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

/// A database whose `INSERT` can name the constraint that it minds.
#[diagnostic::on_unimplemented(
    message = "{Self} has no ON CONFLICT ON CONSTRAINT: a conflict target cannot be a constraint's name",
    label = "no constraint as a target on {Self}",
    note = "on SQLite name the columns of the unique index, on MySQL and MariaDB write `AnyUnique`"
)]
pub trait NamedConflictTargets: Database {}

impl NamedConflictTargets for Any {}
impl NamedConflictTargets for Postgres {}

/// A database whose `INSERT` can update the row that is there, whichever unique index has the key already.
#[diagnostic::on_unimplemented(
    message = "{Self} has no ON CONFLICT DO UPDATE without a target: it must know which unique index is meant",
    label = "a conflict target is needed on {Self}",
    note = "name the columns of the unique index, or a `Constraint`, in place of `AnyUnique`"
)]
pub trait UntargetedUpserts: Database {}

impl UntargetedUpserts for Any {}
impl UntargetedUpserts for Sqlite {}
impl UntargetedUpserts for MySql {}
impl UntargetedUpserts for MariaDb {}

/// A database that returns every row that an `INSERT` inserted or updated.
#[diagnostic::on_unimplemented(
    message = "{Self} has no INSERT … RETURNING for several rows, or for rows that are updated",
    label = "no RETURNING on {Self}",
    note = "a single new row is read back by its key: insert the rows one by one in a transaction, or `execute` and select them by key"
)]
pub trait InsertReturning: Database {}

impl InsertReturning for Any {}
impl InsertReturning for Postgres {}
impl InsertReturning for Sqlite {}
impl InsertReturning for MariaDb {}

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
