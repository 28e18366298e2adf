//! What a builder's type says of it: locked or not, filtered or not, and which databases can run it.

use crate::engine::{
    ConflictTargets, Database, Executor, InTransaction, InsertReturning, KeyLocks, LocksOfTables, NamedConflictTargets,
    RowLocks, UntargetedUpserts,
};
use crate::model::Relation;

/// A `SELECT` without a row lock.
#[derive(Debug)]
pub struct Unlocked;

/// A `SELECT` with a row lock: `for_update()` or `for_share()`.
#[derive(Debug)]
pub struct Locked;

/// A `SELECT` whose row lock is for some of its tables: `of()`.
#[derive(Debug)]
pub struct LockedOf;

/// A `SELECT` with a row lock that spares the keys: `for_no_key_update()` or `for_key_share()`.
#[derive(Debug)]
pub struct KeyLocked;

/// A row lock, to which `skip_locked()`, `no_wait()` and `of()` belong.
#[diagnostic::on_unimplemented(
    message = "this query has no row lock: `skip_locked()`, `no_wait()` and `of()` belong to one",
    label = "no row lock here",
    note = "call `for_update()` (or `for_share()` …) first"
)]
pub trait IsLocked {}

impl IsLocked for Locked {}
impl IsLocked for LockedOf {}
impl IsLocked for KeyLocked {}

/// What `of()` makes of a lock. Without a lock it makes nothing, and [`IsLocked`] says so.
pub trait LockState {
    /// The same lock, for some of the tables.
    type Of;
}

impl LockState for Unlocked {
    type Of = Self;
}

impl LockState for Locked {
    type Of = LockedOf;
}

impl LockState for LockedOf {
    type Of = Self;
}

// The database that has these locks has `OF` too.
impl LockState for KeyLocked {
    type Of = Self;
}

/// A query that `E` can run: one with a row lock needs a transaction, on a database that has row locks.
#[diagnostic::on_unimplemented(message = "a query with this lock cannot run on `{E}`", label = "cannot run here")]
pub trait RunsOn<E> {}

impl<E: Executor> RunsOn<E> for Unlocked {}

impl<E: Executor<Database: RowLocks> + InTransaction> RunsOn<E> for Locked {}
impl<E: Executor<Database: LocksOfTables> + InTransaction> RunsOn<E> for LockedOf {}
impl<E: Executor<Database: KeyLocks> + InTransaction> RunsOn<E> for KeyLocked {}

/// A query over tables of which `M` is one.
#[diagnostic::on_unimplemented(
    message = "`{M}` is not part of this query",
    label = "`of` locks rows of a table that the query reads",
    note = "the query reads `{Self}`"
)]
pub trait HasTable<M> {}

impl<R: Relation> HasTable<R> for (R,) {}

// Which of several tables it is, is known where the query is rendered.
macro_rules! several {
    ($(($($table:ident)+))*) => {$(
        impl<R: Relation, $($table),+> HasTable<R> for ($($table,)+) {}
    )*};
}

several!((A B)(A B C)(A B C D)(A B C D E)(A B C D E F)(A B C D E F G)(A B C D E F G H));

/// An `UPDATE` or `DELETE` that does not say yet which rows.
#[derive(Debug)]
pub struct Unfiltered;

/// An `UPDATE` or `DELETE` with a `WHERE`, or meant for all rows.
#[derive(Debug)]
pub struct Filtered;

/// A statement that says which rows.
#[diagnostic::on_unimplemented(
    message = "this statement has no WHERE: it would change or delete every row",
    label = "which rows?",
    note = "add `.where_(…)`, or `.all_rows()` to mean all of them"
)]
pub trait HasFilter {}

impl HasFilter for Filtered {}

/// An `INSERT` for which a unique violation is an error.
#[derive(Debug)]
pub struct NoConflict;

/// An `INSERT` with a conflict target: columns of a unique index.
#[derive(Debug)]
pub struct OnTarget;

/// An `INSERT` with a conflict target: a constraint by its name.
#[derive(Debug)]
pub struct OnConstraint;

/// An `INSERT` that minds any unique index.
#[derive(Debug)]
pub struct OnAny;

/// An `INSERT` that updates a row, whichever unique index has the key already.
#[derive(Debug)]
pub struct UpdateOnAny;

/// A conflict clause that database `D` has.
#[diagnostic::on_unimplemented(message = "`{D}` has no such conflict clause", label = "not on `{D}`")]
pub trait ConflictOn<D> {}

impl<D: Database> ConflictOn<D> for NoConflict {}
impl<D: Database> ConflictOn<D> for OnAny {}

impl<D: ConflictTargets> ConflictOn<D> for OnTarget {}
impl<D: NamedConflictTargets> ConflictOn<D> for OnConstraint {}
impl<D: UntargetedUpserts> ConflictOn<D> for UpdateOnAny {}

/// An `INSERT` of one row, which is inserted or left alone: it can be read back by its key.
#[derive(Debug)]
pub struct OneRow;

/// An `INSERT` of several rows, or one that may update a row: only RETURNING gives them back.
#[derive(Debug)]
pub struct ManyRows;

/// Inserted rows that database `D` can return.
#[diagnostic::on_unimplemented(message = "`{D}` cannot return these rows", label = "not on `{D}`")]
pub trait ReturnedBy<D> {}

impl<D: Database> ReturnedBy<D> for OneRow {}

impl<D: InsertReturning> ReturnedBy<D> for ManyRows {}

/// A statement without `RETURNING`.
#[derive(Debug)]
pub struct NoReturning;
