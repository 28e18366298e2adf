//! diesel-async on PostgreSQL: tokio-postgres on one connection, and deadpool for many tasks.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::pooled_connection::AsyncDieselConnectionManager;
use diesel_async::pooled_connection::deadpool::Pool;
use diesel_async::{AnsiTransactionManager, AsyncConnection, AsyncPgConnection, RunQueryDsl, TransactionManager};
use futures_util::TryStreamExt;
use uuid::Uuid;

use super::{Status, claims, reads_and_writes, table_and_row};
use crate::case::{POOL, Work};
use crate::model::Message;
use crate::peer::Peer;

table_and_row!(Uuid, Timestamptz, Uuid, DateTime<Utc>, same, same, same, same);

/// Ids and times are what they are in every other peer.
fn same<T>(value: T) -> T {
    value
}

pub(crate) struct DieselAsync {
    connection: AsyncPgConnection,
    pool: Pool<AsyncPgConnection>,
}

impl Peer for DieselAsync {
    type Row = Row;
    type Pool = Pool<AsyncPgConnection>;

    async fn connect(url: &str) -> Self {
        let manager = AsyncDieselConnectionManager::<AsyncPgConnection>::new(url);
        Self {
            connection: AsyncPgConnection::establish(url).await.expect("a connection"),
            pool: Pool::builder(manager).max_size(POOL).build().expect("a pool"),
        }
    }

    fn lacks(&self, work: Work, _: u64) -> Option<&'static str> {
        (work == Work::Render).then_some("renders while it runs")
    }

    reads_and_writes!(same, AnsiTransactionManager, 5_000, [.await]);
    claims!([.await]);

    async fn stream(&mut self) -> u64 {
        let rows = messages::table.select(Row::as_select()).load_stream::<Row>(&mut self.connection);
        let mut rows = std::pin::pin!(rows.await.expect("rows"));
        let mut count = 0;
        while let Some(row) = rows.try_next().await.expect("a row") {
            std::hint::black_box(row);
            count += 1;
        }
        count
    }

    fn pool(&self) -> Self::Pool {
        self.pool.clone()
    }

    async fn find_in(pool: Self::Pool, id: Uuid) -> Row {
        let mut connection = pool.get().await.expect("a connection");
        let query = messages::table.find(id).select(Row::as_select());
        query.get_result(&mut connection).await.expect("a row")
    }
}
