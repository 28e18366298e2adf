//! Enums of the program as columns of the database.

use std::sync::Arc;

use tempest::Error;
use tempest::prelude::*;

use crate::backend::Database;

#[derive(DbEnum, Debug, Clone, Copy, PartialEq)]
enum Weather {
    Fine,
    HeavyRain,
}

#[derive(DbEnum, Debug, Clone, Copy, PartialEq)]
#[tempest(native = "mood")]
enum Mood {
    Happy,
    #[tempest(label = "so-so")]
    SoSo,
    Sad,
}

#[derive(Model, Debug, Clone, PartialEq)]
#[tempest(unique(columns(town), where = mood.eq(Mood::SoSo)))]
struct Report {
    #[tempest(primary_key)]
    id: i32,
    #[tempest(varchar = 40)]
    town: String,
    weather: Weather,
    #[tempest(default = Mood::Happy)]
    mood: Mood,
    before: Option<Mood>,
}

#[derive(Model, Debug, Clone, PartialEq)]
struct Plain {
    #[tempest(primary_key)]
    id: i32,
    #[tempest(default = Weather::Fine)]
    weather: Weather,
    mood: Option<Mood>,
}

async fn all_kinds_of_use(db: &Database) {
    let rows = [(Weather::Fine, Some(Mood::SoSo)), (Weather::HeavyRain, Some(Mood::Sad)), (Weather::Fine, None)];
    let rows = (1..).zip(rows).map(|(id, (weather, mood))| Plain { id, weather, mood });
    assert_eq!(Plain::insert_many(rows).execute(&db.engine).await.unwrap(), 3);
    let ids = async |condition: Condition<Plain>| {
        let ids = Plain::select().columns(Plain::id).where_(condition).order_by(Plain::id);
        ids.all(&db.engine).await.unwrap()
    };
    assert_eq!(ids(Plain::weather.eq(Weather::Fine)).await, [1, 3]);
    assert_eq!(ids(Plain::weather.ne(Weather::Fine)).await, [2]);
    assert_eq!(ids(Plain::weather.in_([Weather::HeavyRain])).await, [2]);
    assert_eq!(ids(Plain::mood.in_([Mood::SoSo, Mood::Sad])).await, [1, 2]);
    assert_eq!(ids(Plain::mood.not_in(vec![Mood::Sad])).await, [1]);
    assert_eq!(ids(Plain::mood.eq(Mood::SoSo)).await, [1]);
    let none: [Mood; 0] = [];
    assert_eq!(ids(Plain::mood.in_(none)).await, [0; 0]);
    let update = Plain::update().set(Plain::mood, Mood::Happy).set(Plain::weather, Weather::HeavyRain);
    assert_eq!(update.where_(Plain::mood.is_null()).execute(&db.engine).await.unwrap(), 1);
    let filter = PlainWhere { weather: Weather::HeavyRain.into(), mood: Mood::Happy.into(), ..Default::default() };
    let row = Plain::select().where_(filter).one(&db.engine).await.unwrap();
    assert_eq!(row, Plain { id: 3, weather: Weather::HeavyRain, mood: Some(Mood::Happy) });
    let row = insert!(Plain { id: 4, mood: Mood::Sad }).returning().one(&db.engine).await.unwrap();
    assert_eq!(row, Plain { id: 4, weather: Weather::Fine, mood: Some(Mood::Sad) });
}

pub(crate) async fn tables_made_by_tempest(db: Arc<Database>) {
    db.engine.create_tables::<Plain>().await.unwrap();
    all_kinds_of_use(&db).await;
}

pub(crate) async fn a_varchar_column_that_is_there(db: Arc<Database>) {
    db.raw("CREATE TABLE plain (id INTEGER PRIMARY KEY, weather VARCHAR(20) DEFAULT 'fine', mood VARCHAR(20))").await;
    all_kinds_of_use(&db).await;
}

