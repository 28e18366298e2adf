// A database has no column type for a `char`.
use tempest::prelude::*;

#[derive(Model)]
struct User {
    #[tempest(primary_key)]
    id: i64,
    initial: char,
}

fn main() {}
