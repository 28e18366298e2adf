// Two fields are the column `note`.
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
    user_id: i64,
    note: Option<String>,
    #[tempest(column = note)]
    remark: Option<String>,
}

fn main() {
    let _ = Order::insert(NewOrder { user_id: 1, note: None, remark: None });
}
