//! `SELECT`.

use std::sync::Arc;

use tempest::prelude::*;
use tempest::{Error, MariaDb, MySql, Postgres, Sqlite};

use tempest::expr::IntoOrder;
use tempest::query::InScope;
use tempest::types::Value;

use super::sample::{PEOPLE, Person, PersonColumn, people};
use crate::backend::Database;

pub(crate) async fn whole_rows(db: Arc<Database>) {
    people(&db).await;
    let rows = Person::select().order_by(Person::id).all(&db.engine).await.unwrap();
    let seen: Vec<_> = rows.iter().map(|row| (row.name.as_str(), row.age, row.boss, row.active)).collect();
    assert_eq!(seen, PEOPLE);
    assert_eq!(rows[0].email.as_deref(), Some("ada@example.org"));
    assert_eq!((rows[4].id, rows[4].score, rows[4].updated_at), (5, 1.5, None));
}

pub(crate) async fn columns_that_are_picked_at_run_time(db: Arc<Database>) {
    people(&db).await;
    let ada = Person::select().where_(Person::id.eq(1));
    let asked: Vec<PersonColumn> = "active,name,id,name,boss".split(',').map(|name| name.parse().unwrap()).collect();
    let name = || Value::Text("Ada".into());
    let values = vec![Value::Bool(true), name(), Value::I64(1), name(), Value::Null];
    assert_eq!(ada.clone().pick(asked.clone()).one(&db.engine).await.unwrap(), values);
    let mut rows = Person::select().order_by(Person::id).pick(asked).stream(&db.engine);
    assert_eq!(rows.next().await.unwrap().unwrap(), values);
    drop(rows);
    // Every column, each as the field of its type would bind it.
    let whole = Person::select().where_(Person::id.eq(1)).one(&db.engine).await.unwrap();
    let values = ada.clone().pick(PersonColumn::ALL.iter().copied()).one(&db.engine).await.unwrap();
    assert_eq!(values, whole.into_values());
    let none: Vec<PersonColumn> = Vec::new();
    assert_eq!(Person::select().pick(none).all(&db.engine).await.unwrap(), vec![Vec::new(); PEOPLE.len()]);
}

pub(crate) async fn one_column_a_tuple_and_twelve(db: Arc<Database>) {
    people(&db).await;
    let ada = Person::select().where_(Person::id.eq(1));
    let name: String = ada.clone().columns(Person::name).one(&db.engine).await.unwrap();
    assert_eq!(name, "Ada");
    let one: (i32,) = ada.clone().columns((Person::age,)).one(&db.engine).await.unwrap();
    assert_eq!(one, (36,));
    let three = ada.clone().columns((Person::boss, Person::name, Person::id)).one(&db.engine).await.unwrap();
    assert_eq!(three, (None, "Ada".to_owned(), 1));
    let nested = ada.clone().columns(((Person::id, Person::age), Person::active)).one(&db.engine).await.unwrap();
    assert_eq!(nested, ((1, 36), true));
    let twelve = ada.columns((
        Person::id,
        Person::name,
        Person::email,
        Person::age,
        Person::boss,
        Person::active,
        Person::score,
        Person::updated_at,
        Person::id,
        Person::name,
        Person::age + 1,
        Person::active,
    ));
    let ada = || "Ada".to_owned();
    let email = Some("ada@example.org".to_owned());
    let row = twelve.one(&db.engine).await.unwrap();
    assert_eq!(row, (1, ada(), email, 36, None, true, 1.5, None, 1, ada(), 37, true));
}

pub(crate) async fn several_conditions_are_joined_by_and(db: Arc<Database>) {
    people(&db).await;
    let rows = Person::select().columns(Person::id).where_(Person::age.eq(36)).where_(Person::boss.eq(1));
    assert_eq!(rows.all(&db.engine).await.unwrap(), [3]);
}

async fn ids<O, S, I>(db: &Database, order: O) -> Vec<i64>
where
    O: IntoOrder<S>,
    S: InScope<(Person,), I>,
{
    Person::select().columns(Person::id).order_by(order).all(&db.engine).await.unwrap()
}

pub(crate) async fn sorted_by_several_columns(db: Arc<Database>) {
    people(&db).await;
    assert_eq!(ids(&db, Person::name.desc()).await, [5, 4, 3, 2, 1]);
    assert_eq!(ids(&db, (Person::age.desc(), Person::id)).await, [4, 1, 3, 2, 5]);
    assert_eq!(ids(&db, (Person::age.asc(), Person::id.desc())).await, [5, 2, 3, 1, 4]);
    assert_eq!(ids(&db, (Person::active, Person::age.desc(), Person::name.desc())).await, [2, 5, 4, 3, 1]);
    let two_calls = Person::select().columns(Person::id).order_by(Person::active).order_by(Person::id.desc());
    assert_eq!(two_calls.all(&db.engine).await.unwrap(), [5, 2, 4, 3, 1]);
}

