// A primary key is never NULL.
use tempest::prelude::*;

#[derive(Model)]
struct User {
    #[tempest(primary_key)]
    id: Option<i64>,
}

fn main() {}
