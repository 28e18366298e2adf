// SQLite has no row locks.
use tempest::prelude::*;

#[derive(Model)]
struct User {
    #[tempest(primary_key)]
    id: i64,
    nick: Option<String>,
}

async fn run(engine: Engine<Sqlite>) {
    let _ = User::select().for_update().all(&engine).await;
}

fn main() {}
