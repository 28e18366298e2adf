//! The fields of a condition struct such as `UserWhere`.

use std::fmt;
use std::marker::PhantomData;

use super::column::column_tree;
use super::{Column, Model, Position};
use crate::expr::{Bind, Condition, escape_like};
use crate::types::{ColumnValue, DbType, Ordered, Text};
use tempest_dialects::Value;
use tempest_dialects::tree::{BinaryOperator, Expr};

/// What a column of type `T` must meet: nothing at all by default, else all of what was asked.
///
/// ```
/// use tempest::prelude::*;
///
/// #[derive(Model)]
/// struct Job {
///     #[tempest(primary_key)]
///     id: i64,
///     queue: String,
///     attempts: i32,
/// }
///
/// let query = Job::select().where_(JobWhere { queue: "mail".into(), attempts: lt(5), ..Default::default() });
/// assert_eq!(
///     query.to_sql(&Sqlite)?,
///     r#"SELECT "id", "queue", "attempts" FROM "job" WHERE "queue" = ? AND "attempts" < ?"#
/// );
/// # Ok::<(), tempest::Error>(())
/// ```
pub struct Filter<T> {
    tests: Vec<Test>,
    marker: PhantomData<fn() -> T>,
}

/// One thing that is asked of a column.
#[derive(Debug, Clone)]
#[doc(hidden)]
#[cfg_attr(not(feature = "json"), allow(unreachable_pub, reason = "what reads requests is not built in"))]
pub enum Test {
    /// How it compares with a value.
    Compare(BinaryOperator, Value),
    /// That it lies between two values.
    Between(Value, Value),
    /// That it is one of these values; or, if this is true, none of them.
    In(Vec<Value>, bool),
    /// That it matches a pattern; if this is true, whatever the letters' case.
    Like(Value, bool),
    /// Whether it is NULL.
    Null(bool),
    /// Nothing of the column: true of every row, or of none.
    #[cfg(feature = "json")]
    Every(bool),
}

impl<T: ColumnValue> Filter<T> {
    fn one(test: Test) -> Self {
        Self { tests: vec![test], marker: PhantomData }
    }

    /// Asks for what `other` asks as well.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.tests.extend(other.tests);
        self
    }
}

// For every `T`, so that a field whose type no column has is reported once, where the field is.
impl<T> Filter<T> {
    /// Asks for one thing more.
    #[doc(hidden)]
    #[cfg(feature = "json")]
    pub fn ask(&mut self, test: Test) {
        self.tests.push(test);
    }

    /// The condition on a column.
    #[doc(hidden)]
    pub fn on<M: Model, P: Position>(self, _column: Column<M, T, P>) -> Condition<M> {
        let tests = self.tests.into_iter().map(|test| test.on(column_tree::<M>(P::INDEX)));
        Condition::new(Expr::All(tests.collect()))
    }
}

impl Test {
    fn on(self, column: Expr) -> Expr {
        match self {
            Self::Compare(operator, value) => Expr::Binary(operator, Box::new((column, Expr::Value(value)))),
            Self::Between(low, high) => Expr::Between(Box::new((column, Expr::Value(low), Expr::Value(high)))),
            Self::In(values, negated) => Expr::InValues { expr: Box::new(column), values, negated },
            Self::Like(pattern, case_insensitive) => {
                Expr::Like { expr: Box::new(column), pattern: Box::new(Expr::Value(pattern)), case_insensitive }
            }
            Self::Null(true) => Expr::IsNull(Box::new(column)),
            Self::Null(false) => Expr::IsNotNull(Box::new(column)),
            #[cfg(feature = "json")]
            Self::Every(true) => Expr::All(Vec::new()),
            #[cfg(feature = "json")]
            Self::Every(false) => Expr::Any(Vec::new()),
        }
    }
}

impl<T> Default for Filter<T> {
    fn default() -> Self {
        Self { tests: Vec::new(), marker: PhantomData }
    }
}

impl<T> Clone for Filter<T> {
    fn clone(&self) -> Self {
        Self { tests: self.tests.clone(), marker: PhantomData }
    }
}

impl<T> fmt::Debug for Filter<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Filter").field(&self.tests).finish()
    }
}

