//! Diesel, and diesel-async. The tables and rows differ in the types of ids and times.

pub(crate) mod mysql_async;
pub(crate) mod postgres;
pub(crate) mod postgres_async;
pub(crate) mod sqlite;
mod status;

pub(crate) use status::Status;

/// A table and its row: the SQL types of ids and times, their Rust types, and how to get there and back.
macro_rules! table_and_row {
    ($uuid:ty, $time:ty, $id:ty, $at:ty, $to_id:expr, $from_id:expr, $to_at:expr, $from_at:expr) => {
        diesel::table! {
            messages (id) {
                id -> $uuid,
                consumer -> Text,
                idempotency_key -> Nullable<Text>,
                status -> Text,
                attempts -> Integer,
                next_attempt_at -> $time,
                updated_at -> Nullable<$time>,
            }
        }

        #[derive(Queryable, Selectable, Insertable)]
        #[diesel(table_name = messages, treat_none_as_default_value = false)]
        pub(crate) struct Row {
            id: $id,
            consumer: String,
            idempotency_key: Option<String>,
            status: Status,
            attempts: i32,
            next_attempt_at: $at,
            updated_at: Option<$at>,
        }

        impl From<Message> for Row {
            fn from(row: Message) -> Self {
                Self {
                    id: $to_id(row.id),
                    consumer: row.consumer,
                    idempotency_key: row.idempotency_key,
                    status: row.status.into(),
                    attempts: row.attempts,
                    next_attempt_at: $to_at(row.next_attempt_at),
                    updated_at: row.updated_at.map($to_at),
                }
            }
        }

        impl From<Row> for Message {
            fn from(row: Row) -> Self {
                Self {
                    id: $from_id(row.id),
                    consumer: row.consumer,
                    idempotency_key: row.idempotency_key,
                    status: row.status.into(),
                    attempts: row.attempts,
                    next_attempt_at: $from_at(row.next_attempt_at),
                    updated_at: row.updated_at.map($from_at),
                }
            }
        }
    };
}

/// What is the same for every connection; the last argument is `.await`, or nothing.
macro_rules! reads_and_writes {
    ($to_id:expr, $manager:ty, $at_once:expr, [$($wait:tt)*]) => {
        async fn find(&mut self, id: Uuid) -> Row {
            // `first` would add LIMIT 1, which is slower.
            messages::table
                .find($to_id(id))
                .select(Row::as_select())
                .get_result(&mut self.connection)
                $($wait)*
                .expect("a row")
        }

        async fn select(&mut self, rows: u64) -> Vec<Row> {
            messages::table
                .select(Row::as_select())
                .limit(rows as i64)
                .load(&mut self.connection)
                $($wait)*
                .expect("rows")
        }

        async fn filter(&mut self, rows: u64) -> Vec<Row> {
            messages::table
                .filter(messages::status.eq(Status::Queued))
                .filter(messages::attempts.lt(5))
                .order(messages::next_attempt_at)
                .limit(rows as i64)
                .select(Row::as_select())
                .load(&mut self.connection)
                $($wait)*
                .expect("rows")
        }

        async fn insert(&mut self, row: Row) {
            let insert = diesel::insert_into(messages::table).values(&row);
            insert.execute(&mut self.connection) $($wait)* .expect("an insert");
        }

        async fn insert_many(&mut self, rows: Vec<Row>) {
            <$manager>::begin_transaction(&mut self.connection) $($wait)* .expect("BEGIN");
            for rows in rows.chunks($at_once) {
                let insert = diesel::insert_into(messages::table).values(rows);
                insert.execute(&mut self.connection) $($wait)* .expect("inserts");
            }
            <$manager>::commit_transaction(&mut self.connection) $($wait)* .expect("COMMIT");
        }

        async fn update(&mut self, id: Uuid) {
            diesel::update(messages::table.find($to_id(id)))
                .set(messages::attempts.eq(messages::attempts + 1))
                .execute(&mut self.connection)
                $($wait)*
                .expect("an update");
        }
    };
}

/// Marks so many queued rows, on PostgreSQL. The last argument is `.await`, or nothing.
macro_rules! claims {
    ([$($wait:tt)*]) => {
        async fn claim(&mut self, rows: u64) -> Vec<Row> {
            let due = diesel::alias!(messages as due);
            let queued = due
                .filter(due.field(messages::status).eq(Status::Queued))
                .order(due.field(messages::next_attempt_at))
                .limit(rows as i64)
                .select(due.field(messages::id))
                .for_update()
                .skip_locked();
            diesel::update(messages::table.filter(messages::id.eq_any(queued)))
                .set((messages::status.eq(Status::Sending), messages::attempts.eq(messages::attempts + 1)))
                .returning(Row::as_select())
                .get_results(&mut self.connection)
                $($wait)*
                .expect("rows")
        }
    };
}

use {claims, reads_and_writes, table_and_row};
