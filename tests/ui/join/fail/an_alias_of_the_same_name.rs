// `Order` would be there twice.
use tempest::prelude::*;

#[derive(Model)]
#[tempest(alias = Order)]
struct Order {
    #[tempest(primary_key)]
    id: i64,
}

#[derive(Model)]
#[tempest(alias = Twice, alias = Twice)]
struct Item {
    #[tempest(primary_key)]
    id: i64,
}

#[derive(Model)]
#[tempest(table = "other", alias = Other)]
struct Thing {
    #[tempest(primary_key)]
    id: i64,
}

fn main() {}
