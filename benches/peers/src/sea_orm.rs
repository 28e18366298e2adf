//! SeaORM: the same code on each database, through SQLx's pool.

use futures_util::TryStreamExt;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Expr, LockBehavior, LockType, Query};
use sea_orm::{
    ConnectOptions, ConnectionTrait, Database, DbBackend, ExprTrait, IntoActiveModel, QueryOrder, QuerySelect,
    QueryTrait, TransactionTrait,
};

use crate::case::{POOL, Work};
use crate::model::{self, SQLITE_TABLE};
use crate::peer::Peer;

mod entity {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "messages")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: Uuid,
        pub(crate) consumer: String,
        pub(crate) idempotency_key: Option<String>,
        pub(crate) status: Status,
        pub(crate) attempts: i32,
        pub(crate) next_attempt_at: DateTimeUtc,
        pub(crate) updated_at: Option<DateTimeUtc>,
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
    #[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
    pub(crate) enum Status {
        Queued,
        Sending,
        Sent,
        Failed,
    }

    #[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

use entity::{Column, Entity, Model, Status};

impl From<model::Message> for Model {
    fn from(row: model::Message) -> Self {
        Self {
            id: row.id,
            consumer: row.consumer,
            idempotency_key: row.idempotency_key,
            status: match row.status {
                model::Status::Queued => Status::Queued,
                model::Status::Sending => Status::Sending,
                model::Status::Sent => Status::Sent,
                model::Status::Failed => Status::Failed,
            },
            attempts: row.attempts,
            next_attempt_at: row.next_attempt_at,
            updated_at: row.updated_at,
        }
    }
}

impl From<Model> for model::Message {
    fn from(row: Model) -> Self {
        Self {
            id: row.id,
            consumer: row.consumer,
            idempotency_key: row.idempotency_key,
            status: match row.status {
                Status::Queued => model::Status::Queued,
                Status::Sending => model::Status::Sending,
                Status::Sent => model::Status::Sent,
                Status::Failed => model::Status::Failed,
            },
            attempts: row.attempts,
            next_attempt_at: row.next_attempt_at,
            updated_at: row.updated_at,
        }
    }
}

/// How many rows one INSERT takes, within the limit of parameters of each database.
const AT_ONCE: usize = 4_000;

pub(crate) struct SeaOrm {
    db: DatabaseConnection,
}

impl SeaOrm {
    fn backend(&self) -> DbBackend {
        self.db.get_database_backend()
    }

    fn filter(rows: u64) -> Select<Entity> {
        Entity::find()
            .filter(Column::Status.eq(Status::Queued))
            .filter(Column::Attempts.lt(5))
            .order_by_asc(Column::NextAttemptAt)
            .limit(rows)
    }
}

impl Peer for SeaOrm {
    type Row = Model;
    type Pool = DatabaseConnection;

    async fn connect(url: &str) -> Self {
        let mut options = ConnectOptions::new(url);
        // A database in memory is its connection's own.
        let connections = if url.starts_with("sqlite") { 1 } else { POOL as u32 };
        options.max_connections(connections).sqlx_logging(false);
        Self { db: Database::connect(options).await.expect("a connection") }
    }

    async fn create_table(&mut self) {
        self.db.execute_unprepared(SQLITE_TABLE).await.expect(SQLITE_TABLE);
    }

    async fn clear(&mut self) {
        Entity::delete_many().exec(&self.db).await.expect("no rows");
    }

    fn lacks(&self, work: Work, _: u64) -> Option<&'static str> {
        match (work, self.backend()) {
            (Work::Claim, DbBackend::MySql) => Some("no UPDATE … RETURNING there"),
            (Work::Claim, DbBackend::Sqlite) => Some("UPDATE … RETURNING only with a feature"),
            (Work::Pool, DbBackend::Sqlite) => Some("one connection to a database in memory"),
            _ => None,
        }
    }

    async fn find(&mut self, id: Uuid) -> Model {
        Entity::find_by_id(id).one(&self.db).await.expect("a query").expect("a row")
    }

    async fn select(&mut self, rows: u64) -> Vec<Model> {
        Entity::find().limit(rows).all(&self.db).await.expect("rows")
    }

    async fn filter(&mut self, rows: u64) -> Vec<Model> {
        Self::filter(rows).all(&self.db).await.expect("rows")
    }

    async fn insert(&mut self, row: Model) {
        // `into_active_model` alone would leave every column out as unchanged.
        Entity::insert(row.into_active_model().reset_all()).exec_without_returning(&self.db).await.expect("an insert");
    }

    async fn insert_many(&mut self, rows: Vec<Model>) {
        let transaction = self.db.begin().await.expect("BEGIN");
        let mut rows = rows.into_iter().map(|row| row.into_active_model().reset_all()).peekable();
        while rows.peek().is_some() {
            Entity::insert_many(rows.by_ref().take(AT_ONCE))
                .exec_without_returning(&transaction)
                .await
                .expect("inserts");
        }
        transaction.commit().await.expect("COMMIT");
    }

    async fn update(&mut self, id: Uuid) {
        Entity::update_many()
            .col_expr(Column::Attempts, Expr::col(Column::Attempts).add(1))
            .filter(Column::Id.eq(id))
            .exec(&self.db)
            .await
            .expect("an update");
    }

    async fn claim(&mut self, rows: u64) -> Vec<Model> {
        let queued = Query::select()
            .column(Column::Id)
            .from(Entity)
            .and_where(Column::Status.eq(Status::Queued))
            .order_by(Column::NextAttemptAt, sea_orm::Order::Asc)
            .limit(rows)
            .lock_with_behavior(LockType::Update, LockBehavior::SkipLocked)
            .to_owned();
        Entity::update_many()
            .col_expr(Column::Status, Expr::value("sending"))
            .col_expr(Column::Attempts, Expr::col(Column::Attempts).add(1))
            .filter(Column::Id.in_subquery(queued))
            .exec_with_returning(&self.db)
            .await
            .expect("rows")
    }

    async fn stream(&mut self) -> u64 {
        let mut rows = Entity::find().stream(&self.db).await.expect("rows");
        let mut count = 0;
        while let Some(row) = rows.try_next().await.expect("a row") {
            std::hint::black_box(row);
            count += 1;
        }
        count
    }

    fn pool(&self) -> DatabaseConnection {
        self.db.clone()
    }

    async fn find_in(db: DatabaseConnection, id: Uuid) -> Model {
        Entity::find_by_id(id).one(&db).await.expect("a query").expect("a row")
    }

    fn render(&self) -> usize {
        Self::filter(100).build(self.backend()).sql.len()
    }
}
