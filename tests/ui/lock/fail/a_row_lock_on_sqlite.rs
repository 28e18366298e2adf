// SQLite has no row locks.
use tempest::prelude::*;

#[derive(Model)]
struct User {
    #[tempest(primary_key)]
    id: i64,
    nick: Option<String>,
}

async fn run(engine: Engine<Sqlite>) {
    let tx = engine.begin().await.unwrap();
    let _ = User::select().for_update().all(&tx).await;
}

fn main() {}
