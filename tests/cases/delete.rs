//! `DELETE`.

use std::sync::Arc;

use tempest::Error;
use tempest::prelude::*;

use super::sample::{Person, names, people};
use crate::backend::Database;

pub(crate) async fn rows_that_meet_the_condition(db: Arc<Database>) {
    people(&db).await;
    let delete = Person::delete().where_(Person::age.eq(36)).where_(Person::boss.is_null());
    assert_eq!(delete.clone().execute(&db.engine).await.unwrap(), 1);
    assert_eq!(delete.execute(&db.engine).await.unwrap(), 0);
    assert_eq!(names(&db, None::<Condition<Person>>).await, ["Bob", "Cyd", "Dan", "Eve"]);
}

pub(crate) async fn all_rows_must_be_said(db: Arc<Database>) {
    people(&db).await;
    assert_eq!(Person::delete().all_rows().execute(&db.engine).await.unwrap(), 5);
    assert!(!Person::select().exists(&db.engine).await.unwrap());
}

pub(crate) async fn deleted_rows_come_back(db: Arc<Database>) {
    people(&db).await;
    let can = db.backend.delete_returning;
    let clause = "RETURNING of a DELETE";
    let delete = Person::delete().where_(Person::id.ge(4)).returning().columns((Person::id, Person::name));
    if let Some(mut rows) = db.can(can, delete.clone().all(&db.engine).await, clause) {
        rows.sort_unstable();
        assert_eq!(rows, [(4, "Dan".to_owned()), (5, "Eve".to_owned())]);
        assert_eq!(delete.optional(&db.engine).await.unwrap(), None);
    }
    let ada = Person::delete().where_(Person::id.eq(1)).returning();
    if let Some(ada) = db.can(can, ada.clone().one(&db.engine).await, clause) {
        assert_eq!(ada.name, "Ada");
    }
    if can {
        assert!(matches!(ada.one(&db.engine).await, Err(Error::RowNotFound { .. })));
    }
}

pub(crate) async fn a_subquery_reads_the_table_that_is_deleted_from(db: Arc<Database>) {
    people(&db).await;
    let bosses = Person::select().columns(Person::boss).where_(Person::boss.is_not_null());
    let delete = Person::delete().where_(Person::id.not_in(bosses));
    assert_eq!(delete.execute(&db.engine).await.unwrap(), 4);
    assert_eq!(names(&db, None::<Condition<Person>>).await, ["Ada"]);
}
