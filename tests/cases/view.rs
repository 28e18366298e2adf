//! Models of views.

use std::sync::Arc;

use tempest::prelude::*;

use crate::backend::Database;
use crate::cases::sample::{Person, people};

#[derive(Model, Debug, PartialEq)]
#[tempest(table = "workers", view)]
struct Worker {
    id: i64,
    name: String,
    boss: i64,
}

pub(crate) async fn a_view_is_selected_from(db: Arc<Database>) {
    people(&db).await;
    db.raw("CREATE VIEW workers AS SELECT id, name, boss FROM people WHERE boss IS NOT NULL").await;
    let query = Worker::select().where_(Worker::name.gt("Cyd")).order_by(Worker::id);
    let found = query.all(&db.engine).await.unwrap();
    let worker = |id, name: &str| Worker { id, name: name.to_owned(), boss: 1 };
    assert_eq!(found, [worker(4, "Dan"), worker(5, "Eve")]);
    let of_workers = Person::select().where_(Person::id.in_(Worker::select().columns(Worker::boss)));
    assert_eq!(of_workers.one(&db.engine).await.unwrap().name, "Ada");
}
