//! Functions of text, numbers and any values; `CASE`; the program's own functions.

use std::sync::Arc;

use tempest::prelude::*;
use tempest::{Error, Expr};

use super::sample::{Person, names, people};
use crate::backend::Database;

/// Pairs of a text, a number and what may be NULL.
#[derive(Model, Debug)]
#[tempest(table = "samples")]
struct Sample {
    #[tempest(primary_key)]
    id: i64,
    text: String,
    number: f64,
    whole: i32,
    maybe: Option<i32>,
    word: Option<String>,
    single: f32,
    flag: bool,
}

async fn sample(db: &Database, text: &str, number: f64) {
    db.engine.create_tables::<Sample>().await.unwrap();
    let sample = Sample {
        id: 1,
        text: text.into(),
        number,
        whole: -7,
        maybe: None,
        word: Some("Wört".into()),
        single: -2.5,
        flag: true,
    };
    Sample::insert(sample).execute(&db.engine).await.unwrap();
}

/// The value of an expression over the only row.
macro_rules! value_of {
    ($db:expr, $expr:expr) => {
        Sample::select().columns($expr).one(&$db.engine).await.unwrap()
    };
}

pub(crate) async fn text(db: Arc<Database>) {
    sample(&db, "  Grün & Blue  ", 0.0).await;
    assert_eq!(value_of!(db, Sample::text.trim()), "Grün & Blue");
    assert_eq!(value_of!(db, Sample::text.trim_start()), "Grün & Blue  ");
    assert_eq!(value_of!(db, Sample::text.trim_end()), "  Grün & Blue");
    assert_eq!(value_of!(db, Sample::text.length()), 15);
    assert_eq!(value_of!(db, Sample::word.length()), Some(4));
    assert_eq!(value_of!(db, Sample::text.trim().substring(3, 4)), "ün &");
    assert_eq!(value_of!(db, Sample::text.substring(14, 100)), "  ");
    assert_eq!(value_of!(db, Sample::text.substring(50, 1)), "");
    assert_eq!(value_of!(db, Sample::text.trim().substring(12, 0)), "");
    assert_eq!(value_of!(db, Sample::text.trim().replace("ü", "ue").lower()), "gruen & blue");
    assert_eq!(value_of!(db, Sample::text.trim().replace(" & ", "").replace("ün", "").upper()), "GRBLUE");
    assert_eq!(value_of!(db, Sample::text.replace("", "x")), "  Grün & Blue  ");
    assert_eq!(value_of!(db, Sample::text.trim().concat("!").concat(Sample::text)), "Grün & Blue!  Grün & Blue  ");
    assert_eq!(value_of!(db, Sample::word.concat("?")), Some("Wört?".to_owned()));
    assert_eq!(value_of!(db, Sample::word.nullif("Wört").concat("?")), None);
    assert_eq!(value_of!(db, value("a").concat(Sample::text.trim().length().cast::<String>())), "a11");
    let found = Sample::select().where_(Sample::text.trim().lower().eq("grün & blue")).count(&db.engine).await.unwrap();
    assert_eq!(found, 1);
    let error = Sample::select().columns(Sample::text.substring(0, 2)).one(&db.engine).await.unwrap_err();
    assert!(matches!(error, Error::Build(_)), "{error:?}");
}

pub(crate) async fn numbers(db: Arc<Database>) {
    sample(&db, "", 0.0).await;
    let cases: [f64; 14] = [
        0.0,
        0.5,
        -0.5,
        1.5,
        -1.5,
        2.5,
        -2.5,
        0.4,
        0.499_999_999_999_999_94,
        -7.75,
        1e15 + 0.5,
        4.5e15 + 0.5,
        1e300,
        -3.0,
    ];
    for number in cases {
        Sample::update().set(Sample::number, number).all_rows().execute(&db.engine).await.unwrap();
        assert_eq!(value_of!(db, Sample::number.round()), number.round(), "{number}");
        assert_eq!(value_of!(db, Sample::number.floor()), number.floor(), "{number}");
        assert_eq!(value_of!(db, Sample::number.ceil()), number.ceil(), "{number}");
        assert_eq!(value_of!(db, Sample::number.abs()), number.abs(), "{number}");
        assert_eq!(value_of!(db, (Sample::number + 0.25).round()), (number + 0.25).round(), "{number}");
    }
    assert_eq!(value_of!(db, Sample::single.round()), -3.0);
    assert_eq!(value_of!(db, Sample::single.floor()), -3.0);
    assert_eq!(value_of!(db, Sample::single.ceil()), -2.0);
    assert_eq!(
        value_of!(db, (Sample::whole.abs(), Sample::whole.round(), Sample::whole.floor(), Sample::whole.ceil())),
        (7, -7, -7, -7)
    );
    assert_eq!(value_of!(db, value(-5_i64).abs()), 5);
    assert_eq!(value_of!(db, Sample::maybe.abs()), None);
}

