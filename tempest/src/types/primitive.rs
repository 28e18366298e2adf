//! Booleans and numbers.

use super::{CastTo, Cell, CellError, ColumnType, DbType, Element, InJson, Number, Ordered, Sum, Value};

impl DbType for bool {
    const COLUMN_TYPE: ColumnType = ColumnType::Boolean;

    fn into_value(self) -> Value {
        Value::Bool(self)
    }

    // SQLite, MySQL and MariaDB keep a boolean as 0 or 1.
    fn from_cell(cell: Cell<'_>) -> Result<Self, CellError> {
        match cell {
            Cell::Bool(value) => Ok(value),
            Cell::I64(0) | Cell::U64(0) => Ok(false),
            Cell::I64(1) | Cell::U64(1) => Ok(true),
            cell => Err(CellError::mismatch("bool", cell)),
        }
    }
}

impl Element for bool {}
impl Element for i8 {}
impl Element for i16 {}
impl Element for i32 {}
impl Element for i64 {}
impl Element for u16 {}
impl Element for u32 {}
impl Element for u64 {}

macro_rules! integers {
    ($($type:ident $column_type:ident $value:ident),*) => {$(
        impl DbType for $type {
            const COLUMN_TYPE: ColumnType = ColumnType::$column_type;

            fn into_value(self) -> Value {
                Value::$value(self.into())
            }

            #[inline]
            fn from_cell(cell: Cell<'_>) -> Result<Self, CellError> {
                match cell {
                    Cell::I64(value) => Self::try_from(value).map_err(|_| does_not_fit(stringify!($type), value)),
                    Cell::U64(value) => Self::try_from(value).map_err(|_| does_not_fit(stringify!($type), value)),
                    cell => Err(CellError::mismatch(stringify!($type), cell)),
                }
            }
        }

        impl Ordered for $type {}

        impl Number for $type {
            const INTEGER: bool = true;
        }
    )*};
}

integers!(
    i8 TinyInt I16,
    i16 SmallInt I16,
    i32 Integer I32,
    i64 BigInt I64,
    u8 UnsignedTinyInt I16,
    u16 UnsignedSmallInt I32,
    u32 UnsignedInteger U32,
    u64 UnsignedBigInt U64
);

#[cold]
fn does_not_fit(expected: &'static str, value: impl std::fmt::Display) -> CellError {
    CellError::new(expected, format!("the integer {value}, which does not fit"))
}

impl DbType for f32 {
    const COLUMN_TYPE: ColumnType = ColumnType::Real;

    fn into_value(self) -> Value {
        Value::F32(self)
    }

    fn from_cell(cell: Cell<'_>) -> Result<Self, CellError> {
        match cell {
            Cell::F32(value) => Ok(value),
            // SQLite keeps every number as 64 bits: what an f32 wrote comes back exactly, anything else does not fit.
            Cell::F64(value) => {
                #[allow(clippy::cast_possible_truncation, reason = "checked on the next line")]
                let narrow = value as Self;
                if f64::from(narrow) == value || value.is_nan() {
                    Ok(narrow)
                } else {
                    Err(CellError::new("f32", format!("the number {value}, which does not fit")))
                }
            }
            #[allow(clippy::cast_precision_loss, reason = "an integer of up to 24 bits is exact")]
            Cell::I64(value) if value.unsigned_abs() <= 1 << 24 => Ok(value as Self),
            Cell::I64(value) => Err(does_not_fit("f32", value)),
            cell => Err(CellError::mismatch("f32", cell)),
        }
    }
}

impl DbType for f64 {
    const COLUMN_TYPE: ColumnType = ColumnType::Double;

    fn into_value(self) -> Value {
        Value::F64(self)
    }

    fn from_cell(cell: Cell<'_>) -> Result<Self, CellError> {
        match cell {
            Cell::F64(value) => Ok(value),
            Cell::F32(value) => Ok(Self::from(value)),
            // SQLite gives a whole number of an expression back as an integer.
            #[allow(clippy::cast_precision_loss, reason = "an integer of up to 53 bits is exact")]
            Cell::I64(value) if value.unsigned_abs() <= 1 << 53 => Ok(value as Self),
            Cell::I64(value) => Err(does_not_fit("f64", value)),
            cell => Err(CellError::mismatch("f64", cell)),
        }
    }
}

impl Element for f32 {}
impl Ordered for f32 {}
impl Element for f64 {}
impl Ordered for f64 {}

impl Number for f32 {
    const INTEGER: bool = false;
}

impl Number for f64 {
    const INTEGER: bool = false;
}

macro_rules! sums {
    ($($type:ty => $sum:ty;)*) => {$(
        impl Sum for $type {
            type Sum = $sum;
        }
    )*};
}

sums! {
    i16 => i64;
    i32 => i64;
    i64 => i64;
    u32 => i64;
    f32 => f64;
    f64 => f64;
}

macro_rules! casts {
    ($($type:ty => $($to:ty)*;)*) => {$($(
        impl CastTo<$to> for $type {}
    )*)*};
}

casts! {
    bool => i32;
    i16 => i16 i32 i64 u32 f64 String;
    i32 => i16 i32 i64 u32 f64 String;
    i64 => i16 i32 i64 u32 f64 String;
    u32 => i16 i32 i64 u32 f64 String;
    f32 => i16 i32 i64 u32 f64;
    f64 => i16 i32 i64 u32 f64;
}

macro_rules! in_json {
    ($($type:ty)*) => {$(
        impl InJson for $type {}
    )*};
}

in_json!(i16 i32 i64 u32 f64 String);
