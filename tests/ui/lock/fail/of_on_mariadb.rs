// MariaDB locks the rows of every table of the query.
use tempest::engine::Transaction;
use tempest::prelude::*;

#[derive(Model)]
struct User {
    #[tempest(primary_key)]
    id: i64,
    nick: Option<String>,
}

async fn run(tx: &Transaction<MariaDb>) {
    let _ = User::select().for_update().of::<User>().all(tx).await;
}

fn main() {}
