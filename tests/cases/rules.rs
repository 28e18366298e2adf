//! The rules that programs rely on, a case for each sentence that no other case is about.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tempest::Error;
use tempest::prelude::*;

use super::sample::{Person, PersonWhere, names, people};
use crate::backend::Database;

#[derive(Model, Debug)]
struct Team {
    #[tempest(primary_key)]
    id: i32,
    name: String,
}

#[derive(Model, Debug)]
#[tempest(check(name = "member_level", level.ge(1)))]
#[tempest(unique(name = "member_name", columns(team, name)))]
struct Member {
    #[tempest(primary_key)]
    id: i32,
    #[tempest(references = Team::id)]
    team: i32,
    #[tempest(varchar = 40)]
    name: String,
    level: i32,
    note: String,
}

const HOSTILE: &str = r#"s3cret'; DROP TABLE people; -- " ` \ %_!"#;

pub(crate) async fn every_value_is_a_bound_parameter(db: Arc<Database>) {
    people(&db).await;
    let (engine, seen) = db.watched().await;
    insert!(Person { id: 100, name: HOSTILE }).execute(&engine).await.unwrap();
    let found = Person::select()
        .where_(Person::name.eq(HOSTILE).and(Person::name.in_([HOSTILE, "x"])).and(Person::name.contains(HOSTILE)))
        .where_(PersonWhere { name: HOSTILE.into(), ..Default::default() })
        .where_(sql!("name = {HOSTILE}"))
        .one(&engine)
        .await
        .unwrap();
    assert_eq!(found.name, HOSTILE);
    let update = Person::update().set(Person::email, HOSTILE).where_(Person::name.eq(HOSTILE));
    assert_eq!(update.execute(&engine).await.unwrap(), 1);
    assert_eq!(Person::delete().where_(Person::email.eq(HOSTILE)).execute(&engine).await.unwrap(), 1);
    let seen = seen.lock().unwrap();
    assert!(seen.len() >= 4 && !seen.iter().any(|sql| sql.contains("s3cret")), "{seen:?}");
}

pub(crate) async fn a_new_column_in_the_database_breaks_nobody(db: Arc<Database>) {
    people(&db).await;
    let engine = &db.engine;
    let before = Person::select().where_(Person::id.eq(1)).one(engine).await.unwrap();
    db.raw("ALTER TABLE people ADD COLUMN added integer DEFAULT 7").await;
    let after = Person::select().where_(Person::id.eq(1)).one(engine).await.unwrap();
    assert_eq!(after, before, "with the statement that was prepared before");
    let inserted = insert!(Person { id: 100, name: "Fay" }).returning().one(engine).await.unwrap();
    assert_eq!(inserted.name, "Fay");
    if db.backend.delete_returning {
        let deleted = Person::delete().where_(Person::id.eq(inserted.id)).returning().one(engine).await.unwrap();
        assert_eq!(deleted, inserted);
    }
}

pub(crate) async fn nothing_unsupported_is_dropped_silently(db: Arc<Database>) {
    people(&db).await;
    let (engine, seen) = db.watched().await;
    let backend = db.backend;
    let locked = engine.transaction(async |tx| Person::select().for_update().all(tx).await).await;
    db.can(backend.row_locks, locked, "FOR UPDATE");
    let update = Person::update().set(Person::age, 1).where_(Person::id.eq(99)).returning().all(&engine).await;
    db.can(backend.update_returning, update, "RETURNING");
    let limited = Person::id.in_(Person::select().columns(Person::id).order_by(Person::id).limit(1));
    db.can(backend.limit_in_subquery, Person::select().where_(limited).all(&engine).await, "LIMIT");
    let insert =
        insert!(Person { id: 100, name: "Ada", email: "ada@example.org" }).on_conflict_do_nothing(Person::email);
    db.can(backend.conflict_target, insert.execute(&engine).await, "ON CONFLICT");
    let can = [backend.row_locks, backend.update_returning, backend.limit_in_subquery, backend.conflict_target];
    let statements = |sql: &&String| !["BEGIN", "COMMIT", "ROLLBACK", "START"].iter().any(|word| sql.starts_with(word));
    let sent = seen.lock().unwrap().iter().filter(statements).count();
    assert_eq!(sent, can.into_iter().filter(|can| *can).count(), "what is refused is not sent");
}

