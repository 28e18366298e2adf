//! diesel-async on MySQL and MariaDB: mysql_async on one connection, and deadpool for many tasks.

use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::prelude::*;
use diesel_async::pooled_connection::AsyncDieselConnectionManager;
use diesel_async::pooled_connection::deadpool::Pool;
use diesel_async::{AnsiTransactionManager, AsyncConnection, AsyncMysqlConnection, RunQueryDsl, TransactionManager};
use futures_util::TryStreamExt;
use uuid::Uuid;

use super::{Status, reads_and_writes, table_and_row};
use crate::case::{POOL, Work};
use crate::model::Message;
use crate::peer::Peer;

table_and_row!(Binary, Datetime, Vec<u8>, NaiveDateTime, to_bytes, from_bytes, to_naive, from_naive);

fn to_bytes(id: Uuid) -> Vec<u8> {
    id.as_bytes().to_vec()
}

fn from_bytes(id: Vec<u8>) -> Uuid {
    Uuid::from_slice(&id).expect("a UUID")
}

fn to_naive(at: DateTime<Utc>) -> NaiveDateTime {
    at.naive_utc()
}

fn from_naive(at: NaiveDateTime) -> DateTime<Utc> {
    at.and_utc()
}

pub(crate) struct DieselAsync {
    connection: AsyncMysqlConnection,
    pool: Pool<AsyncMysqlConnection>,
}

impl Peer for DieselAsync {
    type Row = Row;
    type Pool = Pool<AsyncMysqlConnection>;

    async fn connect(url: &str) -> Self {
        // Over TCP, as the URL says and as all others do it: by itself mysql_async asks the server for its Unix socket.
        let url = format!("{url}?prefer_socket=false");
        let manager = AsyncDieselConnectionManager::<AsyncMysqlConnection>::new(&url);
        Self {
            connection: AsyncMysqlConnection::establish(&url).await.expect("a connection"),
            pool: Pool::builder(manager).max_size(POOL).build().expect("a pool"),
        }
    }

    fn lacks(&self, work: Work, _: u64) -> Option<&'static str> {
        match work {
            Work::Claim => Some("no UPDATE … RETURNING there"),
            Work::Render => Some("renders while it runs"),
            _ => None,
        }
    }

    reads_and_writes!(to_bytes, AnsiTransactionManager, 5_000, [.await]);

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
        let query = messages::table.find(to_bytes(id)).select(Row::as_select());
        query.get_result(&mut connection).await.expect("a row")
    }
}
