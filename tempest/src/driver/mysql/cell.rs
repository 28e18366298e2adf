//! Cells of a row, by the column's type.

use std::borrow::Cow;

use mysql_async::Value;
use mysql_async::consts::ColumnType;

use crate::driver::calendar::{self, Date, Time};
use crate::row::{Cell, Cells};

/// The character set that says that a column holds bytes.
const BINARY: u16 = 63;

/// A row as `mysql_async` has read it.
pub(super) struct MySqlRow<'a>(pub(super) &'a mysql_async::Row);

impl Cells for MySqlRow<'_> {
    fn cell(&self, index: usize) -> Cell<'_> {
        let columns = self.0.columns_ref();
        match (self.0.as_ref(index), columns.get(index)) {
            (Some(value), Some(column)) => cell(value, column.column_type(), column.character_set()),
            _ => Cell::Other("nothing: the row ends before"),
        }
    }

    fn name(&self, index: usize) -> Option<Cow<'_, str>> {
        self.0.columns_ref().get(index).map(mysql_async::Column::name_str)
    }
}

fn cell(value: &Value, column_type: ColumnType, character_set: u16) -> Cell<'_> {
    match *value {
        Value::NULL => Cell::Null,
        Value::Int(value) => Cell::I64(value),
        Value::UInt(value) => Cell::U64(value),
        Value::Float(value) => Cell::F32(value),
        Value::Double(value) => Cell::F64(value),
        Value::Bytes(ref bytes) => bytes_cell(bytes, column_type, character_set),
        Value::Date(year, month, day, hour, minute, second, micro) => {
            let (date, time) = (Date { year, month, day }, Time { hour, minute, second, micro });
            let cell = if matches!(column_type, ColumnType::MYSQL_TYPE_DATE | ColumnType::MYSQL_TYPE_NEWDATE) {
                date.to_days().map(Cell::Date)
            } else {
                calendar::to_micros(date, time).map(Cell::Timestamp)
            };
            cell.unwrap_or(Cell::Other("date, with a month or day that is not of the calendar"))
        }
        Value::Time(negative, days, hour, minute, second, micro) => {
            let micros = i64::from(days) * 86_400_000_000 + Time { hour, minute, second, micro }.to_micros();
            Cell::Time(if negative { -micros } else { micros })
        }
    }
}

fn bytes_cell(bytes: &[u8], column_type: ColumnType, character_set: u16) -> Cell<'_> {
    match column_type {
        ColumnType::MYSQL_TYPE_JSON => Cell::Json(bytes),
        ColumnType::MYSQL_TYPE_DECIMAL | ColumnType::MYSQL_TYPE_NEWDECIMAL => Cell::Decimal(bytes),
        ColumnType::MYSQL_TYPE_BIT => Cell::Other("BIT"),
        ColumnType::MYSQL_TYPE_GEOMETRY => Cell::Other("GEOMETRY"),
        _ if character_set == BINARY => Cell::Bytes(bytes),
        _ => Cell::Text(bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_column_says_what_bytes_are() {
        let value = Value::Bytes(b"1".to_vec());
        for (column_type, character_set, expected) in [
            (ColumnType::MYSQL_TYPE_VAR_STRING, 45, Cell::Text(b"1")),
            (ColumnType::MYSQL_TYPE_STRING, 63, Cell::Bytes(b"1")),
            (ColumnType::MYSQL_TYPE_BLOB, 63, Cell::Bytes(b"1")),
            (ColumnType::MYSQL_TYPE_BLOB, 46, Cell::Text(b"1")),
            (ColumnType::MYSQL_TYPE_JSON, 63, Cell::Json(b"1")),
            (ColumnType::MYSQL_TYPE_NEWDECIMAL, 63, Cell::Decimal(b"1")),
        ] {
            assert_eq!(cell(&value, column_type, character_set), expected);
        }
    }

    #[test]
    fn dates_and_times_become_numbers() {
        let date_time = ColumnType::MYSQL_TYPE_DATETIME;
        assert_eq!(cell(&Value::Date(1969, 12, 31, 23, 59, 59, 999_999), date_time, 63), Cell::Timestamp(-1));
        let date = ColumnType::MYSQL_TYPE_DATE;
        assert_eq!(cell(&Value::Date(2024, 2, 29, 0, 0, 0, 0), date, 63), Cell::Date(19_782));
        assert!(matches!(cell(&Value::Date(0, 0, 0, 0, 0, 0, 0), date, 63), Cell::Other(_)));
        let time = ColumnType::MYSQL_TYPE_TIME;
        assert_eq!(cell(&Value::Time(true, 1, 1, 0, 0, 0), time, 63), Cell::Time(-90_000_000_000));
    }
}
