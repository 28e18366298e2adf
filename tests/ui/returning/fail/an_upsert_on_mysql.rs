// MySQL has no RETURNING; only one new row is read back.
use tempest::prelude::*;

#[derive(Model)]
struct User {
    #[tempest(primary_key)]
    id: i64,
    nick: Option<String>,
}

async fn run(engine: Engine<MySql>) {
    let upsert = insert!(User { id: 1 }).on_conflict_do_update(AnyUnique, |row| row.set(User::nick, "x"));
    let _ = upsert.returning().one(&engine).await;
}

fn main() {}
