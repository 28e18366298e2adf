//! Lists: arrays where the database has them, JSON documents elsewhere.

use std::any::type_name;

use serde_json::value::RawValue;

use super::{Cell, CellError, ColumnType, DbType, Element, Value, value_of};

impl<T: Element> DbType for Vec<T> {
    const COLUMN_TYPE: ColumnType = ColumnType::Array(&T::COLUMN_TYPE);

    fn into_value(self) -> Value {
        Value::Array(T::COLUMN_TYPE, self.into_iter().map(DbType::into_value).collect())
    }

    fn from_cell(cell: Cell<'_>) -> Result<Self, CellError> {
        let elements: Result<Self, CellError> = match cell {
            Cell::Array(array) => {
                let elements = array.elements().ok_or_else(|| CellError::mismatch(type_name::<Self>(), cell))?;
                elements.into_iter().map(T::from_cell).collect()
            }
            Cell::Json(text) | Cell::Text(text) => match elements(text) {
                Some(elements) => elements.into_iter().map(|raw| element(raw, T::from_cell)).collect(),
                None => return Err(CellError::mismatch(type_name::<Self>(), cell)),
            },
            cell => return Err(CellError::mismatch(type_name::<Self>(), cell)),
        };
        elements.map_err(|CellError { expected, found }| {
            CellError::new(type_name::<Self>(), format!("a list in which {found} stands for {expected}"))
        })
    }
}

/// The elements of a document that is a list, each as it is written there.
fn elements(text: &[u8]) -> Option<Vec<&RawValue>> {
    serde_json::from_slice(text).ok()
}

/// Lends the cell that an element is.
fn element<R>(raw: &RawValue, decode: impl FnOnce(Cell<'_>) -> R) -> R {
    let text = raw.get();
    let string;
    let cell = match text.as_bytes().first() {
        Some(b'"') => match serde_json::from_str::<String>(text) {
            Ok(text) => {
                string = text;
                Cell::Text(string.as_bytes())
            }
            Err(_) => Cell::Json(text.as_bytes()),
        },
        Some(b't') => Cell::Bool(true),
        Some(b'f') => Cell::Bool(false),
        Some(b'n') => Cell::Null,
        Some(b'[' | b'{') => Cell::Json(text.as_bytes()),
        // Not by serde_json, whose floating point numbers are not always the nearest ones.
        _ => match (text.parse(), text.parse(), text.parse()) {
            (Ok(number), ..) => Cell::I64(number),
            (_, Ok(number), _) => Cell::U64(number),
            (_, _, Ok(number)) => Cell::F64(number),
            _ => Cell::Json(text.as_bytes()),
        },
    };
    decode(cell)
}

/// The values of a list, each of which a column of this type would hold.
pub(super) fn values(element_type: ColumnType, cell: Cell<'_>) -> Result<Value, CellError> {
    let values: Option<Result<Vec<Value>, CellError>> = match cell {
        Cell::Array(array) => {
            array.elements().map(|cells| cells.into_iter().map(|cell| value_of(element_type, cell)).collect())
        }
        Cell::Json(text) | Cell::Text(text) => elements(text).map(|elements| {
            elements.into_iter().map(|raw| element(raw, |cell| value_of(element_type, cell))).collect()
        }),
        _ => None,
    };
    values.map_or_else(|| Err(CellError::mismatch("a list", cell)), |values| Ok(Value::Array(element_type, values?)))
}
