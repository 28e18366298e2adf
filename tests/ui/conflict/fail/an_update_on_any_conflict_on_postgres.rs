// PostgreSQL has to know which unique index is meant.
use tempest::prelude::*;

#[derive(Model)]
struct User {
    #[tempest(primary_key)]
    id: i64,
    nick: Option<String>,
}

async fn run(engine: Engine<Postgres>) {
    let upsert = insert!(User { id: 1 }).on_conflict_do_update(AnyUnique, |row| row.set(User::nick, "x"));
    let _ = upsert.execute(&engine).await;
}

fn main() {
    let _ = run;
}
