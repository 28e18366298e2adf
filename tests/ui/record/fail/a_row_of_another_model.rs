// The row is one of `Order`.
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

#[derive(Model)]
struct Task {
    #[tempest(primary_key)]
    id: i64,
}

#[derive(Insert)]
#[tempest(model = Order)]
struct NewOrder {
    user_id: i64,
}

fn main() {
    let _ = Task::insert(NewOrder { user_id: 1 });
}
