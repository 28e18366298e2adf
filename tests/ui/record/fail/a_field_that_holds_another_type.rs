// The column `name` is text.
use tempest::prelude::*;

#[derive(Model)]
struct Order {
    #[tempest(primary_key)]
    id: i64,
    customer_id: Option<i64>,
}

#[derive(Model)]
struct Customer {
    #[tempest(primary_key)]
    id: i64,
    name: String,
}

#[derive(Row)]
#[tempest(from = Customer)]
struct Buyer {
    name: i64,
}

fn main() {}
