//! Diesel on PostgreSQL: libpq, on the caller's thread.

use chrono::{DateTime, Utc};
use diesel::connection::{AnsiTransactionManager, TransactionManager};
use diesel::pg::PgRowByRowLoadingMode;
use diesel::prelude::*;
use uuid::Uuid;

use super::{Status, claims, reads_and_writes, table_and_row};
use crate::case::Work;
use crate::model::Message;
use crate::peer::Peer;

table_and_row!(Uuid, Timestamptz, Uuid, DateTime<Utc>, same, same, same, same);

/// Ids and times are what they are in every other peer.
fn same<T>(value: T) -> T {
    value
}

pub(crate) struct Diesel {
    connection: PgConnection,
}

impl Peer for Diesel {
    type Row = Row;
    type Pool = ();

    async fn connect(url: &str) -> Self {
        // libpq would take TLS where the server has it, and no other peer does.
        let url = format!("{url}?sslmode=disable");
        Self { connection: PgConnection::establish(&url).expect("a connection") }
    }

    fn lacks(&self, work: Work, _: u64) -> Option<&'static str> {
        match work {
            Work::Pool => Some("no tasks: not async"),
            Work::Render => Some("renders while it runs"),
            _ => None,
        }
    }

    reads_and_writes!(same, AnsiTransactionManager, 5_000, []);
    claims!([]);

    async fn stream(&mut self) -> u64 {
        let rows = messages::table.select(Row::as_select());
        let rows = rows.load_iter::<Row, PgRowByRowLoadingMode>(&mut self.connection).expect("rows");
        rows.map(|row| std::hint::black_box(row.expect("a row"))).count() as u64
    }

    fn pool(&self) {}
}
