//! Parameters, by the type that the server asks for: in binary where the value is of that type, else as text, which
//! the server reads as it would read a literal.

use std::error::Error;
use std::fmt;

use bytes::{BufMut, BytesMut};
use tempest_dialects::render::Values;
use tempest_dialects::{Param, Value};
use tokio_postgres::types::{Format, IsNull, Kind, ToSql, Type};

use super::text;

/// PostgreSQL counts from 2000-01-01.
pub(super) const DAYS_1970_TO_2000: i32 = 10_957;
/// PostgreSQL counts from 2000-01-01.
pub(super) const MICROSECONDS_1970_TO_2000: i64 = 946_684_800_000_000;

/// A parameter of a statement. Its `Debug` shows no value, because tokio-postgres logs it.
pub(super) struct Bound<'a> {
    content: Content<'a>,
    position: usize,
}

enum Content<'a> {
    One(&'a Value),
    List(&'a [Value]),
    Column(Values<'a>),
    Unknown,
}

/// A value that does not fit in the type that the server asks for.
#[derive(Debug)]
pub(super) struct BindError {
    pub(super) position: usize,
    pub(super) reason: String,
}

impl fmt::Display for BindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "parameter {}: {}", self.position, self.reason)
    }
}

impl Error for BindError {}

impl<'a> Bound<'a> {
    /// The parameter at this position, from 1.
    pub(super) fn new(param: &'a Param<'a>, position: usize) -> Self {
        let content = match param {
            Param::Value(value) => Content::One(value),
            Param::Owned(value) => Content::One(value),
            Param::List(values) => Content::List(values),
            Param::Column(values) => Content::Column(*values),
            _ => Content::Unknown,
        };
        Self { content, position }
    }

    fn encode(&self, ty: &Type, out: &mut BytesMut) -> Result<IsNull, String> {
        let ty = base(ty);
        match self.content {
            Content::One(Value::Null) => return Ok(IsNull::Yes),
            Content::One(Value::Array(_, values)) => array(values.iter(), ty, out)?,
            Content::One(value) if is_binary(value, ty) => binary(value, ty, out)?,
            Content::One(value) => {
                let mut text = String::new();
                as_text(value, ty, &mut text)?;
                out.put_slice(text.as_bytes());
            }
            Content::List(values) => array(values.iter(), ty, out)?,
            Content::Column(values) => array(values.iter(), ty, out)?,
            Content::Unknown => return Err("the driver does not know this kind of parameter".to_owned()),
        }
        Ok(IsNull::No)
    }
}

impl ToSql for Bound<'_> {
    fn to_sql(&self, ty: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        self.encode(ty, out).map_err(|reason| BindError { position: self.position, reason }.into())
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    fn to_sql_checked(&self, ty: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        self.to_sql(ty, out)
    }

    fn encode_format(&self, ty: &Type) -> Format {
        let ty = base(ty);
        let binary = match self.content {
            Content::One(Value::Array(_, values)) => {
                element(ty).is_some_and(|element| all_binary(values.iter(), element))
            }
            Content::One(value) => is_binary(value, ty),
            Content::List(values) => element(ty).is_some_and(|element| all_binary(values.iter(), element)),
            Content::Column(values) => element(ty).is_some_and(|element| all_binary(values.iter(), element)),
            Content::Unknown => false,
        };
        if binary { Format::Binary } else { Format::Text }
    }
}

impl fmt::Debug for Bound<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.position)
    }
}

/// The type below a domain.
fn base(ty: &Type) -> &Type {
    match ty.kind() {
        Kind::Domain(inner) => base(inner),
        _ => ty,
    }
}

fn element(ty: &Type) -> Option<&Type> {
    match ty.kind() {
        Kind::Array(element) => Some(base(element)),
        _ => None,
    }
}

