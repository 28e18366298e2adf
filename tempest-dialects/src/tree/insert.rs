//! `INSERT`.

use std::borrow::Cow;
use std::sync::Arc;

use super::{Expr, OnConflict, Projected};
use crate::table::TableDef;

/// An `INSERT` of one or more rows.
#[derive(Debug, Clone)]
pub struct Insert {
    /// The table.
    pub table: &'static TableDef,
    /// The columns that get a value, by name.
    pub columns: Vec<&'static str>,
    /// The values, row after row, as many for each as there are columns. Shared, so that another thread can bind them.
    pub values: Arc<Vec<Expr>>,
    /// The number of rows. It counts for rows of no columns at all, which are all defaults.
    pub rows: usize,
    /// What happens to a row that a unique index refuses; `None` for an error.
    pub on_conflict: Option<OnConflict>,
    /// `RETURNING`.
    pub returning: Cow<'static, [Projected]>,
}
