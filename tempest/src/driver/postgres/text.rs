//! Values as PostgreSQL writes them: for parameters whose type has no binary form here, and inside array literals.

use std::fmt::Write;

use tempest_dialects::Value;
use tempest_dialects::calendar::civil;

const MICROSECONDS_PER_DAY: i64 = 86_400_000_000;

/// Writes a value. NULL is the caller's: it has no text.
pub(super) fn write(value: &Value, out: &mut String) {
    // Writing to a String cannot fail.
    let _ = match value {
        Value::Null => Ok(()),
        Value::Bool(value) => write!(out, "{value}"),
        Value::I16(value) => write!(out, "{value}"),
        Value::I32(value) => write!(out, "{value}"),
        Value::I64(value) => write!(out, "{value}"),
        Value::U32(value) => write!(out, "{value}"),
        Value::U64(value) => write!(out, "{value}"),
        Value::I128(value) => write!(out, "{value}"),
        Value::Decimal(value) => out.write_str(value),
        Value::F32(value) if value.is_infinite() => out.write_str(infinity(value.is_sign_negative())),
        Value::F32(value) => write!(out, "{value}"),
        Value::F64(value) if value.is_infinite() => out.write_str(infinity(value.is_sign_negative())),
        Value::F64(value) => write!(out, "{value}"),
        Value::Text(value) => out.write_str(value),
        Value::Enum(value) => out.write_str(value),
        Value::Json(value) => out.write_str(value),
        Value::Bytes(bytes) => {
            out.push_str("\\x");
            bytes.iter().try_for_each(|byte| write!(out, "{byte:02x}"))
        }
        Value::Uuid(bytes) => bytes.iter().enumerate().try_for_each(|(index, byte)| {
            let hyphen = if matches!(index, 4 | 6 | 8 | 10) { "-" } else { "" };
            write!(out, "{hyphen}{byte:02x}")
        }),
        Value::TimestampTz(value) => timestamp(*value, "+00", out),
        Value::Timestamp(value) => timestamp(*value, "", out),
        Value::Date(days) => date(i64::from(*days), "", "", out),
        Value::Interval(value) => write!(out, "{value} microseconds"),
        Value::Time(value) => time(*value, out),
        // `Value` may grow; `bind` has an error for what it does not know.
        _ => Ok(()),
    };
}

fn infinity(negative: bool) -> &'static str {
    if negative { "-Infinity" } else { "Infinity" }
}

fn timestamp(microseconds: i64, zone: &str, out: &mut String) -> std::fmt::Result {
    let mut rest = String::from(" ");
    time(microseconds.rem_euclid(MICROSECONDS_PER_DAY), &mut rest)?;
    date(microseconds.div_euclid(MICROSECONDS_PER_DAY), &rest, zone, out)
}

fn time(microseconds: i64, out: &mut String) -> std::fmt::Result {
    let (seconds, fraction) = (microseconds / 1_000_000, microseconds % 1_000_000);
    write!(out, "{:02}:{:02}:{:02}.{fraction:06}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// Writes the date so many days after 1970-01-01, then time and zone, then the era, which PostgreSQL wants last.
fn date(days: i64, time: &str, zone: &str, out: &mut String) -> std::fmt::Result {
    let (year, month, day) = civil(days);
    let (year, era) = if year > 0 { (year, "") } else { (1 - year, " BC") };
    write!(out, "{year:04}-{month:02}-{day:02}{time}{zone}{era}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(value: &Value) -> String {
        let mut out = String::new();
        write(value, &mut out);
        out
    }

    #[test]
    fn values_are_written_as_postgresql_reads_them() {
        assert_eq!(text(&Value::Bool(true)), "true");
        assert_eq!(text(&Value::I64(i64::MIN)), "-9223372036854775808");
        assert_eq!(text(&Value::F64(f64::NAN)), "NaN");
        assert_eq!(text(&Value::F64(f64::NEG_INFINITY)), "-Infinity");
        assert_eq!(text(&Value::Bytes(vec![0, 255])), "\\x00ff");
        assert_eq!(text(&Value::Uuid([0x11; 16])), "11111111-1111-1111-1111-111111111111");
        assert_eq!(text(&Value::TimestampTz(-1)), "1969-12-31 23:59:59.999999+00");
        assert_eq!(text(&Value::Timestamp(951_782_400_000_000)), "2000-02-29 00:00:00.000000");
        assert_eq!(text(&Value::Date(0)), "1970-01-01");
        assert_eq!(text(&Value::Date(-719_163)), "0001-12-31 BC");
        assert_eq!(text(&Value::Date(2_932_897)), "10000-01-01");
        assert_eq!(text(&Value::Time(86_399_999_999)), "23:59:59.999999");
        assert_eq!(text(&Value::Time(86_400_000_000)), "24:00:00.000000");
    }
}
