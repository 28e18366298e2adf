//! Condition structs that come with a request, as JSON and as a query string.

#![allow(missing_docs, clippy::unwrap_used)]

use serde_json::json;
use tempest::prelude::*;
use time::OffsetDateTime;
use uuid::Uuid;

#[derive(DbEnum, Debug, Clone, Copy, PartialEq, Eq)]
enum Status {
    Queued,
    InFlight,
}

#[derive(Model)]
#[tempest(table = "jobs", naming = "camelCase")]
#[tempest(deserialize(id, status, attempts, weight, rate, urgent, topic, owner, due_at))]
struct Job {
    #[tempest(primary_key)]
    id: Uuid,
    status: Status,
    attempts: i32,
    weight: f32,
    rate: f64,
    urgent: bool,
    topic: String,
    owner: Option<String>,
    due_at: OffsetDateTime,
    secret: String,
}

/// The WHERE clause, with its values in place of the placeholders.
fn asked(conditions: JobWhere) -> String {
    let query = Job::select().columns(Job::id).where_(conditions);
    format!("{query:?}")
}

fn from_json(document: serde_json::Value) -> Result<String, String> {
    serde_json::from_value(document).map(asked).map_err(|error| error.to_string())
}

fn from_query(query: &str) -> Result<String, String> {
    serde_urlencoded::from_str(query).map(asked).map_err(|error| error.to_string())
}

#[test]
fn json_and_a_query_string_ask_what_the_program_would() {
    let id = Uuid::from_bytes([0xab; 16]);
    let due = OffsetDateTime::from_unix_timestamp(1_764_435_900).unwrap();
    for (document, query, conditions) in [
        (json!({}), "", JobWhere::default()),
        (
            json!({"status": "queued"}),
            "status=queued",
            JobWhere { status: Status::Queued.into(), ..Default::default() },
        ),
        (
            json!({"attempts": {"ge": 1, "lt": 5}}),
            "attempts[ge]=1&attempts[lt]=5",
            JobWhere { attempts: ge(1).and(lt(5)), ..Default::default() },
        ),
        (
            json!({"attempts": {"between": [1, 5]}}),
            "attempts[between]=1,5",
            JobWhere { attempts: between(1, 5), ..Default::default() },
        ),
        (
            json!({"status": {"in": ["queued", "in_flight"]}}),
            "status[in]=queued,in_flight",
            JobWhere { status: in_([Status::Queued, Status::InFlight]), ..Default::default() },
        ),
        (
            json!({"attempts": {"not_in": [7]}}),
            "attempts[not_in]=7",
            JobWhere { attempts: not_in([7]), ..Default::default() },
        ),
        (json!({"attempts": {"ne": -1}}), "attempts[ne]=-1", JobWhere { attempts: ne(-1), ..Default::default() }),
        (json!({"weight": 0.1}), "weight=0.1", JobWhere { weight: 0.1.into(), ..Default::default() }),
        // The nearest number that the column holds.
        (
            json!({"weight": 16_777_217}),
            "weight=16777217",
            JobWhere { weight: 16_777_216.0.into(), ..Default::default() },
        ),
        (
            json!({"rate": u64::MAX}),
            "rate=18446744073709551615",
            JobWhere { rate: 18_446_744_073_709_551_616.0.into(), ..Default::default() },
        ),
        (json!({"rate": {"gt": 2}}), "rate[gt]=2", JobWhere { rate: gt(2.0), ..Default::default() }),
        (json!({"urgent": true}), "urgent=true", JobWhere { urgent: true.into(), ..Default::default() }),
        (
            json!({"owner": {"is_null": true}}),
            "owner[is_null]=true",
            JobWhere { owner: is_null(), ..Default::default() },
        ),
        (
            json!({"owner": {"is_null": false}}),
            "owner[is_null]=false",
            JobWhere { owner: is_not_null(), ..Default::default() },
        ),
        (
            json!({"owner": {"contains": "50%_!", "ends_with": "z", "starts_with": "a"}}),
            "owner[contains]=50%25_!&owner[ends_with]=z&owner[starts_with]=a",
            JobWhere { owner: contains("50%_!").and(ends_with("z")).and(starts_with("a")), ..Default::default() },
        ),
        (
            json!({"owner": {"ilike": "%Z", "like": "a%!!"}}),
            "owner[ilike]=%25Z&owner[like]=a%25!!",
            JobWhere { owner: ilike("%Z").and(like("a%!!")), ..Default::default() },
        ),
        (
            json!({"id": "abababab-abab-abab-abab-abababababab"}),
            "id=abababab-abab-abab-abab-abababababab",
            JobWhere { id: id.into(), ..Default::default() },
        ),
        // The column's name and the field's.
        (
            json!({"dueAt": {"le": "2025-11-29T17:05:00Z"}}),
            "due_at[le]=2025-11-29T17:05:00Z",
            JobWhere { due_at: le(due), ..Default::default() },
        ),
    ] {
        let expected = Ok(asked(conditions));
        assert_eq!(from_json(document), expected, "{query}");
        assert_eq!(from_query(query), expected, "{query}");
    }
}

