//! Decimal numbers, of the `rust_decimal` crate.

use rust_decimal::Decimal;

use super::numeric::digits;
use super::{Cell, CellError, ColumnType, DbType, Element, Number, Ordered, Value};
use tempest_dialects::tree::Expr;

impl DbType for Decimal {
    const COLUMN_TYPE: ColumnType = ColumnType::Decimal;

    fn into_value(self) -> Value {
        Value::Decimal(self.to_string())
    }

    fn from_cell(cell: Cell<'_>) -> Result<Self, CellError> {
        let Some(number) = digits(cell) else { return Err(CellError::mismatch("Decimal", cell)) };
        // With fewer zeros at the end it may fit.
        let decimal = [number, number.trimmed()].into_iter().find_map(|number| {
            let digits = i128::try_from(number.digits).ok()?;
            let signed = if number.negative { -digits } else { digits };
            Self::try_from_i128_with_scale(signed, number.scale).ok()
        });
        decimal.ok_or_else(|| CellError::mismatch("Decimal", cell))
    }
}

impl Element for Decimal {}
impl Ordered for Decimal {}

impl Number for Decimal {
    const INTEGER: bool = false;

    fn computed(expr: Expr) -> Expr {
        Expr::OfDecimals(Box::new(expr))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_at_most_28_digits_behind_the_point() {
        let decimal = |text: &str| Decimal::from_cell(Cell::Decimal(text.as_bytes())).ok();
        for number in [Decimal::MAX, Decimal::MIN, Decimal::ZERO, Decimal::new(1, 28), Decimal::new(-150, 2)] {
            assert_eq!(decimal(&number.to_string()), Some(number));
        }
        assert_eq!(decimal("79228162514264337593543950335.0000000000000000000000000000"), Some(Decimal::MAX));
        assert_eq!(decimal("79228162514264337593543950336"), None);
        assert_eq!(decimal("0.00000000000000000000000000001"), None);
        assert_eq!(Decimal::from_cell(Cell::Text(b"1.50")).unwrap().to_string(), "1.50");
        assert!(Decimal::from_cell(Cell::F64(1.5)).is_err());
    }
}
