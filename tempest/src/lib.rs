#![doc = include_str!("docs/crate.md")]

#[cfg(not(any(feature = "postgres", feature = "sqlite", feature = "mysql")))]
compile_error!(
    "choose a database: enable at least one of the features `postgres`, `sqlite` and `mysql` of `tempest`, for \
     example `tempest = { version = \"0.1\", features = [\"postgres\"] }`"
);

pub mod prelude;

pub mod expr;
pub mod model;
pub mod query;

pub mod engine;

mod driver;

pub mod row;
pub mod types;

pub mod error;

#[cfg(test)]
mod test_server;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;

pub use engine::{Any, Engine, Executor};
#[cfg(feature = "sqlite")]
pub use engine::{BlockingEngine, BlockingTransaction};
pub use error::{Error, Result};
pub use expr::{Condition, Expr, Expression};
pub use model::{Column, Model, Relation};
pub use tempest_derive::{DbEnum, DbType, Model};
pub use tempest_dialects::{BuildError, Dialect, MariaDb, MySql, Postgres, Sqlite};

/// Builds an `INSERT` of one row that names only some columns. Columns that take NULL, have a default or are `auto`
/// may be left out; leaving out another does not compile.
///
/// ```
/// use tempest::prelude::*;
///
/// #[derive(Model)]
/// struct Task {
///     #[tempest(primary_key, auto)]
///     id: i64,
///     title: String,
///     notes: Option<String>,
/// }
///
/// let insert = insert!(Task { title: "write" });
/// assert_eq!(insert.to_sql(&Sqlite)?, r#"INSERT INTO "task" ("title") VALUES (?)"#);
/// # Ok::<(), tempest::Error>(())
/// ```
#[macro_export]
macro_rules! insert {
    ($($row:tt)*) => { $crate::__private::insert_macro!([$crate] $($row)*) };
}

/// What a derive writes for serde, where serde is built in.
#[doc(hidden)]
#[macro_export]
#[cfg(feature = "json")]
macro_rules! with_serde {
    ($($item:item)*) => { $($item)* };
}

/// What a derive writes for serde, where serde is built in.
#[doc(hidden)]
#[macro_export]
#[cfg(not(feature = "json"))]
macro_rules! with_serde {
    ($($item:item)*) => {
        ::core::compile_error!("`deserialize(…)` needs the feature `json` of `tempest`");
    };
}

/// SQL written in the program: an expression, a value to set, or a condition. `{x}` binds the variable `x`; only a
/// string literal is accepted, so that no text from outside reaches the statement.
///
/// ```
/// use tempest::prelude::*;
///
/// #[derive(Model)]
/// struct Task {
///     #[tempest(primary_key)]
///     id: i64,
///     attempts: i32,
/// }
///
/// let step = 2;
/// let update = Task::update().set(Task::attempts, sql!("attempts + {step}")).where_(Task::id.eq(7));
/// assert_eq!(update.to_sql(&Postgres)?, r#"UPDATE "task" SET "attempts" = attempts + $1 WHERE "id" = $2"#);
/// # Ok::<(), tempest::Error>(())
/// ```
#[macro_export]
macro_rules! sql {
    ($($sql:tt)*) => { $crate::__private::sql_macro!([$crate] $($sql)*) };
}
