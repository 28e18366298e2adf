//! The statements of the PostgreSQL drivers, their parameters and rows.

use tokio_postgres::Row;
use uuid::Uuid;

use crate::model::Message;

pub(super) const CREATE: &str = "
    DROP TABLE IF EXISTS messages;
    CREATE TABLE messages (
        id UUID PRIMARY KEY,
        consumer TEXT NOT NULL,
        idempotency_key TEXT,
        status TEXT NOT NULL,
        attempts INTEGER NOT NULL,
        next_attempt_at TIMESTAMPTZ NOT NULL,
        updated_at TIMESTAMPTZ
    ) WITH (autovacuum_enabled = false);
    CREATE INDEX messages_due ON messages (status, next_attempt_at);";

macro_rules! columns {
    () => {
        "id, consumer, idempotency_key, status, attempts, next_attempt_at, updated_at"
    };
}

pub(super) const FIND: &str = concat!("SELECT ", columns!(), " FROM messages WHERE id = $1");
pub(super) const SELECT: &str = concat!("SELECT ", columns!(), " FROM messages LIMIT $1");
pub(super) const FILTER: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM messages WHERE status = $1 AND attempts < $2 ORDER BY next_attempt_at LIMIT $3"
);
pub(super) const STREAM: &str = concat!("SELECT ", columns!(), " FROM messages");
pub(super) const INSERT: &str = concat!("INSERT INTO messages (", columns!(), ") VALUES ($1, $2, $3, $4, $5, $6, $7)");
pub(super) const UNNEST: &str = concat!(
    "INSERT INTO messages (",
    columns!(),
    ") SELECT * FROM UNNEST($1::uuid[], $2::text[], $3::text[], $4::text[], $5::int[], $6::timestamptz[], $7::timestamptz[])"
);
pub(super) const COPY: &str = concat!("COPY messages (", columns!(), ") FROM STDIN BINARY");
pub(super) const UPDATE: &str = "UPDATE messages SET attempts = attempts + 1 WHERE id = $1";
pub(super) const CLAIM: &str = concat!(
    "UPDATE messages SET status = $1, attempts = attempts + 1 WHERE id = ANY(ARRAY(SELECT id FROM messages \
     WHERE status = $2 ORDER BY next_attempt_at LIMIT $3 FOR UPDATE SKIP LOCKED)) RETURNING ",
    columns!()
);
pub(super) const MARK: &str = "UPDATE messages SET status = $1 WHERE id = ANY($2)";

pub(super) fn message(row: &Row) -> Message {
    Message {
        id: row.get(0),
        consumer: row.get(1),
        idempotency_key: row.get(2),
        status: row.get::<_, &str>(3).parse().expect("a status"),
        attempts: row.get(4),
        next_attempt_at: row.get(5),
        updated_at: row.get(6),
    }
}

/// The columns of many rows, each an array parameter of [`UNNEST`].
#[derive(Default)]
pub(super) struct Columns<'a> {
    pub(super) id: Vec<Uuid>,
    pub(super) consumer: Vec<&'a str>,
    pub(super) idempotency_key: Vec<Option<&'a str>>,
    pub(super) status: Vec<&'a str>,
    pub(super) attempts: Vec<i32>,
    pub(super) next_attempt_at: Vec<chrono::DateTime<chrono::Utc>>,
    pub(super) updated_at: Vec<Option<chrono::DateTime<chrono::Utc>>>,
}

impl<'a> Columns<'a> {
    pub(super) fn of(rows: &'a [Message]) -> Self {
        Self {
            id: rows.iter().map(|row| row.id).collect(),
            consumer: rows.iter().map(|row| row.consumer.as_str()).collect(),
            idempotency_key: rows.iter().map(|row| row.idempotency_key.as_deref()).collect(),
            status: rows.iter().map(|row| row.status.as_str()).collect(),
            attempts: rows.iter().map(|row| row.attempts).collect(),
            next_attempt_at: rows.iter().map(|row| row.next_attempt_at).collect(),
            updated_at: rows.iter().map(|row| row.updated_at).collect(),
        }
    }
}
