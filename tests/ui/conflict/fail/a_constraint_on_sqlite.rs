// SQLite knows a conflict target by its columns only.
use tempest::prelude::*;

#[derive(Model)]
struct User {
    #[tempest(primary_key)]
    id: i64,
    nick: Option<String>,
}

async fn run(engine: Engine<Sqlite>) {
    let _ = insert!(User { id: 1 }).on_conflict_do_nothing(Constraint("user_pkey")).execute(&engine).await;
}

fn main() {}
