//! Rows and changes that stand in structs of the program's own.

use std::sync::Arc;

use serde::Deserialize;
use tempest::Error;
use tempest::prelude::*;

use super::sample::{Person, people};
use crate::backend::Database;

#[derive(Insert)]
#[tempest(model = Person)]
struct NewPerson<'a> {
    name: &'a str,
    #[tempest(column = email)]
    mail: Option<&'a str>,
    #[tempest(flatten)]
    place: Place,
    #[tempest(skip)]
    note: &'static str,
}

/// Not a whole row: a person has a name.
#[derive(Insert, Clone)]
#[tempest(model = Person, part)]
struct Place {
    boss: Option<i64>,
    active: bool,
}

#[derive(Patch, Deserialize, Default)]
#[tempest(model = Person)]
#[serde(deny_unknown_fields)]
struct Changes {
    name: Option<String>,
    age: Option<i32>,
    #[serde(default, deserialize_with = "tempest::model::present")]
    boss: Option<Option<i64>>,
    email: Option<String>,
}

fn new_person<'a>((name, mail): &'a (String, String)) -> NewPerson<'a> {
    let place = Place { boss: Some(1), active: false };
    NewPerson { name, mail: Some(mail), place, note: "left out" }
}

pub(crate) async fn a_struct_is_a_row(db: Arc<Database>) {
    db.engine.create_tables::<Person>().await.unwrap();
    let zoe = ("Zoe".to_owned(), "zoe@example.org".to_owned());
    let person = new_person(&zoe);
    assert_eq!(person.note, "left out");
    let zoe = Person::insert(person).returning().one(&db.engine).await.unwrap();
    assert_eq!((zoe.name.as_str(), zoe.email.as_deref()), ("Zoe", Some("zoe@example.org")));
    assert_eq!((zoe.age, zoe.boss, zoe.active, zoe.score), (18, Some(1), false, 1.5));
}

pub(crate) async fn structs_are_many_rows(db: Arc<Database>) {
    db.engine.create_tables::<Person>().await.unwrap();
    let people: Vec<_> = (0..500).map(|number| (format!("P{number:03}"), format!("{number}@example.org"))).collect();
    let made = Person::insert_many(people.iter().map(new_person)).execute(&db.engine).await.unwrap();
    assert_eq!(made, 500);
    let found = Person::select()
        .columns((Person::name, Person::email, Person::active))
        .where_(Person::name.eq("P499"))
        .one(&db.engine)
        .await
        .unwrap();
    assert_eq!(found, ("P499".to_owned(), Some("499@example.org".to_owned()), false));
}

async fn after(db: &Database, body: &str) -> (String, i32, Option<i64>, Option<String>) {
    let changes: Changes = serde_json::from_str(body).unwrap();
    let update = Person::update().patch(changes).where_(Person::id.eq(3));
    assert_eq!(update.execute(&db.engine).await.unwrap(), 1);
    let columns = (Person::name, Person::age, Person::boss, Person::email);
    Person::select().columns(columns).where_(Person::id.eq(3)).one(&db.engine).await.unwrap()
}

