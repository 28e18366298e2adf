//! `DELETE`.

use std::borrow::Cow;

use super::{Expr, Projected};
use crate::table::TableDef;

/// A `DELETE`.
#[derive(Debug, Clone)]
pub struct Delete {
    /// The table.
    pub table: &'static TableDef,
    /// `WHERE`; `None` for every row.
    pub filter: Option<Expr>,
    /// `RETURNING`.
    pub returning: Cow<'static, [Projected]>,
}
