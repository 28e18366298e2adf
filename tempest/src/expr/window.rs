//! Window functions: each row beside the rows around it.

use std::fmt;
use std::marker::PhantomData;

use super::{Expr, Expression, IntoOrder, NeverNull};
use crate::types::ColumnValue;
use tempest_dialects::tree::{self, Frame, FrameBound, FrameUnit, Over, WindowFunction};

/// The type of an expression without its `Option`.
type Inner<E> = <<E as Expression>::Type as ColumnValue>::Inner;

/// The rows that a window function sees: all rows of the query, until something is added.
///
/// ```
/// use tempest::prelude::*;
///
/// #[derive(Model)]
/// struct Employee {
///     #[tempest(primary_key)]
///     id: i64,
///     team: String,
///     pay: i32,
/// }
///
/// let in_team = window().partition_by(Employee::team).order_by(Employee::pay.desc());
/// let ranks = Employee::select().columns((Employee::id, rank().over(in_team)));
/// assert_eq!(
///     ranks.to_sql(&Postgres)?,
///     r#"SELECT "id", rank() OVER (PARTITION BY "team" ORDER BY "pay" DESC) FROM "employee""#
/// );
/// # Ok::<(), tempest::Error>(())
/// ```
pub fn window() -> Window<()> {
    Window::new(tree::Window::default())
}

/// The rows that a window function sees, over the models `S`: [`window`] makes it.
#[must_use = "give it to `over`"]
pub struct Window<S> {
    tree: tree::Window,
    marker: PhantomData<fn() -> S>,
}

impl<S> Window<S> {
    const fn new(tree: tree::Window) -> Self {
        Self { tree, marker: PhantomData }
    }

    /// `PARTITION BY`: only rows that are equal in these see each other.
    pub fn partition_by<O>(mut self, by: impl IntoOrder<O>) -> Window<(S, O)> {
        let mut terms = Vec::new();
        by.append_to(&mut terms);
        self.tree.partition_by.extend(super::order::unordered("PARTITION BY", terms));
        Window::new(self.tree)
    }

    /// `ORDER BY`: the order in which the rows see each other. Without a frame, an aggregate is of the rows up to each row
    /// then.
    pub fn order_by<O>(mut self, order: impl IntoOrder<O>) -> Window<(S, O)> {
        order.append_to(&mut self.tree.order_by);
        Window::new(self.tree)
    }

    /// `ROWS BETWEEN`: only the rows from one place to another.
    pub fn rows(self, start: FrameBound, end: FrameBound) -> Self {
        self.frame(FrameUnit::Rows, start, end)
    }

    /// `RANGE BETWEEN`: only the rows whose value that is sorted by is so much smaller or greater.
    pub fn range(self, start: FrameBound, end: FrameBound) -> Self {
        self.frame(FrameUnit::Range, start, end)
    }

    /// `GROUPS BETWEEN`: only the rows of so many groups of equal rows before and after. MySQL and MariaDB have no such
    /// frame.
    pub fn groups(self, start: FrameBound, end: FrameBound) -> Self {
        self.frame(FrameUnit::Groups, start, end)
    }

    fn frame(mut self, unit: FrameUnit, start: FrameBound, end: FrameBound) -> Self {
        self.tree.frame = Some(Frame { unit, start, end });
        self
    }
}

impl<S> Clone for Window<S> {
    fn clone(&self) -> Self {
        Self::new(self.tree.clone())
    }
}

impl<S> fmt::Debug for Window<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tree.fmt(f)
    }
}

/// A window function of type `T` over the models `S`, which has no window yet.
#[must_use = "give it a window with `over`"]
pub struct Unplaced<S, T> {
    function: WindowFunction,
    marker: PhantomData<fn() -> (S, T)>,
}

impl<S, T> Unplaced<S, T> {
    const fn new(function: WindowFunction) -> Self {
        Self { function, marker: PhantomData }
    }

    /// `OVER`: the rows that it sees.
    pub fn over<W>(self, window: Window<W>) -> Expr<(S, NeverNull<W>), T> {
        Expr::new(over(self.function, window.tree))
    }
}

impl<S, T> Clone for Unplaced<S, T> {
    fn clone(&self) -> Self {
        Self::new(self.function.clone())
    }
}

impl<S, T> fmt::Debug for Unplaced<S, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.function.fmt(f)
    }
}

