//! `ON CONFLICT`, and `ON DUPLICATE KEY UPDATE`.

use std::sync::Arc;

use tempest::Error;
use tempest::prelude::*;
use uuid::Uuid;

use super::outbound::{Outbound, Status, message, outbox};
use crate::backend::Database;

const TARGET: &str = "ON CONFLICT with a target";

async fn attempts(db: &Database, key: &str) -> i32 {
    let row = Outbound::select().columns(Outbound::attempts).where_(Outbound::idempotency_key.eq(key));
    row.one(&db.engine).await.unwrap()
}

pub(crate) async fn a_repeated_key_leaves_the_row_as_it_is(db: Arc<Database>) {
    outbox(&db, 0).await;
    let first = message("billing", Some("a"));
    let again = Outbound { attempts: 9, ..message("billing", Some("a")) };
    let target = (Outbound::consumer, Outbound::idempotency_key);
    let insert = Outbound::insert(first.clone()).on_conflict_do_nothing(target).returning();
    if let Some(inserted) = db.can(db.backend.conflict_target, insert.first(&db.engine).await, TARGET) {
        assert_eq!(inserted, Some(first.clone()));
        let repeat = Outbound::insert(again.clone()).on_conflict_do_nothing(target);
        assert_eq!(repeat.clone().execute(&db.engine).await.unwrap(), 0);
        assert_eq!(repeat.clone().returning().all(&db.engine).await.unwrap(), []);
        let none = repeat.returning().one(&db.engine).await;
        assert!(matches!(none, Err(Error::RowNotFound { .. })), "{none:?}");
    }
    let any = Outbound::insert(first.clone()).on_conflict_do_nothing(AnyUnique).returning().first(&db.engine).await;
    assert_eq!(any.unwrap().is_some(), !db.backend.conflict_target);
    let repeat = Outbound::insert(again).on_conflict_do_nothing(AnyUnique);
    assert_eq!(repeat.clone().execute(&db.engine).await.unwrap(), 0);
    assert_eq!(repeat.returning().columns(Outbound::id).first(&db.engine).await.unwrap(), None);
    assert_eq!(Outbound::select().all(&db.engine).await.unwrap(), [first]);
}

pub(crate) async fn rows_without_a_key_are_no_duplicates(db: Arc<Database>) {
    outbox(&db, 0).await;
    for _ in 0..3 {
        let insert = Outbound::insert(message("billing", None)).on_conflict_do_nothing(AnyUnique);
        assert_eq!(insert.execute(&db.engine).await.unwrap(), 1);
        let target = (Outbound::consumer, Outbound::idempotency_key);
        let insert = Outbound::insert(message("billing", None)).on_conflict_do_nothing(target);
        db.can(db.backend.conflict_target, insert.execute(&db.engine).await, TARGET);
    }
    let expected = if db.backend.conflict_target { 6 } else { 3 };
    assert_eq!(Outbound::select().count(&db.engine).await.unwrap(), expected);
    let other = Outbound::insert(message("shipping", Some("a"))).on_conflict_do_nothing(AnyUnique);
    assert_eq!(other.execute(&db.engine).await.unwrap(), 1);
    let other = Outbound::insert(message("billing", Some("a"))).on_conflict_do_nothing(AnyUnique);
    assert_eq!(other.execute(&db.engine).await.unwrap(), 1);
}

pub(crate) async fn a_conflict_elsewhere_is_still_an_error(db: Arc<Database>) {
    outbox(&db, 0).await;
    let first = message("billing", Some("a"));
    Outbound::insert(first.clone()).execute(&db.engine).await.unwrap();
    let same_id = Outbound { idempotency_key: Some("b".to_owned()), ..first.clone() };
    let target = (Outbound::consumer, Outbound::idempotency_key);
    let insert = Outbound::insert(same_id.clone()).on_conflict_do_nothing(target).execute(&db.engine).await;
    if db.backend.conflict_target {
        assert!(insert.unwrap_err().is_unique_violation());
    } else {
        db.refuses(insert, TARGET);
    }
    let any = Outbound::insert(same_id).on_conflict_do_nothing(AnyUnique);
    assert_eq!(any.execute(&db.engine).await.unwrap(), 0);
}

