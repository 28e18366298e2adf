//! Every type goes to the database and comes back, at its extremes.

use std::fmt::Debug;
use std::sync::Arc;

use std::net::IpAddr;
use std::time::Duration;

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, Utc};
use ipnet::IpNet;
use jiff::{SignedDuration, Timestamp, civil};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use tempest::Error;
use tempest::prelude::*;
use tempest::types::Json as Kept;
use time::macros::{date, datetime, time};
use time::{Date, OffsetDateTime, PrimitiveDateTime, Time, UtcOffset};
use uuid::Uuid;

use crate::backend::{Database, Holds};

/// Whether a value came back as it was: NaN too, and a zero with its sign.
trait Same: Debug {
    fn same(&self, other: &Self) -> bool;
}

macro_rules! equal {
    ($($type:ty)*) => {$(
        impl Same for $type {
            fn same(&self, other: &Self) -> bool {
                self == other
            }
        }
    )*};
}

equal!(bool i8 i16 i32 i64 u8 u16 u32 u64 String Vec<u8> Uuid OffsetDateTime PrimitiveDateTime Date Time Json Weather Mood DateTime<Utc> NaiveDateTime NaiveDate NaiveTime
    Kept<Shape> Decimal i128 Duration time::Duration chrono::TimeDelta IpAddr IpNet Priority Vec<bool> Vec<i16> Vec<i64>
    Vec<u64> Vec<String> Vec<Uuid> Vec<OffsetDateTime> Vec<Decimal> Vec<Weather> Vec<Mood> Vec<Priority>
    Timestamp civil::DateTime civil::Date civil::Time SignedDuration);

impl Same for f32 {
    fn same(&self, other: &Self) -> bool {
        self.to_bits() == other.to_bits() || (self.is_nan() && other.is_nan())
    }
}

impl Same for f64 {
    fn same(&self, other: &Self) -> bool {
        self.to_bits() == other.to_bits() || (self.is_nan() && other.is_nan())
    }
}

macro_rules! same_numbers {
    ($($type:ty)*) => {$(
        impl Same for Vec<$type> {
            fn same(&self, other: &Self) -> bool {
                self.len() == other.len() && self.iter().zip(other).all(|(number, other)| number.same(other))
            }
        }
    )*};
}

same_numbers!(f32 f64);

