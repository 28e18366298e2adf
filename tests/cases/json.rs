//! JSON documents: their parts, what they contain, and arrays of values; the search for words.

use std::sync::Arc;

use serde_json::{Value, json};
use tempest::Error;
use tempest::prelude::*;

use super::sample::{Person, people};
use crate::backend::Database;

#[derive(Model, Debug)]
#[tempest(table = "documents")]
struct Document {
    #[tempest(primary_key)]
    id: i64,
    body: Value,
    more: Option<Value>,
}

async fn documents(db: &Database) {
    db.engine.create_tables::<Document>().await.unwrap();
    let body = json!({
        "name": "Ada", "a b": { "$.x": [10, "té'xt", null, true, { "k": false }] }, "n": 7, "tags": ["x", "y"]
    });
    Document::insert(Document { id: 1, body, more: None }).execute(&db.engine).await.unwrap();
    let body = json!([1, { "a": 2 }]);
    Document::insert(Document { id: 2, body, more: Some(json!({})) }).execute(&db.engine).await.unwrap();
}

macro_rules! value_of {
    ($db:expr, $expr:expr) => {
        Document::select().columns($expr).where_(Document::id.eq(1)).one(&$db.engine).await.unwrap()
    };
}

pub(crate) async fn parts_of_a_document(db: Arc<Database>) {
    documents(&db).await;
    let list = || Document::body.json_get("a b").json_get("$.x");
    assert_eq!(value_of!(db, Document::body.json_get("n")), Some(json!(7)));
    assert_eq!(value_of!(db, list()), Some(json!([10, "té'xt", null, true, { "k": false }])));
    assert_eq!(value_of!(db, list().json_get(4)), Some(json!({ "k": false })));
    assert_eq!(value_of!(db, list().json_get(9)), None);
    assert_eq!(value_of!(db, list().json_get("k")), None);
    assert_eq!(value_of!(db, Document::more.json_get("k")), None);
    let texts = (
        Document::body.json_text("name"),
        list().json_text(0),
        list().json_text(1),
        list().json_text(2),
        list().json_text(3),
        list().json_get(4).json_text("k"),
        list().json_text(5),
    );
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(value_of!(db, texts), (text("Ada"), text("10"), text("té'xt"), None, text("true"), text("false"), None));
    let found = Document::select().columns(Document::id).where_(Document::body.json_get(1).json_text("a").eq("2"));
    assert_eq!(found.all(&db.engine).await.unwrap(), [2]);
    let object: Value = serde_json::from_str(&value_of!(db, list().json_text(4)).unwrap()).unwrap();
    assert_eq!(object, json!({ "k": false }));
    let quoted = Document::select().columns(Document::body.json_text(r#"a"\b"#)).all(&db.engine).await;
    if db.dialect().name() == "PostgreSQL" {
        assert_eq!(quoted.unwrap(), [None, None]);
    } else {
        assert!(matches!(quoted, Err(Error::Build(_))), "{quoted:?}");
    }
}

pub(crate) async fn documents_in_documents(db: Arc<Database>) {
    documents(&db).await;
    let cases = [
        (json!({ "n": 7, "tags": ["y"] }), vec![1]),
        (json!({ "a b": { "$.x": ["té'xt"] } }), vec![1]),
        (json!({ "n": 8 }), vec![]),
        (json!([{ "a": 2 }]), vec![2]),
        (json!(1), vec![2]),
    ];
    for (part, expected) in cases {
        let holds = Document::body.json_contains(part.clone());
        let found = Document::select().columns(Document::id).where_(holds).all(&db.engine).await;
        if db.dialect().name() == "SQLite" {
            assert!(matches!(found, Err(Error::Build(_))), "{found:?}");
        } else {
            assert_eq!(found.unwrap(), expected, "{part}");
        }
    }
}

pub(crate) async fn arrays_of_values(db: Arc<Database>) {
    people(&db).await;
    let ordered = db.dialect().name() != "MySQL";
    let bosses = Person::select().columns((Person::boss.json_agg(), Person::score.json_agg())).where_(Person::id.le(2));
    assert_eq!(bosses.one(&db.engine).await.unwrap(), (Some(json!([null, null])), Some(json!([1.5, 1.5]))));
    let none = Person::select().columns(Person::name.json_agg()).where_(Person::id.gt(100));
    assert_eq!(none.one(&db.engine).await.unwrap(), None);
    let names = Person::select().columns(Person::name.json_agg().order_by(Person::age.desc())).where_(Person::id.ge(3));
    let names = names.one(&db.engine).await;
    if ordered {
        assert_eq!(names.unwrap(), Some(json!(["Dan", "Cyd", "Eve"])));
    } else {
        assert!(matches!(names, Err(Error::Build(_))), "{names:?}");
    }
    let some = Person::select().columns(Person::name.json_agg().filter(Person::id.eq(3))).one(&db.engine).await;
    if matches!(db.dialect().name(), "MySQL" | "MariaDB") {
        assert!(matches!(some, Err(Error::Build(_))), "{some:?}");
    } else {
        assert_eq!(some.unwrap(), Some(json!(["Cyd"])));
    }
}

pub(crate) async fn words_are_searched_for(db: Arc<Database>) {
    people(&db).await;
    Person::update().set(Person::name, "Storms at sea").where_(Person::id.eq(1)).execute(&db.engine).await.unwrap();
    Person::update().set(Person::name, "A storm on land").where_(Person::id.eq(2)).execute(&db.engine).await.unwrap();
    let ids = |search: &'static str| {
        Person::select().columns(Person::id).where_(Person::name.matches("english", search)).order_by(Person::id)
    };
    if db.dialect().name() == "PostgreSQL" {
        assert_eq!(ids("storm").all(&db.engine).await.unwrap(), [1, 2]);
        assert_eq!(ids("storm -seas").all(&db.engine).await.unwrap(), [2]);
        assert_eq!(ids("it's ' OR \" (").all(&db.engine).await.unwrap(), [0; 0]);
        let bad = Person::select().where_(Person::name.matches("english'", "x")).all(&db.engine).await;
        assert!(matches!(bad, Err(Error::Build(_))), "{bad:?}");
    } else {
        let refused = ids("storm").all(&db.engine).await;
        assert!(matches!(refused, Err(Error::Build(_))), "{refused:?}");
    }
}
