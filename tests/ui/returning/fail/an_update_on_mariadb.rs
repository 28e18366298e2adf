// MariaDB has RETURNING for INSERT and DELETE only.
use tempest::prelude::*;

#[derive(Model)]
struct User {
    #[tempest(primary_key)]
    id: i64,
    nick: Option<String>,
}

async fn run(engine: Engine<MariaDb>) {
    let _ = User::update().set(User::nick, "x").all_rows().returning().all(&engine).await;
}

fn main() {}
