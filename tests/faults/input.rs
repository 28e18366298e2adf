//! Input that is meant badly, or merely large: it is stored as it is, or refused before it does harm.

use std::sync::Arc;

use serde_json::json;
use tempest::Error;
use tempest::prelude::*;

use super::sample::{Person, people};
use crate::backend::Database;

#[derive(Model, Debug, Clone, PartialEq)]
#[tempest(table = "papers")]
struct Paper {
    #[tempest(primary_key)]
    id: i64,
    text: String,
    bytes: Option<Vec<u8>>,
    document: Option<serde_json::Value>,
}

fn paper(id: i64, text: &str) -> Paper {
    Paper { id, text: text.to_owned(), bytes: None, document: None }
}

/// PostgreSQL has no NUL in a text: said before anything is sent, wherever the text stands.
pub(crate) async fn a_nul_in_a_text(db: Arc<Database>) {
    db.engine.create_tables::<Paper>().await.unwrap();
    let (engine, seen) = db.watched().await;
    let nul = "a\0b";
    let insert = Paper::insert(paper(1, nul)).execute(&engine).await;
    let many = Paper::insert_many([paper(2, "a"), paper(3, nul)]).execute(&engine).await;
    let document = Paper { document: Some(json!({"a": ["\0"]})), ..paper(4, "b") };
    let document = Paper::insert(document).execute(&engine).await;
    let update = Paper::update().set(Paper::text, nul).where_(Paper::id.eq(2)).execute(&engine).await;
    let raw = Paper::update().set(Paper::text, sql!("{nul}")).where_(Paper::id.eq(2)).execute(&engine).await;
    let equal = Paper::select().where_(Paper::text.eq(nul)).count(&engine).await;
    let member = Paper::select().where_(Paper::text.in_(["a", nul])).count(&engine).await;
    let like = Paper::select().where_(Paper::text.starts_with(nul)).count(&engine).await;
    if db.backend.holds.nul_in_text {
        insert.and(many).and(document).and(update).and(raw).unwrap();
        assert_eq!((equal.unwrap(), member.unwrap(), like.unwrap()), (3, 3, 3));
        let texts = Paper::select().columns(Paper::text).where_(Paper::id.lt(4)).all(&engine).await.unwrap();
        assert_eq!(texts, [nul; 3]);
        return;
    }
    for refused in [insert, many, document, update, raw, equal, member, like] {
        let error = refused.unwrap_err();
        assert!(matches!(error, Error::Build(_)) && error.to_string().contains("NUL"), "{error:?}");
    }
    assert_eq!(seen.lock().unwrap().iter().filter(|sql| !sql.starts_with("BEGIN")).count(), 0, "nothing was sent");
}

pub(crate) async fn characters_of_four_bytes(db: Arc<Database>) {
    db.engine.create_tables::<Paper>().await.unwrap();
    let text = "𝄞 clef, 🌩️ storm, e\u{301}, \u{feff}, \u{10ffff}";
    Paper::insert(Paper { document: Some(json!({text: text})), ..paper(1, text) }).execute(&db.engine).await.unwrap();
    let found = Paper::select().where_(Paper::text.contains("🌩️")).one(&db.engine).await.unwrap();
    assert_eq!((found.text.as_str(), found.document.unwrap()[text].as_str()), (text, Some(text)));
    if matches!(db.dialect().name(), "MySQL" | "MariaDB") {
        // A table of others', with the character set that has three bytes: refused, not cut.
        db.raw("CREATE TABLE letters (id BIGINT PRIMARY KEY, text VARCHAR(99) CHARACTER SET utf8mb3)").await;
        #[derive(Model)]
        #[tempest(table = "letters")]
        struct Letter {
            #[tempest(primary_key)]
            id: i64,
            text: String,
        }
        let error = insert!(Letter { id: 1, text: text }).execute(&db.engine).await.unwrap_err();
        assert!(matches!(&error, Error::Database { code, .. } if code == "1366" || code == "3988"), "{error:?}");
        assert!(!error.to_string().contains("clef"), "{error}");
        insert!(Letter { id: 1, text: "été" }).execute(&db.engine).await.unwrap();
    }
}

pub(crate) async fn a_value_of_20_megabytes(db: Arc<Database>) {
    db.engine.create_tables::<Paper>().await.unwrap();
    let engine = db.options().pool_size(1).connect().await.unwrap();
    let large = Paper { bytes: Some(vec![0xff; 20_000_000]), ..paper(1, &"é".repeat(10_000_000)) };
    let inserted = Paper::insert(large.clone()).execute(&engine).await;
    let texts = Paper { bytes: None, ..large.clone() };
    let large = match inserted {
        Ok(_) => large,
        // More than the packet that MariaDB takes by default.
        Err(error) => {
            assert!(matches!(&error, Error::Database { code, .. } if code == "1153"), "{error:?}");
            let smaller = Paper { text: "é".repeat(5_000_000), ..texts };
            Paper::insert(smaller.clone()).execute(&engine).await.unwrap();
            smaller
        }
    };
    assert!(Paper::select().one(&engine).await.unwrap() == large, "it came back as something else");
}

#[track_caller]
fn has_too_many_parameters(result: tempest::Result<u64>) {
    let error = result.unwrap_err();
    assert!(matches!(&error, Error::Build(build) if build.reason.ends_with(" parameters")), "{error:?}");
}

