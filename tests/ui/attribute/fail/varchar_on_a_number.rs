// Only text has a length.
use tempest::prelude::*;

#[derive(Model)]
struct User {
    #[tempest(primary_key, varchar = 40)]
    id: i64,
}

fn main() {}