fn is_textual(ty: &Type) -> bool {
    matches!(*ty, Type::TEXT | Type::VARCHAR | Type::BPCHAR | Type::NAME)
        || matches!(ty.kind(), Kind::Enum(_))
        || ty.name() == "citext"
}

/// Whether [`binary`] writes this value for this type.
fn is_binary(value: &Value, ty: &Type) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(_) => *ty == Type::BOOL,
        Value::I16(_) | Value::I32(_) | Value::I64(_) | Value::U32(_) | Value::U64(_) => {
            matches!(*ty, Type::INT2 | Type::INT4 | Type::INT8 | Type::OID)
        }
        Value::F32(_) => matches!(*ty, Type::FLOAT4 | Type::FLOAT8),
        Value::F64(_) => *ty == Type::FLOAT8,
        Value::Text(_) | Value::Enum(_) => is_textual(ty),
        Value::Bytes(_) => *ty == Type::BYTEA,
        Value::Uuid(_) => *ty == Type::UUID,
        Value::TimestampTz(_) => *ty == Type::TIMESTAMPTZ,
        Value::Timestamp(_) => *ty == Type::TIMESTAMP,
        Value::Date(_) => *ty == Type::DATE,
        Value::Time(_) => *ty == Type::TIME,
        Value::Interval(_) => matches!(*ty, Type::INTERVAL | Type::INT8),
        Value::Json(_) => matches!(*ty, Type::JSON | Type::JSONB),
        _ => false,
    }
}

fn all_binary<'a>(mut values: impl Iterator<Item = &'a Value>, element: &Type) -> bool {
    values.all(|value| is_binary(value, element))
}

fn array<'a>(values: impl Iterator<Item = &'a Value> + Clone, ty: &Type, out: &mut BytesMut) -> Result<(), String> {
    match element(ty) {
        Some(element) if all_binary(values.clone(), element) => binary_array(values, element, out),
        element if element.is_some() || *ty == Type::UNKNOWN => {
            text_array(values, element.unwrap_or(&Type::UNKNOWN), out)
        }
        _ => Err(format!("a list cannot be bound to the type {}", ty.name())),
    }
}

fn binary(value: &Value, ty: &Type, out: &mut BytesMut) -> Result<(), String> {
    match value {
        Value::Bool(value) => out.put_u8(u8::from(*value)),
        Value::I16(value) => integer(i64::from(*value), ty, out)?,
        Value::I32(value) => integer(i64::from(*value), ty, out)?,
        Value::I64(value) => integer(*value, ty, out)?,
        Value::U32(value) => integer(i64::from(*value), ty, out)?,
        Value::U64(value) => integer(i64::try_from(*value).map_err(|_| out_of_range(ty))?, ty, out)?,
        Value::F32(value) if *ty == Type::FLOAT4 => out.put_f32(*value),
        Value::F32(value) => out.put_f64(f64::from(*value)),
        Value::F64(value) => out.put_f64(*value),
        Value::Text(value) => out.put_slice(value.as_bytes()),
        Value::Enum(value) => out.put_slice(value.as_bytes()),
        Value::Bytes(value) => out.put_slice(value),
        Value::Uuid(value) => out.put_slice(value),
        Value::TimestampTz(value) | Value::Timestamp(value) => match value.checked_sub(MICROSECONDS_1970_TO_2000) {
            // The smallest number is PostgreSQL's -infinity.
            None | Some(i64::MIN) => return Err(out_of_range(ty)),
            Some(since_2000) => out.put_i64(since_2000),
        },
        Value::Date(days) => match days.checked_sub(DAYS_1970_TO_2000) {
            None | Some(i32::MIN) => return Err(out_of_range(ty)),
            Some(since_2000) => out.put_i32(since_2000),
        },
        Value::Time(value) => out.put_i64(*value),
        Value::Interval(value) => {
            out.put_i64(*value);
            if *ty == Type::INTERVAL {
                // No days and no months.
                out.put_i64(0);
            }
        }
        Value::Json(value) => {
            if *ty == Type::JSONB {
                out.put_u8(1);
            }
            out.put_slice(value.as_bytes());
        }
        _ => return Err(format!("the driver does not know how to bind this value to the type {}", ty.name())),
    }
    Ok(())
}

