//! Every type goes to the database and comes back, at its extremes.

use std::fmt::Debug;
use std::sync::Arc;

use serde_json::{Value as Json, json};
use tempest::Error;
use tempest::prelude::*;
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

equal!(bool i16 i32 i64 u32 String Vec<u8> Uuid OffsetDateTime PrimitiveDateTime Date Time Json Weather Mood);

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

const NUMBER: &str = "NaN";
const NUL: &str = "with a NUL character";
const YEARS: &str = "the date ";

round_trips! {
    booleans: bool, [false, true], |_| vec![];
    integers_of_16_bits: i16, [i16::MIN, -1, 0, 1, i16::MAX], |_| vec![];
    integers_of_32_bits: i32, [i32::MIN, -1, 0, 1, i32::MAX], |_| vec![];
    integers_of_64_bits: i64, [i64::MIN, i64::MIN + 1, -1, 0, 1 << 53, (1 << 53) + 1, i64::MAX], |_| vec![];
    unsigned_integers: u32, [0, 1, u32::MAX / 2 + 1, u32::MAX], |_| vec![];
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
    documents: Json,
        [Json::Null, json!(true), json!(0), json!(-1), json!(i64::MIN), json!(u64::MAX), json!(0.1), json!(1e-7),
            json!(""), json!("é😀\u{10FFFF}\"\\\n"), json!([]), json!({}), json!({"": null}),
            json!({"b": [1, 2.5, {"a": "ü"}], "a": {"c": [[[]]], "'": "\\u0041"}}), json!("x".repeat(50_000))],
        |holds| [json!("\0"), json!({"a": ["x\0y"]}), json!({"a\0": 1}), json!("\\\0")]
            .map(|document| (document, holds.nul_in_text, NUL)).into();
    enums_kept_as_text: Weather, [Weather::Fine, Weather::HeavyRain, Weather::Odd], |_| vec![];
    native_enums: Mood, [Mood::Happy, Mood::VerySad, Mood::Odd], |_| vec![];
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
