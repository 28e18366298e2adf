//! Statements as data: no SQL text, no database.

mod aggregate;
mod conflict;
mod delete;
mod expr;
mod function;
mod insert;
mod lock;
mod raw;
mod select;
mod update;
mod walk;
mod window;

pub use aggregate::{Aggregate, AggregateFunction};
pub use conflict::{ConflictAction, ConflictTarget, OnConflict};
pub use delete::Delete;
pub use expr::{BinaryOperator, ColumnRef, Expr};
pub use function::{Call, DatePart, Function, JsonStep};
pub use insert::Insert;
pub use lock::{Lock, LockStrength, LockWait};
pub(crate) use raw::controls_transaction;
pub use raw::{RawPart, only_reads};
pub use select::{Direction, From, Join, JoinKind, Nulls, OrderBy, Projected, Select};
pub use update::{Assignment, Update};
pub use window::{Frame, FrameBound, FrameUnit, Over, Window, WindowFunction};

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
    /// SQL written in the program.
    Raw(Vec<RawPart>),
}
