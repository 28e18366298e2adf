//! `SELECT` and its clauses.

use std::borrow::Cow;

use super::{Expr, Lock};
use crate::table::TableDef;

/// A `SELECT`.
#[derive(Debug, Clone, Default)]
pub struct Select {
    /// Whether equal rows come once.
    pub distinct: bool,
    /// What each row holds. Borrowed for whole rows, which most queries ask for.
    pub projection: Cow<'static, [Projected]>,
    /// What the rows come from; `None` for a row of expressions.
    pub from: Option<From>,
    /// `WHERE`.
    pub filter: Option<Expr>,
    /// `ORDER BY`.
    pub order_by: Vec<OrderBy>,
    /// `LIMIT`, in rows.
    pub limit: Option<u64>,
    /// `OFFSET`, in rows.
    pub offset: Option<u64>,
    /// `FOR UPDATE` and the like.
    pub lock: Option<Lock>,
}

/// A source of rows.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum From {
    /// A table.
    Table(&'static TableDef),
    /// A subquery, under this name.
    Select(Box<Select>, &'static str),
}

/// A part of what a row holds.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Projected {
    /// Every column of the table, by name and in the table's order.
    Table(&'static TableDef),
    /// One expression.
    Expr(Expr),
}

/// A term of `ORDER BY`.
#[derive(Debug, Clone)]
pub struct OrderBy {
    /// What is sorted by.
    pub expr: Expr,
    /// Which end comes first.
    pub direction: Direction,
    /// Where NULLs go; `None` for the database's own habit.
    pub nulls: Option<Nulls>,
}

/// The direction of an [`OrderBy`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// The smallest first.
    Ascending,
    /// The greatest first.
    Descending,
}

/// Where an [`OrderBy`] puts NULLs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nulls {
    /// Before all values.
    First,
    /// After all values.
    Last,
}
