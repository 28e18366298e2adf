//! An INSERT of more rows than one statement takes.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use tempest::Error;
use tempest::engine::Prepare;
use tempest::prelude::*;
use time::OffsetDateTime;

use super::sample::Person;
use crate::backend::Database;

#[derive(Model, Debug, Clone, PartialEq)]
#[tempest(table = "readings")]
struct Reading {
    #[tempest(primary_key)]
    id: i64,
    sensor: String,
    value: Option<i32>,
}

fn reading(id: i64) -> Reading {
    Reading { id, sensor: format!("sensor {}", id % 10), value: (id % 3 > 0).then_some(7) }
}

async fn count(db: &Database) -> u64 {
    Reading::select().count(&db.engine).await.unwrap()
}

/// Enough for several statements on every database.
const MANY: i64 = 25_000;

pub(crate) async fn any_number_of_rows(db: Arc<Database>) {
    db.engine.create_tables::<Reading>().await.unwrap();
    for number in [1_i64, 2, 199, 200, 201, 400, 1000, 1001, 5001, 100_000] {
        let inserted = Reading::insert_many((0..number).map(reading)).execute(&db.engine).await.unwrap();
        assert_eq!(inserted.cast_signed(), number);
        let rows = Reading::select().order_by(Reading::id).all(&db.engine).await.unwrap();
        assert!(rows.into_iter().eq((0..number).map(reading)), "{number}");
        Reading::delete().all_rows().execute(&db.engine).await.unwrap();
    }
}

pub(crate) async fn more_parameters_than_a_statement_takes(db: Arc<Database>) {
    db.engine.create_tables::<Person>().await.unwrap();
    let person = |id| Person {
        id,
        name: format!("person {id}"),
        email: None,
        age: 40,
        boss: Some(1),
        active: id % 2 == 0,
        score: -0.25,
        created_at: time::macros::datetime!(2026-01-02 03:04:05.678901 UTC),
        updated_at: None,
    };
    // 90,000 of them.
    assert_eq!(Person::insert_many((1..=10_000).map(person)).execute(&db.engine).await.unwrap(), 10_000);
    let people = Person::select().order_by(Person::id).all(&db.engine).await.unwrap();
    assert!(people.into_iter().eq((1..=10_000).map(person)));
}

pub(crate) async fn a_few_texts_serve_any_number_of_rows(db: Arc<Database>) {
    db.engine.create_tables::<Reading>().await.unwrap();
    let (engine, seen) = db.watched().await;
    Reading::insert_many((0..MANY).map(reading)).execute(&engine).await.unwrap();
    let seen = seen.lock().unwrap();
    let inserts: Vec<&String> = seen.iter().filter(|text| text.starts_with("INSERT")).collect();
    assert!(inserts.len() > 2, "{inserts:?}");
    assert!(inserts.iter().collect::<BTreeSet<_>>().len() <= 2, "{inserts:?}");
}

pub(crate) async fn rows_come_back_in_their_order(db: Arc<Database>) {
    db.engine.create_tables::<Person>().await.unwrap();
    for number in [2_usize, 500, 12_000] {
        let name = |index: usize| format!("{}", (index * 7919) % number);
        let rows = (0..number).map(|index| insert!(Person { name: name(index) }));
        let returned = Person::insert_many(rows).returning().columns((Person::id, Person::name)).all(&db.engine).await;
        let clause = "RETURNING of an INSERT of several rows";
        let Some(returned) = db.can(db.backend.insert_many_returning, returned, clause) else { return };
        assert_eq!(returned.len(), number);
        assert!(returned.iter().is_sorted_by(|(left, _), (right, _)| left < right), "{number}");
        assert!(returned.into_iter().map(|(_, name)| name).eq((0..number).map(name)), "{number}");
    }
}

/// The last row has the key of the first.
fn with_a_repeat(number: i64) -> impl Iterator<Item = Reading> {
    (0..number).chain([0]).map(reading)
}

pub(crate) async fn a_row_that_is_refused_takes_the_others_with_it(db: Arc<Database>) {
    db.engine.create_tables::<Reading>().await.unwrap();
    for number in [1, 500, 1000, MANY] {
        let error = Reading::insert_many(with_a_repeat(number)).execute(&db.engine).await.unwrap_err();
        assert!(error.is_unique_violation(), "{error}");
        assert_eq!(count(&db).await, 0, "{number}");
    }
    // The connection is as good as before.
    Reading::insert_many((0..MANY).map(reading)).execute(&db.engine).await.unwrap();
}