pub(crate) async fn a_patch_leaves_sets_and_sets_to_null(db: Arc<Database>) {
    people(&db).await;
    let email = Some("cyd@example.org".to_owned());
    assert_eq!(after(&db, r#"{"age": 5}"#).await, ("Cyd".into(), 5, Some(1), email.clone()));
    assert_eq!(after(&db, r#"{"name": "Cy", "boss": null}"#).await, ("Cy".into(), 5, None, email.clone()));
    assert_eq!(after(&db, r#"{"boss": 4}"#).await, ("Cy".into(), 5, Some(4), email));
    // An `Option` on a column that takes NULL leaves it or sets it: `null` leaves it.
    let email = Some("c@example.org".to_owned());
    assert_eq!(after(&db, r#"{"email": "c@example.org"}"#).await, ("Cy".into(), 5, Some(4), email.clone()));
    assert_eq!(after(&db, r#"{"email": null, "age": 6}"#).await, ("Cy".into(), 6, Some(4), email));
}

pub(crate) async fn an_empty_patch_is_refused_or_does_nothing(db: Arc<Database>) {
    people(&db).await;
    let update = || Person::update().patch(Changes::default()).where_(Person::id.eq(3));
    let refused = update().execute(&db.engine).await.unwrap_err();
    assert!(matches!(&refused, Error::Build(error) if error.clause == "SET"), "{refused}");
    let (engine, seen) = db.watched().await;
    assert_eq!(update().allow_empty().execute(&engine).await.unwrap(), 0);
    assert!(seen.lock().unwrap().is_empty());
    // What is set beside it counts, and so does what every update writes.
    assert_eq!(update().allow_empty().set(Person::age, 1).execute(&engine).await.unwrap(), 1);
    let person = Person::select().where_(Person::id.eq(3)).one(&engine).await.unwrap();
    assert!(person.age == 1 && person.updated_at.is_some());
}

#[derive(Model)]
#[tempest(table = "shops")]
struct Shop {
    #[tempest(primary_key)]
    id: i64,
    name: String,
    city: Option<String>,
}

#[derive(Model)]
#[tempest(table = "sales")]
struct Sale {
    #[tempest(primary_key)]
    id: i64,
    shop_id: Option<i64>,
    amount: i64,
}

#[derive(Row, Debug, PartialEq)]
#[tempest(from(Sale, Option<Shop>))]
struct Line {
    id: i64,
    #[tempest(column = Sale::amount * 2)]
    double: i64,
    #[tempest(column = Shop::name)]
    shop: Option<String>,
    #[tempest(flatten)]
    whole: Option<Place2>,
    amount: Option<i64>,
}

#[derive(Row, Debug, PartialEq)]
#[tempest(from = Shop)]
struct Place2 {
    #[tempest(column = Shop::city)]
    place: Option<String>,
    id: i64,
}

async fn sales(db: &Database) {
    db.engine.create_tables::<(Shop, Sale)>().await.unwrap();
    let shop = |id, name: &str, city: Option<&str>| Shop { id, name: name.into(), city: city.map(str::to_owned) };
    Shop::insert_many([shop(1, "North", Some("Oslo")), shop(2, "South", None)]).execute(&db.engine).await.unwrap();
    let sale = |id, shop_id, amount| Sale { id, shop_id, amount };
    let sales = [sale(1, Some(2), 10), sale(2, None, 20), sale(3, Some(1), 30)];
    Sale::insert_many(sales).execute(&db.engine).await.unwrap();
}

pub(crate) async fn rows_of_a_query_become_structs(db: Arc<Database>) {
    sales(&db).await;
    let line = |id, amount, shop: Option<&str>, whole| Line {
        id,
        double: amount * 2,
        shop: shop.map(str::to_owned),
        whole,
        amount: Some(amount),
    };
    let expected = [
        line(1, 10, Some("South"), Some(Place2 { place: None, id: 2 })),
        line(2, 20, None, None),
        line(3, 30, Some("North"), Some(Place2 { place: Some("Oslo".into()), id: 1 })),
    ];
    let lines = Sale::select().left_join::<Shop>().on(Sale::shop_id.eq(Shop::id)).columns(Line).order_by(Sale::id);
    assert_eq!(lines.all(&db.engine).await.unwrap(), expected);
    // Where no row is missing, the struct is the same.
    let lines = Shop::select().join::<Sale>().on(Sale::shop_id.eq(Shop::id)).columns(Line).order_by(Sale::id);
    let [first, _, last] = expected;
    assert_eq!(lines.all(&db.engine).await.unwrap(), [first, last]);
    // Beside other columns, alone, and of a row that is inserted.
    let pairs = Shop::select().columns((Shop::name, Place2)).order_by(Shop::id).first(&db.engine).await.unwrap();
    assert_eq!(pairs, Some(("North".to_owned(), Place2 { place: Some("Oslo".into()), id: 1 })));
    let new = insert!(Shop { id: 3, name: "East" }).returning().columns(Place2).one(&db.engine).await.unwrap();
    assert_eq!(new, Place2 { place: None, id: 3 });
}
