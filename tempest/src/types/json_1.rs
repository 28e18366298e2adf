//! JSON documents, of the `serde_json` crate.

use serde_json::Value as Json;

use super::{Cell, CellError, ColumnType, DbType, JsonDocument, Value};

impl DbType for Json {
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

impl JsonDocument for Json {}
