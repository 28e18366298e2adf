//! What the builders refuse before a database is asked, and what they leave out.

#![allow(missing_docs, clippy::unwrap_used)]

use tempest::prelude::*;

#[derive(Model, Clone)]
#[tempest(table = "jobs")]
struct Job {
    #[tempest(primary_key)]
    id: i64,
    queue: String,
    note: Option<String>,
}

#[test]
fn a_condition_that_asks_for_nothing_does_not_mean_every_row() {
    let nothing = [
        Job::delete().where_(JobWhere::default()).to_sql(&Postgres),
        Job::delete().where_(None::<Condition<Job>>).to_sql(&Postgres),
        Job::delete().where_(JobWhere::default()).where_(None::<Condition<Job>>).to_sql(&Postgres),
        Job::delete().where_(Job::id.eq(1).or(JobWhere::default())).to_sql(&Postgres),
        Job::update().set(Job::note, None).where_(JobWhere::default()).to_sql(&Postgres),
        Job::delete().where_(not(any_of(Vec::<Condition<Job>>::new()))).to_sql(&Postgres),
        Job::delete().where_(not(not(JobWhere::default()))).to_sql(&Postgres),
    ];
    for sql in nothing {
        let error = sql.unwrap_err().to_string();
        assert!(error.contains("every row") && error.contains("`.all_rows()`"), "{error}");
    }
}

#[test]
fn all_rows_means_every_row() {
    assert_eq!(Job::delete().all_rows().to_sql(&Postgres).unwrap(), r#"DELETE FROM "jobs""#);
    assert!(Job::delete().all_rows().where_(JobWhere::default()).to_sql(&Postgres).is_ok());
    // None of the rows, which is harmless.
    assert!(Job::delete().where_(not(JobWhere::default())).to_sql(&Postgres).is_ok());
    let some = Job::delete().where_(JobWhere::default()).where_(Job::id.eq(1)).to_sql(&Postgres).unwrap();
    assert_eq!(some, r#"DELETE FROM "jobs" WHERE "id" = $1"#);
}

#[test]
fn what_insert_makes_is_a_row_of_an_insert() {
    let one = Job::insert(insert!(Job { id: 1, queue: "mail" })).to_sql(&Sqlite).unwrap();
    assert_eq!(one, r#"INSERT INTO "jobs" ("id", "queue") VALUES (?, ?)"#);
}

#[test]
fn rows_of_different_columns_are_refused_together() {
    let rows = [insert!(Job { id: 1, queue: "mail" }), insert!(Job { id: 2, queue: "mail", note: "late" })];
    let error = Job::insert_many(rows).to_sql(&Sqlite).unwrap_err().to_string();
    assert!(error.contains("different columns"), "{error}");
}
