// A table numbers its rows once.
use tempest::prelude::*;

#[derive(Model)]
struct User {
    #[tempest(primary_key, auto)]
    id: i64,
    #[tempest(auto)]
    number: i64,
}

fn main() {}
