//! Aggregates, groups, and what is selected beside them.

use std::sync::Arc;

use tempest::Error;
use tempest::prelude::*;
use time::OffsetDateTime;
use uuid::Uuid;

use super::sample::{Person, people};
use super::shop::{Customer, Order, shop};
use crate::backend::Database;

/// Numbers of all kinds, some of them NULL.
#[derive(Model, Debug)]
#[tempest(table = "measures")]
struct Measure {
    #[tempest(primary_key)]
    id: i64,
    kind: String,
    small: i16,
    whole: Option<i32>,
    large: i64,
    unsigned: u32,
    single: f32,
    double: Option<f64>,
    note: Option<String>,
    good: bool,
    key: Uuid,
    at: OffsetDateTime,
    blob: Vec<u8>,
}

fn at(second: i64) -> OffsetDateTime {
    OffsetDateTime::from_unix_timestamp(1_796_000_000 + second).unwrap() + time::Duration::microseconds(123_456)
}

async fn measures(db: &Database) {
    db.engine.create_tables::<Measure>().await.unwrap();
    let row = |id: i64, kind: &str, whole: Option<i32>, double: Option<f64>, note: Option<&str>, good: bool| Measure {
        id,
        kind: kind.into(),
        small: i16::try_from(id).unwrap() * 10,
        whole,
        large: id * 4_000_000_000_000_000,
        unsigned: 4_000_000_000,
        single: 0.5,
        double,
        note: note.map(str::to_owned),
        good,
        key: Uuid::from_u128(0xff00 - u128::try_from(id).unwrap()),
        at: at(id),
        blob: vec![u8::try_from(id).unwrap(), 0xff],
    };
    let rows = [
        row(1, "a", Some(1), Some(0.25), Some("one"), true),
        row(2, "a", Some(2), Some(0.5), Some("two"), true),
        row(3, "a", None, None, None, true),
        row(4, "b", Some(2), Some(-1.0), Some("four"), false),
        row(5, "b", Some(6), None, None, true),
    ];
    Measure::insert_many(rows).execute(&db.engine).await.unwrap();
}

pub(crate) async fn of_all_rows(db: Arc<Database>) {
    measures(&db).await;
    let all = Measure::select();
    let counts = all.clone().columns((count_all(), Measure::whole.count(), Measure::whole.count_distinct()));
    assert_eq!(counts.one(&db.engine).await.unwrap(), (5, 4, 3));
    let sums = all.clone().columns((
        Measure::small.sum(),
        Measure::whole.sum(),
        Measure::large.sum(),
        Measure::unsigned.sum(),
        Measure::single.sum(),
        Measure::double.sum(),
    ));
    assert_eq!(
        sums.one(&db.engine).await.unwrap(),
        (Some(150), Some(11), Some(60_000_000_000_000_000), Some(20_000_000_000), Some(2.5), Some(-0.25))
    );
    let averages = all.clone().columns((
        Measure::small.avg(),
        Measure::whole.avg(),
        Measure::unsigned.avg(),
        Measure::single.avg(),
        Measure::double.avg(),
    ));
    assert_eq!(
        averages.one(&db.engine).await.unwrap(),
        (Some(30.0), Some(2.75), Some(4_000_000_000.0), Some(0.5), Some(-0.25 / 3.0))
    );
    let thirds = all.clone().columns((Measure::whole % 3).avg()).where_(Measure::id.in_([1, 2, 5]));
    assert_eq!(thirds.one(&db.engine).await.unwrap(), Some(1.0));
    let third = all.columns(Measure::whole.avg()).where_(Measure::id.in_([1, 2, 4]));
    assert_eq!(third.one(&db.engine).await.unwrap(), Some(5.0 / 3.0));
}

pub(crate) async fn the_smallest_and_the_greatest(db: Arc<Database>) {
    measures(&db).await;
    let all = Measure::select();
    let numbers = all.clone().columns((
        Measure::small.min(),
        Measure::whole.max(),
        Measure::large.max(),
        Measure::unsigned.min(),
        Measure::single.max(),
        Measure::double.min(),
    ));
    assert_eq!(
        numbers.one(&db.engine).await.unwrap(),
        (Some(10), Some(6), Some(20_000_000_000_000_000), Some(4_000_000_000), Some(0.5), Some(-1.0))
    );
    let others = all.columns((
        Measure::note.min(),
        Measure::note.max(),
        Measure::at.min(),
        Measure::at.max(),
        Measure::key.min(),
        Measure::key.max(),
        Measure::blob.min(),
        Measure::blob.max(),
    ));
    assert_eq!(
        others.one(&db.engine).await.unwrap(),
        (
            Some("four".to_owned()),
            Some("two".to_owned()),
            Some(at(1)),
            Some(at(5)),
            Some(Uuid::from_u128(0xfefb)),
            Some(Uuid::from_u128(0xfeff)),
            Some(vec![1, 0xff]),
            Some(vec![5, 0xff])
        )
    );
}