impl<T: DbType> From<T> for Filter<T> {
    fn from(value: T) -> Self {
        eq(value)
    }
}

impl<T: DbType> From<T> for Filter<Option<T>> {
    fn from(value: T) -> Self {
        eq(value)
    }
}

impl From<&str> for Filter<String> {
    fn from(value: &str) -> Self {
        eq(value)
    }
}

impl From<&str> for Filter<Option<String>> {
    fn from(value: &str) -> Self {
        eq(value)
    }
}

fn compare<T: ColumnValue, V: Bind<T::Inner>>(operator: BinaryOperator, value: V) -> Filter<T> {
    Filter::one(Test::Compare(operator, value.into_value()))
}

/// The column equals the value.
pub fn eq<T: ColumnValue, V: Bind<T::Inner>>(value: V) -> Filter<T> {
    compare(BinaryOperator::Eq, value)
}

/// The column differs from the value, and is not NULL.
pub fn ne<T: ColumnValue, V: Bind<T::Inner>>(value: V) -> Filter<T> {
    compare(BinaryOperator::Ne, value)
}

/// The column is less than the value.
pub fn lt<T: ColumnValue<Inner: Ordered>, V: Bind<T::Inner>>(value: V) -> Filter<T> {
    compare(BinaryOperator::Lt, value)
}

/// The column is at most the value.
pub fn le<T: ColumnValue<Inner: Ordered>, V: Bind<T::Inner>>(value: V) -> Filter<T> {
    compare(BinaryOperator::Le, value)
}

/// The column is greater than the value.
pub fn gt<T: ColumnValue<Inner: Ordered>, V: Bind<T::Inner>>(value: V) -> Filter<T> {
    compare(BinaryOperator::Gt, value)
}

/// The column is at least the value.
pub fn ge<T: ColumnValue<Inner: Ordered>, V: Bind<T::Inner>>(value: V) -> Filter<T> {
    compare(BinaryOperator::Ge, value)
}

/// The column lies between the two values, both included.
pub fn between<T: ColumnValue<Inner: Ordered>, V: Bind<T::Inner>>(low: V, high: V) -> Filter<T> {
    Filter::one(Test::Between(low.into_value(), high.into_value()))
}

/// The column is one of the values.
pub fn in_<T: ColumnValue, V: Bind<T::Inner>>(values: impl IntoIterator<Item = V>) -> Filter<T> {
    Filter::one(Test::In(values.into_iter().map(Bind::into_value).collect(), false))
}

/// The column is none of the values, and is not NULL.
pub fn not_in<T: ColumnValue, V: Bind<T::Inner>>(values: impl IntoIterator<Item = V>) -> Filter<T> {
    Filter::one(Test::In(values.into_iter().map(Bind::into_value).collect(), true))
}

/// The column matches a pattern: `%` is any text, `_` any character, `!` takes the meaning from the next one.
pub fn like<T: ColumnValue<Inner: Text>>(pattern: impl Into<String>) -> Filter<T> {
    Filter::one(Test::Like(Value::Text(pattern.into().into()), false))
}

/// The column matches a pattern, whatever the letters' case.
pub fn ilike<T: ColumnValue<Inner: Text>>(pattern: impl Into<String>) -> Filter<T> {
    Filter::one(Test::Like(Value::Text(pattern.into().into()), true))
}

/// The column contains the text.
pub fn contains<T: ColumnValue<Inner: Text>>(text: &str) -> Filter<T> {
    like(format!("%{}%", escape_like(text)))
}

/// The column begins with the text.
pub fn starts_with<T: ColumnValue<Inner: Text>>(text: &str) -> Filter<T> {
    like(format!("{}%", escape_like(text)))
}

/// The column ends with the text.
pub fn ends_with<T: ColumnValue<Inner: Text>>(text: &str) -> Filter<T> {
    like(format!("%{}", escape_like(text)))
}

/// The column is NULL.
#[must_use]
pub fn is_null<T: DbType>() -> Filter<Option<T>> {
    Filter::one(Test::Null(true))
}

/// The column is not NULL.
#[must_use]
pub fn is_not_null<T: DbType>() -> Filter<Option<T>> {
    Filter::one(Test::Null(false))
}
