// `of` belongs to a lock.
use tempest::engine::Transaction;
use tempest::prelude::*;

#[derive(Model)]
struct User {
    #[tempest(primary_key)]
    id: i64,
    nick: Option<String>,
}

async fn run(tx: &Transaction) {
    let _ = User::select().of::<User>().all(tx).await;
}

fn main() {}