pub(crate) async fn of_no_rows(db: Arc<Database>) {
    measures(&db).await;
    let none = Measure::select().where_(Measure::id.gt(100));
    let counts = none.clone().columns((count_all(), Measure::id.count(), Measure::id.count_distinct()));
    assert_eq!(counts.one(&db.engine).await.unwrap(), (0, 0, 0));
    let numbers =
        none.clone().columns((Measure::large.sum(), Measure::double.sum(), Measure::small.avg(), Measure::at.max()));
    assert_eq!(numbers.one(&db.engine).await.unwrap(), (None, None, None, None));
    let others = none.columns((
        Measure::note.string_agg(","),
        bool_and(Measure::good),
        bool_or(Measure::good),
        Measure::key.min(),
    ));
    assert_eq!(others.one(&db.engine).await.unwrap(), (None, None, None, None));
}

pub(crate) async fn a_sum_that_does_not_fit(db: Arc<Database>) {
    measures(&db).await;
    Measure::update().set(Measure::large, i64::MAX).where_(Measure::id.le(2)).execute(&db.engine).await.unwrap();
    let sum = Measure::select().columns(Measure::large.sum());
    let error = sum.one(&db.engine).await.unwrap_err();
    assert!(!matches!(error, Error::Build(_)), "{error:?}");
}

pub(crate) async fn some_of_the_rows(db: Arc<Database>) {
    measures(&db).await;
    let good = || Measure::good;
    let counts = Measure::select().columns((
        count_all().filter(good()),
        Measure::whole.count().filter(good()),
        Measure::whole.count_distinct().filter(Measure::kind.eq("a")),
        Measure::whole.sum().filter(good()).filter(Measure::kind.eq("b")),
        Measure::whole.avg().filter(Measure::id.lt(3)),
        Measure::whole.max().filter(Measure::kind.eq("a")),
        Measure::note.string_agg("+").order_by(Measure::id.desc()).filter(good()),
        bool_and(Measure::whole.gt(1)).filter(Measure::kind.eq("b")),
        bool_or(Measure::whole.gt(100)).filter(good()),
        count_all().filter(Measure::id.gt(100)),
    ));
    assert_eq!(
        counts.one(&db.engine).await.unwrap(),
        (4, 3, 2, Some(6), Some(1.5), Some(2), Some("two+one".to_owned()), Some(true), Some(false), 0)
    );
}