pub(crate) async fn a_transaction_goes_on_without_the_rows(db: Arc<Database>) {
    db.engine.create_tables::<Reading>().await.unwrap();
    for number in [500, MANY] {
        let tx = db.engine.begin().await.unwrap();
        Reading::insert(reading(-1)).execute(&tx).await.unwrap();
        let inner = tx.begin().await.unwrap();
        Reading::insert(reading(-2)).execute(&inner).await.unwrap();
        let error = Reading::insert_many(with_a_repeat(number)).execute(&inner).await.unwrap_err();
        assert!(error.is_unique_violation(), "{error}");
        let after = Reading::insert(reading(-3)).execute(&inner).await;
        if db.backend.failure_aborts {
            assert!(matches!(after, Err(Error::TransactionAborted { .. })), "{after:?}");
            inner.rollback().await.unwrap();
            assert_eq!(Reading::select().count(&tx).await.unwrap(), 1);
        } else {
            assert_eq!(after.unwrap(), 1);
            inner.commit().await.unwrap();
            assert_eq!(Reading::select().count(&tx).await.unwrap(), 3);
        }
        assert_eq!(Reading::insert_many((0..number).map(reading)).execute(&tx).await.unwrap().cast_signed(), number);
        tx.rollback().await.unwrap();
        assert_eq!(count(&db).await, 0);
    }
    let made = db.engine.transaction(async |tx| Reading::insert_many((0..MANY).map(reading)).execute(tx).await);
    assert_eq!((made.await.unwrap(), count(&db).await), (MANY as u64, MANY as u64));
}

pub(crate) async fn what_is_given_up_leaves_nothing(db: Arc<Database>) {
    db.engine.create_tables::<Reading>().await.unwrap();
    for milliseconds in [1, 20, 60] {
        let insert = Reading::insert_many((0..100_000).map(reading)).execute(&db.engine);
        if tokio::time::timeout(Duration::from_millis(milliseconds), insert).await.is_ok() {
            Reading::delete().all_rows().execute(&db.engine).await.unwrap();
        }
        // The server may need a moment to see that nobody waits any more: what it holds is waited for.
        Reading::insert(reading(0)).execute(&db.engine).await.unwrap();
        assert_eq!(count(&db).await, 1);
        Reading::delete().all_rows().execute(&db.engine).await.unwrap();
    }
}

pub(crate) async fn repeated_keys_are_left_out(db: Arc<Database>) {
    db.engine.create_tables::<Reading>().await.unwrap();
    for number in [500, 1000, MANY] {
        Reading::insert_many([reading(5), reading(number - 1)]).execute(&db.engine).await.unwrap();
        let insert = Reading::insert_many(with_a_repeat(number)).on_conflict_do_nothing(AnyUnique);
        assert_eq!(insert.execute(&db.engine).await.unwrap().cast_signed(), number - 2);
        assert_eq!(count(&db).await.cast_signed(), number);
        Reading::delete().all_rows().execute(&db.engine).await.unwrap();
    }
}

pub(crate) async fn rows_that_are_there_are_updated(db: Arc<Database>) {
    db.engine.create_tables::<Reading>().await.unwrap();
    for number in [500, 1000, MANY] {
        Reading::insert_many((0..number / 2).map(reading)).execute(&db.engine).await.unwrap();
        let rows = || (0..number).map(|id| Reading { value: Some(1), ..reading(id) });
        let affected = if db.backend.conflict_target {
            let upsert = Reading::insert_many(rows()).on_conflict_do_update(Reading::id, |row| {
                row.set(Reading::value, excluded(Reading::value) + 1).set(Reading::sensor, "again")
            });
            upsert.execute(&db.engine).await
        } else {
            let upsert = Reading::insert_many(rows()).on_conflict_do_update(AnyUnique, |row| {
                row.set(Reading::value, excluded(Reading::value) + 1).set(Reading::sensor, "again")
            });
            upsert.execute(&db.engine).await
        };
        assert_eq!(affected.unwrap().cast_signed(), number);
        let again = Reading::select().where_(Reading::sensor.eq("again").and(Reading::value.eq(2)));
        assert_eq!(again.count(&db.engine).await.unwrap().cast_signed(), number / 2);
        assert_eq!(count(&db).await.cast_signed(), number);
        Reading::delete().all_rows().execute(&db.engine).await.unwrap();
    }
}