pub(crate) async fn null(db: Arc<Database>) {
    sample(&db, "text", 0.0).await;
    let none: i32 = value_of!(db, Sample::maybe.coalesce(5));
    let column: i32 = value_of!(db, Sample::maybe.coalesce(Sample::whole));
    let twice: Option<i32> = value_of!(db, Sample::maybe.coalesce(Sample::maybe));
    let chain: String = value_of!(db, Sample::word.nullif("Wört").coalesce(Sample::word).coalesce("none"));
    assert_eq!((none, column, twice, chain.as_str()), (5, -7, None, "Wört"));
    assert_eq!(value_of!(db, Sample::whole.nullif(-7)), None);
    assert_eq!(value_of!(db, Sample::whole.nullif(7)), Some(-7));
    assert_eq!(value_of!(db, Sample::text.nullif(Sample::word)), Some("text".to_owned()));
}

pub(crate) async fn the_greater_and_the_smaller(db: Arc<Database>) {
    sample(&db, "text", 2.5).await;
    assert_eq!(value_of!(db, (Sample::whole.greatest(3), Sample::whole.least(3))), (3, -7));
    assert_eq!(value_of!(db, Sample::number.greatest(Sample::number + 1.0).least(3.0)), 3.0);
    assert_eq!(value_of!(db, Sample::text.greatest("zebra")), "zebra");
    // A NULL is left out on PostgreSQL, and the result elsewhere.
    let with_null = value_of!(db, (Sample::maybe.greatest(3), Sample::maybe.least(Sample::whole)));
    let expected = if db.dialect().name() == "PostgreSQL" { (Some(3), Some(-7)) } else { (None, None) };
    assert_eq!(with_null, expected);
}

pub(crate) async fn null_as_a_value(db: Arc<Database>) {
    people(&db).await;
    assert_eq!(names(&db, Person::boss.is_distinct_from(1)).await, ["Ada", "Bob"]);
    assert_eq!(names(&db, Person::boss.is_not_distinct_from(1)).await, ["Cyd", "Dan", "Eve"]);
    assert_eq!(names(&db, Person::boss.is_not_distinct_from(None)).await, ["Ada", "Bob"]);
    assert_eq!(names(&db, Person::boss.is_distinct_from(None)).await, ["Cyd", "Dan", "Eve"]);
    assert_eq!(names(&db, Person::id.is_not_distinct_from(Person::boss)).await, [""; 0]);
    assert_eq!(names(&db, not(Person::boss.is_distinct_from(Person::boss))).await.len(), 5);
    assert_eq!(names(&db, Person::boss.is_distinct_from(Some(1)).and(Person::age.gt(30))).await, ["Ada"]);
}

pub(crate) async fn casts(db: Arc<Database>) {
    sample(&db, "text", -2.75).await;
    assert_eq!(value_of!(db, Sample::number.cast::<i32>()), -2);
    assert_eq!(value_of!(db, Sample::single.cast::<i64>()), -2);
    assert_eq!(value_of!(db, Sample::whole.cast::<f64>() / 2.0), -3.5);
    assert_eq!(value_of!(db, Sample::whole.cast::<i64>() * 1_000_000_000_000), -7_000_000_000_000);
    assert_eq!(value_of!(db, Sample::whole.cast::<i16>()), -7);
    assert_eq!(value_of!(db, (Sample::whole + 1).cast::<String>().concat("!")), "-6!");
    assert_eq!(value_of!(db, Sample::maybe.cast::<String>()), None);
    assert_eq!(value_of!(db, Sample::flag.cast::<i32>()), 1);
    assert_eq!(value_of!(db, Sample::single.cast::<f64>()), -2.5);
    assert_eq!(value_of!(db, value(7_u32).cast::<i32>()), 7);
}

