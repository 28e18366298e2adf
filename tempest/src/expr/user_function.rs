//! Functions of the user's own database.

use super::{Assign, Expr};
use tempest_dialects::tree;

/// A call of a database's own function. [`sql_function!`](crate::sql_function) makes it.
#[doc(hidden)]
#[must_use]
pub fn user_function<S, T>(name: &'static str, arguments: Vec<tree::Expr>) -> Expr<S, T> {
    Expr::new(tree::Expr::UserFunction(name, arguments))
}

/// An argument as a node of the tree. [`sql_function!`](crate::sql_function) calls it.
#[doc(hidden)]
pub fn argument<T, V: Assign<T>>(argument: V) -> tree::Expr {
    argument.into_assigned()
}

/// Declares a function of the database, with the types of its arguments and of its result, so that it can be called
/// in queries. An argument that may be NULL, and a result that may, is an `Option`.
///
/// The name goes into the statement as it is written here. `= "…"` gives another one, or a schema.
///
/// ```
/// use tempest::prelude::*;
/// use tempest::sql_function;
///
/// sql_function! {
///     /// How many single letters differ (PostgreSQL's extension `fuzzystrmatch`).
///     pub fn levenshtein(left: String, right: String) -> i32;
///
///     /// A function of our own.
///     fn discount(cents: i64, code: Option<String>) -> i64 = "billing.discount";
/// }
///
/// #[derive(Model)]
/// struct Word {
///     #[tempest(primary_key)]
///     id: i64,
///     text: String,
/// }
///
/// let near = Word::select().columns(Word::text).where_(levenshtein(Word::text, "storm").le(2));
/// assert_eq!(
///     near.to_sql(&Postgres)?,
///     r#"SELECT "text" FROM "word" WHERE levenshtein("text", $1::text) <= $2"#
/// );
/// # Ok::<(), tempest::Error>(())
/// ```
#[macro_export]
macro_rules! sql_function {
    ($(
        $(#[$attribute:meta])*
        $visibility:vis fn $name:ident($($argument:ident: $type:ty),* $(,)?) -> $result:ty $(= $sql:literal)?;
    )+) => {$(
        $(#[$attribute])*
        #[allow(non_camel_case_types, reason = "each argument's type is named like the argument")]
        #[must_use]
        $visibility fn $name<$($argument: $crate::expr::Assign<$type>),*>(
            $($argument: $argument),*
        ) -> $crate::Expr<$crate::__sql_function!(@scope [()] $($argument: $type,)*), $result> {
            $crate::expr::user_function(
                $crate::__sql_function!(@name $name $($sql)?),
                ::std::vec![$($crate::expr::argument::<$type, $argument>($argument)),*],
            )
        }
    )+};
}

/// The parts of a function that `sql_function!` declares.
#[doc(hidden)]
#[macro_export]
macro_rules! __sql_function {
    (@name $name:ident) => { ::core::stringify!($name) };
    (@name $name:ident $sql:literal) => { $sql };
    (@scope [$scope:ty]) => { $scope };
    (@scope [$scope:ty] $argument:ident: $type:ty, $($rest:tt)*) => {
        $crate::__sql_function!(@scope [<$argument as $crate::expr::Assign<$type>>::With<$scope>] $($rest)*)
    };
}
