// NULL equals nothing; ask `is_null()`.
use tempest::prelude::*;

#[derive(Model)]
struct User {
    #[tempest(primary_key)]
    id: i64,
    nick: Option<String>,
}

fn main() {
    let _ = User::select().where_(User::nick.eq(None));
}
