//! Tables, made from the models.

use std::sync::Arc;

use tempest::Error;
use tempest::prelude::*;
use time::{Duration, OffsetDateTime, PrimitiveDateTime};

use crate::backend::Database;

#[derive(Model, Debug, Clone, PartialEq)]
struct Team {
    #[tempest(primary_key, auto)]
    id: i64,
    #[tempest(unique, varchar = 20)]
    name: String,
}

#[derive(Model, Debug, Clone, PartialEq)]
#[tempest(check(low.lt(high), name = "range_in_order"), index(columns(team, low)))]
#[tempest(unique(columns(team, high)))]
struct Member {
    #[tempest(primary_key, auto)]
    id: i32,
    #[tempest(references(Team::id, on_delete = cascade))]
    team: i64,
    #[tempest(references(Member::id, on_delete = set_null))]
    mentor: Option<i32>,
    #[tempest(references = Team::name)]
    favourite: Option<String>,
    #[tempest(default = 1, check = low.ge(0))]
    low: i32,
    #[tempest(default = 10)]
    high: i32,
}

#[derive(Model, Debug, Clone, PartialEq)]
#[tempest(references(columns(team, high), Member(team, high), on_update = cascade, on_delete = restrict))]
struct Badge {
    #[tempest(primary_key)]
    number: i32,
    team: i64,
    high: i32,
}

/// In the order in which they were written, which is not that in which they can be made.
type All = (Badge, Member, Team);

async fn tables(db: &Database) -> (i64, i64) {
    db.engine.create_tables::<All>().await.unwrap();
    let red = insert!(Team { name: "red" }).returning().columns(Team::id).one(&db.engine).await.unwrap();
    let blue = insert!(Team { name: "blue" }).returning().columns(Team::id).one(&db.engine).await.unwrap();
    (red, blue)
}

#[track_caller]
fn is_foreign(result: tempest::Result<u64>, name: &str) {
    let error = result.unwrap_err();
    let Error::ForeignKeyViolation { constraint, .. } = &error else { panic!("{error:?}") };
    // SQLite does not say which.
    assert!(constraint.as_deref().is_none_or(|constraint| constraint == name), "{error}");
}

pub(crate) async fn a_row_refers_to_one_that_is_there(db: Arc<Database>) {
    let (red, _) = tables(&db).await;
    is_foreign(insert!(Member { team: 99 }).execute(&db.engine).await, "member_team_fkey");
    let nobody = insert!(Member { team: red, favourite: "green" }).execute(&db.engine).await;
    is_foreign(nobody, "member_favourite_fkey");
    let first = insert!(Member { team: red, favourite: "blue" }).returning().one(&db.engine).await.unwrap();
    assert_eq!((first.low, first.high, first.mentor), (1, 10, None));
    let second = insert!(Member { team: red, high: 11, mentor: first.id }).returning().one(&db.engine).await.unwrap();
    assert_eq!(second.mentor, Some(first.id));
    is_foreign(Team::delete().where_(Team::name.eq("blue")).execute(&db.engine).await, "member_favourite_fkey");
}

pub(crate) async fn references_act_as_they_say(db: Arc<Database>) {
    let (red, blue) = tables(&db).await;
    let first = insert!(Member { team: red }).returning().columns(Member::id).one(&db.engine).await.unwrap();
    let second = insert!(Member { team: blue, mentor: first, high: 30 }).returning().one(&db.engine).await.unwrap();
    Badge::insert(Badge { number: 1, team: blue, high: 30 }).execute(&db.engine).await.unwrap();
    is_foreign(
        Badge::insert(Badge { number: 2, team: blue, high: 31 }).execute(&db.engine).await,
        "badge_team_high_fkey",
    );
    assert_eq!(
        Member::update().set(Member::high, 40).where_(Member::id.eq(second.id)).execute(&db.engine).await.unwrap(),
        1
    );
    assert_eq!(Badge::select().columns(Badge::high).one(&db.engine).await.unwrap(), 40, "on_update = cascade");
    is_foreign(Member::delete().where_(Member::id.eq(second.id)).execute(&db.engine).await, "badge_team_high_fkey");
    assert_eq!(Team::delete().where_(Team::id.eq(red)).execute(&db.engine).await.unwrap(), 1);
    let left = Member::select().one(&db.engine).await.unwrap();
    assert_eq!((left.id, left.mentor), (second.id, None), "cascade, then set_null");
}

