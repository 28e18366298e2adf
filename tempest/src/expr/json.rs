//! JSON documents: their parts, and what they contain.

use super::functions::call;
use super::{Condition, Expr, Expression, Operand};
use crate::types::{ColumnValue, JsonDocument};
use tempest_dialects::tree::{self, Call, Function, JsonStep};

/// The type of an expression without its `Option`.
type Inner<E> = <<E as Expression>::Type as ColumnValue>::Inner;

/// What a JSON document can be asked.
///
/// ```
/// use tempest::prelude::*;
///
/// #[derive(Model)]
/// struct Order {
///     #[tempest(primary_key)]
///     id: i64,
///     data: serde_json::Value,
/// }
///
/// let city = Order::data.json_get("address").json_text("city");
/// let query = Order::select().columns(Order::id).where_(city.eq("Porto"));
/// assert_eq!(
///     query.to_sql(&Postgres)?,
///     r#"SELECT "id" FROM "order" WHERE ("data" #>> CAST($1::text AS text[])) = $2"#
/// );
/// # Ok::<(), tempest::Error>(())
/// ```
pub trait JsonFunctions: Expression {
    /// The value of a key or the element of a number, from 0, as a document; `None` if there is none. Several in a row go
    /// further into the document.
    fn json_get(self, step: impl Into<JsonStep>) -> Expr<Self::Scope, Option<serde_json::Value>>
    where
        Inner<Self>: JsonDocument,
    {
        Expr::new(step_into(Function::JsonGet, self.into_tree(), step.into()))
    }

    /// The value of a key or the element of a number, from 0, as text; `None` if there is none, or a `null`. A boolean is
    /// `true` or `false`; arrays and objects are JSON, with blanks or without.
    fn json_text(self, step: impl Into<JsonStep>) -> Expr<Self::Scope, Option<String>>
    where
        Inner<Self>: JsonDocument,
    {
        Expr::new(step_into(Function::JsonText, self.into_tree(), step.into()))
    }

    /// Whether the document contains another one: an object all keys of the other one with their values, an array all its
    /// elements or the value itself. SQLite has no such test. MySQL and MariaDB also look into arrays inside arrays.
    fn json_contains<R: Operand<Inner<Self>>>(self, other: R) -> Condition<R::With<Self::Scope>>
    where
        Inner<Self>: JsonDocument,
    {
        let contains: Expr<(), bool> = call(Function::JsonContains, vec![self.into_tree(), other.into_operand()]);
        Condition::new(contains.tree)
    }
}

impl<E: Expression> JsonFunctions for E {}

/// Steps in a row are one path.
fn step_into(function: Function, document: tree::Expr, step: JsonStep) -> tree::Expr {
    match document {
        tree::Expr::Call(mut call) if call.function == Function::JsonGet => {
            if let Some(tree::Expr::JsonPath(path)) = call.arguments.last_mut() {
                path.push(step);
            }
            call.function = function;
            tree::Expr::Call(call)
        }
        document => {
            let arguments = vec![document, tree::Expr::JsonPath(vec![step])];
            tree::Expr::Call(Box::new(Call { function, arguments }))
        }
    }
}
