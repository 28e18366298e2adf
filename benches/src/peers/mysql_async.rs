//! mysql_async on one connection, which keeps prepared statements by their text.

use std::fmt::Write;

use chrono::NaiveDateTime;
use mysql_async::prelude::Queryable;
use mysql_async::{Conn, Opts, OptsBuilder, Params, Pool, PoolConstraints, PoolOpts, TxOpts, Value};
use uuid::Uuid;

use crate::case::{POOL, Work};
use crate::model::{Message, Status};
use crate::peer::Peer;

const CREATE: [&str; 2] = [
    "DROP TABLE IF EXISTS messages",
    "CREATE TABLE messages (
        id BINARY(16) PRIMARY KEY,
        consumer VARCHAR(40) NOT NULL,
        idempotency_key VARCHAR(40),
        status VARCHAR(20) NOT NULL,
        attempts INTEGER NOT NULL,
        next_attempt_at DATETIME(6) NOT NULL,
        updated_at DATETIME(6),
        INDEX messages_due (status, next_attempt_at)
    )",
];
const FIND: &str = "SELECT id, consumer, idempotency_key, status, attempts, next_attempt_at, updated_at \
     FROM messages WHERE id = ?";
const SELECT: &str =
    "SELECT id, consumer, idempotency_key, status, attempts, next_attempt_at, updated_at FROM messages LIMIT ?";
const FILTER: &str = "SELECT id, consumer, idempotency_key, status, attempts, next_attempt_at, updated_at \
     FROM messages WHERE status = ? AND attempts < ? ORDER BY next_attempt_at LIMIT ?";
const STREAM: &str =
    "SELECT id, consumer, idempotency_key, status, attempts, next_attempt_at, updated_at FROM messages";
const INSERT: &str =
    "INSERT INTO messages (id, consumer, idempotency_key, status, attempts, next_attempt_at, updated_at) VALUES ";
const UPDATE: &str = "UPDATE messages SET attempts = attempts + 1 WHERE id = ?";

/// How many rows one INSERT takes; the text is the same for each full one, and so prepared once.
const AT_ONCE: usize = 1_000;

pub(crate) struct MysqlAsync {
    connection: Conn,
    pool: Pool,
    insert: String,
    insert_many: String,
}

type Cells = (Vec<u8>, String, Option<String>, String, i32, NaiveDateTime, Option<NaiveDateTime>);

fn message((id, consumer, idempotency_key, status, attempts, next_attempt_at, updated_at): Cells) -> Message {
    Message {
        id: Uuid::from_slice(&id).expect("a UUID"),
        consumer,
        idempotency_key,
        status: status.parse().expect("a status"),
        attempts,
        next_attempt_at: next_attempt_at.and_utc(),
        updated_at: updated_at.map(|at| at.and_utc()),
    }
}

fn insert_of(rows: usize) -> String {
    let mut sql = INSERT.to_owned();
    for row in 0..rows {
        write!(sql, "{}(?, ?, ?, ?, ?, ?, ?)", if row == 0 { "" } else { ", " }).expect("memory");
    }
    sql
}

fn values(rows: &[Message]) -> Params {
    let mut values: Vec<Value> = Vec::with_capacity(rows.len() * 7);
    for row in rows {
        values.extend([
            row.id.as_bytes().into(),
            row.consumer.as_str().into(),
            row.idempotency_key.as_deref().into(),
            row.status.as_str().into(),
            row.attempts.into(),
            row.next_attempt_at.naive_utc().into(),
            row.updated_at.map(|at| at.naive_utc()).into(),
        ]);
    }
    Params::Positional(values)
}

impl Peer for MysqlAsync {
    type Row = Message;
    type Pool = Pool;

    async fn connect(url: &str) -> Self {
        let options = Opts::from_url(&url.replace("mariadb://", "mysql://")).expect("a URL");
        // Over TCP, as the URL says and as all others do it: by itself it asks the server for its Unix socket.
        let options = Opts::from(OptsBuilder::from_opts(options).prefer_socket(false));
        let constraints = PoolConstraints::new(POOL, POOL).expect("8 are not more than 8");
        // Connections stay, and are not reset when they come back: that would forget their prepared statements.
        let pool = PoolOpts::new().with_constraints(constraints).with_reset_connection(false);
        Self {
            connection: Conn::new(options.clone()).await.expect("a connection"),
            pool: Pool::new(OptsBuilder::from_opts(options).pool_opts(pool)),
            insert: insert_of(1),
            insert_many: insert_of(AT_ONCE),
        }
    }

    async fn create_table(&mut self) {
        for sql in CREATE {
            self.connection.query_drop(sql).await.expect(sql);
        }
    }

    async fn clear(&mut self) {
        self.connection.query_drop("TRUNCATE messages").await.expect("no rows");
    }

    async fn settle(&mut self) {
        self.connection.query_drop("ANALYZE TABLE messages").await.expect("statistics");
    }

    fn lacks(&self, work: Work, _: u64) -> Option<&'static str> {
        match work {
            Work::Claim => Some("no UPDATE … RETURNING"),
            Work::Render => Some("text written by hand"),
            _ => None,
        }
    }

    async fn find(&mut self, id: Uuid) -> Message {
        message(self.connection.exec_first(FIND, (id.as_bytes(),)).await.expect(FIND).expect("a row"))
    }

    async fn select(&mut self, rows: u64) -> Vec<Message> {
        self.connection.exec_map(SELECT, (rows,), message).await.expect(SELECT)
    }

    async fn filter(&mut self, rows: u64) -> Vec<Message> {
        let params = (Status::Queued.as_str(), 5, rows);
        self.connection.exec_map(FILTER, params, message).await.expect(FILTER)
    }

    async fn insert(&mut self, row: Message) {
        self.connection.exec_drop(&self.insert, values(&[row])).await.expect(INSERT);
    }

    async fn insert_many(&mut self, rows: Vec<Message>) {
        if rows.len() == AT_ONCE {
            self.connection.exec_drop(&self.insert_many, values(&rows)).await.expect(INSERT);
            return;
        }
        let mut transaction = self.connection.start_transaction(TxOpts::default()).await.expect("BEGIN");
        for rows in rows.chunks(AT_ONCE) {
            if rows.len() == AT_ONCE {
                transaction.exec_drop(&self.insert_many, values(rows)).await.expect(INSERT);
            } else {
                transaction.exec_drop(insert_of(rows.len()), values(rows)).await.expect(INSERT);
            }
        }
        transaction.commit().await.expect("COMMIT");
    }

    async fn update(&mut self, id: Uuid) {
        self.connection.exec_drop(UPDATE, (id.as_bytes(),)).await.expect(UPDATE);
    }

    async fn stream(&mut self) -> u64 {
        let mut count = 0;
        let rows = self.connection.exec_iter(STREAM, ()).await.expect(STREAM);
        rows.for_each_and_drop(|row| {
            std::hint::black_box(message(mysql_async::from_row(row)));
            count += 1;
        })
        .await
        .expect(STREAM);
        count
    }

    fn pool(&self) -> Pool {
        self.pool.clone()
    }

    async fn find_in(pool: Pool, id: Uuid) -> Message {
        let mut connection = pool.get_conn().await.expect("a connection");
        message(connection.exec_first(FIND, (id.as_bytes(),)).await.expect(FIND).expect("a row"))
    }
}
