// FOR NO KEY UPDATE is of PostgreSQL alone.
use tempest::engine::Transaction;
use tempest::prelude::*;

#[derive(Model)]
struct User {
    #[tempest(primary_key)]
    id: i64,
    nick: Option<String>,
}

async fn run(tx: &Transaction<MySql>) {
    let _ = User::select().for_no_key_update().all(tx).await;
}

fn main() {}
