//! The names that code with queries imports: `use tempest::prelude::*;`.

#[cfg(feature = "sqlite")]
pub use crate::engine::BlockingEngine;
pub use crate::engine::{Any, Engine, Executor, Isolation, Options, TransactionOptions};
#[cfg(feature = "time")]
pub use crate::expr::now;
pub use crate::expr::{Condition, Expression, IntoCondition, all_of, any_of, exists, not, outer, seconds};
pub use crate::model::{AnyUnique, ColumnEnum, Constraint, Filter, Model};
pub use crate::model::{
    between, contains, ends_with, eq, ge, gt, ilike, in_, is_not_null, is_null, le, like, lt, ne, not_in, starts_with,
};
pub use crate::query::{excluded, whole};
pub use crate::types::DbType;
pub use crate::{insert, sql};
pub use tempest_derive::{DbEnum, DbType, Model};
pub use tempest_dialects::{MariaDb, MySql, Postgres, Sqlite};
