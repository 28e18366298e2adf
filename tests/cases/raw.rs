//! SQL written in the program, as whole statements.

use std::sync::Arc;

use tempest::Error;
use tempest::engine::Prepare;
use tempest::prelude::*;
use time::macros::datetime;

use super::sample::{Person, people};
use crate::backend::Database;

pub(crate) async fn rows_by_name_and_by_place(db: Arc<Database>) {
    people(&db).await;
    let least = 30;
    let query = || {
        sql!(
            "SELECT score, updated_at, active, created_at, boss, age, email, id AS id, name, 1 AS more
             FROM people WHERE age > {least} ORDER BY people.id"
        )
    };
    // By name: in another order, and with one more.
    let rows = query().rows::<Person>().all(&db.engine).await.unwrap();
    let expected = Person::select().where_(Person::age.gt(least)).order_by(Person::id).all(&db.engine).await.unwrap();
    assert_eq!(rows, expected);
    let whole: Vec<Person> =
        sql!("SELECT * FROM people WHERE age > {least} ORDER BY id").rows().all(&db.engine).await.unwrap();
    assert_eq!(whole, expected);
    // By place.
    let pairs = sql!("SELECT name, boss FROM people ORDER BY id").rows::<(String, Option<i64>)>();
    assert_eq!(pairs.clone().all(&db.engine).await.unwrap()[1..3], [("Bob".into(), None), ("Cyd".into(), Some(1))]);
    assert_eq!(pairs.first(&db.engine).await.unwrap(), Some(("Ada".to_owned(), None)));
    let names = sql!("SELECT name FROM people WHERE age < 0").values::<String>();
    assert_eq!(names.clone().optional(&db.engine).await.unwrap(), None);
    assert!(matches!(names.one(&db.engine).await, Err(Error::RowNotFound { .. })));
    let several = sql!("SELECT id FROM people").values::<i64>().one(&db.engine).await;
    assert!(matches!(several, Err(Error::TooManyRows { .. })), "{several:?}");
}

pub(crate) async fn columns_that_are_not_those_asked_for(db: Arc<Database>) {
    people(&db).await;
    let decode = |error: Error| match error {
        Error::Decode { error, .. } => error.to_string(),
        error => panic!("{error}"),
    };
    let missing = sql!("SELECT id, name AS nom FROM people").rows::<Person>().all(&db.engine).await.unwrap_err();
    assert_eq!(decode(missing), "column `name` of `people`: expected a column of this name, found only `id`, `nom`");
    let twice = sql!("SELECT a.*, b.* FROM people a JOIN people b ON b.id = a.boss").rows::<Person>();
    let twice = decode(twice.all(&db.engine).await.unwrap_err());
    assert_eq!(
        twice,
        "column `id` of `people`: expected a column of this name, found several: name each of them with AS"
    );
    let count = sql!("SELECT id, name, age FROM people").rows::<(i64, String)>().all(&db.engine).await.unwrap_err();
    assert!(decode(count).ends_with("found 3 columns for 2 values"));
    let kind = sql!("SELECT name FROM people").values::<i64>().all(&db.engine).await.unwrap_err();
    assert!(decode(kind).contains("found the text \"Ada\""));
}

pub(crate) async fn statements_that_change_something(db: Arc<Database>) {
    people(&db).await;
    let (age, name) = (7, "O'Hara \\ {x} ?");
    let update = sql!("UPDATE people SET age = age + {age}, name = {name} WHERE id = 3");
    assert_eq!(update.execute(&db.engine).await.unwrap(), 1);
    let changed = Person::select().columns((Person::age, Person::name)).where_(Person::id.eq(3)).one(&db.engine).await;
    assert_eq!(changed.unwrap(), (43, name.to_owned()));
    assert_eq!(sql!("UPDATE people SET age = 1 WHERE id = 99").execute(&db.engine).await.unwrap(), 0);
    // In a transaction, which is rolled back.
    let active = true;
    let rolled_back = db
        .engine
        .transaction(async |tx| {
            assert_eq!(sql!("DELETE FROM people WHERE active = {active}").execute(tx).await?, 3);
            assert_eq!(sql!("SELECT count(*) FROM people").values::<i64>().one(tx).await?, 2);
            Err::<(), _>(Error::Closed)
        })
        .await;
    assert!(matches!(rolled_back, Err(Error::Closed)), "{rolled_back:?}");
    let at = datetime!(2026-01-02 03:04:05.678901 UTC);
    let insert = sql!("INSERT INTO people (id, name, created_at) VALUES (50, 'Zoe', {at})");
    assert_eq!(insert.execute(&db.engine).await.unwrap(), 1);
    let zoe = Person::select().where_(Person::id.eq(50)).one(&db.engine).await.unwrap();
    assert_eq!((zoe.created_at, zoe.age), (at, 18));
    // DDL.
    sql!("CREATE TABLE scratch (a INTEGER)").execute(&db.engine).await.unwrap();
    assert_eq!(sql!("SELECT a FROM scratch").values::<i32>().all(&db.engine).await.unwrap(), [0; 0]);
}

