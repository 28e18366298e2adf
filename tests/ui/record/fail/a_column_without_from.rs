// The struct does not say which models it reads.
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
struct Line {
    #[tempest(column = Customer::name)]
    name: String,
}

#[derive(Row)]
#[tempest(from = Order)]
struct Other {
    #[tempest(column = "id")]
    key: i64,
}

fn main() {}
