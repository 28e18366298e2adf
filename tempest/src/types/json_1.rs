//! JSON documents, of the `serde_json` crate.

use std::any::type_name;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::error::Category;
use tempest_dialects::dialect::Refusal;

use super::{Cell, CellError, ColumnType, DbType, JsonDocument, Value};

impl DbType for serde_json::Value {
    const COLUMN_TYPE: ColumnType = ColumnType::Json;

    fn into_value(self) -> Value {
        Value::Json(self.to_string())
    }

    // SQLite and MariaDB keep a document as text.
    fn from_cell(cell: Cell<'_>) -> Result<Self, CellError> {
        match cell {
            Cell::Json(text) | Cell::Text(text) => serde_json::from_slice(text)
                .map_err(|error| CellError::new("serde_json::Value", format!("text that is not JSON ({error})"))),
            cell => Err(CellError::mismatch("serde_json::Value", cell)),
        }
    }
}

impl JsonDocument for serde_json::Value {}

/// A value of the program's own, kept as a JSON document: whatever `serde` can write and read.
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use tempest::prelude::*;
/// use tempest::types::Json;
///
/// #[derive(Serialize, Deserialize, Debug, Clone, PartialEq)]
/// struct Address {
///     street: String,
///     city: String,
/// }
///
/// #[derive(Model)]
/// struct Customer {
///     #[tempest(primary_key)]
///     id: i64,
///     address: Json<Address>,
/// }
///
/// let engine = BlockingEngine::open_in_memory()?;
/// engine.create_tables::<Customer>()?;
/// let address = Address { street: "Ring 1".into(), city: "Wien".into() };
/// insert!(Customer { id: 1, address: Json(address.clone()) }).execute(&engine)?;
/// let customer = Customer::select().one(&engine)?;
/// assert_eq!(customer.address.0, address);
/// # Ok::<(), tempest::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Json<T>(pub T);

impl<T: Serialize + DeserializeOwned + Send + 'static> DbType for Json<T> {
    const COLUMN_TYPE: ColumnType = ColumnType::Json;

    fn into_value(self) -> Value {
        match serde_json::to_string(&self.0) {
            Ok(text) => Value::Json(text),
            Err(error) => Value::Invalid(Box::new(Refusal::new(
                format!("`{}` as a JSON document", type_name::<T>()),
                error.to_string(),
                "change how `serde` writes the type",
            ))),
        }
    }

    // SQLite and MariaDB keep a document as text.
    fn from_cell(cell: Cell<'_>) -> Result<Self, CellError> {
        match cell {
            Cell::Json(text) | Cell::Text(text) => match serde_json::from_slice(text) {
                Ok(value) => Ok(Self(value)),
                Err(error) => Err(not_read::<T>(&error)),
            },
            cell => Err(CellError::mismatch(type_name::<Self>(), cell)),
        }
    }
}

#[cold]
fn not_read<T>(error: &serde_json::Error) -> CellError {
    // The message may show a value of the document; the place does not.
    let kind = match error.classify() {
        Category::Data => "a JSON document of another shape",
        _ => "text that is not JSON",
    };
    CellError::new(type_name::<Json<T>>(), format!("{kind} (line {}, column {})", error.line(), error.column()))
}

impl<T> JsonDocument for Json<T> where Self: DbType {}

impl<T> From<T> for Json<T> {
    fn from(value: T) -> Self {
        Self(value)
    }
}