/// One case: each value goes in and out in every way. The second list is of values that some databases refuse when
/// the statement is built, each with whether this one holds it.
macro_rules! round_trips {
    ($($case:ident: $type:ty, $values:expr, $held:expr;)+) => {$(
        pub(crate) async fn $case(db: Arc<Database>) {
            #[derive(Model, Debug, Clone)]
            #[tempest(table = "held")]
            struct Held {
                #[tempest(primary_key)]
                id: i32,
                value: $type,
                optional: Option<$type>,
            }

            db.engine.create_tables::<Held>().await.unwrap();
            let none = Held::insert_many([insert!(Held { id: -1, value: $values[0].clone() })]);
            none.execute(&db.engine).await.unwrap();
            let none = Held::select().columns((Held::optional, Held::id)).one(&db.engine).await.unwrap();
            assert!(none.0.is_none());

            let held: fn(&Holds) -> Vec<($type, bool, &'static str)> = $held;
            let mut values: Vec<$type> = $values.into();
            for (value, holds, clause) in held(&db.backend.holds) {
                if holds {
                    values.push(value);
                    continue;
                }
                let insert = Held::insert(Held { id: 0, value: value.clone(), optional: None });
                db.refuses(insert.execute(&db.engine).await, clause);
                let update = Held::update().set(Held::optional, &value).all_rows();
                db.refuses(update.execute(&db.engine).await, clause);
                db.refuses(Held::select().where_(Held::value.eq(&value)).all(&db.engine).await, clause);
                db.refuses(Held::select().where_(Held::value.in_([&value])).all(&db.engine).await, clause);
            }

            for (id, value) in (0..).zip(&values) {
                let row = Held { id, value: value.clone(), optional: Some(value.clone()) };
                let row = Held::insert(row).returning().one(&db.engine).await.unwrap();
                assert!(row.value.same(value), "returned: {value:?} came back as {:?}", row.value);
                let here = || Held::select().where_(Held::id.eq(id));
                let row = here().one(&db.engine).await.unwrap();
                assert!(row.value.same(value), "{value:?} came back as {:?}", row.value);
                assert!(row.optional.as_ref().unwrap().same(value), "{value:?} came back as {:?}", row.optional);

                let clear = Held::update().set(Held::optional, None).where_(Held::id.eq(id));
                clear.execute(&db.engine).await.unwrap();
                assert!(here().columns(Held::optional).one(&db.engine).await.unwrap().is_none());
                let set = Held::update().set(Held::optional, value).where_(Held::id.eq(id));
                set.execute(&db.engine).await.unwrap();
                let (again, _) = here().columns((Held::optional, Held::value)).one(&db.engine).await.unwrap();
                assert!(again.as_ref().unwrap().same(value), "set: {value:?} came back as {again:?}");

                let equal = here().where_(Held::value.eq(value).and(Held::optional.eq(value.clone())));
                assert_eq!(equal.count(&db.engine).await.unwrap(), 1, "{value:?} is not equal to itself");
                let listed = here().where_(Held::value.in_([value, value]).and(Held::value.eq(Held::optional)));
                assert_eq!(listed.count(&db.engine).await.unwrap(), 1, "{value:?} is not in its own list");
                let listed = here().where_(Held::value.not_in([value]));
                assert_eq!(listed.count(&db.engine).await.unwrap(), 0, "{value:?} is not in its own list");
                let filter = HeldWhere { value: value.clone().into(), optional: is_not_null(), ..Default::default() };
                assert_eq!(here().where_(filter).count(&db.engine).await.unwrap(), 1, "{value:?}");
            }

            // Enough rows for a statement that runs again and again.
            let values: Vec<$type> = values.iter().cycle().take(250.max(values.len())).cloned().collect();
            let rows = (0..).zip(&values).map(|(id, value)| Held {
                id: 1_000 + id,
                value: value.clone(),
                optional: (id % 2 == 0).then(|| value.clone()),
            });
            Held::insert_many(rows).execute(&db.engine).await.unwrap();
            let rows = Held::select().where_(Held::id.ge(1_000)).order_by(Held::id).all(&db.engine).await.unwrap();
            assert_eq!(rows.len(), values.len());
            for (row, value) in rows.iter().zip(&values) {
                assert!(row.value.same(value), "several rows: {value:?} came back as {:?}", row.value);
                assert_eq!(row.optional.is_some(), row.id % 2 == 0);
            }
        }
    )+};
}

const UNSIGNED: &str = "an unsigned integer above";
const NUMBER: &str = "NaN";
const NUL: &str = "with a NUL character";
const YEARS: &str = "the date ";

round_trips! {
    booleans: bool, [false, true], |_| vec![];
    integers_of_8_bits: i8, [i8::MIN, -1, 0, 1, i8::MAX], |_| vec![];
    integers_of_16_bits: i16, [i16::MIN, -1, 0, 1, i16::MAX], |_| vec![];
    integers_of_32_bits: i32, [i32::MIN, -1, 0, 1, i32::MAX], |_| vec![];
    integers_of_64_bits: i64, [i64::MIN, i64::MIN + 1, -1, 0, 1 << 53, (1 << 53) + 1, i64::MAX], |_| vec![];
    unsigned_integers_of_8_bits: u8, [0, 1, 127, 128, u8::MAX], |_| vec![];
    unsigned_integers_of_16_bits: u16, [0, 1, 0x7FFF, 0x8000, u16::MAX], |_| vec![];
    unsigned_integers: u32, [0, 1, u32::MAX / 2 + 1, u32::MAX], |_| vec![];
    unsigned_integers_of_64_bits: u64, [0, 1, u64::from(u32::MAX) + 1, i64::MAX as u64],
        |holds| [i64::MAX as u64 + 1, u64::MAX].map(|value| (value, holds.unsigned_bigint, UNSIGNED)).into();
    numbers_of_32_bits: f32,
        [0.0, 1.0, -1.0, 0.1, -0.1, 1.0 / 3.0, 16_777_217.0, f32::MIN, f32::MAX, f32::EPSILON, f32::MIN_POSITIVE,
            f32::from_bits(1), 3.402_823_3e38],
        |holds| vec![
            (f32::NAN, holds.nan, NUMBER),
            (f32::INFINITY, holds.infinity, NUMBER),
            (f32::NEG_INFINITY, holds.infinity, NUMBER),
        ];
    numbers_of_64_bits: f64,
        [0.0, 1.0, -1.0, 0.1, -0.1, 1.0 / 3.0, 9_007_199_254_740_993.0, f64::MIN, f64::MAX, f64::EPSILON,
            f64::MIN_POSITIVE, f64::from_bits(1), 1e-300, std::f64::consts::PI],
        |holds| vec![
            (f64::NAN, holds.nan, NUMBER),
            (f64::INFINITY, holds.infinity, NUMBER),
            (f64::NEG_INFINITY, holds.infinity, NUMBER),
        ];
    texts: String,
        ["", " ", "a ", "é", "e\u{301}", "日本語", "😀", "\u{10FFFF}", "\u{FEFF}", "\u{1}\u{1F}", "\r\n\t", r"\", r"\n\\'",
            "'", "\"", "`", "%_!", "007", "1e5", "0x41", "NULL", "true", &"ß".repeat(100_000)].map(String::from),
        |holds| ["\0", "a\0b", "a\0"].map(|text| (text.to_owned(), holds.nul_in_text, NUL)).into();
    bytes: Vec<u8>,
        [vec![], vec![0], vec![0, 0], vec![0xFF, 0xFE], b"'; --".to_vec(), b"text".to_vec(), (0..=255).collect(),
            vec![0x80; 300_000]],
        |_| vec![];
    uuids: Uuid,
        [Uuid::nil(), Uuid::max(), Uuid::from_u128(1), Uuid::from_u128(0x0123_4567_89ab_cdef_0123_4567_89ab_cdef),
            Uuid::now_v7()],
        |_| vec![];
    instants: OffsetDateTime,
        [datetime!(0001-01-01 0:00 UTC), datetime!(9999-12-31 23:59:59.999999 UTC), datetime!(1970-01-01 0:00 UTC),
            datetime!(1969-12-31 23:59:59.999999 UTC), datetime!(1970-01-01 0:00:00.000001 UTC),
            datetime!(2024-02-29 12:34:56.789012 +14:00), datetime!(2024-02-29 12:34:56.7 -12:00),
            datetime!(2024-12-31 23:59:59.999999 +05:30), datetime!(9999-12-31 23:59:59.999999 +23:59),
            datetime!(2016-12-31 23:59:59 UTC), datetime!(2038-01-19 03:14:08 UTC), datetime!(2107-01-01 0:00 UTC),
            datetime!(1582-10-10 0:00 UTC), datetime!(0001-01-01 00:00:01 -00:01)],
        |holds| vec![
            (datetime!(0000-12-31 23:59:59 UTC), holds.year_0, YEARS),
            (datetime!(0000-01-01 0:00 UTC), holds.year_0, YEARS),
            (datetime!(0001-01-01 0:00 +00:01), holds.year_0, YEARS),
            (datetime!(-0001-12-31 23:59:59.999999 UTC), holds.far_years, YEARS),
            (datetime!(-4712-01-01 0:00 UTC), holds.far_years, YEARS),
            (datetime!(-4714-01-01 0:00 UTC), false, YEARS),
            (datetime!(-9999-01-01 0:00 UTC), false, YEARS),
        ];
    moments: PrimitiveDateTime,
        [datetime!(0001-01-01 0:00), datetime!(9999-12-31 23:59:59.999999), datetime!(1970-01-01 0:00),
            datetime!(1969-12-31 23:59:59.999999), datetime!(2024-02-29 12:34:56.789012), datetime!(2024-03-31 02:30),
            datetime!(2024-03-31 02:30:00.1), datetime!(1582-10-10 0:00)],
        |holds| vec![
            (datetime!(0000-02-29 0:00), holds.year_0, YEARS),
            (datetime!(-0001-01-01 0:00), holds.far_years, YEARS),
            (PrimitiveDateTime::MIN, false, YEARS),
        ];
    dates: Date,
        [date!(0001-01-01), date!(9999-12-31), date!(1970-01-01), date!(1969-12-31), date!(2000-02-29),
            date!(1900-02-28), date!(1582-10-10), date!(2024-12-30)],
        |holds| vec![
            (date!(0000-12-31), holds.year_0, YEARS),
            (date!(-0001-01-01), holds.far_years, YEARS),
            (date!(-4713-11-24), holds.far_years, YEARS),
            (date!(-4713-11-23), false, YEARS),
            (Date::MIN, false, YEARS),
        ];
    times_of_day: Time,
        [Time::MIDNIGHT, time!(0:00:00.000001), time!(12:00), time!(23:59:59), time!(23:59:59.999999),
            time!(01:02:03.4)],
        |_| vec![];
    instants_of_chrono: DateTime<Utc>,
        ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z", "1970-01-01T00:00:00Z", "1969-12-31T23:59:59.999999Z",
            "2024-02-29T12:34:56.789012+14:00", "1582-10-10T00:00:00Z"].map(chrono_instant),
        |holds| vec![
            (chrono_instant("0000-12-31T23:59:59Z"), holds.year_0, YEARS),
            (chrono_instant("-0001-12-31T23:59:59Z"), holds.far_years, YEARS),
            (chrono_instant("+10000-01-01T00:00:00Z"), holds.far_years, YEARS),
            (DateTime::<Utc>::MIN_UTC, false, YEARS),
        ];
    moments_of_chrono: NaiveDateTime,
        ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z", "1969-12-31T23:59:59.999999Z"]
            .map(|text| chrono_instant(text).naive_utc()),
        |holds| vec![
            (chrono_instant("0000-02-29T00:00:00Z").naive_utc(), holds.year_0, YEARS),
            (chrono_instant("+10000-01-01T00:00:00Z").naive_utc(), holds.far_years, YEARS),
            (NaiveDateTime::MIN, false, YEARS),
        ];
    dates_of_chrono: NaiveDate,
        ["0001-01-01", "9999-12-31", "1970-01-01", "1969-12-31", "2000-02-29"].map(|text| text.parse::<NaiveDate>().unwrap()),
        |holds| vec![
            ("0000-12-31".parse().unwrap(), holds.year_0, YEARS),
            ("+10000-01-01".parse().unwrap(), holds.far_years, YEARS),
            (NaiveDate::MAX, holds.far_years, YEARS),
            (NaiveDate::MIN, false, YEARS),
        ];
    times_of_chrono: NaiveTime,
        ["00:00:00", "00:00:00.000001", "23:59:59", "23:59:59.999999"].map(|text| text.parse::<NaiveTime>().unwrap()),
        |_| vec![("23:59:60.5".parse().unwrap(), false, "a time of day")];
    decimals: Decimal,
        [Decimal::ZERO, Decimal::ONE, Decimal::MAX, Decimal::MIN, Decimal::new(1, 28), Decimal::new(-1, 28),
            Decimal::new(-150, 2), Decimal::new(10_000, 0), Decimal::new(123_456_789, 4)],
        |_| vec![];
    integers_of_128_bits: i128,
        [i128::MIN, i128::MIN + 1, -1, 0, 1, 10_000, i128::from(i64::MAX) + 1, i128::from(u64::MAX), i128::MAX],
        |_| vec![];
    durations: Duration,
        [Duration::ZERO, Duration::from_micros(1), Duration::from_secs(86_400), Duration::from_micros(i64::MAX as u64)],
        |_| vec![
            (Duration::from_micros(i64::MAX as u64 + 1), false, "a length of more than"),
            (Duration::MAX, false, "a length of more than"),
        ];
    durations_of_time: time::Duration,
        [time::Duration::ZERO, time::Duration::microseconds(-1), time::Duration::microseconds(i64::MAX),
            time::Duration::microseconds(i64::MIN)],
        |_| vec![(time::Duration::MAX, false, "a length of more than")];
    durations_of_chrono: chrono::TimeDelta,
        [chrono::TimeDelta::zero(), chrono::TimeDelta::microseconds(-1), chrono::TimeDelta::days(400)],
        |_| vec![(chrono::TimeDelta::MAX, false, "a length of more than")];
    durations_of_jiff: SignedDuration,
        [SignedDuration::ZERO, SignedDuration::from_micros(-1), SignedDuration::from_micros(i64::MAX)],
        |_| vec![(SignedDuration::MAX, false, "a length of more than")];
    instants_of_jiff: Timestamp,
        ["0001-01-01T00:00:00Z", "9999-12-30T22:00:00.999999Z", "1969-12-31T23:59:59.999999Z"]
            .map(|text| text.parse::<Timestamp>().unwrap()),
        |holds| vec![
            ("0000-12-31T23:59:59Z".parse().unwrap(), holds.year_0, YEARS),
            ("-000001-12-31T23:59:59Z".parse().unwrap(), holds.far_years, YEARS),
            (Timestamp::MIN, false, YEARS),
        ];
    moments_of_jiff: civil::DateTime,
        ["0001-01-01T00:00:00", "9999-12-31T23:59:59.999999", "2024-02-29T12:34:56.789012"]
            .map(|text| text.parse::<civil::DateTime>().unwrap()),
        |_| vec![(civil::DateTime::MIN, false, YEARS)];
    dates_of_jiff: civil::Date,
        ["0001-01-01", "9999-12-31", "1970-01-01", "2000-02-29"].map(|text| text.parse::<civil::Date>().unwrap()),
        |holds| vec![("0000-12-31".parse().unwrap(), holds.year_0, YEARS), (civil::Date::MIN, false, YEARS)];
    times_of_jiff: civil::Time,
        ["00:00:00", "00:00:00.000001", "23:59:59.999999"].map(|text| text.parse::<civil::Time>().unwrap()),
        |_| vec![];
    addresses: IpAddr,
        ["0.0.0.0", "255.255.255.255", "10.0.0.1", "::", "::1", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "::ffff:1.2.3.4"]
            .map(|text| text.parse::<IpAddr>().unwrap()),
        |_| vec![];
    networks: IpNet,
        ["0.0.0.0/0", "10.0.0.0/8", "10.0.0.1/8", "10.0.0.1/32", "::/0", "2001:db8::/32", "::1/128"]
            .map(|text| text.parse::<IpNet>().unwrap()),
        |_| vec![];
    enums_kept_as_numbers: Priority, [Priority::Low, Priority::Normal, Priority::Urgent], |_| vec![];
    lists_of_booleans: Vec<bool>, [vec![], vec![true], vec![false, true, false]], |_| vec![];
    lists_of_16_bits: Vec<i16>, [vec![], vec![i16::MIN, 0, i16::MAX], vec![7; 5_000]], |_| vec![];
    lists_of_64_bits: Vec<i64>, [vec![], vec![i64::MIN, -1, 0, (1 << 53) + 1, i64::MAX]], |_| vec![];
    lists_of_unsigned_64_bits: Vec<u64>, [vec![0], vec![i64::MAX as u64]],
        |holds| vec![(vec![1, u64::MAX], holds.unsigned_bigint, UNSIGNED)];
    lists_of_numbers_of_32_bits: Vec<f32>, [vec![], vec![0.1, -0.1, 1.0 / 3.0, f32::MAX, f32::MIN_POSITIVE, 16_777_217.0]],
        |holds| vec![(vec![f32::NAN], holds.arrays && holds.nan, NUMBER), (vec![f32::INFINITY], holds.arrays, NUMBER)];
    lists_of_numbers_of_64_bits: Vec<f64>,
        [vec![], vec![0.1, -0.1, 1.0 / 3.0, f64::MAX, f64::MIN, f64::MIN_POSITIVE, 1e-300, 1e300, 9_007_199_254_740_993.0]],
        |holds| vec![(vec![1.0, f64::INFINITY], holds.arrays, NUMBER)];
    lists_of_texts: Vec<String>,
        [vec![], vec![String::new()], ["NULL", "null", "a,b", "{}", "\"", "\\", "'", "\n\u{1}", "😀", " a "].map(String::from).into()],
        |holds| vec![(vec!["a\0".to_owned()], holds.nul_in_text, NUL)];
    lists_of_uuids: Vec<Uuid>, [vec![], vec![Uuid::nil(), Uuid::max(), Uuid::from_u128(1)]], |_| vec![];
    lists_of_instants: Vec<OffsetDateTime>,
        [vec![], vec![datetime!(0001-01-01 0:00 UTC), datetime!(9999-12-31 23:59:59.999999 UTC)]],
        |holds| vec![(vec![datetime!(-0001-12-31 0:00 UTC)], holds.far_years, YEARS)];
    lists_of_decimals: Vec<Decimal>, [vec![], vec![Decimal::MAX, Decimal::new(-150, 2), Decimal::new(1, 28)]], |_| vec![];
    lists_of_enums_kept_as_text: Vec<Weather>, [vec![], vec![Weather::Fine, Weather::Odd, Weather::Fine]], |_| vec![];
    lists_of_native_enums: Vec<Mood>, [vec![], vec![Mood::Odd, Mood::VerySad, Mood::Odd]], |_| vec![];
    lists_of_enums_kept_as_numbers: Vec<Priority>, [vec![], vec![Priority::Urgent, Priority::Low]], |_| vec![];
    structs_kept_as_documents: Kept<Shape>,
        [Kept(Shape::Point), Kept(Shape::Circle { radius: u64::MAX, name: Some("é\"\\😀".into()) }),
            Kept(Shape::Circle { radius: 0, name: None })],
        |holds| vec![(Kept(Shape::Circle { radius: 1, name: Some("\0".into()) }), holds.nul_in_text, NUL)];
    documents: Json,
        [Json::Null, json!(true), json!(0), json!(-1), json!(i64::MIN), json!(u64::MAX), json!(0.1), json!(1e-7),
            json!(""), json!("é😀\u{10FFFF}\"\\\n"), json!([]), json!({}), json!({"": null}),
            json!({"b": [1, 2.5, {"a": "ü"}], "a": {"c": [[[]]], "'": "\\u0041"}}), json!("x".repeat(50_000))],
        |holds| [json!("\0"), json!({"a": ["x\0y"]}), json!({"a\0": 1}), json!("\\\0")]
            .map(|document| (document, holds.nul_in_text, NUL)).into();
    enums_kept_as_text: Weather, [Weather::Fine, Weather::HeavyRain, Weather::Odd], |_| vec![];
    native_enums: Mood, [Mood::Happy, Mood::VerySad, Mood::Odd], |_| vec![];
}