pub(crate) async fn checks_and_limits_are_kept(db: Arc<Database>) {
    let (red, _) = tables(&db).await;
    let check = async |low: i32, high: i32| {
        let error = insert!(Member { team: red, low: low, high: high }).execute(&db.engine).await.unwrap_err();
        let Error::CheckViolation { constraint: Some(constraint), .. } = error else { panic!("{error:?}") };
        constraint
    };
    assert_eq!(check(5, 5).await, "range_in_order");
    assert_eq!(check(-1, 5).await, "member_low_check");
    let long = insert!(Team { name: "x".repeat(21) }).execute(&db.engine).await.unwrap_err();
    match (&long, db.dialect().name()) {
        (Error::Database { code, .. }, "PostgreSQL") => assert_eq!(code, "22001"),
        (Error::Database { code, .. }, "MySQL" | "MariaDB") => assert_eq!(code, "1406"),
        (Error::CheckViolation { .. }, "SQLite") => {}
        (other, _) => panic!("{other:?}"),
    }
    // Twenty characters, not bytes.
    insert!(Team { name: "😀".repeat(20) }).execute(&db.engine).await.unwrap();
}

pub(crate) async fn numbers_given_by_the_database_are_not_given_again(db: Arc<Database>) {
    tables(&db).await;
    let add =
        async |name: &str| insert!(Team { name: name }).returning().columns(Team::id).one(&db.engine).await.unwrap();
    let first = add("green").await;
    Team::delete().where_(Team::id.eq(first)).execute(&db.engine).await.unwrap();
    assert!(add("green").await > first);
    let given = Team { id: 1_000_000_000_000, name: "mine".to_owned() };
    assert_eq!(Team::insert(given.clone()).returning().one(&db.engine).await.unwrap(), given);
    let zero = Team { id: 0, name: "zero".to_owned() };
    assert_eq!(Team::insert(zero.clone()).returning().one(&db.engine).await.unwrap(), zero, "0 is a number as others");
}

pub(crate) async fn what_is_there_is_left_as_it_is(db: Arc<Database>) {
    tables(&db).await;
    db.engine.create_tables::<All>().await.unwrap();
    assert_eq!(Team::select().count(&db.engine).await.unwrap(), 2);
    db.engine.drop_tables::<All>().await.unwrap();
    db.engine.drop_tables::<All>().await.unwrap();
    tables(&db).await;
}

#[derive(Model, Debug)]
struct Husband {
    #[tempest(primary_key)]
    id: i32,
    #[tempest(references = Wife::id)]
    wife: Option<i32>,
}

#[derive(Model, Debug)]
struct Wife {
    #[tempest(primary_key)]
    id: i32,
    #[tempest(references = Husband::id)]
    husband: Option<i32>,
}

pub(crate) async fn tables_that_refer_to_each_other(db: Arc<Database>) {
    for _ in 0..2 {
        db.engine.create_tables::<(Husband, Wife)>().await.unwrap();
        db.engine.create_tables::<(Wife, Husband)>().await.unwrap();
        is_foreign(insert!(Wife { id: 1, husband: 9 }).execute(&db.engine).await, "wife_husband_fkey");
        is_foreign(insert!(Husband { id: 1, wife: 9 }).execute(&db.engine).await, "husband_wife_fkey");
        insert!(Wife { id: 1 }).execute(&db.engine).await.unwrap();
        insert!(Husband { id: 1, wife: 1 }).execute(&db.engine).await.unwrap();
        db.engine.drop_tables::<(Husband, Wife)>().await.unwrap();
    }
}

#[derive(Model, Debug, PartialEq)]
#[tempest(table = "things", schema = "other place")]
struct Elsewhere {
    #[tempest(primary_key, auto)]
    id: i64,
    #[tempest(unique, varchar = 9)]
    name: String,
    #[tempest(index)]
    count: i32,
}

