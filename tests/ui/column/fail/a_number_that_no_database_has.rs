// No database has an unsigned 128-bit integer.
use tempest::prelude::*;

#[derive(Model)]
struct User {
    #[tempest(primary_key)]
    id: u128,
}

fn main() {}