pub(crate) async fn in_nothing_is_false_and_not_in_nothing_is_true(db: Arc<Database>) {
    people(&db).await;
    let none: [i64; 0] = [];
    assert!(names(&db, Person::id.in_(none)).await.is_empty());
    assert_eq!(names(&db, Person::id.not_in(none)).await.len(), 5);
    // NULL as well: nothing is in an empty list.
    assert!(names(&db, Person::boss.in_(none)).await.is_empty());
    assert_eq!(names(&db, Person::boss.not_in(none)).await.len(), 5);
}

/// A pool of one connection, which every fault below has had in its hands.
pub(crate) async fn a_connection_goes_back_clean_or_not_at_all(db: Arc<Database>) {
    people(&db).await;
    let engine = db.options().pool_size(1).connect().await.unwrap();
    let count = async || Person::select().count(&engine).await.unwrap();
    let add = async |tx: &tempest::engine::Transaction| insert!(Person { id: 100, name: "Fay" }).execute(tx).await;

    let tx = engine.begin().await.unwrap();
    add(&tx).await.unwrap();
    drop(tx);
    assert_eq!(count().await, 5, "dropped");
    let failed: tempest::Result<()> = engine
        .transaction(async |tx| {
            add(tx).await?;
            Err(Error::TransactionState { reason: "for the test" })
        })
        .await;
    assert!(failed.is_err());
    assert_eq!(count().await, 5, "an error");
    let stuck = engine.transaction(async |tx| {
        add(tx).await?;
        std::future::pending::<tempest::Result<()>>().await
    });
    assert!(tokio::time::timeout(Duration::from_millis(200), stuck).await.is_err());
    assert_eq!(count().await, 5, "a cancelled future");
    let spawned = engine.clone();
    let panicked = tokio::spawn(async move {
        spawned
            .transaction(async |tx| -> tempest::Result<()> {
                insert!(Person { id: 100, name: "Fay" }).execute(tx).await?;
                panic!("for the test")
            })
            .await
    });
    assert!(panicked.await.unwrap_err().is_panic());
    assert_eq!(count().await, 5, "a panic");
    engine.transaction(async |tx| add(tx).await).await.unwrap();
    assert_eq!(count().await, 6, "and the next transaction commits");
}

pub(crate) async fn errors_tell_what_to_do_and_carry_no_value(db: Arc<Database>) {
    let engine = &db.engine;
    engine.create_tables::<(Team, Member)>().await.unwrap();
    Team::insert(Team { id: 1, name: "red".to_owned() }).execute(engine).await.unwrap();
    let member = |id, team, level| Member { id, team, name: "s3cret".to_owned(), level, note: "s3cret".to_owned() };
    Member::insert(member(1, 1, 1)).execute(engine).await.unwrap();

    let unique = Member::insert(member(2, 1, 1)).execute(engine).await.unwrap_err();
    let Error::UniqueViolation { constraint, columns, .. } = &unique else { panic!("{unique}") };
    assert_eq!(constraint.as_deref(), Some("member_name"));
    assert_eq!(columns, &["team", "name"]);
    let foreign = Member::insert(member(2, 9, 1)).execute(engine).await.unwrap_err();
    assert!(matches!(foreign, Error::ForeignKeyViolation { .. }), "{foreign}");
    let level = Member::update().set(Member::level, 0).where_(Member::name.eq("s3cret"));
    let check = level.execute(engine).await.unwrap_err();
    let Error::CheckViolation { constraint: Some(constraint), .. } = &check else { panic!("{check}") };
    assert_eq!(constraint, "member_level");
    let null = Member::update().set(Member::note, sql!("NULL")).where_(Member::name.eq("s3cret"));
    let null = null.execute(engine).await.unwrap_err();
    let Error::NotNullViolation { column: Some(column), .. } = &null else { panic!("{null}") };
    assert_eq!(column, "note");
    for error in [unique, foreign, check, null] {
        assert!(error.sql().is_some_and(|sql| sql.contains("member")), "{error}");
        let source = std::error::Error::source(&error).map(|source| format!("{source} {source:?}"));
        let shown = format!("{error} {error:?} {source:?}");
        assert!(!shown.contains("s3cret"), "{shown}");
        assert!(!error.is_retryable(), "{error}");
    }
}

