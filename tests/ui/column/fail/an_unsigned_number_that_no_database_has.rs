// PostgreSQL and SQLite have no unsigned 64-bit integer.
use tempest::prelude::*;

#[derive(Model)]
struct User {
    #[tempest(primary_key)]
    id: u64,
}

fn main() {}
