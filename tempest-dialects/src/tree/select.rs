//! `SELECT` and its clauses.

use std::borrow::Cow;

use super::{Expr, Lock};
use crate::table::TableDef;

/// A `SELECT`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Select {
    /// Whether equal rows come once.
    pub distinct: bool,
    /// `DISTINCT ON`: of the rows that are equal in these, the first comes.
    pub distinct_on: Vec<Expr>,
    /// What each row holds. Borrowed for whole rows, which most queries ask for.
    pub projection: Cow<'static, [Projected]>,
    /// What the rows come from; `None` for a row of expressions.
    pub from: Option<From>,
    /// What is joined to it, in order.
    pub joins: Vec<Join>,
    /// `WHERE`.
    pub filter: Option<Expr>,
    /// `GROUP BY`.
    pub group_by: Vec<Expr>,
    /// `HAVING`.
    pub having: Option<Expr>,
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
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum From {
    /// A table.
    Table(&'static TableDef),
    /// A table, under another name.
    Alias(&'static TableDef, &'static str),
    /// A subquery, under this name.
    Select(Box<Select>, &'static str),
}

impl From {
    /// The name by which the statement knows it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Table(table) => table.name,
            Self::Alias(_, name) | Self::Select(_, name) => name,
        }
    }
}

/// A source of rows that is joined to those before it.
#[derive(Debug, Clone, PartialEq)]
pub struct Join {
    /// Which rows without a partner stay.
    pub kind: JoinKind,
    /// What is joined.
    pub to: From,
    /// Which rows are partners; `None` only for [`JoinKind::Cross`].
    pub on: Option<Expr>,
    /// Whether a subquery sees the rows of the sources before it.
    pub lateral: bool,
}

/// Which rows without a partner a [`Join`] keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JoinKind {
    /// None.
    Inner,
    /// Those of the sources before it.
    Left,
    /// Those of the joined source.
    Right,
    /// Those of both.
    Full,
    /// All rows are partners.
    Cross,
}

impl JoinKind {
    /// SQL's words for it.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Inner => "JOIN",
            Self::Left => "LEFT JOIN",
            Self::Right => "RIGHT JOIN",
            // Where there is none, `FULL` alone would be read as a name.
            Self::Full => "FULL OUTER JOIN",
            Self::Cross => "CROSS JOIN",
        }
    }
}

/// A part of what a row holds.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Projected {
    /// Every column of the table, by name and in the table's order.
    Table(&'static TableDef),
    /// Every column of the table that the statement knows under another name.
    Alias(&'static TableDef, &'static str),
    /// One expression.
    Expr(Expr),
}

/// A term of `ORDER BY`.
#[derive(Debug, Clone, PartialEq)]
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
