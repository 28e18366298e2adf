//! Tempest: the engine with its pool, the same code on each database.

use tempest::prelude::*;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::case::{POOL, Work};
use crate::model;
use crate::peer::Peer;

pub(crate) struct Tempest {
    engine: Engine,
}

/// The row of [`model::Message`], as a model.
#[derive(Model, Debug, Clone)]
#[tempest(table = "messages")]
#[tempest(index(name = "messages_due", columns(status, next_attempt_at)))]
pub(crate) struct Message {
    #[tempest(primary_key)]
    pub(super) id: Uuid,
    #[tempest(varchar = 40)]
    consumer: String,
    #[tempest(varchar = 40)]
    idempotency_key: Option<String>,
    pub(super) status: Status,
    pub(super) attempts: i32,
    pub(super) next_attempt_at: OffsetDateTime,
    updated_at: Option<OffsetDateTime>,
}

#[derive(DbEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Status {
    Queued,
    Sending,
    Sent,
    Failed,
}

fn to_time(at: chrono::DateTime<chrono::Utc>) -> OffsetDateTime {
    let nanos = i128::from(at.timestamp_micros()) * 1_000;
    OffsetDateTime::from_unix_timestamp_nanos(nanos).expect("a time in this century")
}

fn to_chrono(at: OffsetDateTime) -> chrono::DateTime<chrono::Utc> {
    let micros = at.unix_timestamp_nanos() / 1_000;
    chrono::DateTime::from_timestamp_micros(micros as i64).expect("a time in this century")
}

impl From<model::Message> for Message {
    fn from(row: model::Message) -> Self {
        Self {
            id: row.id,
            consumer: row.consumer,
            idempotency_key: row.idempotency_key,
            status: match row.status {
                model::Status::Queued => Status::Queued,
                model::Status::Sending => Status::Sending,
                model::Status::Sent => Status::Sent,
                model::Status::Failed => Status::Failed,
            },
            attempts: row.attempts,
            next_attempt_at: to_time(row.next_attempt_at),
            updated_at: row.updated_at.map(to_time),
        }
    }
}

impl From<Message> for model::Message {
    fn from(row: Message) -> Self {
        Self {
            id: row.id,
            consumer: row.consumer,
            idempotency_key: row.idempotency_key,
            status: match row.status {
                Status::Queued => model::Status::Queued,
                Status::Sending => model::Status::Sending,
                Status::Sent => model::Status::Sent,
                Status::Failed => model::Status::Failed,
            },
            attempts: row.attempts,
            next_attempt_at: to_chrono(row.next_attempt_at),
            updated_at: row.updated_at.map(to_chrono),
        }
    }
}

impl Tempest {
    fn is_sqlite(&self) -> bool {
        self.engine.dialect().name() == "SQLite"
    }
}

/// Marks so many queued rows in one statement.
async fn claim(engine: &Engine, rows: u64) -> Vec<Message> {
    let queued = Message::select()
        .columns(Message::id)
        .where_(Message::status.eq(Status::Queued))
        .order_by(Message::next_attempt_at)
        .limit(rows);
    let claim = Message::update().set(Message::status, Status::Sending).set(Message::attempts, Message::attempts + 1);
    let claim = match engine.dialect().name() {
        "SQLite" => claim.where_(Message::id.in_(queued)),
        _ => claim.where_(Message::id.in_(queued.for_update().skip_locked())),
    };
    claim.returning().all(engine).await.expect("rows")
}

impl Peer for Tempest {
    type Row = Message;
    type Pool = Engine;

    const HAS_WORKER: bool = true;

    async fn connect(url: &str) -> Self {
        let options = Options::from_url(url).expect("a URL").pool_size(POOL);
        Self { engine: options.connect().await.expect("a connection") }
    }

    async fn create_table(&mut self) {
        self.engine.create_tables::<Message>().await.expect("a table");
    }

    async fn clear(&mut self) {
        Message::delete().all_rows().execute(&self.engine).await.expect("no rows");
    }

    fn lacks(&self, work: Work, _: u64) -> Option<&'static str> {
        match work {
            Work::Claim | Work::Queue if self.engine.dialect().name().starts_with("M") => {
                Some("no UPDATE … RETURNING there")
            }
            Work::Pool | Work::Queue if self.is_sqlite() => Some("one connection to a database in memory"),
            _ => None,
        }
    }

    async fn find(&mut self, id: Uuid) -> Message {
        Message::select().where_(Message::id.eq(id)).one(&self.engine).await.expect("a row")
    }

    async fn select(&mut self, rows: u64) -> Vec<Message> {
        Message::select().limit(rows).all(&self.engine).await.expect("rows")
    }

    async fn filter(&mut self, rows: u64) -> Vec<Message> {
        Message::select()
            .where_(Message::status.eq(Status::Queued).and(Message::attempts.lt(5)))
            .order_by(Message::next_attempt_at)
            .limit(rows)
            .all(&self.engine)
            .await
            .expect("rows")
    }

    async fn insert(&mut self, row: Message) {
        Message::insert(row).execute(&self.engine).await.expect("an insert");
    }

    async fn insert_many(&mut self, rows: Vec<Message>) {
        Message::insert_many(rows).execute(&self.engine).await.expect("inserts");
    }

    async fn update(&mut self, id: Uuid) {
        Message::update()
            .set(Message::attempts, Message::attempts + 1)
            .where_(Message::id.eq(id))
            .execute(&self.engine)
            .await
            .expect("an update");
    }

    async fn claim(&mut self, rows: u64) -> Vec<Message> {
        claim(&self.engine, rows).await
    }

    async fn stream(&mut self) -> u64 {
        let mut rows = Message::select().stream(&self.engine);
        let mut count = 0;
        while let Some(row) = rows.next().await {
            std::hint::black_box(row.expect("a row"));
            count += 1;
        }
        count
    }

    fn pool(&self) -> Engine {
        self.engine.clone()
    }

    async fn drain_in(engine: Engine, rows: u64) -> u64 {
        let mut sent = 0;
        loop {
            let ids: Vec<Uuid> = claim(&engine, rows).await.iter().map(|row| row.id).collect();
            if ids.is_empty() {
                return sent;
            }
            let mark = Message::update().set(Message::status, Status::Sent).where_(Message::id.in_(ids));
            sent += mark.execute(&engine).await.expect("an update");
        }
    }

    async fn find_in(engine: Engine, id: Uuid) -> Message {
        Message::select().where_(Message::id.eq(id)).one(&engine).await.expect("a row")
    }

    fn render(&self) -> usize {
        let query = Message::select()
            .where_(Message::status.eq(Status::Queued).and(Message::attempts.lt(5)))
            .order_by(Message::next_attempt_at)
            .limit(100);
        query.to_sql(self.engine.dialect()).expect("text").len()
    }
}
