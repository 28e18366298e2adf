//! Connecting, and the pool.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tempest::Error;
use tempest::engine::Prepare;
use tempest::prelude::*;

use super::sample::{Person, names, people};
use crate::backend::Database;

pub(crate) async fn nobody_answers(db: Arc<Database>) {
    let url = match db.backend.variable {
        None => "sqlite:/nowhere/at/all.db".to_owned(),
        Some(_) => format!("{}://u:hunter2@127.0.0.1:1/x", db.url.split_once("://").unwrap().0),
    };
    let began = Instant::now();
    let error = Engine::connect(&url).await.unwrap_err();
    let Error::Connect { server, .. } = &error else { panic!("{error:?}") };
    assert_eq!(server, if db.backend.variable.is_some() { "127.0.0.1:1" } else { "/nowhere/at/all.db" });
    assert!(!format!("{error} {error:?}").contains("hunter2"), "{error}");
    assert!(began.elapsed() < Duration::from_secs(5));
}

pub(crate) async fn a_database_that_is_not_there(db: Arc<Database>) {
    let error = Engine::connect(&format!(
        "{}_not_there{}",
        db.url,
        if db.backend.variable.is_none() { "?mode=rw" } else { "" }
    ))
    .await
    .unwrap_err();
    assert!(matches!(error, Error::Connect { .. }), "{error:?}");
}

pub(crate) async fn a_wrong_password_is_not_shown(db: Arc<Database>) {
    let Some((_, place)) = db.url.split_once('@') else { return };
    let user = place.rsplit_once('/').unwrap().1;
    let (right, encoded) = ("p@ss/w:rd%?#", "p%40ss%2Fw%3Ard%25%3F%23");
    let scheme = db.url.split_once("://").unwrap().0;
    match db.dialect().name() {
        "PostgreSQL" => db.raw(&format!("CREATE ROLE {user} LOGIN PASSWORD '{right}'")).await,
        _ => {
            db.raw(&format!("CREATE USER {user} IDENTIFIED BY '{right}'")).await;
            db.raw(&format!("GRANT ALL ON {user}.* TO {user}")).await;
        }
    }
    let login = Engine::connect(&format!("{scheme}://{user}:{encoded}@{place}")).await;
    let wrong = Engine::connect(&format!("{scheme}://{user}:hunter2@{place}")).await;
    if let Ok(engine) = &login {
        engine.close().await;
    }
    match db.dialect().name() {
        "PostgreSQL" => db.raw(&format!("DROP ROLE {user}")).await,
        _ => db.raw(&format!("DROP USER {user}")).await,
    }
    let engine = login.unwrap();
    assert!(!format!("{engine:?}").contains("p@ss"), "{engine:?}");
    match wrong {
        Err(error) => {
            assert!(matches!(error, Error::Connect { .. }), "{error:?}");
            let source = std::error::Error::source(&error).map(|source| format!("{source} {source:?}"));
            assert!(!format!("{error} {error:?} {source:?}").contains("hunter2"), "{error:?}");
        }
        // A server may trust whoever comes from its own machine.
        Ok(engine) => assert_eq!(engine.dialect().name(), "PostgreSQL"),
    }
}

