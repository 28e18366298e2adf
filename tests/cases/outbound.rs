//! A queue of messages with idempotency keys.

use tempest::prelude::*;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::backend::Database;

#[derive(Model, Debug, Clone, PartialEq)]
#[tempest(table = "outbound_messages")]
#[tempest(unique(
    name = "outbound_idempotency",
    columns(consumer, idempotency_key),
    where = idempotency_key.is_not_null()
))]
#[tempest(index(columns(status, next_attempt_at)))]
pub(crate) struct Outbound {
    #[tempest(primary_key)]
    pub(crate) id: Uuid,
    #[tempest(varchar = 40)]
    pub(crate) consumer: String,
    pub(crate) idempotency_key: Option<String>,
    pub(crate) status: Status,
    #[tempest(default = 0)]
    pub(crate) attempts: i32,
    pub(crate) next_attempt_at: OffsetDateTime,
    #[tempest(on_update = now())]
    pub(crate) updated_at: Option<OffsetDateTime>,
}

#[derive(DbEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Status {
    Queued,
    Sending,
    Sent,
    Failed,
}

/// A message that is due.
pub(crate) fn message(consumer: &str, key: Option<&str>) -> Outbound {
    Outbound {
        id: Uuid::now_v7(),
        consumer: consumer.to_owned(),
        idempotency_key: key.map(str::to_owned),
        status: Status::Queued,
        attempts: 0,
        next_attempt_at: time::macros::datetime!(2020-01-01 0:00 UTC),
        updated_at: None,
    }
}

/// Makes the table, with so many messages that are due.
pub(crate) async fn outbox(db: &Database, messages: usize) -> Vec<Uuid> {
    db.engine.create_tables::<Outbound>().await.unwrap();
    let mut ids = Vec::new();
    for _ in 0..messages.div_ceil(1000) {
        let rows: Vec<_> = (ids.len()..messages).take(1000).map(|_| message("billing", None)).collect();
        ids.extend(rows.iter().map(|row| row.id));
        Outbound::insert_many(rows).execute(&db.engine).await.unwrap();
    }
    ids
}
