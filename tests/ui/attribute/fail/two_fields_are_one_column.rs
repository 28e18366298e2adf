// Both fields are the column `name`.
use tempest::prelude::*;

#[derive(Model)]
struct User {
    #[tempest(primary_key)]
    id: i64,
    name: String,
    #[tempest(column = "name")]
    full_name: String,
}

fn main() {}
