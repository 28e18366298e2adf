//! Lengths of time, in microseconds: what is finer is cut off. Where there is no type for them, they are integers.

use std::time::Duration;

use super::{Cell, CellError, ColumnType, DbType, Element, Ordered, Value};
use tempest_dialects::dialect::Refusal;

/// The value of so many microseconds, if 64 bits count them.
pub(super) fn value(micros: Option<i64>) -> Value {
    micros.map_or_else(too_long, Value::Interval)
}

#[cold]
fn too_long() -> Value {
    Value::Invalid(Box::new(Refusal::new(
        "a length of more than 292,000 years",
        "its microseconds are counted in 64 bits",
        "use a shorter one",
    )))
}

/// The microseconds in a cell.
pub(super) fn micros(cell: Cell<'_>) -> Option<i64> {
    match cell {
        Cell::Interval(micros) | Cell::I64(micros) => Some(micros),
        Cell::U64(micros) => i64::try_from(micros).ok(),
        _ => None,
    }
}

impl DbType for Duration {
    const COLUMN_TYPE: ColumnType = ColumnType::Interval;

    fn into_value(self) -> Value {
        value(i64::try_from(self.as_micros()).ok())
    }

    // It is never negative.
    fn from_cell(cell: Cell<'_>) -> Result<Self, CellError> {
        let micros = micros(cell).map(|micros| (micros, u64::try_from(micros)));
        match micros {
            Some((_, Ok(micros))) => Ok(Self::from_micros(micros)),
            Some((negative, Err(_))) => {
                Err(CellError::new("Duration", format!("{negative} microseconds, which are less than none")))
            }
            None => Err(CellError::mismatch("Duration", cell)),
        }
    }
}

impl Element for Duration {}
impl Ordered for Duration {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn microseconds_that_64_bits_count() {
        let longest = Duration::from_micros(i64::MAX.unsigned_abs());
        assert_eq!(DbType::into_value(longest), Value::Interval(i64::MAX));
        assert_eq!(Duration::from_cell(Cell::Interval(i64::MAX)), Ok(longest));
        assert!(matches!(DbType::into_value(longest + Duration::from_micros(1)), Value::Invalid(_)));
        assert_eq!(DbType::into_value(Duration::from_nanos(1_999)), Value::Interval(1));
        assert!(Duration::from_cell(Cell::I64(-1)).unwrap_err().found.contains("-1 microseconds"));
    }
}