pub(crate) async fn a_list_of_100_000(db: Arc<Database>) {
    people(&db).await;
    let ids: Vec<i64> = (3..100_003).collect();
    let found = Person::select().where_(Person::id.in_(&ids)).count(&db.engine).await;
    if db.dialect().name() == "PostgreSQL" {
        assert_eq!(found.unwrap(), 3);
        let others = Person::select().where_(Person::id.not_in(&ids)).count(&db.engine).await;
        assert_eq!(others.unwrap(), 2);
    } else {
        has_too_many_parameters(found);
    }
    // In pieces that every database takes.
    let mut found = 0;
    for piece in ids.chunks(30_000) {
        found += Person::select().where_(Person::id.in_(piece)).count(&db.engine).await.unwrap();
    }
    assert_eq!(found, 3);
}

pub(crate) async fn a_condition_of_70_000_parameters(db: Arc<Database>) {
    people(&db).await;
    let any = any_of((0..70_000).map(|id| Person::id.eq(id)));
    has_too_many_parameters(Person::select().where_(any.clone()).count(&db.engine).await);
    has_too_many_parameters(Person::delete().where_(any).execute(&db.engine).await);
    let some = any_of((3..30_000).map(|id| Person::id.eq(id)));
    assert_eq!(Person::select().where_(some).count(&db.engine).await.unwrap(), 3);
}

#[derive(Model, Debug, Clone, PartialEq)]
#[tempest(table = "or\"der `by` [x]; DROP TABLE people; --")]
#[tempest(unique(columns(order, shadow), name = "größte \" Ordnung"), index(columns(dotted), name = "where"))]
struct Odd {
    #[tempest(primary_key, column = "\"")]
    quote: i64,
    #[tempest(column = "select")]
    order: i32,
    #[tempest(column = "'; DROP TABLE people; --")]
    shadow: String,
    #[tempest(column = "a.b")]
    dotted: i32,
    #[tempest(column = "`\\` ? $1 {x}")]
    odd: Option<i32>,
    #[tempest(column = "日本語 naïve")]
    wide: bool,
}

pub(crate) async fn names_that_need_quotes(db: Arc<Database>) {
    people(&db).await;
    db.engine.create_tables::<Odd>().await.unwrap();
    let row = |quote| Odd { quote, order: 1, shadow: format!("s{quote}"), dotted: 7, odd: None, wide: true };
    Odd::insert_many([row(1), row(2)]).execute(&db.engine).await.unwrap();
    let again = Odd::insert(Odd { shadow: "s1".to_owned(), ..row(3) });
    let error = again.clone().execute(&db.engine).await.unwrap_err();
    let Error::UniqueViolation { columns, .. } = &error else { panic!("{error:?}") };
    assert_eq!(columns, &["select", "'; DROP TABLE people; --"]);
    let upsert = again.on_conflict_do_update((Odd::order, Odd::shadow), |row| row.set(Odd::odd, excluded(Odd::dotted)));
    let odd = db.can(db.backend.conflict_target, upsert.execute(&db.engine).await, "ON CONFLICT").map(|_| 7);
    let update = Odd::update().set(Odd::dotted, Odd::dotted + Odd::order).where_(Odd::wide.eq(true));
    assert_eq!(update.execute(&db.engine).await.unwrap(), 2);
    let rows = Odd::select().where_(Odd::dotted.eq(8)).order_by((Odd::order, Odd::quote.desc())).all(&db.engine).await;
    assert_eq!(rows.unwrap(), [Odd { dotted: 8, ..row(2) }, Odd { dotted: 8, odd, ..row(1) }]);
    assert_eq!(Odd::delete().where_(Odd::quote.eq(1)).execute(&db.engine).await.unwrap(), 1);
    db.engine.drop_tables::<Odd>().await.unwrap();
    assert_eq!(Person::select().count(&db.engine).await.unwrap(), 5);
}

/// Refused, and no overflow of the stack, when they are made, looked at, copied and dropped either.
pub(crate) async fn conditions_that_are_too_deep(db: Arc<Database>) {
    people(&db).await;
    let first = || Person::id.eq(1).into_condition();
    let not_not: Condition<Person> = (0..10_000).fold(first(), |condition, _| not(condition));
    let lists = (0..10_000).fold(first(), |condition, n| match n % 2 {
        0 => all_of([condition, Person::id.ne(n)]),
        _ => any_of([condition, Person::id.eq(n)]),
    });
    let ones = (0..10_000).fold(all_of(Vec::<Condition<Person>>::new()), |condition, _| all_of([condition]));
    for deep in [not_not, lists, ones] {
        let select = Person::select().where_(deep.clone()).all(&db.engine).await.unwrap_err();
        let delete = Person::delete().where_(deep.clone()).execute(&db.engine).await.unwrap_err();
        for error in [select, delete] {
            assert!(matches!(&error, Error::Build(build) if build.reason.contains("deep")), "{error:?}");
        }
        assert!(format!("{deep:?}").contains("TooDeep"));
    }
    let list = all_of((0..10_000).map(|_| sql!("1 = 1")));
    assert_eq!(Person::select().where_(list).count(&db.engine).await.unwrap(), 5);
}

/// What SQLite would keep as text in a table that others have made.
pub(crate) async fn text_in_a_column_of_integers(db: Arc<Database>) {
    people(&db).await;
    let text = "s3cret";
    let update = Person::update().set(Person::age, sql!("{text}")).where_(Person::id.eq(1));
    let error = update.execute(&db.engine).await.unwrap_err();
    assert!(matches!(error, Error::Database { .. } | Error::Bind { .. }), "{error:?}");
    assert!(!format!("{error} {error:?}").contains(text), "{error:?}");
    assert_eq!(Person::select().columns(Person::age).where_(Person::id.eq(1)).one(&db.engine).await.unwrap(), 36);
}
