// The target is a column of `Order`.
use tempest::prelude::*;

#[derive(Model)]
#[tempest(unique(columns(name, tenant)))]
struct User {
    #[tempest(primary_key)]
    id: i64,
    name: String,
    tenant: i64,
}

#[derive(Model)]
struct Order {
    #[tempest(primary_key)]
    id: i64,
}

fn main() {
    let _ = insert!(User { id: 1, name: "Ada", tenant: 1 }).on_conflict_do_nothing(Order::id);
}
