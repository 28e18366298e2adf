// The delete does not say which rows.
use tempest::prelude::*;

#[derive(Model)]
struct User {
    #[tempest(primary_key)]
    id: i64,
    nick: Option<String>,
}

async fn run(engine: Engine) {
    let _ = User::delete().execute(&engine).await;
}

fn main() {}
