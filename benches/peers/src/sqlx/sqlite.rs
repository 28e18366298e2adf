//! SQLx on SQLite, on one connection to a database in memory. Many rows go by its `QueryBuilder`.

use chrono::{DateTime, Utc};
use futures_util::TryStreamExt;
use sqlx::{Connection as _, QueryBuilder, Sqlite, SqliteConnection};
use uuid::Uuid;

use super::{Status, claims, reads_and_writes, row};
use crate::case::Work;
use crate::model::{Message, SQLITE_TABLE};
use crate::peer::Peer;

const FIND: &str = "SELECT * FROM messages WHERE id = ?";
const SELECT: &str = "SELECT * FROM messages LIMIT ?";
const FILTER: &str = "SELECT * FROM messages WHERE status = ? AND attempts < ? ORDER BY next_attempt_at LIMIT ?";
const STREAM: &str = "SELECT * FROM messages";
const INSERT: &str = "INSERT INTO messages (id, consumer, idempotency_key, status, attempts, next_attempt_at, \
     updated_at) VALUES (?, ?, ?, ?, ?, ?, ?)";
const INSERT_MANY: &str =
    "INSERT INTO messages (id, consumer, idempotency_key, status, attempts, next_attempt_at, updated_at) ";
const UPDATE: &str = "UPDATE messages SET attempts = attempts + 1 WHERE id = ?";
const CLAIM: &str = "UPDATE messages SET status = ?, attempts = attempts + 1 WHERE id IN (SELECT id FROM messages \
     WHERE status = ? ORDER BY next_attempt_at LIMIT ?) RETURNING *";

/// How many rows one INSERT takes: SQLite has at most 32,766 parameters.
const AT_ONCE: usize = 4_000;

row!();

pub(crate) struct Connection(SqliteConnection);

impl Connection {
    fn executor(&mut self) -> &mut SqliteConnection {
        &mut self.0
    }
}

impl Peer for Connection {
    type Row = Row;
    type Pool = ();

    async fn connect(_: &str) -> Self {
        Self(SqliteConnection::connect("sqlite::memory:").await.expect("memory"))
    }

    async fn create_table(&mut self) {
        sqlx::raw_sql(SQLITE_TABLE).execute(&mut self.0).await.expect(SQLITE_TABLE);
    }

    async fn clear(&mut self) {
        sqlx::raw_sql("DELETE FROM messages").execute(&mut self.0).await.expect("no rows");
    }

    fn lacks(&self, work: Work, _: u64) -> Option<&'static str> {
        match work {
            Work::Pool => Some("one connection to a database in memory"),
            Work::Render => Some("text written by hand"),
            _ => None,
        }
    }

    reads_and_writes!(executor);
    claims!(executor);

    async fn insert_many(&mut self, rows: Vec<Row>) {
        let mut transaction = self.0.begin().await.expect("BEGIN");
        let mut rows = rows.into_iter().peekable();
        while rows.peek().is_some() {
            let mut query = QueryBuilder::<Sqlite>::new(INSERT_MANY);
            query.push_values(rows.by_ref().take(AT_ONCE), |mut values, row| {
                values.push_bind(row.id).push_bind(row.consumer).push_bind(row.idempotency_key).push_bind(row.status);
                values.push_bind(row.attempts).push_bind(row.next_attempt_at).push_bind(row.updated_at);
            });
            query.build().execute(&mut *transaction).await.expect(INSERT_MANY);
        }
        transaction.commit().await.expect("COMMIT");
    }

    fn pool(&self) {}
}