pub(crate) async fn nulls_come_first_or_last_as_asked(db: Arc<Database>) {
    people(&db).await;
    let email = Person::update().set(Person::boss, 2).where_(Person::id.eq(4));
    email.execute(&db.engine).await.unwrap();
    assert_eq!(ids(&db, (Person::boss.asc().nulls_first(), Person::id)).await, [1, 2, 3, 5, 4]);
    assert_eq!(ids(&db, (Person::boss.asc().nulls_last(), Person::id)).await, [3, 5, 4, 1, 2]);
    assert_eq!(ids(&db, (Person::boss.desc().nulls_first(), Person::id)).await, [1, 2, 4, 3, 5]);
    assert_eq!(ids(&db, (Person::boss.desc().nulls_last(), Person::id)).await, [4, 3, 5, 1, 2]);
}

pub(crate) async fn limit_and_offset(db: Arc<Database>) {
    people(&db).await;
    let ids = Person::select().columns(Person::id).order_by(Person::id);
    assert_eq!(ids.clone().limit(2).all(&db.engine).await.unwrap(), [1, 2]);
    assert_eq!(ids.clone().limit(2).offset(3).all(&db.engine).await.unwrap(), [4, 5]);
    assert_eq!(ids.clone().offset(4).all(&db.engine).await.unwrap(), [5]);
    assert_eq!(ids.clone().offset(9).all(&db.engine).await.unwrap(), [0; 0]);
    assert_eq!(ids.clone().limit(0).all(&db.engine).await.unwrap(), [0; 0]);
    assert_eq!(ids.clone().limit(i64::MAX as u64).all(&db.engine).await.unwrap(), [1, 2, 3, 4, 5]);
    assert_eq!(ids.clone().limit(0).first(&db.engine).await.unwrap(), None);
    assert_eq!(ids.limit(1).one(&db.engine).await.unwrap(), 1);
}

pub(crate) async fn a_key_needs_no_limit(db: Arc<Database>) {
    people(&db).await;
    let (engine, seen) = db.watched().await;
    let (all, ada) = (Person::select(), "ada@example.org");
    let by_id = || all.clone().where_(Person::id.eq(1));
    let by_email = || all.clone().where_(Person::active.eq(true)).where_(Person::email.eq(ada));
    assert_eq!(by_id().one(&engine).await.unwrap().name, "Ada");
    assert_eq!(by_id().optional(&engine).await.unwrap().unwrap().name, "Ada");
    assert_eq!(by_email().first(&engine).await.unwrap().unwrap().name, "Ada");
    assert!(by_id().where_(Person::active.eq(false)).optional(&engine).await.unwrap().is_none());
    assert_eq!(by_id().limit(0).first(&engine).await.unwrap(), None);
    for text in seen.lock().unwrap().drain(..).take(4) {
        assert!(!text.contains("LIMIT"), "{text}");
    }
    // Not a key, or not a value of it: there may be several.
    let name = all.clone().where_(Person::name.eq("Ada"));
    assert_eq!(name.one(&engine).await.unwrap().id, 1);
    let either = all.clone().where_(Person::id.eq(1).or(Person::age.eq(36)));
    assert!(matches!(either.one(&engine).await, Err(Error::TooManyRows { .. })));
    let itself = all.clone().where_(Person::id.eq(Person::id));
    assert!(matches!(itself.optional(&engine).await, Err(Error::TooManyRows { .. })));
    for text in seen.lock().unwrap().drain(..) {
        assert!(text.contains("LIMIT"), "{text}");
    }
}

pub(crate) async fn distinct_rows(db: Arc<Database>) {
    people(&db).await;
    let ages = Person::select().columns(Person::age).distinct().order_by(Person::age);
    assert_eq!(ages.clone().all(&db.engine).await.unwrap(), [7, 20, 36, 52]);
    assert_eq!(ages.count(&db.engine).await.unwrap(), 4);
    let pairs = Person::select().columns((Person::boss, Person::active)).distinct();
    assert_eq!(pairs.count(&db.engine).await.unwrap(), 4);
}

pub(crate) async fn the_first_row_or_none(db: Arc<Database>) {
    people(&db).await;
    let oldest = Person::select().order_by(Person::age.desc()).first(&db.engine).await.unwrap().unwrap();
    assert_eq!(oldest.name, "Dan");
    assert_eq!(Person::select().where_(Person::age.gt(99)).first(&db.engine).await.unwrap(), None);
}

