//! Tempest without async: SQLite on the caller's thread.

use tempest::prelude::*;
use uuid::Uuid;

use super::tempest::{Message, Status};
use crate::case::Work;
use crate::peer::Peer;

pub(crate) struct TempestBlocking {
    engine: BlockingEngine,
}

impl Peer for TempestBlocking {
    type Row = Message;
    type Pool = ();

    async fn connect(_: &str) -> Self {
        Self { engine: BlockingEngine::open_in_memory().expect("memory") }
    }

    async fn create_table(&mut self) {
        self.engine.create_tables::<Message>().expect("a table");
    }

    async fn clear(&mut self) {
        Message::delete().all_rows().execute(&self.engine).expect("no rows");
    }

    fn lacks(&self, work: Work, _: u64) -> Option<&'static str> {
        (work == Work::Pool).then_some("one connection, no pool")
    }

    async fn find(&mut self, id: Uuid) -> Message {
        Message::select().where_(Message::id.eq(id)).one(&self.engine).expect("a row")
    }

    async fn select(&mut self, rows: u64) -> Vec<Message> {
        Message::select().limit(rows).all(&self.engine).expect("rows")
    }

    async fn filter(&mut self, rows: u64) -> Vec<Message> {
        Message::select()
            .where_(Message::status.eq(Status::Queued).and(Message::attempts.lt(5)))
            .order_by(Message::next_attempt_at)
            .limit(rows)
            .all(&self.engine)
            .expect("rows")
    }

    async fn insert(&mut self, row: Message) {
        Message::insert(row).execute(&self.engine).expect("an insert");
    }

    async fn insert_many(&mut self, rows: Vec<Message>) {
        Message::insert_many(rows).execute(&self.engine).expect("inserts");
    }

    async fn update(&mut self, id: Uuid) {
        Message::update()
            .set(Message::attempts, Message::attempts + 1)
            .where_(Message::id.eq(id))
            .execute(&self.engine)
            .expect("an update");
    }

    async fn claim(&mut self, rows: u64) -> Vec<Message> {
        let queued = Message::select()
            .columns(Message::id)
            .where_(Message::status.eq(Status::Queued))
            .order_by(Message::next_attempt_at)
            .limit(rows);
        Message::update()
            .set(Message::status, Status::Sending)
            .set(Message::attempts, Message::attempts + 1)
            .where_(Message::id.in_(queued))
            .returning()
            .all(&self.engine)
            .expect("rows")
    }

    async fn stream(&mut self) -> u64 {
        let mut count = 0;
        let rows = Message::select().stream(&self.engine);
        rows.for_each(|row| {
            std::hint::black_box(row);
            count += 1;
            Ok(())
        })
        .expect("rows");
        count
    }

    fn pool(&self) {}

    fn render(&self) -> usize {
        let query = Message::select()
            .where_(Message::status.eq(Status::Queued).and(Message::attempts.lt(5)))
            .order_by(Message::next_attempt_at)
            .limit(100);
        query.to_sql(self.engine.dialect()).expect("text").len()
    }
}
