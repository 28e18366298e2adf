//! Text.

use std::borrow::Cow;

use super::{Cell, CellError, ColumnType, DbType, Element, Ordered, Text, Value};

impl DbType for String {
    const COLUMN_TYPE: ColumnType = ColumnType::Text;

    fn into_value(self) -> Value {
        Value::Text(Cow::Owned(self))
    }

    #[inline]
    fn from_cell(cell: Cell<'_>) -> Result<Self, CellError> {
        match cell {
            Cell::Text(text) => match std::str::from_utf8(text) {
                Ok(text) => Ok(text.to_owned()),
                Err(error) => {
                    Err(CellError::new("String", format!("text that is not UTF-8 (byte {})", error.valid_up_to())))
                }
            },
            cell => Err(CellError::mismatch("String", cell)),
        }
    }
}

impl Element for String {}
impl Ordered for String {}
impl Text for String {}
