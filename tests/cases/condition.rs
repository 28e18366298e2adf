//! Conditions.

use std::sync::Arc;

use tempest::prelude::*;

use super::sample::{Person, PersonWhere, names, people};
use crate::backend::Database;

pub(crate) async fn comparisons(db: Arc<Database>) {
    people(&db).await;
    assert_eq!(names(&db, Person::age.eq(36)).await, ["Ada", "Cyd"]);
    assert_eq!(names(&db, Person::age.ne(36)).await, ["Bob", "Dan", "Eve"]);
    assert_eq!(names(&db, Person::age.lt(20)).await, ["Eve"]);
    assert_eq!(names(&db, Person::age.le(20)).await, ["Bob", "Eve"]);
    assert_eq!(names(&db, Person::age.gt(36)).await, ["Dan"]);
    assert_eq!(names(&db, Person::age.ge(36)).await, ["Ada", "Cyd", "Dan"]);
    assert_eq!(names(&db, Person::age.between(20, 36)).await, ["Ada", "Bob", "Cyd"]);
    assert_eq!(names(&db, Person::name.gt("Cyd")).await, ["Dan", "Eve"]);
    assert_eq!(names(&db, Person::boss.eq(1)).await, ["Cyd", "Dan", "Eve"]);
    assert_eq!(names(&db, Person::boss.ne(2)).await, ["Cyd", "Dan", "Eve"]);
    assert_eq!(names(&db, Person::created_at.le(now())).await.len(), 5);
    assert_eq!(names(&db, Person::created_at.gt(now() + seconds(60))).await.len(), 0);
}

pub(crate) async fn conditions_are_joined_by_and_or_and_not(db: Arc<Database>) {
    people(&db).await;
    let (grown, boss, active) = (Person::age.ge(30), Person::boss.is_null(), Person::active.eq(true));
    assert_eq!(names(&db, grown.clone().and(boss.clone())).await, ["Ada"]);
    assert_eq!(names(&db, grown.clone().or(boss.clone())).await, ["Ada", "Bob", "Cyd", "Dan"]);
    assert_eq!(names(&db, not(grown.clone().or(boss.clone()))).await, ["Eve"]);
    assert_eq!(names(&db, !(grown.clone() & boss.clone())).await, ["Bob", "Cyd", "Dan", "Eve"]);
    assert_eq!(names(&db, grown.clone() & (boss.clone() | active.clone())).await, ["Ada", "Cyd", "Dan"]);
    assert_eq!(names(&db, boss.or(grown.and(active))).await, ["Ada", "Bob", "Cyd", "Dan"]);
    assert_eq!(names(&db, Person::active).await, ["Ada", "Cyd", "Dan"]);
    assert_eq!(names(&db, not(Person::active)).await, ["Bob", "Eve"]);
}

pub(crate) async fn a_list_or_a_subquery_of_members(db: Arc<Database>) {
    people(&db).await;
    assert_eq!(names(&db, Person::id.in_([1, 3, 99])).await, ["Ada", "Cyd"]);
    assert_eq!(names(&db, Person::id.not_in(vec![1, 3, 99])).await, ["Bob", "Dan", "Eve"]);
    assert_eq!(names(&db, Person::name.in_(["Ada", "ada"])).await, ["Ada"]);
    let wanted = vec!["Eve".to_owned(), "Dan".to_owned()];
    assert_eq!(names(&db, Person::name.in_(&wanted)).await, ["Dan", "Eve"]);
    assert_eq!(names(&db, Person::boss.in_([1])).await, ["Cyd", "Dan", "Eve"]);
    assert_eq!(names(&db, Person::boss.not_in([2])).await, ["Cyd", "Dan", "Eve"]);
    let bosses = Person::select().columns(Person::boss).where_(Person::boss.is_not_null());
    assert_eq!(names(&db, Person::id.in_(bosses.clone())).await, ["Ada"]);
    assert_eq!(names(&db, Person::id.not_in(bosses)).await, ["Bob", "Cyd", "Dan", "Eve"]);
    let many: Vec<i64> = (3..20_000).collect();
    assert_eq!(names(&db, Person::id.in_(&many)).await, ["Cyd", "Dan", "Eve"]);
}

