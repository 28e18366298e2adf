// `Item` is not part of the query.
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

#[derive(Model)]
struct Item {
    #[tempest(primary_key)]
    id: i64,
    order_id: i64,
}

fn main() {
    let _ = User::select().join::<Order>().on(Order::user_id.eq(User::id)).columns((User::id, Item::id));
}