/// What MySQL's INSERT IGNORE would swallow.
pub(crate) async fn no_other_fault_is_swallowed(db: Arc<Database>) {
    outbox(&db, 0).await;
    let long = Outbound { consumer: "x".repeat(41), ..message("", None) };
    let error = Outbound::insert(long).on_conflict_do_nothing(AnyUnique).execute(&db.engine).await.unwrap_err();
    assert!(matches!(error, Error::Database { .. } | Error::CheckViolation { .. }), "{error:?}");
    let null = insert!(Outbound {
        id: Uuid::now_v7(),
        consumer: sql!("NULL"),
        status: Status::Queued,
        next_attempt_at: now()
    });
    let error = null.on_conflict_do_nothing(AnyUnique).execute(&db.engine).await.unwrap_err();
    assert!(matches!(error, Error::NotNullViolation { .. }), "{error:?}");
    assert_eq!(Outbound::select().count(&db.engine).await.unwrap(), 0);
}

pub(crate) async fn only_the_new_ones_of_several_rows_count(db: Arc<Database>) {
    outbox(&db, 0).await;
    Outbound::insert(message("billing", Some("b"))).execute(&db.engine).await.unwrap();
    let rows = ["a", "b", "c", "a"].map(|key| message("billing", Some(key)));
    let insert = Outbound::insert_many(rows).on_conflict_do_nothing(AnyUnique);
    assert_eq!(insert.clone().execute(&db.engine).await.unwrap(), 2);
    assert_eq!(insert.execute(&db.engine).await.unwrap(), 0);
    assert_eq!(Outbound::select().count(&db.engine).await.unwrap(), 3);
    let rows = ["c", "d"].map(|key| message("billing", Some(key)));
    let returned = Outbound::insert_many(rows).on_conflict_do_nothing(AnyUnique).returning();
    let returned = returned.columns(Outbound::idempotency_key).all(&db.engine).await;
    if let Some(keys) = db.can(db.backend.conflict_target, returned, "RETURNING of an INSERT of several rows") {
        assert_eq!(keys, [Some("d".to_owned())]);
    }
}

pub(crate) async fn an_update_reads_both_rows(db: Arc<Database>) {
    outbox(&db, 0).await;
    let first = Outbound { attempts: 3, ..message("billing", Some("a")) };
    Outbound::insert(first.clone()).execute(&db.engine).await.unwrap();
    let next = time::macros::datetime!(2030-06-01 12:00 UTC);
    let again = Outbound { attempts: 10, next_attempt_at: next, ..message("billing", Some("a")) };
    let target = (Outbound::consumer, Outbound::idempotency_key);
    let upsert = Outbound::insert(again.clone()).on_conflict_do_update(target, |row| {
        row.set(Outbound::attempts, Outbound::attempts + excluded(Outbound::attempts) * 2)
            .set(Outbound::next_attempt_at, excluded(Outbound::next_attempt_at))
            .set(Outbound::status, Status::Failed)
    });
    let done = db.can(db.backend.conflict_target, upsert.execute(&db.engine).await, TARGET);
    let any = Outbound::insert(again.clone()).on_conflict_do_update(AnyUnique, |row| {
        row.set(Outbound::attempts, Outbound::attempts + excluded(Outbound::attempts) * 2)
            .set(Outbound::next_attempt_at, excluded(Outbound::next_attempt_at))
            .set(Outbound::status, Status::Failed)
    });
    let mut expected = 23;
    if db.dialect().name() == "PostgreSQL" {
        db.refuses(any.execute(&db.engine).await, "ON CONFLICT DO UPDATE without a target");
    } else {
        assert_eq!(any.execute(&db.engine).await.unwrap(), 1);
        expected += if done.is_some() { 20 } else { 0 };
    }
    assert_ne!(done, Some(0));
    let row = Outbound::select().one(&db.engine).await.unwrap();
    assert_eq!((row.id, row.attempts, row.next_attempt_at), (first.id, expected, next));
    assert_eq!(row.status, Status::Failed);
    assert!(row.updated_at.is_some(), "on_update counts here too");
}

