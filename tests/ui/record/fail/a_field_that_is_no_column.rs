// The column is called `user_id`.
use tempest::prelude::*;

#[derive(Model)]
struct Order {
    #[tempest(primary_key, auto)]
    id: i64,
    user_id: i64,
    note: Option<String>,
    #[tempest(default = 0)]
    attempts: i32,
}

#[derive(Insert)]
#[tempest(model = Order)]
struct NewOrder {
    userid: i64,
}

fn main() {
    let _ = Order::insert(NewOrder { userid: 1 });
}
