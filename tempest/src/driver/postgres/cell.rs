//! A row's cells, from PostgreSQL's binary format.

use std::borrow::Cow;
use std::error::Error;
use std::net::IpAddr;

use tokio_postgres::Row;
use tokio_postgres::types::{FromSql, Kind, Type};

use super::bind::{DAYS_1970_TO_2000, MICROSECONDS_1970_TO_2000};
use crate::row::{Array, Cell, Cells};

const MICROSECONDS_PER_DAY: i64 = 86_400_000_000;

/// A row, as the driver lends it.
pub(super) struct PostgresRow<'a>(pub(super) &'a Row);

impl Cells for PostgresRow<'_> {
    fn cell(&self, index: usize) -> Cell<'_> {
        let (Some(column), Ok(bytes)) = (self.0.columns().get(index), self.0.try_get::<_, Option<Bytes<'_>>>(index))
        else {
            return Cell::Other("nothing: the row is shorter");
        };
        match bytes {
            Some(Bytes(raw)) => decode(column.type_(), raw).unwrap_or_else(|| Cell::Other(column.type_().name())),
            None => Cell::Null,
        }
    }

    fn name(&self, index: usize) -> Option<Cow<'_, str>> {
        self.0.columns().get(index).map(|column| Cow::Borrowed(column.name()))
    }
}

/// The bytes of a cell, of whatever type.
struct Bytes<'a>(&'a [u8]);

impl<'a> FromSql<'a> for Bytes<'a> {
    fn from_sql(_: &Type, raw: &'a [u8]) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(Self(raw))
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}

/// The cell of these bytes; nothing for a type that Tempest does not decode.
fn decode<'a>(ty: &Type, raw: &'a [u8]) -> Option<Cell<'a>> {
    Some(match *ty {
        Type::BOOL => Cell::Bool(raw != [0]),
        Type::INT2 => Cell::I64(i16::from_be_bytes(raw.try_into().ok()?).into()),
        Type::INT4 => Cell::I64(i32::from_be_bytes(raw.try_into().ok()?).into()),
        Type::INT8 => Cell::I64(i64::from_be_bytes(raw.try_into().ok()?)),
        Type::OID => Cell::I64(u32::from_be_bytes(raw.try_into().ok()?).into()),
        Type::FLOAT4 => Cell::F32(f32::from_be_bytes(raw.try_into().ok()?)),
        Type::FLOAT8 => Cell::F64(f64::from_be_bytes(raw.try_into().ok()?)),
        Type::TEXT | Type::VARCHAR | Type::BPCHAR | Type::NAME | Type::UNKNOWN | Type::XML => Cell::Text(raw),
        Type::NUMERIC => Cell::Numeric(raw),
        Type::BYTEA => Cell::Bytes(raw),
        Type::UUID => Cell::Uuid(raw.try_into().ok()?),
        Type::TIMESTAMPTZ => instant(raw)?.map_or(Cell::Other("timestamptz beyond all dates"), Cell::TimestampTz),
        Type::TIMESTAMP => instant(raw)?.map_or(Cell::Other("timestamp beyond all dates"), Cell::Timestamp),
        Type::DATE => match i32::from_be_bytes(raw.try_into().ok()?) {
            i32::MIN | i32::MAX => Cell::Other("date beyond all dates"),
            days => days.checked_add(DAYS_1970_TO_2000).map_or(Cell::Other("date beyond all dates"), Cell::Date),
        },
        Type::TIME => Cell::Time(i64::from_be_bytes(raw.try_into().ok()?)),
        Type::INTERVAL => interval(raw)?.map_or(Cell::Other("interval with months"), Cell::Interval),
        Type::INET | Type::CIDR => inet(raw)?,
        Type::JSON => Cell::Json(raw),
        // The first byte is the version of the format, of which there is one.
        Type::JSONB => match raw.split_first() {
            Some((1, text)) => Cell::Json(text),
            _ => return None,
        },
        _ => match ty.kind() {
            Kind::Enum(_) => Cell::Text(raw),
            Kind::Array(_) => Cell::Array(Array::new(raw, element)),
            Kind::Domain(inner) => return decode(inner, raw),
            _ if ty.name() == "citext" => Cell::Text(raw),
            _ => return None,
        },
    })
}

/// The microseconds of an interval, or nothing if it has months, which are of no one length.
fn interval(raw: &[u8]) -> Option<Option<i64>> {
    let (micros, rest) = raw.split_first_chunk()?;
    let (days, months) = rest.split_first_chunk()?;
    let days = i64::from(i32::from_be_bytes(*days));
    let micros = days.checked_mul(MICROSECONDS_PER_DAY)?.checked_add(i64::from_be_bytes(*micros));
    Some(micros.filter(|_| months == [0; 4]))
}

/// An address: its family, the bits of its network, whether it is a CIDR, how many bytes there are, and these.
fn inet(raw: &[u8]) -> Option<Cell<'static>> {
    let ([_family, prefix, _is_cidr, _length], address) = raw.split_first_chunk()?;
    let address = match address.len() {
        4 => IpAddr::from(<[u8; 4]>::try_from(address).ok()?),
        _ => IpAddr::from(<[u8; 16]>::try_from(address).ok()?),
    };
    Some(Cell::Inet(address, *prefix))
}

/// An element of an array, which says its type by number.
fn element(oid: u32, raw: &[u8]) -> Cell<'_> {
    match Type::from_oid(oid) {
        Some(ty) => decode(&ty, raw).unwrap_or(Cell::Other("that has no Rust type here")),
        // A type of the database's own: an enum, whose labels are text, or another one that is sent as text.
        None => Cell::Text(raw),
    }
}

/// Microseconds since 1970, or nothing for the infinities.
fn instant(raw: &[u8]) -> Option<Option<i64>> {
    Some(match i64::from_be_bytes(raw.try_into().ok()?) {
        i64::MIN | i64::MAX => None,
        since_2000 => since_2000.checked_add(MICROSECONDS_1970_TO_2000),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_keep_their_kind() {
        assert_eq!(decode(&Type::BOOL, &[1]), Some(Cell::Bool(true)));
        assert_eq!(decode(&Type::INT2, &[0xff, 0xff]), Some(Cell::I64(-1)));
        assert_eq!(decode(&Type::INT4, &[0xff]), None);
        assert_eq!(decode(&Type::TEXT, b"a"), Some(Cell::Text(b"a")));
        assert_eq!(decode(&Type::JSONB, b"\x01{}"), Some(Cell::Json(b"{}")));
        assert_eq!(decode(&Type::JSONB, b"\x02{}"), None);
        assert_eq!(decode(&Type::NUMERIC, &[0; 8]), Some(Cell::Numeric(&[0; 8])));
        assert_eq!(decode(&Type::POINT, &[0; 16]), None);
        assert_eq!(decode(&Type::DATE, &0_i32.to_be_bytes()), Some(Cell::Date(10_957)));
        assert_eq!(
            decode(&Type::TIMESTAMPTZ, &0_i64.to_be_bytes()),
            Some(Cell::TimestampTz(MICROSECONDS_1970_TO_2000))
        );
        assert!(matches!(decode(&Type::TIMESTAMPTZ, &i64::MAX.to_be_bytes()), Some(Cell::Other(_))));
        assert!(matches!(decode(&Type::DATE, &i32::MAX.to_be_bytes()), Some(Cell::Other(_))));
    }
}