pub(crate) async fn an_upserted_row_comes_back(db: Arc<Database>) {
    outbox(&db, 0).await;
    let upsert = |row: Outbound| {
        Outbound::insert(row)
            .on_conflict_do_update((Outbound::consumer, Outbound::idempotency_key), |row| {
                row.set(Outbound::attempts, Outbound::attempts + 1)
            })
            .returning()
            .columns((Outbound::id, Outbound::attempts))
    };
    let first = message("billing", Some("a"));
    let inserted = upsert(first.clone()).one(&db.engine).await;
    if let Some(inserted) = db.can(db.backend.conflict_target, inserted, TARGET) {
        assert_eq!(inserted, (first.id, 0));
        assert_eq!(upsert(message("billing", Some("a"))).one(&db.engine).await.unwrap(), (first.id, 1));
    }
    let any = Outbound::insert(message("billing", Some("b")))
        .on_conflict_do_update(AnyUnique, |row| row.set(Outbound::attempts, 5))
        .returning()
        .columns(Outbound::attempts);
    match db.dialect().name() {
        "PostgreSQL" => db.refuses(any.one(&db.engine).await, "ON CONFLICT DO UPDATE without a target"),
        "MySQL" => db.refuses(any.one(&db.engine).await, "RETURNING of an INSERT"),
        _ => {
            assert_eq!(any.clone().one(&db.engine).await.unwrap(), 0);
            assert_eq!(any.one(&db.engine).await.unwrap(), 5);
        }
    }
}

pub(crate) async fn the_update_has_a_condition_of_its_own(db: Arc<Database>) {
    outbox(&db, 0).await;
    Outbound::insert(Outbound { attempts: 4, ..message("billing", Some("a")) }).execute(&db.engine).await.unwrap();
    let target = (Outbound::consumer, Outbound::idempotency_key);
    let retry = Outbound::insert(message("billing", Some("a"))).on_conflict_do_update(target, |row| {
        row.set(Outbound::attempts, Outbound::attempts + 1).where_(Outbound::attempts.lt(5))
    });
    if let Some(changed) = db.can(db.backend.conflict_target, retry.clone().execute(&db.engine).await, TARGET) {
        assert_eq!((changed, attempts(&db, "a").await), (1, 5));
        assert_eq!(retry.clone().execute(&db.engine).await.unwrap(), 0);
        assert_eq!(retry.returning().first(&db.engine).await.unwrap(), None);
        assert_eq!(attempts(&db, "a").await, 5);
    } else {
        let any = Outbound::insert(message("billing", Some("a"))).on_conflict_do_update(AnyUnique, |row| {
            row.set(Outbound::attempts, Outbound::attempts + 1).where_(Outbound::attempts.lt(5))
        });
        db.refuses(any.execute(&db.engine).await, "WHERE of DO UPDATE");
    }
}

/// One task at a time for each worker.
#[derive(Model, Debug, PartialEq)]
#[tempest(unique(columns(worker), where = state.eq("it's \\ running")))]
struct Task {
    #[tempest(primary_key, auto)]
    id: i32,
    worker: i32,
    #[tempest(varchar = 20)]
    state: String,
}

