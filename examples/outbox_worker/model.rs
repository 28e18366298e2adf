//! The two tables.

use tempest::prelude::*;
use time::OffsetDateTime;
use uuid::Uuid;

/// A message on its way out. It is written in the transaction that has something to tell, and sent afterwards: so it
/// is told if, and only if, that transaction was committed.
#[derive(Model, Debug, Clone)]
#[tempest(table = "outbox_messages", naming = "snake_case")]
#[tempest(unique(name = "outbox_idempotency", columns(consumer, idempotency_key),
                 where = idempotency_key.is_not_null()))]
#[tempest(index(columns(status, next_attempt_at)))]
pub struct Outbound {
    #[tempest(primary_key)]
    pub id: Uuid,
    #[tempest(references(Run::id, on_delete = cascade), index)]
    pub run_id: Uuid,
    #[tempest(varchar = 40)]
    pub consumer: String,
    /// A consumer gets a key once; messages without a key are all different.
    #[tempest(varchar = 80)]
    pub idempotency_key: Option<String>,
    pub payload: String,
    pub status: Status,
    /// How often it was claimed. Whoever has claimed it holds this number; a later one says that it is not his any more.
    #[tempest(default = 0, check = attempts.ge(0))]
    pub attempts: i32,
    /// When it is due; while it is `sending`, when its worker's lease ends. Both by the database's clock.
    #[tempest(default = now())]
    pub next_attempt_at: OffsetDateTime,
    /// The worker that is sending it.
    #[tempest(varchar = 40)]
    pub locked_by: Option<String>,
    /// How often a worker let its lease end, dead or slow: only then may an attempt be unknown or a delivery repeated.
    #[tempest(default = 0)]
    pub lost_leases: i32,
    pub last_error: Option<String>,
    #[tempest(on_update = now())]
    pub updated_at: Option<OffsetDateTime>,
}

/// Where a message is on its way.
#[derive(DbEnum, Debug, Clone, Copy, PartialEq, Eq)]
#[tempest(naming = "snake_case")]
pub enum Status {
    /// To be sent when it is due.
    Queued,
    /// Claimed by a worker.
    Sending,
    Sent,
    /// Given up.
    Failed,
}

/// So many messages to be sent. It outlives the process, so that another one can go on with it, or join in.
#[derive(Model, Debug, Clone)]
#[tempest(table = "outbox_runs")]
pub struct Run {
    #[tempest(primary_key)]
    pub id: Uuid,
    /// True, and NULL when all messages have ended: the key sees to it that one run at most is open.
    #[tempest(unique)]
    pub open: Option<bool>,
    pub messages: i64,
    pub fail_rate: f64,
    pub max_attempts: i32,
    pub seed: i64,
    /// The file with the deliveries.
    pub delivery_log: String,
    /// How many messages are written.
    #[tempest(default = 0)]
    pub produced: i64,
    /// How many more were proposed, and refused for their key.
    #[tempest(default = 0)]
    pub refused: i64,
    #[tempest(default = now())]
    pub began_at: OffsetDateTime,
}
