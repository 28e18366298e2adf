//! Parts of dates and times, and what is computed from them.

use std::sync::Arc;

use tempest::Error;
use tempest::prelude::*;
use time::macros::{date, datetime};
use time::{Date, OffsetDateTime, PrimitiveDateTime};

use crate::backend::Database;

#[derive(Model, Debug)]
#[tempest(table = "visits")]
struct Visit {
    #[tempest(primary_key)]
    id: i64,
    at: OffsetDateTime,
    local: PrimitiveDateTime,
    day: Date,
    left_at: Option<OffsetDateTime>,
}

/// The last microsecond of a year, in a zone where the next one has begun.
async fn visit(db: &Database) {
    db.engine.create_tables::<Visit>().await.unwrap();
    let visit = Visit {
        id: 1,
        at: datetime!(2027-01-01 05:29:59.999999 +05:30),
        local: datetime!(2026-08-09 10:11:12.999999),
        day: date!(2024 - 02 - 29),
        left_at: None,
    };
    Visit::insert(visit).execute(&db.engine).await.unwrap();
}

macro_rules! value_of {
    ($db:expr, $expr:expr) => {
        Visit::select().columns($expr).one(&$db.engine).await.unwrap()
    };
}

use DatePart::{Day, DayOfYear, Hour, Minute, Month, Quarter, Second, Week, Weekday, Year};

pub(crate) async fn parts(db: Arc<Database>) {
    visit(&db).await;
    let expected = [
        (Year, 2026, 2026, Some(2024)),
        (Quarter, 4, 3, Some(1)),
        (Month, 12, 8, Some(2)),
        (Week, 53, 32, Some(9)),
        (Day, 31, 9, Some(29)),
        (DayOfYear, 365, 221, Some(60)),
        (Weekday, 4, 7, Some(4)),
        (Hour, 23, 10, None),
        (Minute, 59, 11, None),
        (Second, 59, 12, None),
    ];
    for (part, at, local, day) in expected {
        assert_eq!(value_of!(db, (Visit::at.extract(part), Visit::local.extract(part))), (at, local), "{part:?}");
        let of_day = Visit::select().columns(Visit::day.extract(part)).one(&db.engine).await;
        match day {
            Some(day) => assert_eq!(of_day.unwrap(), day, "{part:?}"),
            None => assert!(matches!(of_day, Err(Error::Build(_))), "{of_day:?}"),
        }
    }
    assert_eq!(value_of!(db, Visit::left_at.extract(Year)), None);
    assert_eq!(Visit::select().where_(Visit::at.extract(Year).eq(2026)).count(&db.engine).await.unwrap(), 1);
    assert_eq!(value_of!(db, value(datetime!(2026-11-29 12:00 UTC)).extract(Hour)), 12);
}

pub(crate) async fn cut_off_at_a_part(db: Arc<Database>) {
    visit(&db).await;
    let expected = [
        (Year, datetime!(2026-01-01 0:00 UTC), datetime!(2026-01-01 0:00), date!(2024 - 01 - 01)),
        (Quarter, datetime!(2026-10-01 0:00 UTC), datetime!(2026-07-01 0:00), date!(2024 - 01 - 01)),
        (Month, datetime!(2026-12-01 0:00 UTC), datetime!(2026-08-01 0:00), date!(2024 - 02 - 01)),
        (Week, datetime!(2026-12-28 0:00 UTC), datetime!(2026-08-03 0:00), date!(2024 - 02 - 26)),
        (Day, datetime!(2026-12-31 0:00 UTC), datetime!(2026-08-09 0:00), date!(2024 - 02 - 29)),
    ];
    for (part, at, local, day) in expected {
        let cut = (Visit::at.date_trunc(part), Visit::local.date_trunc(part), Visit::day.date_trunc(part));
        assert_eq!(value_of!(db, cut), (at, local, day), "{part:?}");
    }
    let times = [
        (Hour, datetime!(2026-12-31 23:00 UTC), datetime!(2026-08-09 10:00)),
        (Minute, datetime!(2026-12-31 23:59 UTC), datetime!(2026-08-09 10:11)),
        (Second, datetime!(2026-12-31 23:59:59 UTC), datetime!(2026-08-09 10:11:12)),
    ];
    for (part, at, local) in times {
        assert_eq!(value_of!(db, (Visit::at.date_trunc(part), Visit::local.date_trunc(part))), (at, local), "{part:?}");
        let of_day = Visit::select().columns(Visit::day.date_trunc(part)).one(&db.engine).await;
        assert!(matches!(of_day, Err(Error::Build(_))), "{of_day:?}");
    }
    let first_of_month = Visit::at.date_trunc(Month).eq(datetime!(2026-12-01 0:00 UTC));
    assert_eq!(Visit::select().where_(first_of_month).count(&db.engine).await.unwrap(), 1);
}

pub(crate) async fn moments_are_dates_and_times(db: Arc<Database>) {
    visit(&db).await;
    assert_eq!(value_of!(db, Visit::at.cast::<Date>()), date!(2026 - 12 - 31));
    assert_eq!(value_of!(db, Visit::at.cast::<time::Time>()), time::macros::time!(23:59:59.999999));
    assert_eq!(value_of!(db, Visit::at.cast::<PrimitiveDateTime>()), datetime!(2026-12-31 23:59:59.999999));
    assert_eq!(value_of!(db, Visit::local.cast::<Date>()), date!(2026 - 08 - 09));
    assert_eq!(value_of!(db, Visit::day.cast::<PrimitiveDateTime>()), datetime!(2024-02-29 0:00));
    assert_eq!(value_of!(db, Visit::left_at.cast::<Date>()), None);
    let today = value_of!(db, current_date());
    assert!((OffsetDateTime::now_utc().date() - today).abs() <= time::Duration::DAY, "{today}");
    assert_eq!(Visit::select().where_(Visit::day.lt(current_date())).count(&db.engine).await.unwrap(), 1);
}

pub(crate) async fn seconds_between_moments(db: Arc<Database>) {
    visit(&db).await;
    let earlier = datetime!(2026-12-31 23:59:58.5 UTC);
    assert_eq!(value_of!(db, Visit::at.seconds_since(earlier)), 1.499_999);
    assert_eq!(
        value_of!(db, Visit::at.seconds_since(earlier + time::Duration::days(400))),
        1.499_999 - 400.0 * 86_400.0
    );
    assert_eq!(value_of!(db, Visit::local.seconds_since(Visit::local)), 0.0);
    assert_eq!(value_of!(db, Visit::day.seconds_since(date!(2023 - 02 - 28))), 366.0 * 86_400.0);
    assert_eq!(value_of!(db, Visit::left_at.seconds_since(Visit::at)), None);
    let age = value_of!(db, now().seconds_since(value(OffsetDateTime::now_utc())));
    assert!(age.abs() < 60.0, "{age}");
}

pub(crate) async fn minutes_hours_and_days(db: Arc<Database>) {
    visit(&db).await;
    let at = datetime!(2026-12-31 23:59:59.999999 UTC);
    let moved = (
        Visit::at + minutes(1),
        Visit::at - hours(24),
        Visit::at + days(31),
        Visit::local.date_trunc(Second) - days(Visit::id),
    );
    assert_eq!(
        value_of!(db, moved),
        (
            at + time::Duration::minutes(1),
            at - time::Duration::hours(24),
            at + time::Duration::days(31),
            datetime!(2026-08-08 10:11:12)
        )
    );
    let half: OffsetDateTime = value_of!(db, now() + days(0.5) - hours(12));
    assert!((half - OffsetDateTime::now_utc()).abs() < time::Duration::MINUTE, "{half}");
}
