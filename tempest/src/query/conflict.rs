//! The update of an upsert.

use std::fmt;
use std::marker::PhantomData;

use super::scope::{InScope, Proposed, Upsert, Written};
use crate::expr::{Assign, Expr, IntoCondition, condition_and};
use crate::model::{Column, Model, Position, Settable};
use crate::types::ColumnValue;
use tempest_dialects::tree::{self, Assignment};

/// The value that was proposed for a column, in an upsert's `set`.
///
/// ```
/// use tempest::prelude::*;
///
/// #[derive(Model)]
/// struct Setting {
///     #[tempest(primary_key)]
///     name: String,
///     value: String,
/// }
///
/// let upsert = insert!(Setting { name: "theme", value: "dark" })
///     .on_conflict_do_update(Setting::name, |row| row.set(Setting::value, excluded(Setting::value)));
/// assert_eq!(
///     upsert.to_sql(&Sqlite)?,
///     r#"INSERT INTO "setting" ("name", "value") VALUES (?, ?) ON CONFLICT ("name") DO UPDATE SET "value" = "excluded"."value""#
/// );
/// # Ok::<(), tempest::Error>(())
/// ```
#[must_use]
pub fn excluded<M: Model, T: ColumnValue, P: Position>(column: Column<M, T, P>) -> Expr<Excluded<M>, T> {
    Expr::new(tree::Expr::Excluded(column.name()))
}

/// The row that an upsert proposed: [`excluded`] belongs into `on_conflict_do_update`.
#[derive(Debug)]
pub struct Excluded<M>(M);

impl<M: Model> InScope<Upsert<M>, Proposed> for Excluded<M> {}

/// What an upsert changes of the row that is there. Without any `set`, nothing is to be updated: that is an error when
/// the statement is built.
#[must_use = "return it from the closure"]
pub struct DoUpdate<M> {
    pub(super) assignments: Vec<Assignment>,
    pub(super) filter: Option<tree::Expr>,
    marker: PhantomData<fn() -> M>,
}

impl<M: Model> DoUpdate<M> {
    pub(super) fn new() -> Self {
        Self { assignments: Vec::new(), filter: None, marker: PhantomData }
    }

    /// Sets a column to a value, to an expression over the row that is there and the [`excluded`] one, or to `sql!`.
    pub fn set<N, T, P, V, I>(mut self, column: Column<N, T, P>, value: V) -> Self
    where
        N: Model + Written<M>,
        T: ColumnValue,
        P: Settable,
        V: Assign<T>,
        V::With<()>: InScope<Upsert<M>, I>,
    {
        self.assignments.push(Assignment { column: column.name(), value: value.into_assigned() });
        self
    }

    /// Changes only rows for which the condition is true; the others stay as they are. This is not the predicate of a
    /// partial index, which is repeated by itself.
    pub fn where_<C, S, I>(mut self, condition: C) -> Self
    where
        C: IntoCondition<S>,
        S: InScope<Upsert<M>, I>,
    {
        condition_and(&mut self.filter, condition.into_condition().tree);
        self
    }
}

impl<M> fmt::Debug for DoUpdate<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DoUpdate").field("set", &self.assignments).field("where", &self.filter).finish()
    }
}
