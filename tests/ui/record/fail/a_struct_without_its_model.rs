// The struct does not say which model it is for.
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
struct NewOrder {
    user_id: i64,
}

#[derive(Patch)]
struct Changes {
    user_id: i64,
}

fn main() {}
