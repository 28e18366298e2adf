//! `INSERT`.

use std::sync::Arc;

use tempest::Error;
use tempest::prelude::*;
use time::{Duration, OffsetDateTime};

use super::sample::Person;
use crate::backend::Database;

fn person(id: i64, name: &str) -> Person {
    Person {
        id,
        name: name.to_owned(),
        email: None,
        age: 40,
        boss: Some(1),
        active: false,
        score: -0.25,
        created_at: time::macros::datetime!(2026-01-02 03:04:05.678901 UTC),
        updated_at: None,
    }
}

pub(crate) async fn columns_that_are_left_out_take_their_defaults(db: Arc<Database>) {
    db.engine.create_tables::<Person>().await.unwrap();
    let name = "Ada".to_owned();
    let ada = insert!(Person { name }).returning().one(&db.engine).await.unwrap();
    assert_eq!((ada.name.as_str(), ada.email, ada.age, ada.active, ada.score), ("Ada", None, 18, true, 1.5));
    assert_eq!((ada.boss, ada.updated_at), (None, None));
    let age = OffsetDateTime::now_utc() - ada.created_at;
    assert!(age.abs() < Duration::minutes(5), "{}", ada.created_at);
    let bob = insert!(Person { name: "Bob" }).returning().one(&db.engine).await.unwrap();
    assert!(bob.id > ada.id);
}

pub(crate) async fn a_whole_model_is_stored_as_it_is(db: Arc<Database>) {
    db.engine.create_tables::<Person>().await.unwrap();
    let ada = person(7, "Ada");
    assert_eq!(Person::insert(ada.clone()).execute(&db.engine).await.unwrap(), 1);
    let bob = Person::insert(person(-3, "Bob")).returning().one(&db.engine).await.unwrap();
    assert_eq!(bob, person(-3, "Bob"));
    assert_eq!(Person::select().order_by(Person::id.desc()).all(&db.engine).await.unwrap(), [ada, bob]);
}

pub(crate) async fn several_rows_in_one_statement(db: Arc<Database>) {
    db.engine.create_tables::<Person>().await.unwrap();
    let (engine, seen) = db.watched().await;
    let rows = (1001..=2000).map(|id| person(id, "Ada"));
    assert_eq!(Person::insert_many(rows).execute(&engine).await.unwrap(), 1000);
    let rows = ["Bob", "Cyd"].map(|name| insert!(Person { name: name, age: 3 }));
    assert_eq!(Person::insert_many(rows).execute(&engine).await.unwrap(), 2);
    assert_eq!(seen.lock().unwrap().len(), 2);
    assert_eq!(Person::select().count(&engine).await.unwrap(), 1002);
}

pub(crate) async fn several_rows_come_back(db: Arc<Database>) {
    db.engine.create_tables::<Person>().await.unwrap();
    let rows = [person(1, "Ada"), person(2, "Bob")];
    let returned = Person::insert_many(rows.clone()).returning().all(&db.engine).await;
    if let Some(mut returned) =
        db.can(db.backend.insert_many_returning, returned, "RETURNING of an INSERT of several rows")
    {
        returned.sort_by_key(|row| row.id);
        assert_eq!(returned, rows);
        let rows = [person(3, "Cyd"), person(4, "Dan")];
        let several = Person::insert_many(rows).returning().one(&db.engine).await;
        assert!(matches!(several, Err(Error::TooManyRows { .. })), "{several:?}");
    }
}

pub(crate) async fn no_rows_send_nothing(db: Arc<Database>) {
    let (engine, seen) = db.watched().await;
    assert_eq!(Person::insert_many(Vec::<Person>::new()).execute(&engine).await.unwrap(), 0);
    let rows = Person::insert_many(Vec::<Person>::new()).returning();
    assert_eq!(rows.clone().all(&engine).await.unwrap(), []);
    assert_eq!(rows.clone().first(&engine).await.unwrap(), None);
    assert!(matches!(rows.one(&engine).await, Err(Error::RowNotFound { .. })));
    assert_eq!(*seen.lock().unwrap(), [""; 0]);
}

