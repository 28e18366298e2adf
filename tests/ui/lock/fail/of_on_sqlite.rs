// SQLite has no row locks.
use tempest::engine::Transaction;
use tempest::prelude::*;

#[derive(Model)]
struct User {
    #[tempest(primary_key)]
    id: i64,
    nick: Option<String>,
}

async fn run(tx: &Transaction<Sqlite>) {
    let _ = User::select().for_update().of::<User>().all(tx).await;
}

fn main() {}
