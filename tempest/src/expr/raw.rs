//! SQL written in the program.

use std::borrow::Cow;

use super::{Assign, Condition, IntoCondition, Operand};
use crate::types::ColumnValue;
use tempest_dialects::Value;
use tempest_dialects::tree::{self, RawPart};

/// SQL with values bound in it, made by [`sql!`](crate::sql): an expression, a condition, or a whole statement.
#[derive(Debug, Clone)]
#[must_use = "SQL does nothing until it is part of a statement, or a terminal runs it"]
pub struct Raw {
    pub(crate) parts: Vec<RawPart>,
}

impl Raw {
    /// Makes it from its parts. `sql!` calls it.
    #[doc(hidden)]
    pub fn new(parts: Vec<RawPart>) -> Self {
        Self { parts }
    }
}

impl<T> Operand<T> for Raw {
    type With<S> = S;

    fn into_operand(self) -> tree::Expr {
        tree::Expr::Raw(self.parts)
    }
}

impl<T> Assign<T> for Raw {
    type With<S> = S;

    fn into_assigned(self) -> tree::Expr {
        tree::Expr::Raw(self.parts)
    }
}

impl IntoCondition<()> for Raw {
    fn into_condition(self) -> Condition<()> {
        Condition::new(tree::Expr::Raw(self.parts))
    }
}

/// How `sql!` captures a variable: as a value.
#[derive(Debug)]
pub struct ByValue;

/// How `sql!` captures a variable: through a reference.
#[derive(Debug)]
pub struct ByReference;

/// How `sql!` captures a variable: as text.
#[derive(Debug)]
pub struct ByText;

/// What `sql!` can capture: a value that a column can hold, a reference to one, or a `&str`. How it is captured is
/// inferred.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be bound in `sql!`",
    label = "not a value that a column can hold"
)]
pub trait SqlValue<By> {
    /// The value to bind.
    fn to_value(&self) -> Value;
}

impl<T: ColumnValue + Clone> SqlValue<ByValue> for T {
    fn to_value(&self) -> Value {
        self.clone().into_value()
    }
}

impl SqlValue<ByText> for &str {
    fn to_value(&self) -> Value {
        Value::Text(Cow::Owned((*self).to_owned()))
    }
}

impl<T: ColumnValue + Clone> SqlValue<ByReference> for &T {
    fn to_value(&self) -> Value {
        (*self).clone().into_value()
    }
}

/// What `{values..}` in `sql!` can capture: a `Vec`, slice or array of values.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of values that `sql!` can bind",
    label = "not a list",
    note = "`IN ({{values..}})` takes a `Vec`, a slice or an array of values that a column can hold; for one value, write `{{value}}`"
)]
pub trait SqlList<By> {
    /// The values to bind.
    fn to_values(&self) -> Vec<Value>;
}

impl<By, T: SqlValue<By>> SqlList<By> for [T] {
    fn to_values(&self) -> Vec<Value> {
        self.iter().map(SqlValue::to_value).collect()
    }
}

impl<By, T: SqlValue<By>> SqlList<By> for Vec<T> {
    fn to_values(&self) -> Vec<Value> {
        self.as_slice().to_values()
    }
}

impl<By, T: SqlValue<By>, const N: usize> SqlList<By> for [T; N] {
    fn to_values(&self) -> Vec<Value> {
        self.as_slice().to_values()
    }
}

impl<By, L: SqlList<By> + ?Sized> SqlList<By> for &L {
    fn to_values(&self) -> Vec<Value> {
        (**self).to_values()
    }
}