pub(crate) async fn lists_of_any_length(db: Arc<Database>) {
    people(&db).await;
    let in_list = async |ids: &[i64]| {
        sql!("SELECT id FROM people WHERE id IN ({ids..}) ORDER BY id").values::<i64>().all(&db.engine).await.unwrap()
    };
    assert_eq!(in_list(&[2, 4, 99]).await, [2, 4]);
    assert_eq!(in_list(&[3]).await, [3]);
    assert_eq!(in_list(&[]).await, [0; 0]);
    let not_in = async |bosses: Vec<i64>| {
        let query = sql!("SELECT id FROM people WHERE boss NOT IN ( {bosses..} ) OR NOT name IN ('Ada') ORDER BY id");
        query.values::<i64>().all(&db.engine).await.unwrap()
    };
    assert_eq!(not_in(vec![]).await, [1, 2, 3, 4, 5]);
    assert_eq!(not_in(vec![1]).await, [2, 3, 4, 5]);
    // Of nothing, even NULL is no member.
    let none: [&str; 0] = [];
    let all = sql!("SELECT count(*) FROM people WHERE email NOT IN ({none..}) AND boss IS NULL").values::<i64>();
    assert_eq!(all.one(&db.engine).await.unwrap(), 2);
    // As a condition of a builder, with texts.
    let names = ["Ada", "Eve", "O'Hara"];
    let found = Person::select().columns(Person::id).where_(sql!("name IN ({names..})")).order_by(Person::id);
    assert_eq!(found.all(&db.engine).await.unwrap(), [1, 5]);
    let many: Vec<i64> = (3..3000).collect();
    assert_eq!(in_list(&many).await, [3, 4, 5]);
}

pub(crate) async fn a_stream_of_rows(db: Arc<Database>) {
    people(&db).await;
    let mut rows = sql!("SELECT name, age FROM people ORDER BY id DESC").rows::<(String, i32)>().stream(&db.engine);
    assert_eq!(rows.next().await.unwrap().unwrap(), ("Eve".to_owned(), 7));
    assert_eq!(rows.next().await.unwrap().unwrap(), ("Dan".to_owned(), 52));
    drop(rows);
    let mut rows = sql!("SELECT name, age FROM people ORDER BY id").rows::<(String,)>().stream(&db.engine);
    assert!(matches!(rows.next().await, Some(Err(Error::Decode { .. }))));
}

pub(crate) async fn transactions_are_begun_on_the_engine(db: Arc<Database>) {
    people(&db).await;
    for statement in [
        sql!("BEGIN"),
        sql!(" -- now\n begin"),
        sql!("START TRANSACTION"),
        sql!("commit"),
        sql!("/* a */ ROLLBACK"),
        sql!("SAVEPOINT a"),
        sql!("RELEASE a"),
        sql!("END"),
    ] {
        let error = statement.execute(&db.engine).await.unwrap_err();
        assert!(matches!(&error, Error::Build(build) if build.way_out.contains("engine.begin()")), "{error}");
    }
    let one = db.options().pool_size(1).connect().await.unwrap();
    let values = sql!("SELECT id FROM people WHERE id = 1").values::<i64>();
    assert_eq!(values.one(&one).await.unwrap(), 1);
}

pub(crate) async fn several_statements_are_refused(db: Arc<Database>) {
    people(&db).await;
    let both = sql!("UPDATE people SET age = 1; UPDATE people SET age = 2").execute(&db.engine).await;
    assert!(matches!(both, Err(Error::Database { .. })), "{both:?}");
    let least = Person::select().columns(Person::age).order_by(Person::age).limit(1).one(&db.engine).await;
    assert_eq!(least.unwrap(), 7);
}