#[test]
fn what_may_not_be_asked_is_refused_by_name() {
    for (document, query, message) in [
        (
            json!({"secret": "x"}),
            "secret=x",
            "unknown field `secret`, expected one of `id`, `status`, `attempts`, `weight`, `rate`, `urgent`, `topic`, `owner`, `dueAt`",
        ),
        (
            json!({"attempts": {"like": "1%"}}),
            "attempts[like]=1%25",
            "unknown operator `like` for `attempts`, expected one of `eq`, `ne`, `lt`, `le`, `gt`, `ge`, `between`, `in`, `not_in`",
        ),
        (
            json!({"urgent": {"lt": true}}),
            "urgent[lt]=true",
            "unknown operator `lt` for `urgent`, expected one of `eq`, `ne`, `in`, `not_in`",
        ),
        (json!({"attempts": "many"}), "attempts=many", "field `attempts`: expected i32, found the text \"many\""),
        (
            json!({"attempts": 3_000_000_000_u64}),
            "attempts=3000000000",
            "field `attempts`: expected i32, found the integer 3000000000, which does not fit",
        ),
        (
            json!({"status": "gone"}),
            "status=gone",
            "field `status`: expected Status, found the label \"gone\", which `Status` does not have",
        ),
        (json!({"rate": "NaN"}), "rate=NaN", "field `rate`: expected f64, found the text \"NaN\""),
        (
            json!({"status": "queued", "status[eq]": "in_flight"}),
            "status=queued&status=in_flight",
            "field `status`: `eq` is asked twice: several values are one list, for `in`",
        ),
        (
            json!({"due_at": {"lt": "2025-11-29"}, "dueAt[lt]": "2025-11-29"}),
            "due_at[lt]=2025-11-29&dueAt[lt]=2025-11-29",
            "field `dueAt`: `lt` is asked twice: several values are one list, for `in`",
        ),
        (
            json!({"owner": {"like": "a!!!"}}),
            "owner[like]=a!!!",
            "field `owner`: a `!` at the end of a pattern is written `!!`",
        ),
        (json!({"attempts": {"between": [1]}}), "attempts[between]=1", "field `attempts`: `between` takes two values"),
        (json!({"owner": {"is_null": "maybe"}}), "owner[is_null]=maybe", "field `owner`: `is_null` is true or false"),
    ] {
        assert_eq!(from_json(document), Err(message.to_owned()));
        assert_eq!(from_query(query), Err(message.to_owned()));
    }
    for (document, message) in [
        (json!({"owner": null}), "field `owner`: nothing equals NULL: ask `is_null`, or leave the field out"),
        (json!({"attempts": [1, 2]}), "field `attempts`: a list belongs to `in`, `not_in` or `between`"),
        (json!({"attempts": {"lt": {"eq": 1}}}), "field `attempts`: an operator takes a value or a list"),
        (json!({"owner": 7}), "field `owner`: expected String, found the integer 7"),
        (json!({"attempts": 1.0}), "field `attempts`: expected i32, found the number 1"),
        (
            json!({"weight": 1e39}),
            "field `weight`: expected f32, found the number 1000000000000000000000000000000000000000, which does not fit",
        ),
        (json!({"owner": {"contains": 7}}), "field `owner`: expected text"),
        (json!([]), "invalid type: sequence, expected conditions on `jobs`"),
    ] {
        assert_eq!(from_json(document), Err(message.to_owned()));
    }
}

/// An empty list and an empty search field must not let a DELETE take every row.
#[test]
fn what_every_row_meets_asks_nothing() {
    for document in [
        json!({}),
        json!({"attempts": {"not_in": []}}),
        json!({"attempts": {"not_in": []}, "topic": {"contains": ""}}),
        json!({"topic": {"starts_with": "", "ends_with": ""}}),
        json!({"topic": {"like": "%%"}}),
        json!({"topic": {"ilike": "%"}}),
    ] {
        let conditions = || serde_json::from_value::<JobWhere>(document.clone()).unwrap();
        let selected = Job::select().where_(conditions()).to_sql(&Postgres);
        assert!(selected.is_ok(), "{document}: {selected:?}");
        for refused in [
            Job::delete().where_(conditions()).to_sql(&Postgres),
            Job::delete().where_(any_of([conditions(), conditions()])).to_sql(&Postgres),
            Job::delete().where_(Job::attempts.eq(1).or(conditions())).to_sql(&Postgres),
            Job::delete().where_(not(not(conditions()))).to_sql(&Postgres),
            Job::update().set(Job::attempts, 0).where_(conditions()).to_sql(&Postgres),
        ] {
            let error = refused.unwrap_err().to_string();
            assert!(error.contains("every row"), "{document}: {error}");
        }
        assert!(Job::delete().where_(Job::attempts.eq(1)).where_(conditions()).to_sql(&Postgres).is_ok());
    }
    // Members of an empty list: no row; and all rows except those.
    let none = || serde_json::from_value::<JobWhere>(json!({"attempts": {"in": []}})).unwrap();
    assert_eq!(Job::delete().where_(none()).to_sql(&Postgres).unwrap(), r#"DELETE FROM "jobs" WHERE 1 = 0"#);
    assert!(Job::delete().where_(not(none())).to_sql(&Postgres).is_err());
    // NULL is no text, so this asks for something.
    let some: JobWhere = serde_json::from_value(json!({"owner": {"contains": ""}})).unwrap();
    assert_eq!(
        Job::delete().where_(some).to_sql(&Postgres).unwrap(),
        r#"DELETE FROM "jobs" WHERE "owner" IS NOT NULL"#
    );
}

#[test]
fn values_are_bound() {
    let conditions: JobWhere = serde_json::from_value(json!({"owner": "'; DROP TABLE jobs; --"})).unwrap();
    let query = Job::select().columns(Job::id).where_(conditions);
    assert_eq!(query.to_sql(&Postgres).unwrap(), r#"SELECT "id" FROM "jobs" WHERE "owner" = $1"#);
}
