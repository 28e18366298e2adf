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
/// ```
/// use tempest::prelude::*;
///
/// #[derive(Model)]
/// struct Order {
///     #[tempest(primary_key, auto)]
///     id: i64,
///     customer: String,
///     amount: i64,
///     note: Option<String>,
/// }
///
/// #[derive(Insert)]
/// #[tempest(model = Order)]
/// struct NewOrder<'a> {
///     customer: &'a str,
///     #[tempest(column = amount)]
///     cents: i64,
/// }
///
/// let insert = Order::insert(NewOrder { customer: "Ada", cents: 1250 });
/// assert_eq!(insert.to_sql(&Sqlite)?, r#"INSERT INTO "order" ("customer", "amount") VALUES (?, ?)"#);
/// # Ok::<(), tempest::Error>(())
/// ```
pub use tempest_derive::Insert;
/// ```
/// use tempest::prelude::*;
///
/// #[derive(Model)]
/// struct Order {
///     #[tempest(primary_key)]
///     id: i64,
///     amount: i64,
///     note: Option<String>,
/// }
///
/// #[derive(Patch, Default)]
/// #[tempest(model = Order)]
/// struct OrderChanges {
///     amount: Option<i64>,
///     note: Option<Option<String>>,
/// }
///
/// let changes = OrderChanges { note: Some(None), ..OrderChanges::default() };
/// let update = Order::update().patch(changes).where_(Order::id.eq(7));
/// assert_eq!(update.to_sql(&Postgres)?, r#"UPDATE "order" SET "note" = $1 WHERE "id" = $2"#);
///
/// // A patch that sets nothing is an error, unless it is said to be fine: then nothing is sent.
/// let nothing = Order::update().patch(OrderChanges::default()).where_(Order::id.eq(7));
/// assert!(nothing.to_sql(&Postgres).is_err());
/// assert_eq!(nothing.allow_empty().to_sql(&Postgres)?, "");
/// # Ok::<(), tempest::Error>(())
/// ```
pub use tempest_derive::Patch;
/// ```
/// use tempest::prelude::*;
///
/// #[derive(Model)]
/// struct Order {
///     #[tempest(primary_key)]
///     id: i64,
///     customer: String,
///     amount: i64,
/// }
///
/// #[derive(Row, Debug, PartialEq)]
/// #[tempest(from = Order)]
/// struct Line {
///     customer: String,
///     #[tempest(column = Order::amount * 2)]
///     double: i64,
/// }
///
/// #[derive(Row, Debug, PartialEq)]
/// struct Summary {
///     customer: String,
///     #[tempest(column = "n")]
///     orders: i64,
///     #[tempest(flatten)]
///     largest: Option<Largest>,
/// }
///
/// #[derive(Row, Debug, PartialEq)]
/// struct Largest {
///     amount: i64,
/// }
///
/// let engine = BlockingEngine::open_in_memory()?;
/// engine.create_tables::<Order>()?;
/// Order::insert(Order { id: 1, customer: "Ada".into(), amount: 30 }).execute(&engine)?;
///
/// let lines: Vec<Line> = Order::select().columns(Line).all(&engine)?;
/// assert_eq!(lines, [Line { customer: "Ada".into(), double: 60 }]);
///
/// let query = sql!("SELECT customer, max(amount) AS amount, count(*) AS n FROM \"order\" GROUP BY customer");
/// let summary: Vec<Summary> = query.rows().all(&engine)?;
/// assert_eq!(summary, [Summary { customer: "Ada".into(), orders: 1, largest: Some(Largest { amount: 30 }) }]);
/// # Ok::<(), tempest::Error>(())
/// ```
pub use tempest_derive::Row;
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

/// SQL written in the program: an expression, a value to set, a condition, or a whole statement. `{x}` binds the
/// variable `x`, and `IN ({x..})` a list; only a string literal is accepted, so that no text from outside reaches the
/// statement.
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
///
/// let engine = BlockingEngine::open_in_memory()?;
/// engine.create_tables::<Task>()?;
/// let ids = [1, 2, 3];
/// let found: Vec<Task> = sql!("SELECT * FROM task WHERE id IN ({ids..})").rows().all(&engine)?; // see `RawQuery`
/// assert!(found.is_empty());
/// # Ok::<(), tempest::Error>(())
/// ```
#[macro_export]
macro_rules! sql {
    ($($sql:tt)*) => { $crate::__private::sql_macro!([$crate] $($sql)*) };
}
