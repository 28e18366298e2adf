//! `UPDATE`.

use std::sync::Arc;

use tempest::Error;
use tempest::prelude::*;
use time::{Duration, OffsetDateTime};

use super::sample::{Person, names, people};
use crate::backend::Database;

async fn person(db: &Database, id: i64) -> Person {
    Person::select().where_(Person::id.eq(id)).one(&db.engine).await.unwrap()
}

pub(crate) async fn values_and_null(db: Arc<Database>) {
    people(&db).await;
    let text = String::from("Zoë");
    let update = Person::update()
        .set(Person::name, &text)
        .set(Person::email, None)
        .set(Person::boss, Some(2))
        .set(Person::age, 21)
        .where_(Person::id.eq(3));
    assert_eq!(update.execute(&db.engine).await.unwrap(), 1);
    let row = person(&db, 3).await;
    assert_eq!((row.name.as_str(), row.email, row.boss, row.age), ("Zoë", None, Some(2), 21));
    assert_eq!(person(&db, 4).await.name, "Dan");
}

pub(crate) async fn set_opt_leaves_a_column_alone(db: Arc<Database>) {
    people(&db).await;
    let update = Person::update()
        .set_opt(Person::name, Some("Zoe"))
        .set_opt(Person::age, None::<i32>)
        .set_opt(Person::boss, Some(None))
        .where_(Person::id.eq(3));
    update.execute(&db.engine).await.unwrap();
    let row = person(&db, 3).await;
    assert_eq!((row.name.as_str(), row.age, row.boss), ("Zoe", 36, None));
}

pub(crate) async fn expressions_read_the_old_row(db: Arc<Database>) {
    people(&db).await;
    let update = Person::update()
        .set(Person::age, Person::age + 1)
        .set(Person::score, Person::score * 2.0 - 0.5)
        .set(Person::boss, Person::id)
        .where_(Person::age.lt(30));
    assert_eq!(update.execute(&db.engine).await.unwrap(), 2);
    let row = person(&db, 5).await;
    assert_eq!((row.age, row.score, row.boss), (8, 2.5, Some(5)));
}

#[derive(Model, Debug, PartialEq)]
struct Pair {
    #[tempest(primary_key)]
    id: i32,
    a: i32,
    b: i32,
}

pub(crate) async fn swapped_columns(db: Arc<Database>) {
    db.engine.create_tables::<Pair>().await.unwrap();
    Pair::insert(Pair { id: 1, a: 1, b: 2 }).execute(&db.engine).await.unwrap();
    let swap = Pair::update().set(Pair::a, Pair::b).set(Pair::b, Pair::a).all_rows().execute(&db.engine).await;
    if db.can(db.backend.assigns_at_once, swap, "SET").is_some() {
        assert_eq!(Pair::select().one(&db.engine).await.unwrap(), Pair { id: 1, a: 2, b: 1 });
    }
}

pub(crate) async fn the_clock_and_intervals(db: Arc<Database>) {
    people(&db).await;
    let backoff = 90;
    let update = Person::update()
        .set(Person::created_at, now() + seconds(backoff))
        .set(Person::updated_at, now() - seconds(0.5))
        .where_(Person::id.eq(1));
    update.execute(&db.engine).await.unwrap();
    let row = person(&db, 1).await;
    assert_eq!(row.created_at - row.updated_at.unwrap(), Duration::milliseconds(90_500));
    let early = OffsetDateTime::now_utc() + Duration::seconds(90) - row.created_at;
    assert!(early.abs() < Duration::minutes(5), "{early}");

    let moment = time::macros::datetime!(2024-02-28 23:59:30.123456 UTC);
    let reset = Person::update().set(Person::created_at, moment).where_(Person::id.eq(1));
    reset.clone().execute(&db.engine).await.unwrap();
    let by_a_column = Person::created_at + seconds(Person::age);
    let update = Person::update().set(Person::created_at, by_a_column).where_(Person::id.eq(1));
    update.execute(&db.engine).await.unwrap();
    let moved = person(&db, 1).await.created_at - moment;
    assert_eq!(moved, Duration::seconds(36));

    reset.execute(&db.engine).await.unwrap();
    let twice = Person::created_at + seconds(86_400_i64) - seconds(60);
    let update = Person::update().set(Person::created_at, twice).where_(Person::id.eq(1));
    update.execute(&db.engine).await.unwrap();
    assert_eq!(person(&db, 1).await.created_at, moment + Duration::seconds(86_340));
}

