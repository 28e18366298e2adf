//! Decimal numbers as databases send them, and `i128`, which is kept as one.

use super::{Cell, CellError, ColumnType, DbType, Element, Ordered, Value};

/// A decimal number: `digits` with a point before the last `scale` of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Digits {
    pub(super) negative: bool,
    pub(super) digits: u128,
    pub(super) scale: u32,
}

impl Digits {
    fn whole(negative: bool, digits: u128) -> Self {
        Self { negative, digits, scale: 0 }
    }

    /// The same number without zeros at its end, behind the point.
    pub(super) fn trimmed(mut self) -> Self {
        while self.scale > 0 && self.digits.is_multiple_of(10) {
            self.digits /= 10;
            self.scale -= 1;
        }
        self
    }
}

/// The number in a cell; nothing if there is none, or one of more digits than are counted here.
pub(super) fn digits(cell: Cell<'_>) -> Option<Digits> {
    match cell {
        Cell::I64(value) => Some(Digits::whole(value < 0, value.unsigned_abs().into())),
        Cell::U64(value) => Some(Digits::whole(false, value.into())),
        // A column of MySQL and MariaDB fills the digits behind the point with zeros.
        Cell::Decimal(text) => of_text(text).map(Digits::trimmed),
        Cell::Text(text) => of_text(text),
        Cell::Numeric(bytes) => of_text(numeric_text(bytes)?.as_bytes()),
        _ => None,
    }
}

fn of_text(text: &[u8]) -> Option<Digits> {
    let (negative, text) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    let point = text.iter().position(|byte| *byte == b'.');
    let (whole, fraction) = point.map_or((text, &[][..]), |point| (&text[..point], &text[point + 1..]));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    // Zeros at the end may be more than fit; without them the number is the same.
    let most = |fraction: &[u8]| {
        let digits = whole.iter().chain(fraction).try_fold(0_u128, |digits, byte| {
            let digit = byte.is_ascii_digit().then(|| u128::from(byte - b'0'))?;
            digits.checked_mul(10)?.checked_add(digit)
        });
        Some(Digits { negative, digits: digits?, scale: u32::try_from(fraction.len()).ok()? })
    };
    most(fraction).or_else(|| {
        let zeros = fraction.iter().rev().take_while(|byte| **byte == b'0').count();
        most(&fraction[..fraction.len() - zeros])
    })
}

/// The text of PostgreSQL's NUMERIC, which is groups of four digits; nothing if the bytes are something else.
pub(super) fn numeric_text(bytes: &[u8]) -> Option<String> {
    let (head, groups) = bytes.split_at_checked(8)?;
    let [count, weight, sign, scale] = [0, 2, 4, 6].map(|at| u16::from_be_bytes([head[at], head[at + 1]]));
    let mut text = match sign {
        0 => String::new(),
        0x4000 => String::from("-"),
        0xC000 => return Some("NaN".to_owned()),
        0xD000 => return Some("Infinity".to_owned()),
        0xF000 => return Some("-Infinity".to_owned()),
        _ => return None,
    };
    if groups.len() != usize::from(count) * 2 {
        return None;
    }
    // The place of the first group: 0 is right before the point.
    let weight = weight.cast_signed();
    let group = |place: i32| {
        let index = usize::try_from(i32::from(weight) - place).ok();
        let group = index.and_then(|index| groups.get(2 * index..2 * index + 2));
        group.map_or(0, |group| u16::from_be_bytes([group[0], group[1]]))
    };
    let start = text.len();
    for place in (0..=i32::from(weight)).rev() {
        text.push_str(&format!("{:04}", group(place)));
    }
    let zeros = text[start..].bytes().take_while(|byte| *byte == b'0').count();
    text.replace_range(start..start + zeros, "");
    if text.len() == start {
        text.push('0');
    }
    if scale > 0 {
        text.push('.');
        let whole = text.len();
        for place in 1..=i32::from(scale).div_euclid(4) + 1 {
            text.push_str(&format!("{:04}", group(-place)));
        }
        text.truncate(whole + usize::from(scale));
    }
    Some(text)
}