pub(crate) async fn waiting_for_a_connection_ends_with_an_error(db: Arc<Database>) {
    people(&db).await;
    let engine = db.options().pool_size(1).acquire_timeout(Duration::from_millis(200)).connect().await.unwrap();
    let tx = engine.begin().await.unwrap();
    let began = Instant::now();
    let error = engine.begin().await.unwrap_err();
    assert!(matches!(error, Error::PoolExhausted { size: 1, .. }), "{error}");
    assert!(began.elapsed() < Duration::from_secs(5));
    tx.rollback().await.unwrap();
    engine.begin().await.unwrap().rollback().await.unwrap();
}

/// Two transactions that lock two rows in opposite order. On SQLite the second does not even begin.
pub(crate) async fn a_deadlock_says_to_run_the_transaction_again(db: Arc<Database>) {
    if !db.backend.row_locks {
        let options = db.options().acquire_timeout(Duration::from_millis(100));
        let engine = options.connect().await.unwrap();
        let first = engine.begin().await.unwrap();
        assert!(matches!(engine.begin().await.unwrap_err(), Error::PoolExhausted { .. }));
        return first.rollback().await.unwrap();
    }
    people(&db).await;
    let barrier = Arc::new(tokio::sync::Barrier::new(2));
    let cross = |first: i64, second: i64| {
        let (engine, barrier) = (db.engine.clone(), Arc::clone(&barrier));
        tokio::spawn(async move {
            engine
                .transaction(async |tx| {
                    let older = |id| Person::update().set(Person::age, Person::age + 1).where_(Person::id.eq(id));
                    older(first).execute(tx).await?;
                    barrier.wait().await;
                    older(second).execute(tx).await?;
                    Ok(())
                })
                .await
        })
    };
    let (one, other) = tokio::join!(cross(1, 2), cross(2, 1));
    let failed: Vec<Error> = [one.unwrap(), other.unwrap()].into_iter().filter_map(Result::err).collect();
    let [error] = &failed[..] else { panic!("one of them is the victim: {failed:?}") };
    assert!(matches!(error, Error::SerializationFailure { .. }) && error.is_retryable(), "{error}");
}

pub(crate) async fn no_error_shows_the_password(db: Arc<Database>) {
    let Some(rest) = db.url.split_once("://").map(|(scheme, rest)| (scheme, rest.rsplit('@').next().unwrap_or(rest)))
    else {
        return; // SQLite has no passwords.
    };
    let (scheme, place) = rest;
    let dead = place.split_once('/').map_or("127.0.0.1:1", |_| "127.0.0.1:1/nowhere");
    for url in [
        format!("{scheme}://nobody:hunter2@{dead}"),
        format!("{scheme}://nobody:hunter2@{place}"),
        format!("{scheme}://nobody:hunter2@{place}?nosuch=1"),
        format!("{scheme}://nobody:hun/hunter2@{place}"),
    ] {
        // Servers that trust everybody let the second one in.
        if let Err(error) = Engine::connect(&url).await {
            let source = std::error::Error::source(&error).map(|source| format!("{source} {source:?}"));
            let shown = format!("{error} {error:?} {source:?}");
            assert!(!shown.contains("hunter2"), "{shown}");
        }
    }
}
