// `Notes` leaves out what a row must have.
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
#[tempest(model = Order, part)]
struct Notes {
    note: Option<String>,
}

fn main() {
    let _ = Order::insert(Notes { note: None });
}
