//! `FROM` and joins, and which names a subquery sees from outside.

use super::Writer;
use super::writer::no_database;
use crate::error::BuildError;
use crate::tree::{ColumnRef, From, Join, JoinKind, Select};

impl<'a> Writer<'a, '_> {
    /// Writes FROM with its joins.
    pub(super) fn from(&mut self, select: &'a Select) -> Result<(), BuildError> {
        let Some(from) = &select.from else { return Ok(()) };
        self.push(" FROM ");
        self.source(from)?;
        for (index, join) in select.joins.iter().enumerate() {
            let before = std::iter::once(from).chain(select.joins[..index].iter().map(|join| &join.to));
            self.join(join, before.map(From::name))?;
        }
        Ok(())
    }

    fn source(&mut self, from: &'a From) -> Result<(), BuildError> {
        match from {
            From::Table(table) => self.table(table),
            From::Alias(table, name) => {
                self.table(table)?;
                self.push(" AS ");
                self.identifier(name)
            }
            From::Select(select, name) => {
                self.push("(");
                self.subquery(select)?;
                self.push(") AS ");
                self.identifier(name)
            }
        }
    }

    fn join(&mut self, join: &'a Join, mut before: impl Iterator<Item = &'static str>) -> Result<(), BuildError> {
        let name = join.to.name();
        if before.any(|other| other == name) {
            return Err(no_database(
                join.kind.words(),
                format!("the query reads `{name}` twice under the same name"),
                "join it under another name: declare one with #[tempest(alias = …)]",
            ));
        }
        if join.kind == JoinKind::Full {
            self.allow(self.dialect.full_join())?;
        }
        self.push(" ");
        self.push(join.kind.words());
        self.push(" ");
        if join.lateral {
            self.allow(self.dialect.lateral())?;
            self.push("LATERAL ");
        }
        self.source(&join.to)?;
        match (&join.on, join.kind) {
            (Some(on), _) => {
                self.push(" ON ");
                self.expr(on)
            }
            (None, JoinKind::Cross) => Ok(()),
            (None, kind) => Err(no_database(kind.words(), "it has no condition", "say which rows belong together")),
        }
    }

    /// Writes a SELECT inside another statement.
    pub(super) fn subquery(&mut self, select: &'a Select) -> Result<(), BuildError> {
        self.descend()?;
        let (bare, sources, outer) = (self.bare, self.sources, self.outer.len());
        let computed = self.computed;
        if let Some(around) = sources {
            self.outer.extend(names(around));
        } else if let Some(changed) = self.changed {
            self.outer.push(changed.name);
        }
        self.select(select)?;
        self.outer.truncate(outer);
        (self.bare, self.sources, self.computed) = (bare, sources, computed);
        self.ascend();
        Ok(())
    }

    /// Writes a column of a statement around this subquery.
    pub(super) fn outer_column(&mut self, column: ColumnRef) -> Result<(), BuildError> {
        let hidden = self.sources.is_some_and(|own| names(own).any(|name| name == column.table));
        if hidden || !self.outer.contains(&column.table) {
            let (reason, way_out) = if hidden {
                ("the subquery reads a table of the same name itself", "give one of them another name")
            } else {
                ("no statement around the subquery reads this table", "use it in a subquery of a query that does")
            };
            return Err(no_database(
                format!("the outer column `{}`.`{}`", column.table, column.column),
                reason,
                way_out,
            ));
        }
        self.identifier(column.table)?;
        self.push(".");
        self.identifier(column.column)
    }

    /// Whether the rows of this source may be missing in an outer join.
    pub(super) fn is_nullable_side(select: &Select, name: &str) -> bool {
        let mut nullable = false;
        for (source, join) in std::iter::once((select.from.as_ref(), None))
            .chain(select.joins.iter().map(|join| (Some(&join.to), Some(join.kind))))
        {
            let here = source.is_some_and(|source| source.name() == name);
            nullable = match join {
                _ if here => matches!(join, Some(JoinKind::Left | JoinKind::Full)),
                Some(JoinKind::Right | JoinKind::Full) => true,
                _ => nullable,
            };
        }
        nullable
    }
}

/// The names of what a query reads.
pub(super) fn names(select: &Select) -> impl Iterator<Item = &'static str> + '_ {
    select.from.iter().chain(select.joins.iter().map(|join| &join.to)).map(From::name)
}
