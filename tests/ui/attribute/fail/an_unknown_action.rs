// The action is spelled `set_null`.
use tempest::prelude::*;

#[derive(Model)]
struct Order {
    #[tempest(primary_key)]
    id: i64,
    #[tempest(references(User::id, on_delete = setnull))]
    user_id: Option<i64>,
}

#[derive(Model)]
struct User {
    #[tempest(primary_key)]
    id: i64,
}

fn main() {}
