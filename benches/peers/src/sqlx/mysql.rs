//! SQLx on MySQL and MariaDB, on one connection and through its pool. Many rows go by its `QueryBuilder`.

use chrono::{DateTime, Utc};
use futures_util::TryStreamExt;
use sqlx::mysql::MySqlPoolOptions;
use sqlx::{Connection as _, MySql, MySqlConnection, MySqlPool, QueryBuilder};
use uuid::Uuid;

use super::{Status, reads_and_writes, row};
use crate::case::{POOL, Work};
use crate::model::Message;
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

/// How many rows one INSERT takes.
const AT_ONCE: usize = 1_000;

row!(sqlx(try_from = "String"));

/// `derive(Type)` cannot read its text from a VARCHAR.
impl TryFrom<String> for Status {
    type Error = crate::model::UnknownStatus;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse().map(crate::model::Status::into)
    }
}

macro_rules! values {
    () => {
        async fn insert_many(&mut self, rows: Vec<Row>) {
            let mut transaction = self.executor().begin().await.expect("BEGIN");
            let mut rows = rows.into_iter().peekable();
            while rows.peek().is_some() {
                let mut query = QueryBuilder::<MySql>::new(INSERT_MANY);
                query.push_values(rows.by_ref().take(AT_ONCE), |mut values, row| {
                    values.push_bind(row.id).push_bind(row.consumer).push_bind(row.idempotency_key);
                    values.push_bind(row.status.as_str()).push_bind(row.attempts);
                    values.push_bind(row.next_attempt_at).push_bind(row.updated_at);
                });
                query.build().execute(&mut *transaction).await.expect(INSERT_MANY);
            }
            transaction.commit().await.expect("COMMIT");
        }
    };
}

pub(crate) struct Connection(MySqlConnection);

impl Connection {
    fn executor(&mut self) -> &mut MySqlConnection {
        &mut self.0
    }
}

impl Peer for Connection {
    type Row = Row;
    type Pool = ();

    async fn connect(url: &str) -> Self {
        Self(MySqlConnection::connect(url).await.expect("a connection"))
    }

    fn lacks(&self, work: Work, _: u64) -> Option<&'static str> {
        match work {
            Work::Claim => Some("no UPDATE … RETURNING there"),
            Work::Pool => Some("one connection, no pool"),
            Work::Render => Some("text written by hand"),
            _ => None,
        }
    }

    reads_and_writes!(executor);
    values!();

    fn pool(&self) {}
}

pub(crate) struct Pool(MySqlPool);

impl Pool {
    fn executor(&self) -> &MySqlPool {
        &self.0
    }
}

impl Peer for Pool {
    type Row = Row;
    type Pool = MySqlPool;

    async fn connect(url: &str) -> Self {
        Self(MySqlPoolOptions::new().max_connections(POOL as u32).connect(url).await.expect("a connection"))
    }

    fn lacks(&self, work: Work, _: u64) -> Option<&'static str> {
        match work {
            Work::Claim => Some("no UPDATE … RETURNING there"),
            Work::Render => Some("text written by hand"),
            _ => None,
        }
    }

    reads_and_writes!(executor);
    values!();

    fn pool(&self) -> MySqlPool {
        self.0.clone()
    }

    async fn find_in(pool: MySqlPool, id: Uuid) -> Row {
        sqlx::query_as(FIND).bind(id).fetch_one(&pool).await.expect(FIND)
    }
}
