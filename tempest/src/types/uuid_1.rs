//! UUIDs, of the `uuid` crate.

use uuid::Uuid;

use super::{Cell, CellError, ColumnType, DbType, Element, Ordered, Value};

impl DbType for Uuid {
    const COLUMN_TYPE: ColumnType = ColumnType::Uuid;

    fn into_value(self) -> Value {
        Value::Uuid(self.into_bytes())
    }

    // SQLite and MySQL keep a UUID as 16 bytes; a table made elsewhere may keep its text.
    #[inline]
    fn from_cell(cell: Cell<'_>) -> Result<Self, CellError> {
        match cell {
            Cell::Uuid(bytes) => Ok(Self::from_bytes(bytes)),
            Cell::Bytes(bytes) => Self::from_slice(bytes).map_err(|_| CellError::mismatch("Uuid", cell)),
            Cell::Text(text) => Self::try_parse_ascii(text).map_err(|_| CellError::mismatch("Uuid", cell)),
            cell => Err(CellError::mismatch("Uuid", cell)),
        }
    }
}

impl Element for Uuid {}
impl Ordered for Uuid {}