pub(crate) async fn a_table_of_another_schema(db: Arc<Database>) {
    match db.dialect().name() {
        "PostgreSQL" => db.raw("CREATE SCHEMA \"other place\"").await,
        // A schema is another database there, which this case does not have for itself; and an attached file on SQLite.
        _ => {
            let missing = db.engine.create_tables::<Elsewhere>().await.unwrap_err();
            return assert!(matches!(missing, Error::Database { .. }), "{missing:?}");
        }
    }
    db.engine.create_tables::<Elsewhere>().await.unwrap();
    let row = insert!(Elsewhere { name: "a", count: 1 });
    let added = row.clone().returning().one(&db.engine).await.unwrap();
    let upsert = row.on_conflict_do_update(Elsewhere::name, |row| {
        row.set(Elsewhere::count, Elsewhere::count + excluded(Elsewhere::count))
    });
    assert_eq!(upsert.returning().one(&db.engine).await.unwrap(), Elsewhere { count: 2, ..added });
    let in_list = Elsewhere::select().columns(Elsewhere::id).where_(Elsewhere::count.eq(2));
    let update = Elsewhere::update().set(Elsewhere::count, 7).where_(Elsewhere::id.in_(in_list));
    assert_eq!(update.execute(&db.engine).await.unwrap(), 1);
    assert_eq!(Elsewhere::select().where_(Elsewhere::count.eq(7)).count(&db.engine).await.unwrap(), 1);
    assert_eq!(Elsewhere::delete().where_(Elsewhere::name.eq("a")).execute(&db.engine).await.unwrap(), 1);
    db.engine.drop_tables::<Elsewhere>().await.unwrap();
}

/// On the databases where all tables share the names of indexes, CREATE INDEX IF NOT EXISTS would pass over the second.
pub(crate) async fn an_index_name_that_another_table_has(db: Arc<Database>) {
    #[derive(Model)]
    #[tempest(table = "letters", index(columns(at), name = "By_Time"))]
    struct Letter {
        #[tempest(primary_key)]
        id: i64,
        at: i64,
    }
    #[derive(Model)]
    #[tempest(table = "parcels", index(columns(at), name = "By_Time"))]
    struct Parcel {
        #[tempest(primary_key)]
        id: i64,
        at: i64,
    }
    #[derive(Model)]
    #[tempest(table = "trips", index(columns(at), name = "letters"))]
    struct Trip {
        #[tempest(primary_key)]
        id: i64,
        at: i64,
    }
    db.engine.create_tables::<Letter>().await.unwrap();
    db.engine.create_tables::<Letter>().await.unwrap(); // its own
    let made = db.engine.create_tables::<Parcel>().await;
    if !matches!(db.dialect().name(), "PostgreSQL" | "SQLite") {
        return made.unwrap(); // each table has its own names
    }
    let error = made.unwrap_err();
    let Error::Build(build) = &error else { panic!("{error:?}") };
    assert_eq!(build.reason, "`By_Time` is the name of an index of `letters` and of `parcels`");
    assert!(matches!(Parcel::select().count(&db.engine).await, Err(Error::Database { .. })), "all or nothing");
    // An index that has the name of a table is as little made.
    let error = db.engine.create_tables::<Trip>().await.unwrap_err();
    assert!(error.to_string().contains("letters"), "{error}");
    db.engine.drop_tables::<Letter>().await.unwrap();
    db.engine.create_tables::<Parcel>().await.unwrap();
}

/// In UTC, whatever the time zone of the session.
pub(crate) async fn the_time_of_a_column_without_a_zone(db: Arc<Database>) {
    #[derive(Model)]
    #[tempest(table = "visits")]
    struct Visit {
        #[tempest(primary_key)]
        id: i64,
        #[tempest(default = now())]
        local: PrimitiveDateTime,
        #[tempest(default = now())]
        maybe: Option<PrimitiveDateTime>,
        #[tempest(on_update = now())]
        changed: Option<PrimitiveDateTime>,
    }
    if db.dialect().name() == "PostgreSQL" {
        let name = db.url.rsplit_once('/').unwrap().1;
        db.raw(&format!("ALTER DATABASE {name} SET timezone = 'Asia/Tokyo'")).await;
    }
    let engine: Engine = db.options().connect().await.unwrap();
    engine.create_tables::<Visit>().await.unwrap();
    insert!(Visit { id: 1 }).execute(&engine).await.unwrap();
    Visit::update().set(Visit::id, 2).where_(Visit::id.eq(1)).execute(&engine).await.unwrap();
    let visit = Visit::select().one(&engine).await.unwrap();
    for moment in [Some(visit.local), visit.maybe, visit.changed] {
        let ago = OffsetDateTime::now_utc() - moment.unwrap().assume_utc();
        assert!(ago.abs() < Duration::minutes(5), "{ago}");
    }
}
