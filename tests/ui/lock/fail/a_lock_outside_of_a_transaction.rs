// The lock would end with the statement.
use tempest::prelude::*;

#[derive(Model)]
struct User {
    #[tempest(primary_key)]
    id: i64,
    nick: Option<String>,
}

async fn run(engine: Engine) {
    let _ = User::select().for_update().all(&engine).await;
}

fn main() {}
