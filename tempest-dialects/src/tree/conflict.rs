//! What an `INSERT` does with a row that a unique index refuses.

use super::{Assignment, Expr};

/// `ON CONFLICT`.
#[derive(Debug, Clone)]
pub struct OnConflict {
    /// Which unique index is meant.
    pub target: ConflictTarget,
    /// What happens then.
    pub action: ConflictAction,
}

/// The unique index of an [`OnConflict`].
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum ConflictTarget {
    /// Any of the table's.
    Any,
    /// The one over these columns, by name. It must be a key of the table's definition; the predicate of a partial
    /// index is taken from there.
    Columns(Vec<&'static str>),
    /// The constraint of this name.
    Constraint(&'static str),
}

/// What an [`OnConflict`] does.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum ConflictAction {
    /// Leaves the row that is there as it is.
    DoNothing,
    /// Changes the row that is there.
    DoUpdate {
        /// What is set.
        assignments: Vec<Assignment>,
        /// Which rows are changed; the others stay as they are.
        filter: Option<Expr>,
    },
}