impl<S, T> Expr<S, T> {
    /// `OVER`: an aggregate of the rows of a window, beside each row. Of anything else it is an error when the query is
    /// built.
    ///
    /// ```
    /// use tempest::prelude::*;
    ///
    /// # #[derive(Model)]
    /// # struct Entry { #[tempest(primary_key)] id: i64, amount: i32 }
    /// let balance = Entry::amount.sum().over(window().order_by(Entry::id));
    /// assert_eq!(
    ///     Entry::select().columns((Entry::id, balance)).to_sql(&MySql)?,
    ///     "SELECT `id`, (sum(`amount`) OVER (ORDER BY `id`) DIV 1) FROM `entry`"
    /// );
    /// # Ok::<(), tempest::Error>(())
    /// ```
    #[must_use]
    pub fn over<W>(self, window: Window<W>) -> Expr<(S, NeverNull<W>), T> {
        Expr::new(match self.tree {
            tree::Expr::Aggregate(aggregate) => over(WindowFunction::Aggregate(*aggregate), window.tree),
            _ => tree::Expr::Misplaced(
                "OVER",
                "only an aggregate or a window function has a window",
                "put it directly behind the aggregate",
            ),
        })
    }
}

fn over(function: WindowFunction, window: tree::Window) -> tree::Expr {
    tree::Expr::Over(Box::new(Over { function, window }))
}

/// `row_number()`: the row's number in its window, from 1.
pub const fn row_number() -> Unplaced<NeverNull<()>, i64> {
    Unplaced::new(WindowFunction::RowNumber)
}

/// `rank()`: the number of the first of the rows that are equal to it in what the window is sorted by.
pub const fn rank() -> Unplaced<NeverNull<()>, i64> {
    Unplaced::new(WindowFunction::Rank)
}

/// `dense_rank()`: how many different rows there are up to it, in what the window is sorted by.
pub const fn dense_rank() -> Unplaced<NeverNull<()>, i64> {
    Unplaced::new(WindowFunction::DenseRank)
}

/// `ntile(n)`: the number of the row's part, if the window is divided into so many parts of equal size.
pub const fn ntile(parts: u32) -> Unplaced<NeverNull<()>, i64> {
    Unplaced::new(WindowFunction::Ntile(parts))
}

/// Window functions of a column or an expression: its value in another row.
///
/// ```
/// use tempest::prelude::*;
///
/// #[derive(Model)]
/// struct Reading {
///     #[tempest(primary_key)]
///     id: i64,
///     value: f64,
/// }
///
/// let before = Reading::value.lag(1).over(window().order_by(Reading::id));
/// let steps = Reading::select().columns((Reading::id, before));
/// assert_eq!(
///     steps.to_sql(&Sqlite)?,
///     r#"SELECT "id", lag("value", 1) OVER (ORDER BY "id") FROM "reading""#
/// );
/// # Ok::<(), tempest::Error>(())
/// ```
pub trait WindowFunctions: Expression {
    /// `lag`: the value so many rows before; `None` if there is no such row.
    fn lag(self, rows: u32) -> Unplaced<Self::Scope, Option<Inner<Self>>> {
        Unplaced::new(WindowFunction::Lag(self.into_tree(), rows))
    }

    /// `lead`: the value so many rows after; `None` if there is no such row.
    fn lead(self, rows: u32) -> Unplaced<Self::Scope, Option<Inner<Self>>> {
        Unplaced::new(WindowFunction::Lead(self.into_tree(), rows))
    }

    /// `first_value`: the value in the first row of the frame; `None` if it is empty.
    fn first_value(self) -> Unplaced<Self::Scope, Option<Inner<Self>>> {
        Unplaced::new(WindowFunction::FirstValue(self.into_tree()))
    }

    /// `last_value`: the value in the last row of the frame; `None` if it is empty. A window that is sorted ends at the row
    /// itself, unless it has a frame.
    fn last_value(self) -> Unplaced<Self::Scope, Option<Inner<Self>>> {
        Unplaced::new(WindowFunction::LastValue(self.into_tree()))
    }

    /// `nth_value`: the value in the row of this number, from 1, of the frame; `None` if there is no such row.
    fn nth_value(self, row: u32) -> Unplaced<Self::Scope, Option<Inner<Self>>> {
        Unplaced::new(WindowFunction::NthValue(self.into_tree(), row))
    }
}

impl<E: Expression> WindowFunctions for E {}
