// The condition of the first join cannot see `Item`, which is joined after it.
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
    let _ = User::select()
        .join::<Order>()
        .on(Order::id.eq(Item::order_id))
        .join::<Item>()
        .on(Item::order_id.eq(Order::id));
}