fn integer(value: i64, ty: &Type, out: &mut BytesMut) -> Result<(), String> {
    match *ty {
        Type::INT2 => out.put_i16(value.try_into().map_err(|_| out_of_range(ty))?),
        Type::INT4 => out.put_i32(value.try_into().map_err(|_| out_of_range(ty))?),
        Type::OID => out.put_u32(value.try_into().map_err(|_| out_of_range(ty))?),
        _ => out.put_i64(value),
    }
    Ok(())
}

#[cold]
fn out_of_range(ty: &Type) -> String {
    format!("the value is out of range for the type {}", ty.name())
}

/// Writes a value that is not of the parameter's type as text, unless the server would then drop a part of it.
fn as_text(value: &Value, ty: &Type, out: &mut String) -> Result<(), String> {
    let reads_all = *ty == Type::UNKNOWN || is_textual(ty);
    match value {
        // Text would keep the two hexadecimal digits of each byte.
        Value::Bytes(_) if *ty != Type::UNKNOWN => Err(format!("bytes cannot be bound to the type {}", ty.name())),
        Value::TimestampTz(_) | Value::Timestamp(_) | Value::Date(_) | Value::Time(_) | Value::Interval(_)
            if !reads_all =>
        {
            Err(format!("{} cannot be bound to the type {}", kind(value), ty.name()))
        }
        value => {
            text::write(value, out);
            Ok(())
        }
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::TimestampTz(_) => "a timestamp with time zone",
        Value::Timestamp(_) => "a timestamp without time zone",
        Value::Date(_) => "a date",
        Value::Time(_) => "a time of day",
        Value::Interval(_) => "a length of time",
        _ => "the value",
    }
}

/// Writes an array of one dimension that begins at 1, in binary.
fn binary_array<'a>(values: impl Iterator<Item = &'a Value>, element: &Type, out: &mut BytesMut) -> Result<(), String> {
    let head = out.len();
    // The numbers of dimensions and of values are known at the end.
    out.put_i32(0);
    out.put_i32(0);
    out.put_u32(element.oid());
    let (mut count, mut has_null) = (0_usize, false);
    for value in values {
        if count == 0 {
            out.put_i32(0);
            out.put_i32(1);
        }
        count += 1;
        if *value == Value::Null {
            has_null = true;
            out.put_i32(-1);
            continue;
        }
        let start = out.len();
        out.put_i32(0);
        binary(value, element, out)?;
        let length = length(out.len() - start - 4)?;
        out[start..start + 4].copy_from_slice(&length);
    }
    out[head + 4..head + 8].copy_from_slice(&i32::from(has_null).to_be_bytes());
    if count > 0 {
        out[head..head + 4].copy_from_slice(&1_i32.to_be_bytes());
        out[head + 12..head + 16].copy_from_slice(&length(count)?);
    }
    Ok(())
}

fn length(length: usize) -> Result<[u8; 4], String> {
    let length = i32::try_from(length).map_err(|_| "the list is too long for the server".to_owned())?;
    Ok(length.to_be_bytes())
}