fn chrono_instant(text: &str) -> DateTime<Utc> {
    DateTime::parse_from_rfc3339(text).map_or_else(|_| text.parse().unwrap(), |instant| instant.to_utc())
}

#[derive(DbEnum, Debug, Clone, Copy, PartialEq)]
#[tempest(integer)]
#[repr(i16)]
enum Priority {
    Low = -1,
    Normal,
    Urgent = 32_767,
}

#[derive(Serialize, Deserialize, Debug, Clone, PartialEq)]
enum Shape {
    Point,
    Circle { radius: u64, name: Option<String> },
}

#[derive(DbEnum, Debug, Clone, Copy, PartialEq)]
enum Weather {
    Fine,
    HeavyRain,
    #[tempest(label = "it's \"odd\" \\ ölig 😀")]
    Odd,
}

#[derive(DbEnum, Debug, Clone, Copy, PartialEq)]
#[tempest(native, naming = "SCREAMING_SNAKE_CASE")]
enum Mood {
    Happy,
    VerySad,
    #[tempest(label = "it's \"odd\" \\ ölig 😀")]
    Odd,
}

#[derive(Model, Debug)]
struct Zero {
    #[tempest(primary_key)]
    id: i32,
    single: f32,
    double: f64,
}

/// SQLite keeps a whole number in a REAL column as an integer, which has no sign at 0; MariaDB has none either.
pub(crate) async fn a_negative_zero_is_zero(db: Arc<Database>) {
    db.engine.create_tables::<Zero>().await.unwrap();
    Zero::insert(Zero { id: 1, single: -0.0, double: -0.0 }).execute(&db.engine).await.unwrap();
    let row = Zero::select().where_(Zero::double.eq(0.0)).one(&db.engine).await.unwrap();
    assert_eq!((row.single, row.double), (0.0, 0.0));
    if matches!(db.dialect().name(), "PostgreSQL" | "MySQL") {
        assert!(row.single.is_sign_negative() && row.double.is_sign_negative());
    }
}