pub(crate) async fn a_text_column_that_is_there(db: Arc<Database>) {
    let default = if db.backend.variable.is_some() && !db.backend.failure_aborts { "('fine')" } else { "'fine'" };
    db.raw(&format!("CREATE TABLE plain (id INTEGER PRIMARY KEY, weather TEXT DEFAULT {default}, mood TEXT)")).await;
    all_kinds_of_use(&db).await;
}

pub(crate) async fn a_native_column_that_is_there(db: Arc<Database>) {
    let (weather, mood) = match db.dialect().name() {
        "PostgreSQL" => {
            db.raw("CREATE TYPE \"Sky\" AS ENUM ('heavy_rain', 'hail', 'fine')").await;
            db.raw("CREATE TYPE mood AS ENUM ('sad', 'so-so', 'happy')").await;
            ("\"Sky\"", "mood")
        }
        "SQLite" => ("TEXT", "TEXT"),
        _ => ("ENUM('heavy_rain', 'hail', 'fine')", "ENUM('sad', 'so-so', 'happy')"),
    };
    db.raw(&format!(
        "CREATE TABLE plain (id INTEGER PRIMARY KEY, weather {weather} NOT NULL DEFAULT 'fine', mood {mood})"
    ))
    .await;
    all_kinds_of_use(&db).await;
    if db.dialect().name() != "SQLite" {
        db.raw("UPDATE plain SET weather = 'hail' WHERE id = 1").await;
        let error = Plain::select().all(&db.engine).await.unwrap_err();
        let Error::Decode { error, .. } = error else { panic!("{error}") };
        assert_eq!((error.column, error.expected), ("weather", "Weather"));
        assert!(error.found.contains("hail"), "{error}");
    }
}

pub(crate) async fn text_is_checked(db: Arc<Database>) {
    db.engine.create_tables::<Plain>().await.unwrap();
    let hail = insert!(Plain { id: 1, weather: sql!("'hail'") }).execute(&db.engine).await.unwrap_err();
    assert!(matches!(&hail, Error::CheckViolation { constraint: Some(_), .. }), "{hail:?}");
    let angry = insert!(Plain { id: 1, mood: sql!("'angry'") }).execute(&db.engine).await.unwrap_err();
    // PostgreSQL's and MySQL's own type refuses it; SQLite has a CHECK.
    let refused = matches!(angry, Error::CheckViolation { .. } | Error::Database { .. });
    assert!(refused, "{angry:?}");
    assert_eq!(Plain::select().count(&db.engine).await.unwrap(), 0);
}

pub(crate) async fn a_native_type_is_made_and_dropped_with_its_tables(db: Arc<Database>) {
    let result = db.engine.create_tables::<(Plain, Report)>().await;
    if db.can(db.backend.conflict_target, result, "a partial unique index").is_none() {
        return;
    }
    let row = |id| Report { id, town: "Ulm".to_owned(), weather: Weather::Fine, mood: Mood::SoSo, before: None };
    for id in 1..10 {
        let insert = Report::insert(row(id)).on_conflict_do_nothing(Report::town);
        assert_eq!(insert.execute(&db.engine).await.unwrap(), u64::from(id == 1));
    }
    let default = insert!(Report { id: 20, town: "Bonn", weather: Weather::Fine }).returning();
    assert_eq!(default.columns(Report::mood).one(&db.engine).await.unwrap(), Mood::Happy);
    let copy = Report::update().set(Report::before, Report::mood).where_(Report::mood.ne(Mood::Sad));
    assert_eq!(copy.execute(&db.engine).await.unwrap(), 2);
    assert_eq!(Report::select().where_(Report::before.eq(Report::mood)).count(&db.engine).await.unwrap(), 2);
    if db.dialect().name() == "PostgreSQL" {
        let types = "SELECT count(*) FROM pg_type WHERE typname = 'mood'";
        assert_eq!(db.raw_cell(types).await.as_deref(), Some("1"));
        db.engine.drop_tables::<(Report, Plain)>().await.unwrap();
        assert_eq!(db.raw_cell(types).await.as_deref(), Some("0"));
    }
}
