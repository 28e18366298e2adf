// The query reads no customers.
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
#[tempest(from(Order, Customer))]
struct Line {
    id: i64,
    #[tempest(column = Customer::name)]
    name: String,
}

fn main() {
    let _ = Order::select().columns(Line);
}