#[derive(Model, Debug)]
struct Moment {
    #[tempest(primary_key)]
    id: i32,
    at: OffsetDateTime,
    local: Option<PrimitiveDateTime>,
    of_day: Time,
}

pub(crate) async fn what_is_finer_than_a_microsecond_is_cut_off(db: Arc<Database>) {
    db.engine.create_tables::<Moment>().await.unwrap();
    let at = datetime!(2024-12-31 23:59:59.999999999 UTC);
    let moment = insert!(Moment { id: 1, at: at, of_day: at.time() });
    moment.execute(&db.engine).await.unwrap();
    let row = Moment::select().one(&db.engine).await.unwrap();
    assert_eq!(row.at, datetime!(2024-12-31 23:59:59.999999 UTC));
    assert_eq!(row.of_day, time!(23:59:59.999999));
    let before = datetime!(1969-12-31 23:59:59.999999999 UTC);
    let update = Moment::update().set(Moment::at, before).all_rows();
    update.execute(&db.engine).await.unwrap();
    let row = Moment::select().one(&db.engine).await.unwrap();
    assert_eq!(row.at, datetime!(1969-12-31 23:59:59.999999 UTC));
}

pub(crate) async fn an_instant_comes_back_in_utc(db: Arc<Database>) {
    db.engine.create_tables::<Moment>().await.unwrap();
    let at = datetime!(2024-06-01 12:00 +05:30);
    insert!(Moment { id: 1, at: at, of_day: Time::MIDNIGHT }).execute(&db.engine).await.unwrap();
    let row = Moment::select().one(&db.engine).await.unwrap();
    assert_eq!((row.at, row.at.offset()), (at, UtcOffset::UTC));
}

