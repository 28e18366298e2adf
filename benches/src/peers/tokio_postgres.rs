//! tokio-postgres on one connection, with statements that are prepared once.

use futures_util::TryStreamExt;
use tokio_postgres::binary_copy::BinaryCopyInWriter;
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{Client, NoTls, Statement};
use uuid::Uuid;

use super::postgres_sql::{
    CLAIM, COPY, CREATE, Columns, FILTER, FIND, INSERT, SELECT, STREAM, UNNEST, UPDATE, message,
};
use crate::case::Work;
use crate::model::{Message, Status};
use crate::peer::Peer;

/// Many rows go by UNNEST up to some thousands, and by COPY beyond.
pub(crate) struct TokioPostgres {
    client: Client,
    prepared: Option<Prepared>,
}

struct Prepared {
    find: Statement,
    select: Statement,
    filter: Statement,
    stream: Statement,
    insert: Statement,
    unnest: Statement,
    update: Statement,
    claim: Statement,
}

impl TokioPostgres {
    /// The statements, prepared when they are first asked for: the table has to be there.
    async fn prepared(&mut self) -> (&Client, &Prepared) {
        if self.prepared.is_none() {
            let client = &self.client;
            let prepare = async |sql| client.prepare(sql).await.expect(sql);
            self.prepared = Some(Prepared {
                find: prepare(FIND).await,
                select: prepare(SELECT).await,
                filter: prepare(FILTER).await,
                stream: prepare(STREAM).await,
                insert: prepare(INSERT).await,
                unnest: prepare(UNNEST).await,
                update: prepare(UPDATE).await,
                claim: prepare(CLAIM).await,
            });
        }
        (&self.client, self.prepared.as_ref().expect("prepared above"))
    }

    async fn query(&self, statement: &Statement, params: &[&(dyn ToSql + Sync)]) -> Vec<Message> {
        self.client.query(statement, params).await.expect("rows").iter().map(message).collect()
    }

    async fn insert_unnest(&mut self, rows: &[Message]) {
        let (client, prepared) = self.prepared().await;
        let it = Columns::of(rows);
        client
            .execute(
                &prepared.unnest,
                &[
                    &it.id,
                    &it.consumer,
                    &it.idempotency_key,
                    &it.status,
                    &it.attempts,
                    &it.next_attempt_at,
                    &it.updated_at,
                ],
            )
            .await
            .expect("an insert");
    }

    async fn insert_copy(&mut self, rows: &[Message]) {
        let types = [Type::UUID, Type::TEXT, Type::TEXT, Type::TEXT, Type::INT4, Type::TIMESTAMPTZ, Type::TIMESTAMPTZ];
        let sink = self.client.copy_in(COPY).await.expect("COPY begins");
        let writer = BinaryCopyInWriter::new(sink, &types);
        let mut writer = std::pin::pin!(writer);
        for row in rows {
            let status = row.status.as_str();
            let params: [&(dyn ToSql + Sync); 7] = [
                &row.id,
                &row.consumer,
                &row.idempotency_key,
                &status,
                &row.attempts,
                &row.next_attempt_at,
                &row.updated_at,
            ];
            writer.as_mut().write(&params).await.expect("a row");
        }
        writer.finish().await.expect("COPY ends");
    }
}

impl Peer for TokioPostgres {
    type Row = Message;
    type Pool = ();

    async fn connect(url: &str) -> Self {
        let (client, connection) = tokio_postgres::connect(url, NoTls).await.expect("a connection");
        tokio::spawn(connection);
        Self { client, prepared: None }
    }

    async fn create_table(&mut self) {
        self.prepared = None;
        self.client.batch_execute(CREATE).await.expect("a table");
    }

    async fn clear(&mut self) {
        self.client.batch_execute("TRUNCATE messages").await.expect("no rows");
    }

    async fn settle(&mut self) {
        self.client.batch_execute("VACUUM ANALYZE messages").await.expect("statistics");
    }

    fn lacks(&self, work: Work, _: u64) -> Option<&'static str> {
        match work {
            Work::Pool => Some("one connection, no pool"),
            Work::Render => Some("text written by hand"),
            _ => None,
        }
    }

    async fn find(&mut self, id: Uuid) -> Message {
        let (client, prepared) = self.prepared().await;
        message(&client.query_one(&prepared.find, &[&id]).await.expect("a row"))
    }

    async fn select(&mut self, rows: u64) -> Vec<Message> {
        let statement = self.prepared().await.1.select.clone();
        self.query(&statement, &[&(rows as i64)]).await
    }

    async fn filter(&mut self, rows: u64) -> Vec<Message> {
        let statement = self.prepared().await.1.filter.clone();
        self.query(&statement, &[&Status::Queued.as_str(), &5_i32, &(rows as i64)]).await
    }

    async fn insert(&mut self, row: Message) {
        let (client, prepared) = self.prepared().await;
        client
            .execute(
                &prepared.insert,
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
            .await
            .expect("an insert");
    }

    async fn insert_many(&mut self, rows: Vec<Message>) {
        if rows.len() < 5_000 { self.insert_unnest(&rows).await } else { self.insert_copy(&rows).await }
    }

    async fn update(&mut self, id: Uuid) {
        let (client, prepared) = self.prepared().await;
        client.execute(&prepared.update, &[&id]).await.expect("an update");
    }

    async fn claim(&mut self, rows: u64) -> Vec<Message> {
        let statement = self.prepared().await.1.claim.clone();
        self.query(&statement, &[&Status::Sending.as_str(), &Status::Queued.as_str(), &(rows as i64)]).await
    }

    async fn stream(&mut self) -> u64 {
        let (client, prepared) = self.prepared().await;
        let none: [&(dyn ToSql + Sync); 0] = [];
        let rows = client.query_raw(&prepared.stream, none).await.expect("rows");
        let mut rows = std::pin::pin!(rows);
        let mut count = 0;
        while let Some(row) = rows.try_next().await.expect("a row") {
            std::hint::black_box(message(&row));
            count += 1;
        }
        count
    }

    fn pool(&self) {}
}

/// Many rows in one way whatever their number: by COPY, or by UNNEST.
pub(crate) struct Bulk<const COPY: bool>(TokioPostgres);

impl<const COPY: bool> Peer for Bulk<COPY> {
    type Row = Message;
    type Pool = ();

    async fn connect(url: &str) -> Self {
        Self(TokioPostgres::connect(url).await)
    }

    fn lacks(&self, work: Work, _: u64) -> Option<&'static str> {
        (work != Work::InsertMany).then_some("for many rows only")
    }

    async fn find(&mut self, id: Uuid) -> Message {
        self.0.find(id).await
    }

    async fn select(&mut self, rows: u64) -> Vec<Message> {
        self.0.select(rows).await
    }

    async fn filter(&mut self, rows: u64) -> Vec<Message> {
        self.0.filter(rows).await
    }

    async fn insert(&mut self, row: Message) {
        self.0.insert(row).await;
    }

    async fn insert_many(&mut self, rows: Vec<Message>) {
        if COPY { self.0.insert_copy(&rows).await } else { self.0.insert_unnest(&rows).await }
    }

    async fn update(&mut self, id: Uuid) {
        self.0.update(id).await;
    }

    fn pool(&self) {}
}
