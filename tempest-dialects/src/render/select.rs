//! `SELECT`.

use super::Writer;
use super::aggregate::Computed;
use super::from::names;
use super::group;
use super::writer::no_database;
use crate::error::BuildError;
use crate::table::TableDef;
use crate::tree::{Direction, Expr, From, Lock, LockWait, Nulls, OrderBy, Projected, Select};

impl<'a> Writer<'a, '_> {
    pub(super) fn select(&mut self, select: &'a Select) -> Result<(), BuildError> {
        self.bare = if select.joins.is_empty() { select.from.as_ref().map(From::name) } else { None };
        self.sources = Some(select);
        let distinct = select.distinct || !select.distinct_on.is_empty();
        self.push(if distinct { "SELECT DISTINCT " } else { "SELECT " });
        self.distinct_on(select)?;
        if select.is_grouped() {
            group::check(select)?;
        }
        self.computed = Computed::Windows;
        self.projection(&select.projection)?;
        self.computed = Computed::Nothing;
        self.from(select)?;
        self.filter(select.filter.as_ref())?;
        self.groups(select)?;
        self.computed = Computed::Windows;
        self.order_by(select)?;
        self.computed = Computed::Nothing;
        self.limit(select.limit, select.offset)?;
        if let Some(lock) = &select.lock {
            self.lock(select, lock)?;
        }
        Ok(())
    }

    fn distinct_on(&mut self, select: &'a Select) -> Result<(), BuildError> {
        if select.distinct_on.is_empty() {
            return Ok(());
        }
        self.allow(self.dialect.distinct_on())?;
        let sorted_first = select.order_by.iter().take(select.distinct_on.len());
        if !sorted_first.map(|order| &order.expr).all(|expr| select.distinct_on.contains(expr)) {
            return Err(no_database(
                "DISTINCT ON",
                "which row comes first is only known if the rows are sorted by these expressions first",
                "begin `order_by` with what `distinct_on` names",
            ));
        }
        for (index, expr) in select.distinct_on.iter().enumerate() {
            self.push(if index == 0 { "ON (" } else { ", " });
            self.grouped(expr, select)?;
        }
        self.push(") ");
        Ok(())
    }

    /// Writes what each row holds.
    pub(super) fn projection(&mut self, projection: &'a [Projected]) -> Result<(), BuildError> {
        if projection.is_empty() {
            // The subquery of EXISTS needs none, but most databases want one.
            self.push("1");
        }
        for (index, projected) in projection.iter().enumerate() {
            if index > 0 {
                self.push(", ");
            }
            match projected {
                Projected::Table(table) => self.columns(table, table.name)?,
                Projected::Alias(table, name) => self.columns(table, name)?,
                Projected::Expr(expr) => self.lone(expr)?,
            }
        }
        Ok(())
    }

    fn columns(&mut self, table: &'static TableDef, name: &'static str) -> Result<(), BuildError> {
        if table.columns.is_empty() {
            return Err(no_database("SELECT", format!("`{}` has no columns", table.name), "declare its columns"));
        }
        let bare = self.bare == Some(name);
        if bare && self.quoted_columns(table) {
            return Ok(());
        }
        for (index, column) in table.columns.iter().enumerate() {
            if index > 0 {
                self.push(", ");
            }
            if !bare {
                self.identifier(name)?;
                self.push(".");
            }
            self.identifier(column.name)?;
        }
        Ok(())
    }

    /// Writes WHERE.
    pub(super) fn filter(&mut self, filter: Option<&'a Expr>) -> Result<(), BuildError> {
        if let Some(filter) = filter {
            self.push(" WHERE ");
            self.expr(filter)?;
        }
        Ok(())
    }

    fn order_by(&mut self, select: &'a Select) -> Result<(), BuildError> {
        for (index, order) in select.order_by.iter().enumerate() {
            if select.distinct && self.dialect.distinct_orders_by_selected() && !is_selected(&order.expr, select) {
                return Err(self.refuse(
                    "ORDER BY of a SELECT DISTINCT",
                    "the rows that come once have no such column to be sorted by",
                    "select the column as well",
                ));
            }
            self.push(if index == 0 { " ORDER BY " } else { ", " });
            self.order(order, Some(select))?;
        }
        Ok(())
    }

    /// Writes ORDER BY inside an expression, if there are terms.
    pub(super) fn terms_of_order(&mut self, terms: &'a [OrderBy]) -> Result<(), BuildError> {
        if !terms.is_empty() {
            self.push(" ORDER BY ");
        }
        self.order_terms(terms)
    }

    pub(super) fn order_terms(&mut self, terms: &'a [OrderBy]) -> Result<(), BuildError> {
        for (index, order) in terms.iter().enumerate() {
            if index > 0 {
                self.push(", ");
            }
            self.order(order, None)?;
        }
        Ok(())
    }

    /// Writes a term of the query's own ORDER BY, or of one inside an expression.
    fn order(&mut self, order: &'a OrderBy, select: Option<&Select>) -> Result<(), BuildError> {
        let native = self.dialect.has_nulls_order();
        if !native {
            // NULLs are the smallest: what they do by themselves is left to them, so that an index can still serve.
            match (order.nulls, order.direction) {
                (Some(Nulls::Last), Direction::Ascending) => {
                    self.term(&order.expr)?;
                    self.push(" IS NULL, ");
                }
                (Some(Nulls::First), Direction::Descending) => {
                    self.term(&order.expr)?;
                    self.push(" IS NOT NULL, ");
                }
                _ => {}
            }
        }
        match select {
            Some(select) => self.grouped(&order.expr, select)?,
            None => self.expr(&order.expr)?,
        }
        if order.direction == Direction::Descending {
            self.push(" DESC");
        }
        match order.nulls {
            Some(Nulls::First) if native => self.push(" NULLS FIRST"),
            Some(Nulls::Last) if native => self.push(" NULLS LAST"),
            _ => {}
        }
        Ok(())
    }

    fn limit(&mut self, limit: Option<u64>, offset: Option<u64>) -> Result<(), BuildError> {
        if let Some(limit) = limit {
            self.push(" LIMIT ");
            self.bind_count(limit)?;
        } else if offset.is_some()
            && let Some(no_limit) = self.dialect.no_limit()
        {
            self.push(" LIMIT ");
            self.push(no_limit);
        }
        if let Some(offset) = offset {
            self.push(" OFFSET ");
            self.bind_count(offset)?;
        }
        Ok(())
    }

    fn lock(&mut self, select: &Select, lock: &'a Lock) -> Result<(), BuildError> {
        let words = self.allow(self.dialect.lock_words(lock.strength))?;
        if select.distinct || !select.distinct_on.is_empty() || select.is_grouped() || has_windows(select) {
            self.allow(self.dialect.lock_of_computed_rows())?;
        }
        let locked = |source: &From| lock.of.is_empty() || lock.of.contains(&source.name());
        for source in select.from.iter().chain(select.joins.iter().map(|join| &join.to)).filter(|source| locked(source))
        {
            if matches!(source, From::Select(..)) {
                self.allow(self.dialect.lock_of_derived_table())?;
            }
            if Self::is_nullable_side(select, source.name()) {
                self.allow(self.dialect.lock_of_nullable_side())?;
            }
        }
        self.push(" ");
        self.push(words);
        if !lock.of.is_empty() {
            self.allow(self.dialect.lock_of())?;
            if let Some(unknown) = lock.of.iter().find(|of| !names(select).any(|name| name == **of)) {
                return Err(no_database(
                    format!("{words} OF"),
                    format!("`{unknown}` is not in FROM"),
                    "name a table that the query selects from",
                ));
            }
            self.push(" OF ");
            self.identifiers(lock.of.iter().copied())?;
        }
        match lock.wait {
            LockWait::Wait => {}
            LockWait::NoWait => self.push(" NOWAIT"),
            LockWait::SkipLocked => self.push(" SKIP LOCKED"),
        }
        Ok(())
    }
}

/// Whether what the query selects has window functions.
fn has_windows(select: &Select) -> bool {
    fn is_over(expr: &Expr) -> bool {
        matches!(expr, Expr::Over(_)) || expr.any_part(&mut is_over)
    }
    select.projection.iter().any(|projected| matches!(projected, Projected::Expr(expr) if is_over(expr)))
}

/// Whether the query has this column. Expressions are compared by the server.
fn is_selected(expr: &Expr, select: &Select) -> bool {
    let Expr::Column(column) = expr else {
        return true;
    };
    select.projection.iter().any(|projected| match projected {
        Projected::Table(table) => table.name == column.table,
        Projected::Alias(_, name) => *name == column.table,
        Projected::Expr(Expr::Column(selected)) => selected == column,
        Projected::Expr(_) => false,
    })
}
