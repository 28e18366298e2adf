// Around a number there is no text.
use tempest::prelude::*;

#[derive(DbType)]
struct UserId(i64);

#[derive(Model)]
struct User {
    #[tempest(primary_key)]
    id: UserId,
}

fn main() {
    let _ = User::select().where_(User::id.starts_with("1"));
}