/// Year 10000, by its offset: no database but PostgreSQL has it, and `time` has no such year.
pub(crate) async fn an_instant_beyond_all_years(db: Arc<Database>) {
    db.engine.create_tables::<Moment>().await.unwrap();
    let at = datetime!(9999-12-31 23:59:59.999999 -12:00);
    let insert = insert!(Moment { id: 1, at: at, of_day: Time::MIDNIGHT }).execute(&db.engine).await;
    if db.can(db.backend.holds.far_years, insert, YEARS).is_some() {
        let error = Moment::select().all(&db.engine).await.unwrap_err();
        assert!(matches!(error, Error::Decode { .. }), "{error:?}");
    }
}

pub(crate) async fn text_sorts_and_compares_as_instants_do(db: Arc<Database>) {
    db.engine.create_tables::<Moment>().await.unwrap();
    let instants = [
        datetime!(0001-01-01 0:00 UTC),
        datetime!(1969-12-31 23:59:59.999999 UTC),
        datetime!(2024-01-01 23:00 +12:00),
        datetime!(2024-01-01 12:00 UTC),
        datetime!(2024-01-01 12:00:00.5 UTC),
        datetime!(9999-12-31 23:59:59 UTC),
    ];
    for (id, at) in (0..).zip(instants) {
        insert!(Moment { id: id, at: at, of_day: Time::MIDNIGHT }).execute(&db.engine).await.unwrap();
    }
    let sorted = Moment::select().columns(Moment::at).order_by(Moment::at).all(&db.engine).await.unwrap();
    assert_eq!(sorted, instants);
    for (count, at) in (0..).zip(instants) {
        let earlier = Moment::select().where_(Moment::at.lt(at)).count(&db.engine).await.unwrap();
        assert_eq!(earlier, count, "{at}");
    }
}

