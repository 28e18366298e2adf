// Several options are none.
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
#[tempest(modell = Order)]
struct NewOrder {
    #[tempest(rename = user_id)]
    user: i64,
    #[tempest(column = "note")]
    remark: Option<String>,
    #[tempest(skip, flatten)]
    attempts: i32,
    #[tempest(ignore)]
    other: i32,
}

fn main() {}