/// PostgreSQL refuses to update a row that the same statement inserted, however far the two are from each other.
pub(crate) async fn a_row_is_not_updated_twice_where_that_is_refused(db: Arc<Database>) {
    db.engine.create_tables::<Reading>().await.unwrap();
    for number in [2, 500, MANY] {
        let rows = Reading::insert_many(with_a_repeat(number));
        let result = if db.backend.conflict_target {
            let upsert = rows.on_conflict_do_update(Reading::id, |row| row.set(Reading::sensor, "again"));
            upsert.execute(&db.engine).await
        } else {
            let upsert = rows.on_conflict_do_update(AnyUnique, |row| row.set(Reading::sensor, "again"));
            upsert.execute(&db.engine).await
        };
        if db.dialect().updates_row_once() {
            let Err(Error::Database { code, .. }) = result else { panic!("{result:?}") };
            assert_eq!(code, "21000");
            assert_eq!(count(&db).await, 0);
        } else {
            result.unwrap();
            let first = Reading::select().columns(Reading::sensor).where_(Reading::id.eq(0));
            assert_eq!(first.one(&db.engine).await.unwrap(), "again");
            Reading::delete().all_rows().execute(&db.engine).await.unwrap();
        }
    }
}

pub(crate) async fn computed_values(db: Arc<Database>) {
    db.engine.create_tables::<Person>().await.unwrap();
    // In every tenth row a value in place of the computed one.
    let rows = (0..25_000).map(|number| {
        let row = insert!(Person { name: format!("{number}"), age: sql!("{number} + 1"), created_at: now() });
        let plain = insert!(Person { name: "plain", age: 5, created_at: OffsetDateTime::UNIX_EPOCH });
        if number % 10 == 0 { plain } else { row }
    });
    assert_eq!(Person::insert_many(rows).execute(&db.engine).await.unwrap(), 25_000);
    let plain = Person::select().where_(Person::name.eq("plain").and(Person::age.eq(5)));
    assert_eq!(plain.count(&db.engine).await.unwrap(), 2500);
    let last = Person::select().where_(Person::name.eq("24999")).one(&db.engine).await.unwrap();
    assert_eq!(last.age, 25_000);
}

/// The type of a parameter is the column's own, not the model's, in one row as in many.
pub(crate) async fn columns_of_other_types_than_the_model_says(db: Arc<Database>) {
    #[derive(Model, Debug, Clone)]
    #[tempest(table = "loose")]
    struct Loose {
        #[tempest(primary_key)]
        id: i32,
        number: f64,
        small: Option<i64>,
        name: String,
    }

    let uuid = if db.dialect().name() == "PostgreSQL" { "UUID" } else { "CHAR(36)" };
    db.raw(&format!(
        "CREATE TABLE loose (id BIGINT NOT NULL PRIMARY KEY, number DECIMAL(30, 20), small SMALLINT, name {uuid})"
    ))
    .await;
    let loose = |id: i32| Loose {
        id,
        number: f64::from(id % 100) * 0.1 + 0.2,
        small: (id % 2 == 0).then_some(i64::from(id)),
        name: format!("{:08}-0000-0000-0000-000000000000", id % 100),
    };
    for id in 0..50 {
        Loose::insert(loose(id)).execute(&db.engine).await.unwrap();
    }
    Loose::insert_many((100..150).map(loose)).execute(&db.engine).await.unwrap();
    let rows = async |condition: &str| {
        let small = "CASE WHEN small IS NULL THEN 'NULL' ELSE 'value' END";
        let query = format!(
            "SELECT CAST(number AS CHAR(30)), {small}, CAST(name AS CHAR(36)) FROM loose WHERE {condition} ORDER BY id"
        );
        db.raw_rows(&query).await
    };
    assert_eq!(rows("id < 100").await, rows("id >= 100").await);
    assert_eq!(rows("id < 100").await.len(), 50);
    let fault = |id| Loose { small: Some(1 << 20), ..loose(id) };
    let single = Loose::insert(fault(200)).execute(&db.engine).await;
    let several = Loose::insert_many([loose(201), fault(202)]).execute(&db.engine).await;
    assert_eq!(single.is_err(), several.is_err());
}

/// Without a prepared statement the server learns the types of the arrays from the text alone.
pub(crate) async fn statements_that_are_not_prepared(db: Arc<Database>) {
    db.engine.create_tables::<Person>().await.unwrap();
    let engine = db.options().prepare(Prepare::Never).connect().await.unwrap();
    let person = |id: i64| Person {
        id,
        name: format!("\"{id}\", {{\\}} NULL ä"),
        email: (id % 2 == 0).then(|| format!("{id}@example.org")),
        age: i32::MIN + i32::try_from(id).unwrap(),
        boss: None,
        active: id % 3 == 0,
        score: 0.1 + 0.2,
        created_at: time::macros::datetime!(2026-01-02 03:04:05.678901 UTC),
        updated_at: (id % 2 == 1).then_some(OffsetDateTime::UNIX_EPOCH),
    };
    assert_eq!(Person::insert_many((1..=6_000).map(person)).execute(&engine).await.unwrap(), 6_000);
    let people = Person::select().order_by(Person::id).all(&engine).await.unwrap();
    assert!(people.into_iter().eq((1..=6_000).map(person)));
}
