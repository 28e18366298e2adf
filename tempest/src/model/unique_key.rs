//! Unique keys, and the targets of `on_conflict_do_nothing` and `on_conflict_do_update`.

use super::{Column, ColumnEnum, Model, Position};
use crate::query::{OnAny, OnConstraint, OnTarget, UpdateOnAny};
use crate::types::ColumnValue;
use tempest_dialects::tree;

/// A model that has a primary key or unique index over `Columns`. `#[derive(Model)]` implements it for each.
#[diagnostic::on_unimplemented(
    message = "no unique index of `{Self}` covers this conflict target",
    label = "not a unique key of `{Self}`",
    note = "name the columns of a primary key or unique index, in the order in which it declares them",
    note = "or declare one on the struct: #[tempest(unique(columns(a, b)))]"
)]
pub trait UniqueKey<Columns> {}

/// What `on_conflict_do_nothing` and `on_conflict_do_update` take: a column or tuple of columns that a unique index
/// covers, [`AnyUnique`], a [`Constraint`], or a list of the column enum's values.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a conflict target of `{M}`",
    label = "not a conflict target",
    note = "name the columns of a unique index: `{M}::email`, or a tuple of them"
)]
pub trait ConflictTarget<M> {
    /// [`OnTarget`], [`OnConstraint`] or [`OnAny`]: MySQL and MariaDB have only the last.
    type Kind;

    /// The same for `on_conflict_do_update`: [`UpdateOnAny`] in place of [`OnAny`], which PostgreSQL does not have.
    type UpdateKind;

    /// The target.
    #[doc(hidden)]
    fn into_target(self) -> tree::ConflictTarget;
}

/// Any unique index of the table: what MySQL and MariaDB can do.
#[derive(Debug, Clone, Copy)]
pub struct AnyUnique;

/// The constraint of this name (PostgreSQL).
#[derive(Debug, Clone, Copy)]
pub struct Constraint(pub &'static str);

impl<M: Model> ConflictTarget<M> for AnyUnique {
    type Kind = OnAny;
    type UpdateKind = UpdateOnAny;

    fn into_target(self) -> tree::ConflictTarget {
        tree::ConflictTarget::Any
    }
}

impl<M: Model> ConflictTarget<M> for Constraint {
    type Kind = OnConstraint;
    type UpdateKind = OnConstraint;

    fn into_target(self) -> tree::ConflictTarget {
        tree::ConflictTarget::Constraint(self.0)
    }
}

impl<C: ColumnEnum, const N: usize> ConflictTarget<C::Model> for [C; N] {
    type Kind = OnTarget;
    type UpdateKind = OnTarget;

    fn into_target(self) -> tree::ConflictTarget {
        self.as_slice().into_target()
    }
}

impl<C: ColumnEnum> ConflictTarget<C::Model> for &[C] {
    type Kind = OnTarget;
    type UpdateKind = OnTarget;

    fn into_target(self) -> tree::ConflictTarget {
        tree::ConflictTarget::Columns(self.iter().map(|column| column.definition().name).collect())
    }
}

impl<M, T, P> ConflictTarget<M> for Column<M, T, P>
where
    M: Model + UniqueKey<(Self,)>,
    T: ColumnValue,
    P: Position,
{
    type Kind = OnTarget;
    type UpdateKind = OnTarget;

    fn into_target(self) -> tree::ConflictTarget {
        tree::ConflictTarget::Columns(vec![self.name()])
    }
}

macro_rules! tuples {
    ($(($($type:ident $position:ident $column:ident)+))*) => {$(
        impl<Table, $($type, $position),+> ConflictTarget<Table> for ($(Column<Table, $type, $position>,)+)
        where
            Table: Model + UniqueKey<Self>,
            $($type: ColumnValue, $position: Position),+
        {
            type Kind = OnTarget;
            type UpdateKind = OnTarget;

            fn into_target(self) -> tree::ConflictTarget {
                let ($($column,)+) = self;
                tree::ConflictTarget::Columns(vec![$($column.name()),+])
            }
        }
    )*};
}

tuples!((A PA a)(A PA a B PB b)(A PA a B PB b C PC c)(A PA a B PB b C PC c D PD d)(A PA a B PB b C PC c D PD d E PE e)
    (A PA a B PB b C PC c D PD d E PE e F PF f));