pub(crate) async fn rows_with_different_columns_are_refused(db: Arc<Database>) {
    let rows = [insert!(Person { name: "Ada" }), insert!(Person { name: "Bob", age: 3 })];
    let Err(Error::Build(error)) = Person::insert_many(rows).execute(&db.engine).await else { panic!() };
    assert_eq!(error.clause, "INSERT of several rows");
}

#[derive(Model, Debug, PartialEq)]
struct Tally {
    #[tempest(primary_key, auto)]
    id: i64,
    #[tempest(default = 7)]
    count: i16,
    note: Option<String>,
}

pub(crate) async fn a_row_of_defaults_only(db: Arc<Database>) {
    db.engine.create_tables::<Tally>().await.unwrap();
    assert_eq!(insert!(Tally {}).execute(&db.engine).await.unwrap(), 1);
    let row = Tally::select().one(&db.engine).await.unwrap();
    assert_eq!((row.count, row.note), (7, None));
}

pub(crate) async fn returned_columns(db: Arc<Database>) {
    db.engine.create_tables::<Person>().await.unwrap();
    let id = insert!(Person { name: "Ada" }).returning().columns(Person::id).one(&db.engine).await.unwrap();
    assert_eq!(Person::select().columns(Person::id).one(&db.engine).await.unwrap(), id);
    let row = insert!(Person { id: 99, name: "Bob" }).returning().columns((Person::name, Person::id, Person::boss));
    assert_eq!(row.first(&db.engine).await.unwrap(), Some(("Bob".to_owned(), 99, None)));
    let computed = insert!(Person { id: 100, name: "Cyd" }).returning().columns(Person::age * 2);
    assert_eq!(computed.optional(&db.engine).await.unwrap(), Some(36));
}

pub(crate) async fn values_computed_by_the_database(db: Arc<Database>) {
    db.engine.create_tables::<Person>().await.unwrap();
    let (name, age) = ("ada", 30);
    let row =
        insert!(Person { name: sql!("upper({name})"), age: sql!("{age} + 6"), created_at: now() - seconds(3600) });
    let ada = row.returning().one(&db.engine).await.unwrap();
    assert_eq!((ada.name.as_str(), ada.age), ("ADA", 36));
    let age = OffsetDateTime::now_utc() - ada.created_at;
    assert!((age - Duration::hours(1)).abs() < Duration::minutes(5), "{age}");
}

/// Names that need quotes, and a key of two columns.
#[derive(Model, Debug, Clone, PartialEq)]
#[tempest(
    table = "Order Lines",
    naming = "camelCase",
    unique(columns(select_me, other), name = "a \"key\" `of` it's own")
)]
struct Line {
    #[tempest(primary_key)]
    order_id: i64,
    #[tempest(primary_key)]
    line_number: i32,
    #[tempest(column = "select")]
    select_me: i32,
    #[tempest(column = "Größe \"in\" `cm`")]
    other: Option<i32>,
}

pub(crate) async fn a_composite_key_and_names_of_another_style(db: Arc<Database>) {
    db.engine.create_tables::<Line>().await.unwrap();
    let line = |order_id, line_number| Line { order_id, line_number, select_me: 5, other: Some(line_number) };
    assert_eq!(Line::insert(line(1, 1)).returning().one(&db.engine).await.unwrap(), line(1, 1));
    Line::insert(line(1, 2)).execute(&db.engine).await.unwrap();
    let again = Line::insert(line(1, 1)).execute(&db.engine).await.unwrap_err();
    assert!(again.is_unique_violation(), "{again}");
    let found = Line::select()
        .where_(Line::line_number.eq(2).and(Line::order_id.eq(1)).and(Line::select_me.eq(5)))
        .order_by((Line::other, Line::select_me.desc()))
        .one(&db.engine);
    assert_eq!(found.await.unwrap(), line(1, 2));
    let set = Line::update().set(Line::other, Line::other + Line::select_me).where_(Line::other.eq(2));
    assert_eq!(set.execute(&db.engine).await.unwrap(), 1);
    let sum = Line::select().columns(Line::other).where_(Line::line_number.eq(2)).one(&db.engine).await.unwrap();
    assert_eq!(sum, Some(7));
}
