// The reference does not say which column of `User`.
use tempest::prelude::*;

#[derive(Model)]
struct User {
    #[tempest(primary_key)]
    id: i64,
}

#[derive(Model)]
struct Order {
    #[tempest(primary_key, references = User)]
    id: i64,
}

fn main() {}