/// PostgreSQL finds the partial index for a parameter only as long as it plans each run anew: five times.
pub(crate) async fn the_predicate_of_a_partial_index_is_repeated_at_each_run(db: Arc<Database>) {
    let created = db.engine.create_tables::<Task>().await;
    if db.can(db.backend.conflict_target, created, "a partial unique index").is_none() {
        return;
    }
    let engine = db.options().pool_size(1).connect().await.unwrap();
    for state in ["done", "it's \\ running"] {
        let mut inserted = 0;
        for _ in 0..12 {
            let insert = insert!(Task { worker: 1, state: state }).on_conflict_do_nothing(Task::worker);
            inserted += insert.execute(&engine).await.unwrap();
        }
        assert_eq!(inserted, if state == "done" { 12 } else { 1 }, "{state}");
    }
}

#[derive(Model, Debug, Clone, PartialEq)]
#[tempest(unique(columns(a, b), name = "pairs_a_b"))]
struct Pairs {
    #[tempest(primary_key)]
    id: i32,
    a: i32,
    b: i32,
}

pub(crate) async fn a_target_chosen_at_run_time(db: Arc<Database>) {
    db.engine.create_tables::<Pairs>().await.unwrap();
    let row = |id| Pairs { id, a: 1, b: 2 };
    Pairs::insert(row(1)).execute(&db.engine).await.unwrap();
    let columns: Vec<PairsColumn> = ["b", "a"].iter().map(|name| name.parse().unwrap()).collect();
    let insert = Pairs::insert(row(2)).on_conflict_do_nothing(columns.as_slice()).execute(&db.engine).await;
    assert!(matches!(db.can(db.backend.conflict_target, insert, TARGET), None | Some(0)));
    let insert = Pairs::insert(row(2)).on_conflict_do_nothing([PairsColumn::Id]).execute(&db.engine).await;
    if db.backend.conflict_target {
        assert!(insert.unwrap_err().is_unique_violation());
        let uncovered = Pairs::insert(row(2)).on_conflict_do_nothing([PairsColumn::A]).execute(&db.engine).await;
        assert!(matches!(uncovered, Err(Error::Build(_))), "{uncovered:?}");
    }
    let by_name = Pairs::insert(row(2)).on_conflict_do_update(Constraint("pairs_a_b"), |row| row.set(Pairs::id, 7));
    let result = by_name.execute(&db.engine).await;
    match db.dialect().name() {
        "PostgreSQL" => assert_eq!(result.unwrap(), 1),
        "SQLite" => db.refuses(result, "ON CONFLICT ON CONSTRAINT"),
        _ => db.refuses(result, TARGET),
    }
}

#[derive(Model, Debug)]
struct Word {
    #[tempest(primary_key)]
    word: String,
}

pub(crate) async fn text_keys_are_exact(db: Arc<Database>) {
    db.engine.create_tables::<Word>().await.unwrap();
    let words = ["a", "A", "a ", " a", "á", "a\u{301}", "ß", "ss", "ＡＢ", "AB", "", " ", "\t", "i", "ı", "I", "İ"];
    for word in words {
        let insert = insert!(Word { word: word }).on_conflict_do_nothing(AnyUnique);
        assert_eq!(insert.clone().execute(&db.engine).await.unwrap(), 1, "{word:?}");
        assert_eq!(insert.execute(&db.engine).await.unwrap(), 0, "{word:?}");
        assert_eq!(Word::select().where_(Word::word.eq(word)).count(&db.engine).await.unwrap(), 1, "{word:?}");
        assert_eq!(Word::select().where_(Word::word.in_([word])).count(&db.engine).await.unwrap(), 1, "{word:?}");
    }
    let mut sorted: Vec<_> = Word::select().columns(Word::word).all(&db.engine).await.unwrap();
    sorted.sort_unstable();
    let mut expected = words;
    expected.sort_unstable();
    assert_eq!(sorted, expected);
    for word in ["a", "A"] {
        let like = Word::select().where_(Word::word.like(word)).count(&db.engine).await.unwrap();
        assert_eq!(like, 1, "{word:?}");
    }
}
