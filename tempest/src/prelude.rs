//! The names that code with queries imports: `use tempest::prelude::*;`.

#[cfg(feature = "sqlite")]
pub use crate::engine::BlockingEngine;
pub use crate::engine::{Any, Engine, Executor, Isolation, Options, TransactionOptions};
#[cfg(feature = "json")]
pub use crate::expr::JsonFunctions;
pub use crate::expr::{
    Aggregates, Condition, DatePart, Expression, FrameBound, Functions, IntoCondition, NumberFunctions, RowValue,
    TextFunctions, TimeFunctions, WindowFunctions, all_of, any_of, bool_and, bool_or, case, count_all, days,
    dense_rank, exists, hours, minutes, not, ntile, outer, rank, row_number, seconds, value, window,
};
#[cfg(feature = "time")]
pub use crate::expr::{current_date, now};
pub use crate::model::{AnyUnique, ColumnEnum, Constraint, Filter, Model};
pub use crate::model::{
    between, contains, ends_with, eq, ge, gt, ilike, in_, is_not_null, is_null, le, like, lt, ne, not_in, starts_with,
};
pub use crate::query::{excluded, whole};
pub use crate::types::DbType;
pub use crate::{insert, sql, sql_function};
pub use tempest_derive::{DbEnum, DbType, Insert, Model, Patch, Row};
pub use tempest_dialects::{MariaDb, MySql, Postgres, Sqlite};