pub(crate) async fn texts_in_one(db: Arc<Database>) {
    people(&db).await;
    let names = Person::select().columns(Person::name.string_agg(", ").order_by((Person::age.desc(), Person::name)));
    assert_eq!(names.one(&db.engine).await.unwrap().unwrap(), "Dan, Ada, Cyd, Bob, Eve");
    let quoted =
        Person::select().columns(Person::name.string_agg(r"'\").order_by(Person::name)).where_(Person::id.lt(3));
    assert_eq!(quoted.one(&db.engine).await.unwrap().unwrap(), r"Ada'\Bob");
    // Longer than MySQL's and MariaDB's own limits.
    let long = "x".repeat(700_000);
    Person::update().set(Person::name, &long).where_(Person::id.le(2)).execute(&db.engine).await.unwrap();
    let names = Person::select().columns(Person::name.string_agg("")).where_(Person::id.le(2));
    assert_eq!(names.one(&db.engine).await.unwrap().unwrap().len(), 1_400_000);
}

pub(crate) async fn conditions_of_all_and_of_any_row(db: Arc<Database>) {
    measures(&db).await;
    let groups = Measure::select()
        .columns((
            Measure::kind,
            bool_and(Measure::good),
            bool_or(Measure::whole.gt(2)),
            bool_and(Measure::whole.lt(9)),
        ))
        .group_by(Measure::kind)
        .order_by(Measure::kind);
    assert_eq!(
        groups.all(&db.engine).await.unwrap(),
        [("a".to_owned(), Some(true), Some(false), Some(true)), ("b".to_owned(), Some(false), Some(true), Some(true))]
    );
    let all_good = Measure::select().columns(Measure::kind).group_by(Measure::kind).having(bool_and(Measure::good));
    assert_eq!(all_good.all(&db.engine).await.unwrap(), ["a"]);
}

pub(crate) async fn groups(db: Arc<Database>) {
    people(&db).await;
    let by_boss = Person::select()
        .columns((Person::boss, count_all(), Person::age.sum(), Person::name.min()))
        .group_by(Person::boss)
        .order_by(Person::boss.asc().nulls_first());
    let expected = [(None, 2, Some(56), Some("Ada".to_owned())), (Some(1), 3, Some(95), Some("Cyd".to_owned()))];
    assert_eq!(by_boss.clone().all(&db.engine).await.unwrap(), expected);
    assert_eq!(by_boss.clone().count(&db.engine).await.unwrap(), 2);
    assert!(by_boss.clone().exists(&db.engine).await.unwrap());
    assert_eq!(by_boss.clone().having(count_all().gt(2)).all(&db.engine).await.unwrap(), expected[1..]);
    assert_eq!(by_boss.clone().having(Person::boss.is_null()).all(&db.engine).await.unwrap(), expected[..1]);
    let by_two = Person::select()
        .columns((Person::active, Person::age, count_all()))
        .group_by((Person::active, Person::age))
        .order_by((count_all().desc(), Person::age));
    assert_eq!(by_two.all(&db.engine).await.unwrap(), [(true, 36, 2), (false, 7, 1), (false, 20, 1), (true, 52, 1)]);
    // The number of rows of an aggregate of all of them.
    assert_eq!(Person::select().columns(Person::age.sum()).count(&db.engine).await.unwrap(), 1);
}

pub(crate) async fn groups_of_an_expression_with_values(db: Arc<Database>) {
    people(&db).await;
    let decade = || Person::age / 10 * 10;
    let decades = Person::select()
        .columns((decade(), count_all()))
        .where_(Person::age.gt(7))
        .group_by(decade())
        .order_by(decade().desc());
    assert_eq!(decades.all(&db.engine).await.unwrap(), [(50, 1), (30, 2), (20, 1)]);
    let grown = || case().when(Person::age.ge(18), "grown").otherwise("young");
    let ages = Person::select().columns((count_all(), grown())).group_by(grown()).order_by(grown());
    assert_eq!(ages.all(&db.engine).await.unwrap(), [(4, "grown".to_owned()), (1, "young".to_owned())]);
}

pub(crate) async fn groups_of_a_primary_key(db: Arc<Database>) {
    people(&db).await;
    let rows = Person::select().group_by(Person::id).having(count_all().eq(1)).order_by(Person::name);
    assert_eq!(rows.all(&db.engine).await.unwrap().len(), 5);
}

pub(crate) async fn a_column_that_is_not_grouped_by_is_refused(db: Arc<Database>) {
    people(&db).await;
    let refused = |result: Result<usize, Error>, column: &str| match result {
        Err(Error::Build(error)) => {
            assert_eq!(error.dialect, "SQL");
            assert_eq!(error.clause, format!("`{column}` in a query of groups"));
        }
        other => panic!("{other:?}"),
    };
    let beside = Person::select().columns((Person::name, count_all()));
    refused(beside.all(&db.engine).await.map(|rows| rows.len()), "name");
    let whole = Person::select().group_by(Person::name);
    refused(whole.all(&db.engine).await.map(|rows| rows.len()), "id");
    let sorted = Person::select().columns(Person::boss).group_by(Person::boss).order_by(Person::age);
    refused(sorted.all(&db.engine).await.map(|rows| rows.len()), "age");
    let having = Person::select().columns(Person::boss).group_by(Person::boss).having(Person::age.gt(3));
    refused(having.all(&db.engine).await.map(|rows| rows.len()), "age");
    let computed = Person::select().columns((Person::age.max(), Person::id + 1)).group_by(Person::boss);
    refused(computed.all(&db.engine).await.map(|rows| rows.len()), "id");
}

/// A customer's name and city, and sums and numbers of orders.
type Total = (String, Option<String>, i64, i64, Option<i64>, i64, Option<i64>);

pub(crate) async fn groups_of_joined_rows(db: Arc<Database>) {
    shop(&db).await;
    let totals = Customer::select()
        .left_join::<Order>()
        .on(Order::customer_id.eq(Customer::id))
        .columns((
            Customer::name,
            Customer::city,
            Order::id.count(),
            count_all().filter(Order::total.gt(50)),
            Order::total.sum(),
            Order::total.sum().coalesce(0),
            Order::total.coalesce(0).max(),
        ))
        .group_by(Customer::id)
        .having(count_all().gt(0))
        .order_by((Order::id.count().desc(), Customer::id));
    // A count is never NULL, whatever is joined; a sum may be.
    let rows: Vec<Total> = totals.all(&db.engine).await.unwrap();
    let names: Vec<_> = rows.iter().map(|row| (row.0.as_str(), row.2, row.4, row.5)).collect();
    assert_eq!(names[0], ("Ada", 2, Some(290), 290));
    assert_eq!(names[2], ("Cyd", 0, None, 0));
    assert_eq!((rows[0].3, rows[2].3, rows[2].6), (1, 0, Some(0)));
    let ranked = Customer::select()
        .left_join::<Order>()
        .on(Order::customer_id.eq(Customer::id))
        .columns((
            Customer::name,
            row_number().over(window().order_by((Customer::id, Order::id))),
            Order::total.lag(1).over(window().order_by((Customer::id, Order::id))),
        ))
        .order_by((Customer::id, Order::id));
    let ranked: Vec<(String, i64, Option<i64>)> = ranked.all(&db.engine).await.unwrap();
    assert_eq!(ranked[1], ("Ada".into(), 2, Some(250)));
    assert_eq!((ranked[3].1, ranked.len()), (4, 4));
    let ungrouped =
        Customer::select().join::<Order>().on(Order::customer_id.eq(Customer::id)).columns((Order::note, count_all()));
    assert!(matches!(ungrouped.group_by(Customer::id).all(&db.engine).await, Err(Error::Build(_))));
}
