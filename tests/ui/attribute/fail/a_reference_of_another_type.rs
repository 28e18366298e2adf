// `user_id` is a number, `User::id` is a text.
use tempest::prelude::*;

#[derive(Model)]
struct User {
    #[tempest(primary_key)]
    id: String,
}

#[derive(Model)]
struct Order {
    #[tempest(primary_key)]
    id: i64,
    #[tempest(references = User::id)]
    user_id: i64,
}

fn main() {}