#[derive(Model, Debug, Clone)]
struct Counts {
    #[tempest(primary_key)]
    id: i32,
    tiny: i8,
    byte: u8,
    short: u16,
    word: u32,
    long: u64,
}

/// What computes a number that the column's type does not hold is refused by the database: nothing wraps around.
pub(crate) async fn what_the_type_does_not_hold_is_kept_out(db: Arc<Database>) {
    db.engine.create_tables::<Counts>().await.unwrap();
    let row = Counts { id: 1, tiny: i8::MAX, byte: u8::MAX, short: u16::MAX, word: u32::MAX, long: 0 };
    Counts::insert(row.clone()).execute(&db.engine).await.unwrap();
    macro_rules! refused {
        ($($column:ident $operator:tt 1),*) => {$(
            let update = Counts::update().set(Counts::$column, Counts::$column $operator 1).all_rows();
            let error = update.execute(&db.engine).await.unwrap_err();
            match error {
                Error::CheckViolation { .. } | Error::Database { .. } => {}
                error => panic!("{}: {error:?}", stringify!($column)),
            }
        )*};
    }
    refused!(tiny + 1, byte + 1, short + 1, word + 1, long - 1);
    let kept = Counts::select().one(&db.engine).await.unwrap();
    assert_eq!((kept.tiny, kept.byte, kept.short), (row.tiny, row.byte, row.short));
    assert_eq!((kept.word, kept.long), (row.word, row.long));
    let halved = Counts::select().columns((Counts::tiny / 2, Counts::byte / 2, Counts::short / 2, Counts::word / 2));
    assert_eq!(halved.one(&db.engine).await.unwrap(), (63, 127, 32_767, 2_147_483_647));
}

pub(crate) async fn rows_are_numbered_with_any_integer(db: Arc<Database>) {
    macro_rules! numbered {
        ($($type:ty)*) => {$({
            #[derive(Model)]
            struct Numbered {
                #[tempest(primary_key, auto)]
                id: $type,
            }
            db.engine.create_tables::<Numbered>().await.unwrap();
            for id in 1..3 {
                let row = insert!(Numbered {}).returning().one(&db.engine).await.unwrap();
                assert_eq!(row.id, id);
            }
            db.engine.drop_tables::<Numbered>().await.unwrap();
        })*};
    }
    numbered!(i8 i16 i32 i64 u8 u16 u32 u64);
}

