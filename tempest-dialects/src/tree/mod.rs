//! Statements as data: no SQL text, no database.

mod conflict;
mod delete;
mod expr;
mod insert;
mod lock;
mod select;
mod update;

pub use conflict::{ConflictAction, ConflictTarget, OnConflict};
pub use delete::Delete;
pub use expr::{BinaryOperator, ColumnRef, Expr, RawPart};
pub use insert::Insert;
pub use lock::{Lock, LockStrength, LockWait};
pub use select::{Direction, From, Join, JoinKind, Nulls, OrderBy, Projected, Select};
pub use update::{Assignment, Update};

/// A statement that reads or changes rows.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Statement {
    /// `SELECT`.
    Select(Select),
    /// `INSERT`.
    Insert(Insert),
    /// `UPDATE`.
    Update(Update),
    /// `DELETE`.
    Delete(Delete),
}
