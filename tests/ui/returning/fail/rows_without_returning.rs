// The statement returns no rows.
use tempest::prelude::*;

#[derive(Model)]
struct User {
    #[tempest(primary_key)]
    id: i64,
    nick: Option<String>,
}

async fn run(engine: Engine) {
    let _ = User::delete().all_rows().all(&engine).await;
}

fn main() {}
