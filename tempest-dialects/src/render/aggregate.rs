//! Aggregates and window functions.

use std::fmt::Write;

use super::Writer;
use super::expr::Binding;
use super::writer::no_database;
use crate::error::BuildError;
use crate::tree::{Aggregate, AggregateFunction, Expr, Frame, FrameBound, FrameUnit, Over, Window, WindowFunction};
use crate::value::Value;

/// What may be computed from many rows in a clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Computed {
    /// Nothing: it is about one row.
    Nothing,
    /// Aggregates.
    Aggregates,
    /// Aggregates and window functions.
    Windows,
}

impl<'a> Writer<'a, '_> {
    /// Writes an aggregate, which is over a window if there is one.
    pub(super) fn aggregate(&mut self, aggregate: &'a Aggregate, window: Option<&'a Window>) -> Result<(), BuildError> {
        let name = aggregate.function.name();
        if self.computed == Computed::Nothing {
            return Err(no_database(
                name.to_owned(),
                "an aggregate is not known before the rows are",
                "use it in `columns`, `having` or `order_by` of a query, or in a subquery",
            ));
        }
        if window.is_some() {
            if aggregate.distinct || !aggregate.order_by.is_empty() {
                return Err(no_database(
                    format!("{name} over a window"),
                    "it takes neither DISTINCT nor ORDER BY there",
                    "group the rows in a subquery first",
                ));
            }
            self.allow(self.dialect.aggregate_over(aggregate.function))?;
        }
        let form = self.dialect.aggregate(aggregate.function, aggregate.of);
        self.push(form.outer[0]);
        self.push(form.name);
        self.push("(");
        if aggregate.distinct {
            self.push("DISTINCT ");
        }
        // Over a window, what it is computed from may be of groups.
        let within = if window.is_some() { Computed::Aggregates } else { Computed::Nothing };
        let outer = std::mem::replace(&mut self.computed, within);
        if aggregate.function == AggregateFunction::JsonAgg && !aggregate.order_by.is_empty() {
            self.allow(self.dialect.json_agg_in_order())?;
        }
        let rewritten = aggregate.filter.as_ref().filter(|_| !self.dialect.has_aggregate_filter());
        if rewritten.is_some() && aggregate.function == AggregateFunction::JsonAgg {
            return Err(self.refuse(
                "FILTER of json_agg",
                "it does not exist, and NULL in place of a row would be a value of the array",
                "leave the rows out in `where_`",
            ));
        }
        self.push(form.inner[0]);
        self.aggregated(aggregate.argument.as_ref(), rewritten, form.inner)?;
        self.push(form.inner[1]);
        if let AggregateFunction::StringAgg(separator) = aggregate.function {
            self.values_in_order(aggregate, separator)?;
        } else if aggregate.function == AggregateFunction::JsonAgg {
            self.terms_of_order(&aggregate.order_by)?;
        } else if !aggregate.order_by.is_empty() {
            return Err(no_database(name.to_owned(), "the order of the values does not matter to it", "leave it out"));
        }
        self.push(")");
        if let (Some(filter), None) = (&aggregate.filter, rewritten) {
            self.push(" FILTER (WHERE ");
            self.expr(filter)?;
            self.push(")");
        }
        self.computed = outer;
        if let Some(window) = window {
            self.window(window)?;
        }
        self.push(form.outer[1]);
        Ok(())
    }

    /// Writes what an aggregate is computed from. Where there is no FILTER, a row that is left out is NULL.
    fn aggregated(
        &mut self,
        argument: Option<&'a Expr>,
        filter: Option<&'a Expr>,
        inner: [&str; 2],
    ) -> Result<(), BuildError> {
        if let Some(filter) = filter {
            self.push("CASE WHEN ");
            self.expr(filter)?;
            self.push(" THEN ");
            match argument {
                Some(argument) => self.typed(argument)?,
                None => self.push("1"),
            }
            self.push(" END");
            return Ok(());
        }
        match argument {
            Some(argument) if inner[1].starts_with(' ') => self.lone_operand(argument, Binding::Sum),
            Some(argument) => self.typed(argument),
            None => {
                self.push("*");
                Ok(())
            }
        }
    }

    fn values_in_order(&mut self, aggregate: &'a Aggregate, separator: &'static str) -> Result<(), BuildError> {
        let word = self.dialect.separator_is_word();
        if !word {
            self.push(", ");
            self.separator(separator)?;
        }
        self.terms_of_order(&aggregate.order_by)?;
        if word {
            self.push(" SEPARATOR ");
            self.separator(separator)?;
        }
        Ok(())
    }

    fn separator(&mut self, separator: &'static str) -> Result<(), BuildError> {
        let separator = Value::Text(separator.into());
        self.check(&separator)?;
        self.literal(&separator)
    }

    pub(super) fn over(&mut self, over: &'a Over) -> Result<(), BuildError> {
        if self.computed < Computed::Windows {
            return Err(no_database(
                "a window function",
                "the rows of a window are those of the query's result",
                "use it in `columns` or `order_by`; for a condition on it, select from a subquery",
            ));
        }
        let outer = std::mem::replace(&mut self.computed, Computed::Aggregates);
        let result = self.window_function(over);
        self.computed = outer;
        result
    }

    fn window_function(&mut self, over: &'a Over) -> Result<(), BuildError> {
        match &over.function {
            WindowFunction::Aggregate(aggregate) => return self.aggregate(aggregate, Some(&over.window)),
            WindowFunction::RowNumber => self.push("row_number()"),
            WindowFunction::Rank => self.push("rank()"),
            WindowFunction::DenseRank => self.push("dense_rank()"),
            WindowFunction::Ntile(parts) => {
                self.push("ntile(");
                self.window_count(*parts, "ntile")?;
                self.push(")");
            }
            WindowFunction::Lag(expr, rows) => self.value_function("lag", expr, Some(*rows))?,
            WindowFunction::Lead(expr, rows) => self.value_function("lead", expr, Some(*rows))?,
            WindowFunction::FirstValue(expr) => self.value_function("first_value", expr, None)?,
            WindowFunction::LastValue(expr) => self.value_function("last_value", expr, None)?,
            WindowFunction::NthValue(expr, row) => {
                self.push("nth_value(");
                self.typed(expr)?;
                self.push(", ");
                self.window_count(*row, "nth_value")?;
                self.push(")");
            }
        }
        self.window(&over.window)
    }

    fn value_function(&mut self, name: &str, expr: &'a Expr, rows: Option<u32>) -> Result<(), BuildError> {
        self.push(name);
        self.push("(");
        self.typed(expr)?;
        if let Some(rows) = rows {
            self.push(", ");
            self.plain_number(rows);
        }
        self.push(")");
        Ok(())
    }

    /// Writes a number of parts or rows, from 1.
    fn window_count(&mut self, count: u32, name: &'static str) -> Result<(), BuildError> {
        if count == 0 {
            return Err(no_database(name, "it counts from 1", "give it a number from 1 on"));
        }
        self.plain_number(count);
        Ok(())
    }

    /// Writes a number in the text: these are parts of a statement's shape, and not every database takes parameters there.
    fn plain_number(&mut self, number: u32) {
        // Writing to a String does not fail.
        let _ = write!(self.text, "{number}");
    }

    fn window(&mut self, window: &'a Window) -> Result<(), BuildError> {
        self.push(" OVER (");
        for (index, expr) in window.partition_by.iter().enumerate() {
            self.push(if index == 0 { "PARTITION BY " } else { ", " });
            self.expr(expr)?;
        }
        if window.partition_by.is_empty() && !window.order_by.is_empty() {
            self.push("ORDER BY ");
            self.order_terms(&window.order_by)?;
        } else {
            self.terms_of_order(&window.order_by)?;
        }
        if let Some(frame) = &window.frame {
            if !window.partition_by.is_empty() || !window.order_by.is_empty() {
                self.push(" ");
            }
            self.frame(*frame, window.order_by.len())?;
        }
        self.push(")");
        Ok(())
    }

    fn frame(&mut self, frame: Frame, order_terms: usize) -> Result<(), BuildError> {
        let counts = [frame.start, frame.end]
            .iter()
            .any(|bound| matches!(bound, FrameBound::Preceding(_) | FrameBound::Following(_)));
        let needs_order = frame.unit == FrameUnit::Groups || (frame.unit == FrameUnit::Range && counts);
        if needs_order && (order_terms == 0 || (frame.unit == FrameUnit::Range && order_terms > 1)) {
            return Err(no_database(
                "the frame of a window",
                "RANGE counts from one value that is sorted by, and GROUPS needs an order",
                "sort the window, or count rows",
            ));
        }
        if rank(frame.start) > rank(frame.end) || frame.start == FrameBound::UnboundedFollowing {
            return Err(no_database(
                "the frame of a window",
                "it would end before it begins",
                "give the earlier bound first",
            ));
        }
        self.push(match frame.unit {
            FrameUnit::Rows => "ROWS",
            FrameUnit::Range => "RANGE",
            FrameUnit::Groups => self.allow(self.dialect.frame_of_groups())?,
        });
        self.push(" BETWEEN ");
        self.bound(frame.start);
        self.push(" AND ");
        self.bound(frame.end);
        Ok(())
    }

    fn bound(&mut self, bound: FrameBound) {
        match bound {
            FrameBound::UnboundedPreceding => self.push("UNBOUNDED PRECEDING"),
            FrameBound::Preceding(rows) => {
                self.plain_number(rows);
                self.push(" PRECEDING");
            }
            FrameBound::CurrentRow => self.push("CURRENT ROW"),
            FrameBound::Following(rows) => {
                self.plain_number(rows);
                self.push(" FOLLOWING");
            }
            FrameBound::UnboundedFollowing => self.push("UNBOUNDED FOLLOWING"),
        }
    }
}

/// Where a bound is, from the first row to the last.
const fn rank(bound: FrameBound) -> u8 {
    match bound {
        FrameBound::UnboundedPreceding => 0,
        FrameBound::Preceding(_) => 1,
        FrameBound::CurrentRow => 2,
        FrameBound::Following(_) => 3,
        FrameBound::UnboundedFollowing => 4,
    }
}
