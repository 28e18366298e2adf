//! Window functions, and DISTINCT ON.

use std::sync::Arc;

use tempest::Error;
use tempest::prelude::*;

use super::sample::{Person, people};
use crate::backend::Database;

pub(crate) async fn numbers_and_ranks(db: Arc<Database>) {
    people(&db).await;
    let by_age = window().order_by(Person::age);
    let ranks = Person::select()
        .columns((
            Person::name,
            row_number().over(window().order_by((Person::age, Person::id))),
            rank().over(by_age.clone()),
            dense_rank().over(by_age),
            ntile(2).over(window().order_by((Person::age, Person::id))),
        ))
        .order_by((Person::age, Person::id));
    let row = |name: &str, numbers: (i64, i64, i64, i64)| (name.to_owned(), numbers.0, numbers.1, numbers.2, numbers.3);
    assert_eq!(
        ranks.all(&db.engine).await.unwrap(),
        [
            row("Eve", (1, 1, 1, 1)),
            row("Bob", (2, 2, 2, 1)),
            row("Ada", (3, 3, 3, 1)),
            row("Cyd", (4, 3, 3, 2)),
            row("Dan", (5, 5, 4, 2))
        ]
    );
}

pub(crate) async fn values_of_other_rows(db: Arc<Database>) {
    people(&db).await;
    let by_id = || window().order_by(Person::id);
    let whole = by_id().rows(FrameBound::UnboundedPreceding, FrameBound::UnboundedFollowing);
    let values = Person::select()
        .columns((
            Person::age.lag(1).over(by_id()),
            Person::boss.lead(2).over(by_id()),
            Person::name.first_value().over(by_id()),
            Person::name.last_value().over(whole.clone()),
            Person::age.nth_value(2).over(whole),
            Person::age.last_value().over(by_id()),
        ))
        .order_by(Person::id);
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(
        values.all(&db.engine).await.unwrap(),
        [
            (None, Some(1), text("Ada"), text("Eve"), Some(20), Some(36)),
            (Some(36), Some(1), text("Ada"), text("Eve"), Some(20), Some(20)),
            (Some(20), Some(1), text("Ada"), text("Eve"), Some(20), Some(36)),
            (Some(36), None, text("Ada"), text("Eve"), Some(20), Some(52)),
            (Some(52), None, text("Ada"), text("Eve"), Some(20), Some(7))
        ]
    );
}

pub(crate) async fn aggregates_of_partitions_and_frames(db: Arc<Database>) {
    people(&db).await;
    let team = || window().partition_by(Person::boss);
    let around = FrameBound::Preceding(1);
    let sums = Person::select()
        .columns((
            count_all().over(team()),
            Person::age.sum().over(team().order_by(Person::id)),
            Person::age.avg().over(window()),
            Person::age.max().over(window().order_by(Person::id).rows(around, FrameBound::Following(1))),
            count_all().filter(Person::active).over(window()),
            bool_and(Person::active).over(team()),
        ))
        .order_by(Person::id);
    let average = Some(151.0 / 5.0);
    assert_eq!(
        sums.all(&db.engine).await.unwrap(),
        [
            (2, Some(36), average, Some(36), 3, Some(false)),
            (2, Some(56), average, Some(36), 3, Some(false)),
            (3, Some(36), average, Some(52), 3, Some(false)),
            (3, Some(88), average, Some(52), 3, Some(false)),
            (3, Some(95), average, Some(52), 3, Some(false))
        ]
    );
    let near = Person::select()
        .columns(
            count_all().over(window().order_by(Person::age).range(FrameBound::Preceding(16), FrameBound::CurrentRow)),
        )
        .order_by(Person::age);
    assert_eq!(near.all(&db.engine).await.unwrap(), [1, 2, 3, 3, 3]);
    let groups = Person::select()
        .columns(count_all().over(window().order_by(Person::age).groups(around, FrameBound::CurrentRow)))
        .order_by(Person::age);
    let counted = groups.all(&db.engine).await;
    if matches!(db.dialect().name(), "MySQL" | "MariaDB") {
        assert!(matches!(counted, Err(Error::Build(_))), "{counted:?}");
    } else {
        assert_eq!(counted.unwrap(), [1, 2, 3, 3, 3]);
    }
}

pub(crate) async fn over_groups(db: Arc<Database>) {
    people(&db).await;
    let shares = Person::select()
        .columns((
            Person::boss,
            count_all(),
            count_all().sum().over(window()),
            rank().over(window().order_by(count_all())),
        ))
        .group_by(Person::boss)
        .order_by(rank().over(window().order_by(count_all())).desc());
    assert_eq!(shares.all(&db.engine).await.unwrap(), [(Some(1), 3, Some(5), 2), (None, 2, Some(5), 1)]);
}

pub(crate) async fn only_what_is_selected_or_sorted_by(db: Arc<Database>) {
    people(&db).await;
    let refused = |result: Result<Vec<i64>, Error>| assert!(matches!(result, Err(Error::Build(_))), "{result:?}");
    let ids = Person::select().columns(Person::id);
    refused(ids.clone().where_(row_number().over(window()).lt(3)).all(&db.engine).await);
    refused(ids.clone().where_(count_all().lt(3)).all(&db.engine).await);
    refused(ids.clone().group_by(Person::id).having(rank().over(window()).lt(3)).all(&db.engine).await);
    refused(ids.clone().where_((Person::age + 1).filter(Person::active).eq(3)).all(&db.engine).await);
    refused(ids.clone().where_((Person::age + 1).over(window()).eq(3)).all(&db.engine).await);
    refused(Person::select().columns(Person::id.count_distinct().over(window())).all(&db.engine).await);
    refused(Person::select().columns(count_all().sum().sum()).all(&db.engine).await.map(|_| Vec::new()));
    let update = Person::update().set(Person::age, Person::age.max().coalesce(1)).all_rows().execute(&db.engine).await;
    assert!(matches!(update, Err(Error::Build(_))), "{update:?}");
    let delete = Person::delete().where_(Person::age.max().eq(1)).execute(&db.engine).await;
    assert!(matches!(delete, Err(Error::Build(_))), "{delete:?}");
    // In a subquery they are at home.
    let oldest = Person::select().columns(Person::age.max());
    assert_eq!(ids.where_(Person::age.in_(oldest)).all(&db.engine).await.unwrap(), [4]);
}

pub(crate) async fn the_first_of_each(db: Arc<Database>) {
    people(&db).await;
    let youngest =
        Person::select().columns(Person::name).distinct_on(Person::boss).order_by((Person::boss, Person::age));
    let names = youngest.clone().all(&db.engine).await;
    if db.dialect().name() == "PostgreSQL" {
        assert_eq!(names.unwrap(), ["Eve", "Bob"]);
        assert_eq!(youngest.count(&db.engine).await.unwrap(), 2);
        let unsorted = Person::select().distinct_on(Person::boss).order_by(Person::age).all(&db.engine).await;
        assert!(matches!(unsorted, Err(Error::Build(_))), "{unsorted:?}");
    } else {
        assert!(matches!(names, Err(Error::Build(_))), "{names:?}");
    }
}
