//! tokio-postgres through the pool of deadpool-postgres: each call takes a connection and asks it for the prepared
//! statement by its text.

use deadpool_postgres::{Manager, ManagerConfig, Pool, RecyclingMethod};
use futures_util::TryStreamExt;
use tokio_postgres::NoTls;
use tokio_postgres::types::ToSql;
use uuid::Uuid;

use super::postgres_sql::{CLAIM, Columns, FILTER, FIND, INSERT, MARK, SELECT, STREAM, UNNEST, UPDATE, message};
use crate::case::{POOL, Work};
use crate::model::{Message, Status};
use crate::peer::Peer;

pub(crate) struct DeadpoolPostgres {
    pool: Pool,
}

impl DeadpoolPostgres {
    async fn query(&self, sql: &str, params: &[&(dyn ToSql + Sync)]) -> Vec<Message> {
        let client = self.pool.get().await.expect("a connection");
        let statement = client.prepare_cached(sql).await.expect(sql);
        client.query(&statement, params).await.expect(sql).iter().map(message).collect()
    }

    async fn execute(&self, sql: &str, params: &[&(dyn ToSql + Sync)]) {
        let client = self.pool.get().await.expect("a connection");
        let statement = client.prepare_cached(sql).await.expect(sql);
        client.execute(&statement, params).await.expect(sql);
    }
}

impl Peer for DeadpoolPostgres {
    type Row = Message;
    type Pool = Pool;

    const HAS_WORKER: bool = true;

    async fn connect(url: &str) -> Self {
        let config = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let manager = Manager::from_config(url.parse().expect("a URL"), NoTls, config);
        Self { pool: Pool::builder(manager).max_size(POOL).build().expect("a pool") }
    }

    fn lacks(&self, work: Work, _: u64) -> Option<&'static str> {
        (work == Work::Render).then_some("text written by hand")
    }

    async fn find(&mut self, id: Uuid) -> Message {
        Self::find_in(self.pool.clone(), id).await
    }

    async fn select(&mut self, rows: u64) -> Vec<Message> {
        self.query(SELECT, &[&(rows as i64)]).await
    }

    async fn filter(&mut self, rows: u64) -> Vec<Message> {
        self.query(FILTER, &[&Status::Queued.as_str(), &5_i32, &(rows as i64)]).await
    }

    async fn insert(&mut self, row: Message) {
        self.execute(
            INSERT,
            &[
                &row.id,
                &row.consumer,
                &row.idempotency_key,
                &row.status.as_str(),
                &row.attempts,
                &row.next_attempt_at,
                &row.updated_at,
            ],
        )
        .await;
    }

    async fn insert_many(&mut self, rows: Vec<Message>) {
        let it = Columns::of(&rows);
        self.execute(
            UNNEST,
            &[&it.id, &it.consumer, &it.idempotency_key, &it.status, &it.attempts, &it.next_attempt_at, &it.updated_at],
        )
        .await;
    }

    async fn update(&mut self, id: Uuid) {
        self.execute(UPDATE, &[&id]).await;
    }

    async fn claim(&mut self, rows: u64) -> Vec<Message> {
        self.query(CLAIM, &[&Status::Sending.as_str(), &Status::Queued.as_str(), &(rows as i64)]).await
    }

    async fn stream(&mut self) -> u64 {
        let client = self.pool.get().await.expect("a connection");
        let statement = client.prepare_cached(STREAM).await.expect(STREAM);
        let none: [&(dyn ToSql + Sync); 0] = [];
        let rows = client.query_raw(&statement, none).await.expect(STREAM);
        let mut rows = std::pin::pin!(rows);
        let mut count = 0;
        while let Some(row) = rows.try_next().await.expect("a row") {
            std::hint::black_box(message(&row));
            count += 1;
        }
        count
    }

    fn pool(&self) -> Pool {
        self.pool.clone()
    }

    async fn drain_in(pool: Pool, rows: u64) -> u64 {
        let mut sent = 0;
        loop {
            let client = pool.get().await.expect("a connection");
            let claim = client.prepare_cached(CLAIM).await.expect(CLAIM);
            let params: [&(dyn ToSql + Sync); 3] =
                [&Status::Sending.as_str(), &Status::Queued.as_str(), &(rows as i64)];
            let claimed = client.query(&claim, &params).await.expect(CLAIM);
            drop(client);
            let ids: Vec<Uuid> = claimed.iter().map(message).map(|row| row.id).collect();
            if ids.is_empty() {
                return sent;
            }
            let client = pool.get().await.expect("a connection");
            let mark = client.prepare_cached(MARK).await.expect(MARK);
            sent += client.execute(&mark, &[&Status::Sent.as_str(), &ids]).await.expect(MARK);
        }
    }

    async fn find_in(pool: Pool, id: Uuid) -> Message {
        let client = pool.get().await.expect("a connection");
        let statement = client.prepare_cached(FIND).await.expect(FIND);
        message(&client.query_one(&statement, &[&id]).await.expect("a row"))
    }
}
