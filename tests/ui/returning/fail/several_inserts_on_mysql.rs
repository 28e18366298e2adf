// MySQL has no RETURNING; only one new row is read back.
use tempest::prelude::*;

#[derive(Model)]
struct User {
    #[tempest(primary_key)]
    id: i64,
    nick: Option<String>,
}

async fn run(engine: Engine<MySql>) {
    let _ = User::insert_many([insert!(User { id: 1 }), insert!(User { id: 2 })]).returning().all(&engine).await;
}

fn main() {}