pub(crate) async fn more_tasks_than_connections(db: Arc<Database>) {
    people(&db).await;
    let engine = db.options().pool_size(3).connect().await.unwrap();
    let tasks: Vec<_> = (0..60)
        .map(|number| {
            let engine = engine.clone();
            tokio::spawn(async move {
                if number % 3 == 0 {
                    let update = Person::update().set(Person::age, Person::age + 1).where_(Person::id.eq(1));
                    engine.transaction(async |tx| update.execute(tx).await).await
                } else {
                    Person::select().count(&engine).await
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap().unwrap();
    }
    assert_eq!(names(&db, Person::age.eq(56)).await, ["Ada"]);
    let status = engine.status();
    assert!(status.size <= 4 && status.idle == status.size && status.waiting == 0, "{status:?}");
}

pub(crate) async fn a_closed_engine(db: Arc<Database>) {
    people(&db).await;
    let engine = db.options().connect().await.unwrap();
    let clone = engine.clone();
    let tx = engine.begin().await.unwrap();
    engine.close().await;
    let error = Person::select().count(&clone).await.unwrap_err();
    assert!(matches!(error, Error::Closed), "{error:?}");
    let error = clone.begin().await.unwrap_err();
    assert!(matches!(error, Error::Closed), "{error:?}");
    // What runs already may end.
    assert_eq!(Person::delete().all_rows().execute(&tx).await.unwrap(), 5);
    tx.commit().await.unwrap();
    assert_eq!(Person::select().count(&db.engine).await.unwrap(), 0);
    assert_eq!(engine.status().size, 0);
}

pub(crate) async fn a_small_cache_of_statements(db: Arc<Database>) {
    people(&db).await;
    let engine = db.options().pool_size(1).statement_cache(2).connect().await.unwrap();
    for round in 0..3 {
        for id in 1..=5 {
            let row = Person::select().where_(Person::id.eq(id)).one(&engine).await.unwrap();
            assert_eq!(row.id, id);
            let set = Person::update().set(Person::age, round).where_(Person::id.eq(id));
            set.execute(&engine).await.unwrap();
            let name = Person::select().columns((Person::name, Person::age)).where_(Person::id.eq(id));
            assert_eq!(name.one(&engine).await.unwrap(), (row.name, round));
        }
    }
}

/// As behind PgBouncer in transaction mode. Other databases have no such option in their URLs.
pub(crate) async fn statements_that_are_not_prepared(db: Arc<Database>) {
    people(&db).await;
    let engine = db.options().prepare(Prepare::Never).connect().await.unwrap();
    let ids = vec![1_i64, 2, 9];
    let some = Person::select().columns(Person::name).where_(Person::id.in_(&ids).and(Person::email.is_not_null()));
    let mut found = some.all(&engine).await.unwrap();
    found.sort_unstable();
    assert_eq!(found, ["Ada", "Bob"]);
    let later = Person::update()
        .set(Person::created_at, now() + seconds(5))
        .set(Person::score, Person::score * 2.0)
        .set(Person::boss, None)
        .where_(Person::age.between(30, 40));
    assert_eq!(later.execute(&engine).await.unwrap(), 2);
    let row = Person::insert(Person {
        id: 9,
        email: None,
        ..Person::select().where_(Person::id.eq(1)).one(&engine).await.unwrap()
    });
    assert_eq!(row.returning().one(&engine).await.unwrap().score, 3.0);
    let error = insert!(Person { id: 9, name: "Zoe" }).execute(&engine).await.unwrap_err();
    assert!(error.is_unique_violation(), "{error}");
    let url = format!("{}?prepare=never", db.url);
    let named = Engine::connect(&url).await;
    assert_eq!(named.is_ok(), db.dialect().name() == "PostgreSQL");
}

pub(crate) async fn the_name_of_the_application(db: Arc<Database>) {
    let list = match db.dialect().name() {
        "PostgreSQL" => "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'it''s the \"tests\"'",
        // Whether they list it depends on their performance schema; the driver's own test looks at what is sent.
        "MySQL" | "MariaDB" => "SELECT 1",
        _ => {
            let error = Engine::connect(&format!("{}?application_name=tests", db.url)).await.unwrap_err();
            let Error::Config { part, reason } = &error else { panic!("{error:?}") };
            assert!(*part == "query string" && reason.contains("pool_size"), "{error}");
            return;
        }
    };
    let engine = db.options().application_name("it's the \"tests\"").connect().await.unwrap();
    let tx = engine.begin().await.unwrap();
    let count = db.raw_cell(list).await;
    tx.rollback().await.unwrap();
    assert_ne!(count.as_deref(), Some("0"));
}
