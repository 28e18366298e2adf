//! SQLx: SQL as text, rows by `derive(FromRow)`.

pub(crate) mod mysql;
pub(crate) mod postgres;
pub(crate) mod sqlite;

/// The methods of a peer, which are the same for a pool and a connection but for the executor, and for all databases
/// but for the texts.
macro_rules! reads_and_writes {
    ($executor:ident) => {
        async fn find(&mut self, id: Uuid) -> Row {
            sqlx::query_as(FIND).bind(id).fetch_one(self.$executor()).await.expect(FIND)
        }

        async fn select(&mut self, rows: u64) -> Vec<Row> {
            sqlx::query_as(SELECT).bind(rows as i64).fetch_all(self.$executor()).await.expect(SELECT)
        }

        async fn filter(&mut self, rows: u64) -> Vec<Row> {
            sqlx::query_as(FILTER)
                .bind(Status::Queued.as_str())
                .bind(5)
                .bind(rows as i64)
                .fetch_all(self.$executor())
                .await
                .expect(FILTER)
        }

        async fn insert(&mut self, row: Row) {
            let query = sqlx::query(INSERT).bind(row.id).bind(row.consumer).bind(row.idempotency_key).bind(row.status);
            let query = query.bind(row.attempts).bind(row.next_attempt_at).bind(row.updated_at);
            query.execute(self.$executor()).await.expect(INSERT);
        }

        async fn update(&mut self, id: Uuid) {
            sqlx::query(UPDATE).bind(id).execute(self.$executor()).await.expect(UPDATE);
        }

        async fn stream(&mut self) -> u64 {
            let mut rows = sqlx::query_as::<_, Row>(STREAM).fetch(self.$executor());
            let mut count = 0;
            while let Some(row) = rows.try_next().await.expect(STREAM) {
                std::hint::black_box(row);
                count += 1;
            }
            count
        }
    };
}

/// Marks so many queued rows.
macro_rules! claims {
    ($executor:ident) => {
        async fn claim(&mut self, rows: u64) -> Vec<Row> {
            sqlx::query_as(CLAIM)
                .bind(Status::Sending.as_str())
                .bind(Status::Queued.as_str())
                .bind(rows as i64)
                .fetch_all(self.$executor())
                .await
                .expect(CLAIM)
        }
    };
}

/// A row whose enum is text by `derive(Type)`, or by way of a String, where that does not work.
macro_rules! row {
    ($($status:meta)?) => {
        #[derive(sqlx::FromRow)]
        pub(crate) struct Row {
            id: Uuid,
            consumer: String,
            idempotency_key: Option<String>,
            $(#[$status])?
            status: Status,
            attempts: i32,
            next_attempt_at: DateTime<Utc>,
            updated_at: Option<DateTime<Utc>>,
        }

        impl From<Message> for Row {
            fn from(row: Message) -> Self {
                Self {
                    id: row.id,
                    consumer: row.consumer,
                    idempotency_key: row.idempotency_key,
                    status: row.status.into(),
                    attempts: row.attempts,
                    next_attempt_at: row.next_attempt_at,
                    updated_at: row.updated_at,
                }
            }
        }

        impl From<Row> for Message {
            fn from(row: Row) -> Self {
                Self {
                    id: row.id,
                    consumer: row.consumer,
                    idempotency_key: row.idempotency_key,
                    status: row.status.into(),
                    attempts: row.attempts,
                    next_attempt_at: row.next_attempt_at,
                    updated_at: row.updated_at,
                }
            }
        }
    };
}

use {claims, reads_and_writes, row};

/// The enum, kept as text.
#[derive(Debug, Clone, Copy, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub(crate) enum Status {
    Queued,
    Sending,
    Sent,
    Failed,
}

impl Status {
    fn as_str(self) -> &'static str {
        crate::model::Status::from(self).as_str()
    }
}

impl From<crate::model::Status> for Status {
    fn from(status: crate::model::Status) -> Self {
        match status {
            crate::model::Status::Queued => Self::Queued,
            crate::model::Status::Sending => Self::Sending,
            crate::model::Status::Sent => Self::Sent,
            crate::model::Status::Failed => Self::Failed,
        }
    }
}

impl From<Status> for crate::model::Status {
    fn from(status: Status) -> Self {
        match status {
            Status::Queued => Self::Queued,
            Status::Sending => Self::Sending,
            Status::Sent => Self::Sent,
            Status::Failed => Self::Failed,
        }
    }
}