#[derive(Model, Debug)]
struct Meeting {
    #[tempest(primary_key)]
    id: i32,
    #[tempest(default = now())]
    at: DateTime<Utc>,
    ended: Option<DateTime<Utc>>,
}

pub(crate) async fn the_clock_beside_an_instant_of_another_crate(db: Arc<Database>) {
    db.engine.create_tables::<Meeting>().await.unwrap();
    insert!(Meeting { id: 1 }).execute(&db.engine).await.unwrap();
    let begun = Meeting::select().where_(Meeting::at.le(now()).and(Meeting::at.gt(now() - seconds(60))));
    assert_eq!(begun.count(&db.engine).await.unwrap(), 1);
    let later = Meeting::update().set(Meeting::ended, now() + seconds(60)).set(Meeting::at, Meeting::at - seconds(5));
    assert_eq!(later.all_rows().execute(&db.engine).await.unwrap(), 1);
    let row = Meeting::select().where_(Meeting::ended.gt(now())).one(&db.engine).await.unwrap();
    let lasted = row.ended.unwrap() - row.at;
    assert!((64_900..70_000).contains(&lasted.num_milliseconds()), "{lasted}");
}

#[derive(Model, Debug)]
#[tempest(table = "kept")]
struct Keyed {
    #[tempest(primary_key)]
    id: i32,
    v: Kept<std::collections::BTreeMap<Option<i32>, i32>>,
}

/// What is wrong with a value is said when the statement is built, and names the column.
pub(crate) async fn a_value_that_does_not_fit_names_its_column(db: Arc<Database>) {
    let document = || Kept([(None, 1)].into());
    let error = |result: tempest::Result<u64>| match result.unwrap_err() {
        Error::Build(error) => error.to_string(),
        error => panic!("{error:?}"),
    };
    let expected = "as a JSON document in column `v` of `kept`: key must be a string";
    let row = || Keyed { id: 1, v: document() };
    for result in [
        Keyed::insert(row()).execute(&db.engine).await,
        Keyed::insert_many((0..600).map(|_| row())).execute(&db.engine).await,
        Keyed::update().set(Keyed::v, document()).where_(Keyed::id.eq(1)).execute(&db.engine).await,
    ] {
        let error = error(result);
        assert!(error.contains(expected), "{error}");
    }
    let error = Keyed::select().where_(Keyed::v.eq(document())).all(&db.engine).await.unwrap_err();
    assert!(error.to_string().contains("as a JSON document: key must be a string"), "{error}");

    db.raw("CREATE TABLE kept (id INTEGER, v TEXT)").await;
    for (text, found) in [("[1]", "a JSON document of another shape"), ("{", "text that is not JSON")] {
        db.raw(&format!("INSERT INTO kept VALUES (1, '{text}')")).await;
        let error = Keyed::select().all(&db.engine).await.unwrap_err().to_string();
        assert!(error.contains("column `v` of `kept`: expected ") && error.contains(found), "{error}");
        db.raw("DELETE FROM kept").await;
    }
}

#[derive(Model, Debug, Clone)]
struct Price {
    #[tempest(primary_key)]
    id: i32,
    #[tempest(numeric(12, 2))]
    net: Decimal,
    #[tempest(unique)]
    gross: Option<Decimal>,
    huge: i128,
}

/// SQLite keeps decimal numbers as text, and compares them as numbers all the same. It computes with floating point
/// numbers, which is refused.
pub(crate) async fn decimals_are_compared_and_computed_as_numbers(db: Arc<Database>) {
    db.engine.create_tables::<Price>().await.unwrap();
    let cents = [1_000, 999, -500, 10_000, 90];
    let rows = (0..).zip(cents).map(|(id, cents)| Price {
        id,
        net: Decimal::new(cents, 2),
        gross: Some(Decimal::new(cents * 10, 3)),
        huge: i128::from(cents) * 10_i128.pow(25),
    });
    Price::insert_many(rows).execute(&db.engine).await.unwrap();
    let sorted = Price::select().columns(Price::id).order_by(Price::net).all(&db.engine).await.unwrap();
    assert_eq!(sorted, [2, 4, 1, 0, 3]);
    let sorted = Price::select().columns(Price::id).order_by(Price::huge).all(&db.engine).await.unwrap();
    assert_eq!(sorted, [2, 4, 1, 0, 3]);
    let cheap = Price::select().where_(Price::net.between(Decimal::new(90, 2), Decimal::new(10, 0)));
    assert_eq!(cheap.count(&db.engine).await.unwrap(), 3);
    // 1.50 and 1.5 are one number, in conditions and in keys.
    let ten = Price::select().where_(Price::net.eq(Decimal::TEN).and(Price::gross.eq(Price::net)));
    assert_eq!(ten.count(&db.engine).await.unwrap(), 1);
    let twice = insert!(Price { id: 9, net: Decimal::ONE, gross: Decimal::new(10, 0), huge: 1 });
    let twice = twice.execute(&db.engine).await.unwrap_err();
    assert!(matches!(twice, Error::UniqueViolation { .. }), "{twice:?}");

    let computes = db.dialect().name() != "SQLite";
    let raised = Price::update().set(Price::net, Price::net * Decimal::new(15, 1) + Decimal::new(1, 2));
    let raised = raised.where_(Price::id.eq(0)).execute(&db.engine).await;
    if db.can(computes, raised, "arithmetic with decimal numbers").is_some() {
        let net = Price::select().columns(Price::net).where_(Price::id.eq(0)).one(&db.engine).await.unwrap();
        assert_eq!(net, Decimal::new(1_501, 2));
    }
    let doubled = Price::select().columns(Price::net / Decimal::TWO).where_(Price::id.eq(1)).one(&db.engine).await;
    if let Some(half) = db.can(computes, doubled, "arithmetic with decimal numbers") {
        assert_eq!(half, Decimal::new(4_995, 3));
    }
}