pub(crate) async fn the_only_row(db: Arc<Database>) {
    people(&db).await;
    assert_eq!(Person::select().where_(Person::name.eq("Eve")).one(&db.engine).await.unwrap().id, 5);
    let none = Person::select().where_(Person::age.gt(99)).one(&db.engine).await.unwrap_err();
    assert!(matches!(none, Error::RowNotFound { .. }), "{none}");
    assert!(none.sql().unwrap().contains("people"), "{none}");
    let several = Person::select().one(&db.engine).await.unwrap_err();
    assert!(matches!(several, Error::TooManyRows { .. }), "{several}");
}

pub(crate) async fn the_only_row_if_there_is_one(db: Arc<Database>) {
    people(&db).await;
    let named = |name: &'static str| Person::select().columns(Person::id).where_(Person::name.eq(name));
    assert_eq!(named("Bob").optional(&db.engine).await.unwrap(), Some(2));
    assert_eq!(named("Zoe").optional(&db.engine).await.unwrap(), None);
    let several = Person::select().where_(Person::age.eq(36)).optional(&db.engine).await;
    assert!(matches!(several, Err(Error::TooManyRows { .. })), "{several:?}");
}

pub(crate) async fn the_number_of_rows(db: Arc<Database>) {
    people(&db).await;
    assert_eq!(Person::select().count(&db.engine).await.unwrap(), 5);
    assert_eq!(Person::select().where_(Person::age.eq(36)).count(&db.engine).await.unwrap(), 2);
    assert_eq!(Person::select().order_by(Person::name).limit(3).count(&db.engine).await.unwrap(), 3);
    assert_eq!(Person::select().offset(4).count(&db.engine).await.unwrap(), 1);
    let twice = Person::select().columns((Person::age, Person::age));
    assert_eq!(twice.clone().count(&db.engine).await.unwrap(), 5);
    // MySQL and MariaDB take no column twice in a derived table.
    assert_eq!(twice.clone().limit(3).count(&db.engine).await.unwrap(), 3);
    assert_eq!(twice.clone().distinct().count(&db.engine).await.unwrap(), 4);
    let sorted = twice.distinct().order_by(Person::age).offset(1).limit(9);
    assert_eq!(sorted.count(&db.engine).await.unwrap(), 3);
    assert_eq!(Person::select().distinct().limit(9).count(&db.engine).await.unwrap(), 5);
}

pub(crate) async fn whether_there_is_a_row(db: Arc<Database>) {
    people(&db).await;
    assert!(Person::select().where_(Person::name.eq("Ada")).exists(&db.engine).await.unwrap());
    assert!(!Person::select().where_(Person::name.eq("ada")).exists(&db.engine).await.unwrap());
    assert!(!Person::select().order_by(Person::id).offset(5).exists(&db.engine).await.unwrap());
}

pub(crate) async fn columns_chosen_at_run_time(db: Arc<Database>) {
    people(&db).await;
    let by: PersonColumn = "age".parse().unwrap();
    assert_eq!(ids(&db, (by, PersonColumn::Id)).await, [5, 2, 1, 3, 4]);
    assert_eq!(ids(&db, (by.desc(), Person::id)).await, [4, 1, 3, 2, 5]);
    let unknown = "age; DROP TABLE people".parse::<PersonColumn>().unwrap_err();
    assert_eq!(unknown.to_string(), "`people` has no column `age; DROP TABLE people`");
}

pub(crate) async fn computed_columns(db: Arc<Database>) {
    people(&db).await;
    let ada = Person::select().where_(Person::id.eq(1));
    let computed = ada.clone().columns((Person::age + 4, Person::boss + 1, Person::score * 2.0, Person::age % 10));
    assert_eq!(computed.one(&db.engine).await.unwrap(), (40, None, 3.0, 6));
    let clock = ada.columns(now()).one(&db.engine).await.unwrap();
    assert!((time::OffsetDateTime::now_utc() - clock).abs() < time::Duration::minutes(5), "{clock}");
}

pub(crate) async fn an_engine_of_a_known_database(db: Arc<Database>) {
    people(&db).await;
    let count = async |result: tempest::Result<u64>| match result {
        Ok(count) => {
            assert_eq!(count, 5);
            1
        }
        Err(error) => {
            let expected = format!("and the database is {}", db.dialect().name());
            assert!(error.to_string().ends_with(&expected), "{error}");
            0
        }
    };
    let mut right = 0;
    right += count(async { Person::select().count(&Engine::connect_as::<Postgres>(&db.url).await?).await }.await).await;
    right += count(async { Person::select().count(&Engine::connect_as::<Sqlite>(&db.url).await?).await }.await).await;
    right += count(async { Person::select().count(&Engine::connect_as::<MySql>(&db.url).await?).await }.await).await;
    right += count(async { Person::select().count(&Engine::connect_as::<MariaDb>(&db.url).await?).await }.await).await;
    assert_eq!(right, 1);
}
