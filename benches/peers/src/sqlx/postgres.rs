//! SQLx on PostgreSQL, on one connection and through its pool. Many rows go by UNNEST, as its FAQ says.

use chrono::{DateTime, Utc};
use futures_util::TryStreamExt;
use sqlx::postgres::PgPoolOptions;
use sqlx::{Connection as _, PgConnection, PgPool};
use uuid::Uuid;

use super::{Status, claims, reads_and_writes, row};
use crate::case::{POOL, Work};
use crate::model::Message;
use crate::peer::Peer;

const FIND: &str = "SELECT * FROM messages WHERE id = $1";
const SELECT: &str = "SELECT * FROM messages LIMIT $1";
const FILTER: &str = "SELECT * FROM messages WHERE status = $1 AND attempts < $2 ORDER BY next_attempt_at LIMIT $3";
const STREAM: &str = "SELECT * FROM messages";
const INSERT: &str = "INSERT INTO messages (id, consumer, idempotency_key, status, attempts, next_attempt_at, \
     updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7)";
const UNNEST: &str = "INSERT INTO messages (id, consumer, idempotency_key, status, attempts, next_attempt_at, \
     updated_at) SELECT * FROM UNNEST($1::uuid[], $2::text[], $3::text[], $4::text[], $5::int[], $6::timestamptz[], \
     $7::timestamptz[])";
const UPDATE: &str = "UPDATE messages SET attempts = attempts + 1 WHERE id = $1";
const CLAIM: &str = "UPDATE messages SET status = $1, attempts = attempts + 1 WHERE id = ANY(ARRAY(SELECT id \
     FROM messages WHERE status = $2 ORDER BY next_attempt_at LIMIT $3 FOR UPDATE SKIP LOCKED)) RETURNING *";
const MARK: &str = "UPDATE messages SET status = $1 WHERE id = ANY($2)";

row!();

macro_rules! unnest {
    () => {
        async fn insert_many(&mut self, rows: Vec<Row>) {
            let statuses: Vec<&str> = rows.iter().map(|row| row.status.as_str()).collect();
            let mut columns = (vec![], vec![], vec![], vec![], vec![], vec![]);
            for row in rows {
                columns.0.push(row.id);
                columns.1.push(row.consumer);
                columns.2.push(row.idempotency_key);
                columns.3.push(row.attempts);
                columns.4.push(row.next_attempt_at);
                columns.5.push(row.updated_at);
            }
            let query = sqlx::query(UNNEST).bind(columns.0).bind(columns.1).bind(columns.2).bind(statuses);
            let query = query.bind(columns.3).bind(columns.4).bind(columns.5);
            query.execute(self.executor()).await.expect(UNNEST);
        }
    };
}

pub(crate) struct Connection(PgConnection);

impl Connection {
    fn executor(&mut self) -> &mut PgConnection {
        &mut self.0
    }
}

impl Peer for Connection {
    type Row = Row;
    type Pool = ();

    async fn connect(url: &str) -> Self {
        Self(PgConnection::connect(url).await.expect("a connection"))
    }

    fn lacks(&self, work: Work, _: u64) -> Option<&'static str> {
        match work {
            Work::Pool => Some("one connection, no pool"),
            Work::Render => Some("text written by hand"),
            _ => None,
        }
    }

    reads_and_writes!(executor);
    claims!(executor);
    unnest!();

    fn pool(&self) {}
}

pub(crate) struct Pool(PgPool);

impl Pool {
    fn executor(&self) -> &PgPool {
        &self.0
    }
}

impl Peer for Pool {
    type Row = Row;
    type Pool = PgPool;

    const HAS_WORKER: bool = true;

    async fn connect(url: &str) -> Self {
        Self(PgPoolOptions::new().max_connections(POOL as u32).connect(url).await.expect("a connection"))
    }

    fn lacks(&self, work: Work, _: u64) -> Option<&'static str> {
        (work == Work::Render).then_some("text written by hand")
    }

    reads_and_writes!(executor);
    claims!(executor);
    unnest!();

    fn pool(&self) -> PgPool {
        self.0.clone()
    }

    async fn drain_in(pool: PgPool, rows: u64) -> u64 {
        let mut sent = 0;
        loop {
            let claim = sqlx::query_as(CLAIM).bind(Status::Sending.as_str()).bind(Status::Queued.as_str());
            let claimed: Vec<Row> = claim.bind(rows as i64).fetch_all(&pool).await.expect(CLAIM);
            let ids: Vec<Uuid> = claimed.iter().map(|row| row.id).collect();
            if ids.is_empty() {
                return sent;
            }
            let mark = sqlx::query(MARK).bind(Status::Sent.as_str()).bind(ids);
            sent += mark.execute(&pool).await.expect(MARK).rows_affected();
        }
    }

    async fn find_in(pool: PgPool, id: Uuid) -> Row {
        sqlx::query_as(FIND).bind(id).fetch_one(&pool).await.expect(FIND)
    }
}
