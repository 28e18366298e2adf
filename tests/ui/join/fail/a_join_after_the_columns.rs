// The columns are chosen from all tables, so the join comes first.
use tempest::prelude::*;

#[derive(Model)]
struct User {
    #[tempest(primary_key)]
    id: i64,
    nick: Option<String>,
}

#[derive(Model)]
struct Order {
    #[tempest(primary_key)]
    id: i64,
    user_id: i64,
}

fn main() {
    let _ = User::select().columns(User::id).join::<Order>().on(Order::user_id.eq(User::id));
}