pub(crate) async fn case_takes_the_first_that_is_true(db: Arc<Database>) {
    people(&db).await;
    let age = || case().when(Person::age.lt(10), "child").when(Person::age.lt(40), "grown").otherwise("old");
    let ages = Person::select().columns(age()).order_by(Person::id).all(&db.engine).await.unwrap();
    assert_eq!(ages, ["grown", "grown", "grown", "old", "child"]);
    assert_eq!(names(&db, age().eq("grown").and(Person::active)).await, ["Ada", "Cyd"]);
    let boss = case().when(Person::active, Person::boss).otherwise(None);
    let bosses = Person::select().columns(boss).order_by(Person::id).all(&db.engine).await.unwrap();
    assert_eq!(bosses, [None, None, Some(1), Some(1), None]);
    let numbers = case().when(Person::active, 1).end();
    let numbers = Person::select().columns((numbers, case().when(Person::active, 0.5).otherwise(Person::score)));
    assert_eq!(
        numbers.order_by(Person::id).all(&db.engine).await.unwrap(),
        [(Some(1), 0.5), (None, 1.5), (Some(1), 0.5), (Some(1), 0.5), (None, 1.5)]
    );
    Person::update()
        .set(Person::age, case().when(Person::name.eq("Eve"), 8).otherwise(Person::age + 1))
        .set(Person::boss, case().when(Person::boss.is_null(), Person::id).otherwise(2))
        .all_rows()
        .execute(&db.engine)
        .await
        .unwrap();
    let changed =
        Person::select().columns((Person::age, Person::boss)).order_by(Person::id).all(&db.engine).await.unwrap();
    assert_eq!(changed, [(37, Some(1)), (21, Some(2)), (37, Some(2)), (53, Some(2)), (8, Some(2))]);
    let sorted =
        Person::select().columns(Person::name).order_by((case().when(Person::active, 1).otherwise(0), Person::name));
    assert_eq!(sorted.all(&db.engine).await.unwrap(), ["Bob", "Eve", "Ada", "Cyd", "Dan"]);
}

sql_function! {
    /// A function that all databases have, by the same name.
    fn nullif(left: i32, right: Option<i32>) -> Option<i32>;

    /// One by another name.
    fn shout(text: String) -> String = "upper";
}

pub(crate) async fn functions_of_the_program(db: Arc<Database>) {
    sample(&db, "text", 0.0).await;
    assert_eq!(value_of!(db, nullif(Sample::whole, 7)), Some(-7));
    assert_eq!(value_of!(db, nullif(Sample::whole, Sample::whole)), None);
    assert_eq!(value_of!(db, nullif(Sample::whole + 1, Sample::maybe)), Some(-6));
    let sum: Expr<_, Option<i32>> = nullif(7, 8) + 1;
    assert_eq!(value_of!(db, sum), Some(8));
    let shouted = Sample::select().where_(shout(Sample::text).eq("TEXT")).count(&db.engine).await.unwrap();
    assert_eq!(shouted, 1);
}

pub(crate) async fn rows_of_values(db: Arc<Database>) {
    people(&db).await;
    let pair = || (Person::age, Person::id);
    assert_eq!(names(&db, pair().gt((36, 1))).await, ["Cyd", "Dan"]);
    assert_eq!(names(&db, pair().ge((36, 1))).await, ["Ada", "Cyd", "Dan"]);
    assert_eq!(names(&db, pair().lt((36, 3))).await, ["Ada", "Bob", "Eve"]);
    assert_eq!(names(&db, pair().le((36, 3))).await, ["Ada", "Bob", "Cyd", "Eve"]);
    assert_eq!(names(&db, pair().eq((36, 3))).await, ["Cyd"]);
    assert_eq!(names(&db, pair().ne((36, 3))).await, ["Ada", "Bob", "Dan", "Eve"]);
    assert_eq!(names(&db, pair().gt((36, 1)).and(Person::name.ne("Dan"))).await, ["Cyd"]);
    assert_eq!(names(&db, not(pair().gt((36, 1)))).await, ["Ada", "Bob", "Eve"]);
    // NULL makes a comparison unknown only if it comes to that.
    let triple = || (Person::age, Person::boss, Person::name);
    assert_eq!(names(&db, triple().gt((36, 0, "B"))).await, ["Cyd", "Dan"]);
    assert_eq!(names(&db, triple().gt((20, 0, "B"))).await, ["Ada", "Cyd", "Dan"]);
    assert_eq!(names(&db, triple().le((36, 1, "Cyd"))).await, ["Bob", "Cyd", "Eve"]);
    assert_eq!(names(&db, (Person::age, Person::id).le((Person::age, Person::id))).await.len(), 5);
}

pub(crate) async fn collations(db: Arc<Database>) {
    people(&db).await;
    let collation = match db.dialect().name() {
        "PostgreSQL" => "C",
        "SQLite" => "NOCASE",
        _ => "utf8mb4_general_ci",
    };
    let found = names(&db, Person::name.collate(collation).eq("ADA")).await;
    assert_eq!(found.len(), usize::from(collation != "C"));
    let sorted = Person::select().columns(Person::name).order_by(Person::name.collate(collation).desc());
    assert_eq!(sorted.all(&db.engine).await.unwrap(), ["Eve", "Dan", "Cyd", "Bob", "Ada"]);
}