/// The decimal number in a cell, as text.
pub(super) fn text(cell: Cell<'_>) -> Option<String> {
    match cell {
        Cell::I64(value) => Some(value.to_string()),
        Cell::U64(value) => Some(value.to_string()),
        Cell::Decimal(text) | Cell::Text(text) => {
            let text = std::str::from_utf8(text).ok()?;
            let is_number = text.bytes().any(|byte| byte.is_ascii_digit())
                && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'-' | b'+'));
            is_number.then(|| text.to_owned())
        }
        Cell::Numeric(bytes) => numeric_text(bytes),
        _ => None,
    }
}

impl DbType for i128 {
    const COLUMN_TYPE: ColumnType = ColumnType::HugeInt;

    fn into_value(self) -> Value {
        Value::I128(self)
    }

    fn from_cell(cell: Cell<'_>) -> Result<Self, CellError> {
        let number = digits(cell).map(Digits::trimmed).filter(|number| number.scale == 0);
        let value = number.and_then(|number| match number.negative {
            true => 0_i128.checked_sub_unsigned(number.digits),
            false => number.digits.try_into().ok(),
        });
        value.ok_or_else(|| CellError::mismatch("i128", cell))
    }
}

impl Element for i128 {}
impl Ordered for i128 {}

#[cfg(test)]
mod tests {
    use super::*;

    fn numeric(weight: i16, sign: u16, scale: u16, groups: &[u16]) -> Vec<u8> {
        let count = u16::try_from(groups.len()).unwrap();
        let head = [count, weight.cast_unsigned(), sign, scale];
        head.iter().chain(groups).flat_map(|number| number.to_be_bytes()).collect()
    }

    #[test]
    fn groups_of_digits_are_texts() {
        for (bytes, text) in [
            (numeric(0, 0, 0, &[]), "0"),
            (numeric(0, 0, 2, &[]), "0.00"),
            (numeric(0, 0x4000, 2, &[1, 5000]), "-1.50"),
            (numeric(1, 0, 0, &[1]), "10000"),
            (numeric(1, 0, 1, &[12, 3456, 7000]), "123456.7"),
            (numeric(-1, 0, 4, &[12]), "0.0012"),
            (numeric(-2, 0, 8, &[5]), "0.00000005"),
            (numeric(-1, 0, 5, &[12, 3000]), "0.00123"),
            (numeric(0, 0xC000, 0, &[]), "NaN"),
            (numeric(0, 0xF000, 0, &[]), "-Infinity"),
        ] {
            assert_eq!(numeric_text(&bytes).as_deref(), Some(text));
        }
        assert_eq!(numeric_text(&[0; 7]), None);
        assert_eq!(numeric_text(&numeric(0, 7, 0, &[1])), None);
        assert_eq!(numeric_text(&numeric(0, 0, 0, &[1])[..8]), None);
    }

    #[test]
    fn digits_are_read_from_text() {
        let number = |text: &str| digits(Cell::Text(text.as_bytes()));
        assert_eq!(number("-1.50"), Some(Digits { negative: true, digits: 150, scale: 2 }));
        assert_eq!(number(".5"), Some(Digits { negative: false, digits: 5, scale: 1 }));
        assert_eq!(number("+7"), Some(Digits { negative: false, digits: 7, scale: 0 }));
        let long = format!("7.{}", "0".repeat(60));
        assert_eq!(number(&long), Some(Digits { negative: false, digits: 7, scale: 0 }));
        for text in ["", "-", ".", "1e5", "1,5", "1.2.3", "NaN", &"9".repeat(40)] {
            assert_eq!(number(text), None, "{text}");
        }
    }

    #[test]
    fn whole_numbers_of_128_bits() {
        for value in [i128::MIN, -1, 0, 1, i128::MAX] {
            assert_eq!(i128::from_cell(Cell::Text(value.to_string().as_bytes())), Ok(value));
            assert_eq!(i128::from_cell(Cell::Decimal(format!("{value}.000").as_bytes())), Ok(value));
        }
        for text in ["170141183460469231731687303715884105728", "-170141183460469231731687303715884105729", "0.5"] {
            assert!(i128::from_cell(Cell::Decimal(text.as_bytes())).is_err(), "{text}");
        }
    }
}
