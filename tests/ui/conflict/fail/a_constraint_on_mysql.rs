// MySQL minds every unique index.
use tempest::prelude::*;

#[derive(Model)]
struct User {
    #[tempest(primary_key)]
    id: i64,
    nick: Option<String>,
}

async fn run(engine: Engine<MySql>) {
    let _ = insert!(User { id: 1 }).on_conflict_do_nothing(Constraint("user_pkey")).execute(&engine).await;
}

fn main() {}
