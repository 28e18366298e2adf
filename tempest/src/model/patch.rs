//! Changes that stand in a struct of the program's own.

use super::{Column, FieldValue, Fields, Model, Position};
use crate::types::ColumnValue;
use tempest_dialects::tree::Assignment;

/// A struct that says what to change in rows of model `M`: what [`Update::patch`](crate::query::Update::patch) takes.
/// [`#[derive(Patch)]`](macro@crate::Patch) implements it.
///
/// A patch that comes as JSON has three things to tell apart: a field that is missing, `null`, and a value. Serde
/// takes both of the first for `None`, unless [`present`] reads the field.
#[cfg_attr(
    feature = "json",
    doc = "
```
use serde::Deserialize;
use tempest::prelude::*;

#[derive(Model)]
struct Order {
    #[tempest(primary_key)]
    id: i64,
    amount: i64,
    note: Option<String>,
}

#[derive(Patch, Deserialize)]
#[tempest(model = Order)]
#[serde(deny_unknown_fields)]
struct OrderChanges {
    amount: Option<i64>,
    #[serde(default, deserialize_with = \"tempest::model::present\")]
    note: Option<Option<String>>,
}

let sql = |body: &str| {
    let changes: OrderChanges = serde_json::from_str(body).unwrap();
    Order::update().patch(changes).where_(Order::id.eq(7)).to_sql(&Sqlite)
};
assert_eq!(sql(r#\"{\"amount\": 5}\"#)?, r#\"UPDATE \"order\" SET \"amount\" = ? WHERE \"id\" = ?\"#);
assert_eq!(sql(r#\"{\"note\": null}\"#)?, r#\"UPDATE \"order\" SET \"note\" = ? WHERE \"id\" = ?\"#); // binds NULL
# Ok::<(), tempest::Error>(())
```
"
)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say what to change in `{M}`",
    label = "not a patch of `{M}`",
    note = "add #[derive(Patch)] and #[tempest(model = {M})] to the struct `{Self}`"
)]
pub trait Patch<M> {
    /// The model's fields that it may set.
    #[doc(hidden)]
    const FIELDS: Fields;

    /// Adds what it sets.
    #[doc(hidden)]
    fn set_into(self, changes: &mut Changes);
}

/// What patches set: under construction.
#[doc(hidden)]
#[derive(Debug, Default)]
pub struct Changes {
    pub(crate) assignments: Vec<Assignment>,
}

impl Changes {
    /// Sets a column.
    pub fn set<M, T, P, V>(&mut self, column: Column<M, T, P>, value: V)
    where
        M: Model,
        T: ColumnValue,
        P: Position,
        V: FieldValue<T>,
    {
        self.assignments.push(Assignment { column: column.name(), value: value.into_field() });
    }

    /// Sets a column if there is a value.
    pub fn set_opt<M, T, P, V>(&mut self, column: Column<M, T, P>, value: Option<V>)
    where
        M: Model,
        T: ColumnValue,
        P: Position,
        V: FieldValue<T>,
    {
        if let Some(value) = value {
            self.set(column, value);
        }
    }
}

/// Reads a field of a patch that is there, so that a missing one is `None` and `null` is `Some(None)`:
/// `#[serde(default, deserialize_with = "tempest::model::present")]`.
///
/// ```
/// use serde::Deserialize;
///
/// #[derive(Deserialize)]
/// struct Changes {
///     #[serde(default, deserialize_with = "tempest::model::present")]
///     note: Option<Option<String>>,
/// }
///
/// let note = |body| serde_json::from_str::<Changes>(body).map(|changes| changes.note);
/// assert_eq!(note("{}")?, None);
/// assert_eq!(note(r#"{"note": null}"#)?, Some(None));
/// assert_eq!(note(r#"{"note": "soon"}"#)?, Some(Some("soon".to_owned())));
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// # Errors
/// If the value is none of the field's.
#[cfg(feature = "json")]
pub fn present<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: serde::Deserializer<'de>,
    T: serde::Deserialize<'de>,
{
    T::deserialize(deserializer).map(Some)
}