/// Writes an array as a literal, every element in double quotes.
fn text_array<'a>(values: impl Iterator<Item = &'a Value>, element: &Type, out: &mut BytesMut) -> Result<(), String> {
    let mut text = String::new();
    out.put_u8(b'{');
    for (index, value) in values.enumerate() {
        if index > 0 {
            out.put_u8(b',');
        }
        if *value == Value::Null {
            out.put_slice(b"NULL");
            continue;
        }
        text.clear();
        as_text(value, element, &mut text)?;
        out.put_u8(b'"');
        for byte in text.bytes() {
            if matches!(byte, b'"' | b'\\') {
                out.put_u8(b'\\');
            }
            out.put_u8(byte);
        }
        out.put_u8(b'"');
    }
    out.put_u8(b'}');
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encoded(param: &Param<'_>, ty: &Type) -> Result<(bool, Vec<u8>), String> {
        let bound = Bound::new(param, 1);
        let mut out = BytesMut::new();
        bound.encode(ty, &mut out)?;
        Ok((matches!(bound.encode_format(ty), Format::Binary), out.to_vec()))
    }

    fn one(value: Value, ty: &Type) -> Result<(bool, Vec<u8>), String> {
        encoded(&Param::Owned(value), ty)
    }

    #[test]
    fn integers_take_the_width_that_is_asked_for() {
        assert_eq!(one(Value::I64(-2), &Type::INT4), Ok((true, vec![255, 255, 255, 254])));
        assert_eq!(one(Value::I16(7), &Type::INT8), Ok((true, vec![0, 0, 0, 0, 0, 0, 0, 7])));
        assert_eq!(
            one(Value::U32(u32::MAX), &Type::INT4),
            Err("the value is out of range for the type int4".to_owned())
        );
        assert_eq!(
            one(Value::I64(i64::MAX), &Type::INT2),
            Err("the value is out of range for the type int2".to_owned())
        );
        assert_eq!(one(Value::I32(5), &Type::NUMERIC), Ok((false, b"5".to_vec())));
        assert_eq!(one(Value::I32(5), &Type::FLOAT8), Ok((false, b"5".to_vec())));
    }

    #[test]
    fn text_goes_to_any_type_that_reads_it() {
        assert_eq!(one(Value::Text("a".into()), &Type::TEXT), Ok((true, b"a".to_vec())));
        assert_eq!(one(Value::Text("5".into()), &Type::INT4), Ok((false, b"5".to_vec())));
        assert_eq!(one(Value::Enum("sent"), &Type::UNKNOWN), Ok((false, b"sent".to_vec())));
    }

    #[test]
    fn nothing_of_a_time_is_dropped() {
        for ty in [Type::TIMESTAMP, Type::DATE, Type::TIME] {
            let reason = one(Value::TimestampTz(0), &ty).unwrap_err();
            assert_eq!(reason, format!("a timestamp with time zone cannot be bound to the type {}", ty.name()));
        }
        assert_eq!(one(Value::TimestampTz(i64::MIN), &Type::TIMESTAMPTZ), Err(out_of_range(&Type::TIMESTAMPTZ)));
        assert_eq!(one(Value::Date(i32::MIN), &Type::DATE), Err(out_of_range(&Type::DATE)));
    }

    #[test]
    fn lists_are_arrays() {
        let values = [Value::I32(1), Value::Null];
        let (binary, bytes) = encoded(&Param::List(&values), &Type::INT4_ARRAY).unwrap();
        assert!(binary);
        assert_eq!(
            bytes,
            [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 23, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0, 1, 255, 255, 255, 255]
        );
        let (_, empty) = encoded(&Param::List(&[]), &Type::INT4_ARRAY).unwrap();
        assert_eq!(empty, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 23]);
        let texts = [Value::Text("a\"b\\c,".into()), Value::Null];
        let literal = Ok((false, br#"{"a\"b\\c,",NULL}"#.to_vec()));
        assert_eq!(encoded(&Param::List(&texts), &Type::UUID_ARRAY), literal);
        assert_eq!(encoded(&Param::List(&texts), &Type::UNKNOWN), literal);
        assert!(encoded(&Param::List(&values), &Type::INT4).unwrap_err().contains("a list cannot be bound"));
    }

    #[test]
    fn logs_of_the_driver_show_no_value() {
        assert_eq!(format!("{:?}", Bound::new(&Param::Owned(Value::Text("secret".into())), 3)), "$3");
    }
}