pub(crate) async fn intervals_have_microseconds(db: Arc<Database>) {
    people(&db).await;
    let moment = time::macros::datetime!(2024-02-29 23:59:59.999999 UTC);
    let old = time::macros::datetime!(1969-12-31 23:59:59.000001 UTC);
    macro_rules! moves {
        ($($from:ident, $moved:expr => $expected:expr;)*) => {$(
            let reset = Person::update().set(Person::created_at, $from).where_(Person::id.eq(1));
            reset.execute(&db.engine).await.unwrap();
            let update = Person::update().set(Person::created_at, $moved).where_(Person::id.eq(1));
            update.execute(&db.engine).await.unwrap();
            assert_eq!(person(&db, 1).await.created_at - $from, $expected, stringify!($moved));
        )*};
    }
    moves! {
        moment, Person::created_at + seconds(0.000_001) => Duration::microseconds(1);
        moment, Person::created_at - seconds(0.000_001) => Duration::microseconds(-1);
        moment, Person::created_at + seconds(1.999_999) => Duration::microseconds(1_999_999);
        moment, Person::created_at + seconds(-0.25) => Duration::milliseconds(-250);
        moment, Person::created_at - seconds(std::time::Duration::from_micros(1)) => Duration::microseconds(-1);
        moment, Person::created_at + seconds(Person::score) => Duration::milliseconds(1_500);
        moment, Person::created_at + seconds(Person::age) - seconds(0.5) => Duration::milliseconds(35_500);
        old, Person::created_at + seconds(0.999_999) => Duration::microseconds(999_999);
        old, Person::created_at - seconds(0.000_002) => Duration::microseconds(-2);
        old, Person::created_at - seconds(86_400.5) + seconds(1) - seconds(0.5) => Duration::seconds(-86_400);
    }
    // A whole number of seconds and one with a fraction move the clock alike.
    let update = Person::update()
        .set(Person::created_at, now() + seconds(2))
        .set(Person::updated_at, now() + seconds(1.000_001))
        .where_(Person::id.eq(1));
    update.execute(&db.engine).await.unwrap();
    let row = person(&db, 1).await;
    assert_eq!(row.created_at - row.updated_at.unwrap(), Duration::microseconds(999_999));
}

pub(crate) async fn on_update_writes_unless_it_is_set(db: Arc<Database>) {
    people(&db).await;
    assert_eq!(person(&db, 1).await.updated_at, None);
    let rename = Person::update().set(Person::name, "Zoe").where_(Person::id.eq(1));
    rename.execute(&db.engine).await.unwrap();
    let changed = OffsetDateTime::now_utc() - person(&db, 1).await.updated_at.unwrap();
    assert!(changed.abs() < Duration::minutes(5), "{changed}");
    let clear = Person::update().set(Person::updated_at, None).where_(Person::id.eq(1));
    clear.execute(&db.engine).await.unwrap();
    assert_eq!(person(&db, 1).await.updated_at, None);
}

pub(crate) async fn sql_in_an_assignment(db: Arc<Database>) {
    people(&db).await;
    let (step, suffix) = (3, "'); DROP TABLE people; --");
    let update = Person::update()
        .set(Person::age, sql!("age + {step}"))
        .set(Person::email, sql!("coalesce({suffix}, email)"))
        .where_(Person::id.eq(2));
    assert_eq!(update.execute(&db.engine).await.unwrap(), 1);
    let row = Person::select().where_(Person::id.eq(2)).one(&db.engine).await.unwrap();
    assert_eq!((row.age, row.email.as_deref()), (23, Some(suffix)));
}

pub(crate) async fn it_counts_the_rows_that_met_its_condition(db: Arc<Database>) {
    people(&db).await;
    let same = Person::update().set(Person::age, 36).set(Person::updated_at, None).where_(Person::age.eq(36));
    assert_eq!(same.execute(&db.engine).await.unwrap(), 2);
    let none = Person::update().set(Person::age, 36).where_(Person::age.eq(99));
    assert_eq!(none.execute(&db.engine).await.unwrap(), 0);
}

pub(crate) async fn all_rows_must_be_said(db: Arc<Database>) {
    people(&db).await;
    let all = Person::update().set(Person::age, 1).all_rows();
    assert_eq!(all.execute(&db.engine).await.unwrap(), 5);
    assert_eq!(names(&db, Person::age.eq(1)).await.len(), 5);
}

pub(crate) async fn changed_rows_come_back(db: Arc<Database>) {
    people(&db).await;
    let can = db.backend.update_returning;
    let birthday = Person::update().set(Person::age, Person::age + 1).where_(Person::age.eq(36)).returning();
    let rows = birthday.clone().all(&db.engine).await;
    if let Some(mut rows) = db.can(can, rows, "RETURNING of an UPDATE") {
        rows.sort_by_key(|row| row.id);
        assert_eq!(rows.iter().map(|row| (row.id, row.age)).collect::<Vec<_>>(), [(1, 37), (3, 37)]);
        assert_eq!(birthday.first(&db.engine).await.unwrap(), None);
    }
    let columns = Person::update().set(Person::age, 3).where_(Person::id.eq(2)).returning().columns(Person::age);
    if let Some(age) = db.can(can, columns.clone().one(&db.engine).await, "RETURNING of an UPDATE") {
        assert_eq!(age, 3);
        assert_eq!(columns.optional(&db.engine).await.unwrap(), Some(3));
        let all = Person::update().set(Person::age, 3).all_rows().returning().one(&db.engine).await;
        assert!(matches!(all, Err(Error::TooManyRows { .. })), "{all:?}");
    }
}

pub(crate) async fn a_subquery_with_a_limit(db: Arc<Database>) {
    people(&db).await;
    let oldest = Person::select().columns(Person::id).order_by((Person::age.desc(), Person::id)).limit(2);
    let update = Person::update().set(Person::active, false).where_(Person::id.in_(oldest));
    let result = update.execute(&db.engine).await;
    if let Some(count) = db.can(db.backend.limit_in_subquery, result, "LIMIT or OFFSET inside IN (SELECT …)") {
        assert_eq!(count, 2);
        assert_eq!(names(&db, not(Person::active)).await, ["Ada", "Bob", "Dan", "Eve"]);
    }
}

pub(crate) async fn an_update_without_set_is_refused(db: Arc<Database>) {
    let Err(Error::Build(error)) = Person::update().all_rows().execute(&db.engine).await else { panic!() };
    assert_eq!(error.dialect, "SQL", "{error}");
}
