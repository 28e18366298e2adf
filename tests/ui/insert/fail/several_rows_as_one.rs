// An INSERT of several rows is not a row.
use tempest::prelude::*;

#[derive(Model)]
struct User {
    #[tempest(primary_key)]
    id: i64,
    nick: Option<String>,
}

async fn run(engine: Engine) {
    let two = User::insert_many([insert!(User { id: 1 }), insert!(User { id: 2 })]);
    let _ = User::insert_many([two]).execute(&engine).await;
}

fn main() {}
