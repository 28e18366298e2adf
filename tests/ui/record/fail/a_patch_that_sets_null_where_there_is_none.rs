// The column `attempts` takes no NULL.
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

#[derive(Patch)]
#[tempest(model = Order)]
struct Changes {
    attempts: Option<Option<i32>>,
}

fn main() {
    let _ = Order::update().patch(Changes { attempts: None });
}
