//! Diesel on SQLite, on the caller's thread.

use chrono::{DateTime, Utc};
use diesel::connection::{AnsiTransactionManager, DefaultLoadingMode, TransactionManager};
use diesel::prelude::*;
use uuid::Uuid;

use super::{Status, reads_and_writes, table_and_row};
use crate::case::Work;
use crate::model::{Message, SQLITE_TABLE};
use crate::peer::Peer;

table_and_row!(Binary, TimestamptzSqlite, Vec<u8>, DateTime<Utc>, to_bytes, from_bytes, same, same);

fn to_bytes(id: Uuid) -> Vec<u8> {
    id.as_bytes().to_vec()
}

fn from_bytes(id: Vec<u8>) -> Uuid {
    Uuid::from_slice(&id).expect("a UUID")
}

fn same<T>(value: T) -> T {
    value
}

pub(crate) struct Diesel {
    connection: SqliteConnection,
}

impl Peer for Diesel {
    type Row = Row;
    type Pool = ();

    async fn connect(_: &str) -> Self {
        Self { connection: SqliteConnection::establish(":memory:").expect("memory") }
    }

    async fn create_table(&mut self) {
        diesel::connection::SimpleConnection::batch_execute(&mut self.connection, SQLITE_TABLE).expect(SQLITE_TABLE);
    }

    async fn clear(&mut self) {
        diesel::delete(messages::table).execute(&mut self.connection).expect("no rows");
    }

    fn lacks(&self, work: Work, _: u64) -> Option<&'static str> {
        match work {
            Work::Claim => Some("no subquery in UPDATE … RETURNING without a second name for the table"),
            Work::Pool => Some("no tasks: not async"),
            Work::Render => Some("renders while it runs"),
            _ => None,
        }
    }

    reads_and_writes!(to_bytes, AnsiTransactionManager, 4_000, []);

    async fn stream(&mut self) -> u64 {
        let rows = messages::table.select(Row::as_select());
        let rows = rows.load_iter::<Row, DefaultLoadingMode>(&mut self.connection).expect("rows");
        rows.map(|row| std::hint::black_box(row.expect("a row"))).count() as u64
    }

    fn pool(&self) {}
}