pub(crate) async fn patterns(db: Arc<Database>) {
    people(&db).await;
    assert_eq!(names(&db, Person::name.like("%d%")).await, ["Ada", "Cyd"]);
    assert_eq!(names(&db, Person::name.like("_a_")).await, ["Dan"]);
    assert_eq!(names(&db, Person::name.like("a%")).await, [""; 0]);
    assert_eq!(names(&db, Person::name.ilike("a%")).await, ["Ada"]);
    assert_eq!(names(&db, Person::name.ilike("%D%")).await, ["Ada", "Cyd", "Dan"]);
    assert_eq!(names(&db, Person::email.starts_with("b")).await, ["Bob"]);
    assert_eq!(names(&db, Person::email.ends_with("e@example.org")).await, ["Eve"]);
    assert_eq!(names(&db, Person::email.contains("a@")).await, ["Ada"]);
    assert_eq!(names(&db, Person::email.contains("A@")).await, [""; 0]);
    assert_eq!(names(&db, not(Person::name.like("%d%"))).await, ["Bob", "Dan", "Eve"]);
    assert_eq!(names(&db, Person::email.like(Person::email)).await.len(), 5);
}

pub(crate) async fn patterns_escape_what_they_are_given(db: Arc<Database>) {
    db.engine.create_tables::<Person>().await.unwrap();
    let texts = ["100%", "100 percent", "a_b", "aXb", "wow!", "wow", r"back\slash", "quote's", "[a]", "*"];
    let rows = texts.map(|name| insert!(Person { name: name }));
    Person::insert_many(rows).execute(&db.engine).await.unwrap();
    for text in ["100%", "a_b", "wow!", r"k\s", "e'", "%", "_", "!", r"\", "[a]", "*"] {
        let mut expected: Vec<_> = texts.into_iter().filter(|name| name.contains(text)).collect();
        expected.sort_unstable();
        let mut found = names(&db, Person::name.contains(text)).await;
        found.sort_unstable();
        assert_eq!(found, expected, "{text}");
        let expected: Vec<_> = texts.into_iter().filter(|name| name.starts_with(text)).collect();
        assert_eq!(names(&db, Person::name.starts_with(text)).await, expected, "{text}");
        let expected: Vec<_> = texts.into_iter().filter(|name| name.ends_with(text)).collect();
        assert_eq!(names(&db, Person::name.ends_with(text)).await, expected, "{text}");
        let filter = PersonWhere { name: ends_with(text), ..Default::default() };
        assert_eq!(names(&db, filter).await, expected, "{text}");
    }
}

pub(crate) async fn null_is_asked_for(db: Arc<Database>) {
    people(&db).await;
    assert_eq!(names(&db, Person::boss.is_null()).await, ["Ada", "Bob"]);
    assert_eq!(names(&db, Person::boss.is_not_null()).await, ["Cyd", "Dan", "Eve"]);
    // A comparison with NULL is unknown, and so is its negation.
    assert_eq!(names(&db, Person::boss.lt(1)).await, [""; 0]);
    assert_eq!(names(&db, not(Person::boss.eq(1))).await, [""; 0]);
}

pub(crate) async fn columns_against_columns_and_arithmetic(db: Arc<Database>) {
    people(&db).await;
    assert_eq!(names(&db, Person::boss.lt(Person::id)).await, ["Cyd", "Dan", "Eve"]);
    assert_eq!(names(&db, Person::id.gt(Person::boss + 2)).await, ["Dan", "Eve"]);
    assert_eq!(names(&db, (Person::age + 1).eq(37)).await, ["Ada", "Cyd"]);
    assert_eq!(names(&db, (Person::age - 30).between(0, 10)).await, ["Ada", "Cyd"]);
    assert_eq!(names(&db, (Person::age * 2).gt(100)).await, ["Dan"]);
    assert_eq!(names(&db, (Person::age % 2).eq(1)).await, ["Eve"]);
    assert_eq!(names(&db, (Person::score + 0.25).eq(1.75)).await.len(), 5);
    assert_eq!(names(&db, (Person::created_at + seconds(Person::age)).gt(now())).await.len(), 5);
    assert_eq!(names(&db, ((Person::age + 2) * (Person::age - 2)).eq(396)).await, ["Bob"]);
    assert_eq!(names(&db, (Person::age - (Person::age - 1)).eq(1)).await.len(), 5);
}

