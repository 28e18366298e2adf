//! `UPDATE`.

use std::borrow::Cow;

use super::{Expr, Projected};
use crate::table::TableDef;

/// An `UPDATE`.
#[derive(Debug, Clone)]
pub struct Update {
    /// The table.
    pub table: &'static TableDef,
    /// What is set. The right sides read the old row.
    pub assignments: Vec<Assignment>,
    /// `WHERE`; `None` for every row.
    pub filter: Option<Expr>,
    /// `RETURNING`.
    pub returning: Cow<'static, [Projected]>,
}

/// One `column = value` of an [`Update`] or an upsert.
#[derive(Debug, Clone)]
pub struct Assignment {
    /// The column's name.
    pub column: &'static str,
    /// The new value.
    pub value: Expr,
}
