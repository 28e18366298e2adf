//! rusqlite with `prepare_cached` and its own codecs, on a database in memory.

use rusqlite::{Connection, Params, Row, params};
use uuid::Uuid;

use crate::case::Work;
use crate::model::{Message, SQLITE_TABLE, Status};
use crate::peer::Peer;

const FIND: &str = "SELECT id, consumer, idempotency_key, status, attempts, next_attempt_at, updated_at \
     FROM messages WHERE id = ?";
const SELECT: &str =
    "SELECT id, consumer, idempotency_key, status, attempts, next_attempt_at, updated_at FROM messages LIMIT ?";
const FILTER: &str = "SELECT id, consumer, idempotency_key, status, attempts, next_attempt_at, updated_at \
     FROM messages WHERE status = ? AND attempts < ? ORDER BY next_attempt_at LIMIT ?";
const STREAM: &str =
    "SELECT id, consumer, idempotency_key, status, attempts, next_attempt_at, updated_at FROM messages";
const INSERT: &str = "INSERT INTO messages (id, consumer, idempotency_key, status, attempts, next_attempt_at, \
     updated_at) VALUES (?, ?, ?, ?, ?, ?, ?)";
const UPDATE: &str = "UPDATE messages SET attempts = attempts + 1 WHERE id = ?";
const CLAIM: &str = "UPDATE messages SET status = ?, attempts = attempts + 1 WHERE id IN (SELECT id FROM messages \
     WHERE status = ? ORDER BY next_attempt_at LIMIT ?) \
     RETURNING id, consumer, idempotency_key, status, attempts, next_attempt_at, updated_at";

pub(crate) struct Rusqlite {
    connection: Connection,
}

fn message(row: &Row<'_>) -> rusqlite::Result<Message> {
    Ok(Message {
        id: row.get(0)?,
        consumer: row.get(1)?,
        idempotency_key: row.get(2)?,
        status: row.get_ref(3)?.as_str()?.parse().expect("a status"),
        attempts: row.get(4)?,
        next_attempt_at: row.get(5)?,
        updated_at: row.get(6)?,
    })
}

impl Rusqlite {
    fn query(&self, sql: &str, params: impl Params) -> rusqlite::Result<Vec<Message>> {
        self.connection.prepare_cached(sql)?.query_map(params, message)?.collect()
    }
}

fn insert(connection: &Connection, row: &Message) {
    let mut statement = connection.prepare_cached(INSERT).expect(INSERT);
    statement
        .execute(params![
            row.id,
            row.consumer,
            row.idempotency_key,
            row.status.as_str(),
            row.attempts,
            row.next_attempt_at,
            row.updated_at
        ])
        .expect(INSERT);
}

impl Peer for Rusqlite {
    type Row = Message;
    type Pool = ();

    async fn connect(_: &str) -> Self {
        Self { connection: Connection::open_in_memory().expect("memory") }
    }

    async fn create_table(&mut self) {
        self.connection.execute_batch(SQLITE_TABLE).expect(SQLITE_TABLE);
    }

    async fn clear(&mut self) {
        self.connection.execute_batch("DELETE FROM messages").expect("no rows");
    }

    fn lacks(&self, work: Work, _: u64) -> Option<&'static str> {
        match work {
            Work::Pool => Some("one connection, no pool"),
            Work::Render => Some("text written by hand"),
            _ => None,
        }
    }

    async fn find(&mut self, id: Uuid) -> Message {
        self.connection.prepare_cached(FIND).expect(FIND).query_row([id], message).expect("a row")
    }

    async fn select(&mut self, rows: u64) -> Vec<Message> {
        self.query(SELECT, [rows as i64]).expect(SELECT)
    }

    async fn filter(&mut self, rows: u64) -> Vec<Message> {
        self.query(FILTER, params![Status::Queued.as_str(), 5, rows as i64]).expect(FILTER)
    }

    async fn insert(&mut self, row: Message) {
        insert(&self.connection, &row);
    }

    async fn insert_many(&mut self, rows: Vec<Message>) {
        let transaction = self.connection.transaction().expect("BEGIN");
        for row in &rows {
            insert(&transaction, row);
        }
        transaction.commit().expect("COMMIT");
    }

    async fn update(&mut self, id: Uuid) {
        self.connection.prepare_cached(UPDATE).expect(UPDATE).execute([id]).expect(UPDATE);
    }

    async fn claim(&mut self, rows: u64) -> Vec<Message> {
        self.query(CLAIM, params![Status::Sending.as_str(), Status::Queued.as_str(), rows as i64]).expect(CLAIM)
    }

    async fn stream(&mut self) -> u64 {
        let mut statement = self.connection.prepare_cached(STREAM).expect(STREAM);
        let mut count = 0;
        for row in statement.query_map([], message).expect(STREAM) {
            std::hint::black_box(row.expect("a row"));
            count += 1;
        }
        count
    }

    fn pool(&self) {}
}
