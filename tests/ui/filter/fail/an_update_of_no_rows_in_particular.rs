// The update does not say which rows.
use tempest::prelude::*;

#[derive(Model)]
struct User {
    #[tempest(primary_key)]
    id: i64,
    nick: Option<String>,
}

async fn run(engine: Engine) {
    let _ = User::update().set(User::nick, "x").execute(&engine).await;
}

fn main() {}
