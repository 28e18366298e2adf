// A user may have no order.
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
    let engine = BlockingEngine::open_in_memory().unwrap();
    let query = User::select().left_join::<Order>().on(Order::user_id.eq(User::id));
    let _: Vec<(User, Order)> = query.all(&engine).unwrap();
}