pub(crate) async fn values_that_are_missing_in_the_text(db: Arc<Database>) {
    people(&db).await;
    // PostgreSQL has operators of this name; elsewhere it would be a parameter without a value.
    let unbound = sql!("SELECT id FROM people WHERE id = ?").values::<i64>().all(&db.engine).await;
    assert!(unbound.is_err(), "{unbound:?}");
}

pub(crate) async fn statements_are_checked_without_running(db: Arc<Database>) {
    people(&db).await;
    let never = db.options().prepare(Prepare::Never).connect().await.unwrap();
    for engine in [&db.engine, &never] {
        let ids = [1_i64];
        engine.verify(&sql!("DELETE FROM people WHERE id IN ({ids..})")).await.unwrap();
        engine.verify(&Person::delete().all_rows()).await.unwrap();
        engine.verify(&Person::update().set(Person::age, 1).all_rows()).await.unwrap();
        engine.verify(&insert!(Person { name: "Zoe" }).returning()).await.unwrap();
        engine.verify(&Person::insert_many([insert!(Person { name: "Zoe" })])).await.unwrap();
        engine.verify(&Person::insert_many(Vec::<Person>::new())).await.unwrap();
        engine.verify(&Person::select().where_(Person::age.gt(7))).await.unwrap();
        engine.verify(&sql!("SELECT * FROM people").rows::<Person>()).await.unwrap();
        assert_eq!(Person::select().count(engine).await.unwrap(), 5);

        let wrong = engine.verify(&sql!("SELECT nom FROM people")).await;
        assert!(matches!(wrong, Err(Error::Database { .. })), "{wrong:?}");
        let columns = engine.verify(&sql!("SELECT id, name FROM people").rows::<Person>()).await;
        assert!(matches!(columns, Err(Error::Decode { .. })), "{columns:?}");
        let columns = engine.verify(&sql!("DELETE FROM people").values::<i64>()).await;
        assert!(matches!(columns, Err(Error::Decode { .. })), "{columns:?}");
        assert!(matches!(engine.verify(&sql!("COMMIT")).await, Err(Error::Build(_))));
        assert_eq!(Person::select().count(engine).await.unwrap(), 5);
    }
    let tx = db.engine.begin().await.unwrap();
    tx.verify(&Person::select()).await.unwrap();
    let wrong = tx.verify(&sql!("SELECT nom FROM people")).await;
    assert!(matches!(wrong, Err(Error::Database { .. })), "{wrong:?}");
    let after = Person::select().count(&tx).await;
    assert_eq!(after.is_err(), db.backend.failure_aborts, "{after:?}");
    tx.rollback().await.unwrap();
}

#[derive(Row, Debug, PartialEq)]
struct Pair {
    name: String,
    #[tempest(column = "years")]
    age: i32,
    #[tempest(flatten)]
    boss: Option<Boss>,
    active: bool,
}

#[derive(Row, Debug, PartialEq)]
struct Boss {
    #[tempest(column = "boss_name")]
    name: String,
    #[tempest(column = "boss_email")]
    email: Option<String>,
}

pub(crate) async fn rows_as_structs_of_the_program(db: Arc<Database>) {
    people(&db).await;
    let query = || {
        sql!(
            "SELECT a.name, a.active, b.email AS boss_email, b.name AS boss_name, a.age AS years
             FROM people a LEFT JOIN people b ON b.id = a.boss WHERE a.id > 1 ORDER BY a.id LIMIT 2"
        )
    };
    let ada = Boss { name: "Ada".into(), email: Some("ada@example.org".into()) };
    let pair = |name: &str, age, boss, active| Pair { name: name.into(), age, boss, active };
    db.engine.verify(&query().rows::<Pair>()).await.unwrap();
    let rows: Vec<Pair> = query().rows().all(&db.engine).await.unwrap();
    assert_eq!(rows, [pair("Bob", 20, None, false), pair("Cyd", 36, Some(ada), true)]);
    let missing =
        sql!("SELECT name, age AS years, active FROM people").rows::<Pair>().all(&db.engine).await.unwrap_err();
    assert!(missing.to_string().contains("column `boss_name` of `Pair`: expected a column of this name"), "{missing}");
    let null = sql!("SELECT name, age AS years, boss AS active, name AS boss_name, email AS boss_email FROM people");
    let null = null.rows::<Pair>().first(&db.engine).await.unwrap_err();
    assert!(null.to_string().contains("column `active` of `Pair`: expected bool, found NULL"), "{null}");
}
