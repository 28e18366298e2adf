//! Bytes.

use super::{Cell, CellError, ColumnType, DbType, Ordered, Value};

impl DbType for Vec<u8> {
    const COLUMN_TYPE: ColumnType = ColumnType::Bytes;

    fn into_value(self) -> Value {
        Value::Bytes(self)
    }

    fn from_cell(cell: Cell<'_>) -> Result<Self, CellError> {
        match cell {
            Cell::Bytes(bytes) => Ok(bytes.to_vec()),
            cell => Err(CellError::mismatch("Vec<u8>", cell)),
        }
    }
}

impl Ordered for Vec<u8> {}
