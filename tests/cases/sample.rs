//! A table of people, which most cases read and change.

use tempest::prelude::*;
use tempest::query::InScope;
use time::OffsetDateTime;

use crate::backend::Database;

#[derive(Model, Debug, Clone, PartialEq)]
#[tempest(table = "people")]
pub(crate) struct Person {
    #[tempest(primary_key, auto)]
    pub(crate) id: i64,
    pub(crate) name: String,
    #[tempest(unique)]
    pub(crate) email: Option<String>,
    #[tempest(default = 18)]
    pub(crate) age: i32,
    pub(crate) boss: Option<i64>,
    #[tempest(default = true)]
    pub(crate) active: bool,
    #[tempest(default = 1.5)]
    pub(crate) score: f64,
    #[tempest(default = now())]
    pub(crate) created_at: OffsetDateTime,
    #[tempest(on_update = now())]
    pub(crate) updated_at: Option<OffsetDateTime>,
}

/// Ada is everybody's boss but Bob's, who has none either.
pub(crate) const PEOPLE: [(&str, i32, Option<i64>, bool); 5] = [
    ("Ada", 36, None, true),
    ("Bob", 20, None, false),
    ("Cyd", 36, Some(1), true),
    ("Dan", 52, Some(1), true),
    ("Eve", 7, Some(1), false),
];

/// Makes the table, and inserts the people with the ids 1 to 5.
pub(crate) async fn people(db: &Database) {
    db.engine.create_tables::<Person>().await.unwrap();
    let rows = PEOPLE.iter().zip(1..).map(|(&(name, age, boss, active), id)| {
        insert!(Person {
            id: id,
            name: name,
            email: format!("{}@example.org", name.to_lowercase()),
            age: age,
            boss: boss,
            active: active
        })
    });
    assert_eq!(Person::insert_many(rows).execute(&db.engine).await.unwrap(), 5);
}

/// The names of the people who meet a condition, in order.
pub(crate) async fn names<C, S, I>(db: &Database, condition: C) -> Vec<String>
where
    C: IntoCondition<S>,
    S: InScope<(Person,), I>,
{
    Person::select().columns(Person::name).where_(condition).order_by(Person::name).all(&db.engine).await.unwrap()
}
