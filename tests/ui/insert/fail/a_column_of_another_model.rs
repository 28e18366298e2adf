// The update sets a column of another table.
use tempest::prelude::*;

#[derive(Model)]
struct Order {
    #[tempest(primary_key, auto)]
    id: i64,
    user_id: i64,
    note: Option<String>,
}

#[derive(Model)]
struct User {
    #[tempest(primary_key)]
    id: i64,
}

fn main() {
    let _ = Order::update().set(User::id, 1);
}