#[derive(Model, Debug)]
#[tempest(table = "others", no_primary_key)]
struct Foreign {
    address: Option<IpAddr>,
    network: Option<IpNet>,
    lasted: Option<Duration>,
}

pub(crate) async fn an_address_and_an_interval_that_others_wrote(db: Arc<Database>) {
    let error = async |columns: &str, values: &str| {
        db.raw("DROP TABLE IF EXISTS others").await;
        db.raw(&format!("CREATE TABLE others ({columns})")).await;
        db.raw(&format!("INSERT INTO others VALUES ({values})")).await;
        let engine: Engine = db.options().connect().await.unwrap();
        Foreign::select().one(&engine).await.map_err(|error| error.to_string())
    };
    let found =
        error("address VARCHAR(60), network VARCHAR(60), lasted BIGINT", "'10.0.0.1', '10.0.0.1', 1500000").await;
    let found = found.unwrap();
    assert_eq!(found.address, Some(IpAddr::from([10, 0, 0, 1])));
    assert_eq!(found.network, Some(IpNet::from(IpAddr::from([10, 0, 0, 1]))));
    assert_eq!(found.lasted, Some(Duration::from_millis(1500)));
    let found = error("address VARCHAR(60), network VARCHAR(60), lasted BIGINT", "NULL, NULL, -1").await;
    assert!(found.unwrap_err().contains("expected Duration, found -1 microseconds"));
    let found = error("address VARCHAR(60), network VARCHAR(60), lasted BIGINT", "'10.0.0.1/8', NULL, 1").await;
    assert!(found.unwrap_err().contains("column `address` of `others`: expected IpAddr, found the text"));
    if db.dialect().name() == "PostgreSQL" {
        let found =
            error("address INET, network CIDR, lasted INTERVAL", "'::1', '10.0.0.0/8', '1 day 2 seconds'").await;
        let found = found.unwrap();
        assert_eq!(found.network, Some("10.0.0.0/8".parse().unwrap()));
        assert_eq!(found.lasted, Some(Duration::from_secs(86_402)));
        let found = error("address INET, network CIDR, lasted INTERVAL", "'10.0.0.1/8', NULL, NULL").await;
        assert!(found.unwrap_err().contains("found the address 10.0.0.1/8"));
        let found = error("address INET, network CIDR, lasted INTERVAL", "NULL, NULL, '1 month'").await;
        assert!(found.unwrap_err().contains("interval with months"));
    }
}

#[derive(Model, Debug)]
#[tempest(no_primary_key)]
struct Listed {
    id: i32,
    v: Vec<i16>,
}

pub(crate) async fn a_list_that_others_wrote(db: Arc<Database>) {
    let (column, literals) = match db.dialect().name() {
        "PostgreSQL" => ("BIGINT[]", ["'{1,2}'", "'{1,NULL}'", "'{1,40000}'", "'{{1},{2}}'", "'[3:4]={1,2}'"]),
        _ => ("JSON", ["'[1, 2]'", "'[1, null]'", "'[1, 40000]'", "'[[1], [2]]'", "'[1,2 ]'"]),
    };
    let column = if db.dialect().name() == "SQLite" { "TEXT" } else { column };
    db.raw(&format!("CREATE TABLE listed (id INTEGER, v {column})")).await;
    let mut found = Vec::new();
    for literal in literals {
        db.raw(&format!("INSERT INTO listed VALUES (1, {literal})")).await;
        found.push(Listed::select().one(&db.engine).await.map(|row| row.v).map_err(|error| error.to_string()));
        db.raw("DELETE FROM listed").await;
    }
    assert_eq!(found[0].as_deref(), Ok(&[1, 2][..]));
    assert_eq!(found[4].as_deref(), Ok(&[1, 2][..]));
    let fault = |index: usize| found[index].clone().unwrap_err();
    assert!(fault(1).contains("column `v` of `listed`: expected "), "{}", fault(1));
    assert!(fault(1).contains("a list in which NULL stands for i16"), "{}", fault(1));
    assert!(fault(2).contains("a list in which the integer 40000, which does not fit stands for i16"), "{}", fault(2));
    assert!(fault(3).contains("column `v` of `listed`: expected "), "{}", fault(3));
}
