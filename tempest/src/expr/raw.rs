//! SQL written in the program.

use std::borrow::Cow;

use super::{Assign, Condition, IntoCondition, Operand};
use crate::types::ColumnValue;
use tempest_dialects::Value;
use tempest_dialects::tree::{self, RawPart};

/// A piece of SQL with values bound in it, made by [`sql!`](crate::sql).
#[derive(Debug, Clone)]
pub struct Raw {
    parts: Vec<RawPart>,
}

impl Raw {
    /// Makes it from its parts. `sql!` calls it.
    #[doc(hidden)]
    #[must_use]
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
