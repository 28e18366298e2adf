//! Functions over the rows around a row.

use super::{Aggregate, Expr, OrderBy};

/// A function over a window of rows: `f(…) OVER (…)`.
#[derive(Debug, Clone, PartialEq)]
pub struct Over {
    /// The function.
    pub function: WindowFunction,
    /// The rows that it sees.
    pub window: Window,
}

/// The function of an [`Over`].
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum WindowFunction {
    /// An aggregate of the rows of the frame.
    Aggregate(Aggregate),
    /// The row's number, from 1.
    RowNumber,
    /// The number of the first of the rows that are equal to it.
    Rank,
    /// How many different rows come up to it.
    DenseRank,
    /// The number of the part, if the rows are divided into so many.
    Ntile(u32),
    /// The value so many rows before.
    Lag(Expr, u32),
    /// The value so many rows after.
    Lead(Expr, u32),
    /// The value in the first row of the frame.
    FirstValue(Expr),
    /// The value in the last row of the frame.
    LastValue(Expr),
    /// The value in the row of this number, from 1, of the frame.
    NthValue(Expr, u32),
}

/// Which rows a function sees, and in which order.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Window {
    /// The rows that are equal in these are seen together.
    pub partition_by: Vec<Expr>,
    /// Their order.
    pub order_by: Vec<OrderBy>,
    /// Those of them around the row; `None` for SQL's own choice.
    pub frame: Option<Frame>,
}

/// The rows of a window around a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    /// What the bounds count.
    pub unit: FrameUnit,
    /// The first row.
    pub start: FrameBound,
    /// The last row.
    pub end: FrameBound,
}

/// What the bounds of a [`Frame`] count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FrameUnit {
    /// Rows.
    Rows,
    /// The difference of the values that are sorted by.
    Range,
    /// Groups of rows that are equal in what is sorted by.
    Groups,
}

/// An end of a [`Frame`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FrameBound {
    /// From the first row on.
    UnboundedPreceding,
    /// So many before.
    Preceding(u32),
    /// The row itself, and with RANGE and GROUPS those that are equal to it.
    CurrentRow,
    /// So many after.
    Following(u32),
    /// Up to the last row.
    UnboundedFollowing,
}