pub(crate) async fn integers_divide_without_a_fraction(db: Arc<Database>) {
    people(&db).await;
    assert_eq!(names(&db, (Person::age / 7).eq(5)).await, ["Ada", "Cyd"]);
    assert_eq!(names(&db, (Person::age / 7).eq(2)).await, ["Bob"]);
    assert_eq!(names(&db, (Person::score / 2.0).eq(0.75)).await.len(), 5);
    let halves = Person::select().columns((Person::age / 10, Person::score / 2.0)).where_(Person::name.eq("Ada"));
    assert_eq!(halves.one(&db.engine).await.unwrap(), (3, 0.75));
    let below = Person::select().columns((Person::age - 43) / 2).where_(Person::name.eq("Ada"));
    assert_eq!(below.one(&db.engine).await.unwrap(), -3);
}

pub(crate) async fn sql_binds_what_it_captures(db: Arc<Database>) {
    people(&db).await;
    let (least, name) = (30, "Ada' OR 'a' = 'a");
    let query = Person::select().columns(Person::id).where_(sql!("age > {least}")).order_by(Person::id);
    assert_eq!(query.all(&db.engine).await.unwrap(), [1, 3, 4]);
    let query = Person::select().where_(sql!("name = {name}"));
    assert_eq!(query.count(&db.engine).await.unwrap(), 0);
    let (name, offset) = ("Ada".to_owned(), 35_i64);
    let both = Person::select().columns(Person::name).where_(Person::id.eq(sql!("age - {offset}")));
    assert_eq!(both.clone().where_(sql!("name = {name}")).one(&db.engine).await.unwrap(), "Ada");
}

pub(crate) async fn a_condition_struct_asks_for_what_its_fields_ask(db: Arc<Database>) {
    people(&db).await;
    assert_eq!(names(&db, PersonWhere::default()).await.len(), 5);
    let asked = |filter: PersonWhere| filter;
    let cases = [
        (asked(PersonWhere { name: "Ada".into(), ..Default::default() }), "Ada"),
        (asked(PersonWhere { age: lt(36).and(ne(7)), ..Default::default() }), "Bob"),
        (asked(PersonWhere { age: 36.into(), boss: is_not_null(), ..Default::default() }), "Cyd"),
        (asked(PersonWhere { age: ge(50), active: true.into(), ..Default::default() }), "Dan"),
        (asked(PersonWhere { age: between(1, 10), ..Default::default() }), "Eve"),
        (asked(PersonWhere { id: in_([2_i64, 9]), ..Default::default() }), "Bob"),
        (asked(PersonWhere { id: not_in([1_i64, 2, 3, 4]), ..Default::default() }), "Eve"),
        (asked(PersonWhere { email: contains("cyd"), boss: eq(1), ..Default::default() }), "Cyd"),
        (asked(PersonWhere { name: like("_v_"), ..Default::default() }), "Eve"),
        (asked(PersonWhere { name: ilike("DA%"), age: gt(7), score: le(1.5), ..Default::default() }), "Dan"),
        (asked(PersonWhere { boss: is_null(), email: starts_with("b"), ..Default::default() }), "Bob"),
    ];
    for (filter, name) in cases {
        assert_eq!(names(&db, filter.clone()).await, [name], "{filter:?}");
    }
}

pub(crate) async fn exists_asks_a_subquery(db: Arc<Database>) {
    people(&db).await;
    let some = Person::select().where_(Person::age.gt(50));
    assert_eq!(Person::select().where_(exists(some)).count(&db.engine).await.unwrap(), 5);
    let none = Person::select().where_(Person::age.gt(90));
    assert_eq!(Person::select().where_(exists(none.clone())).count(&db.engine).await.unwrap(), 0);
    assert_eq!(Person::select().where_(not(exists(none))).count(&db.engine).await.unwrap(), 5);
}

pub(crate) async fn an_optional_condition_may_be_none(db: Arc<Database>) {
    people(&db).await;
    let at_least = |age: Option<i32>| age.map(|age| Person::age.ge(age));
    assert_eq!(names(&db, at_least(Some(50))).await, ["Dan"]);
    assert_eq!(names(&db, at_least(None)).await.len(), 5);
}
