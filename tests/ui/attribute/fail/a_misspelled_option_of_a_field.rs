// A letter is missing in `primary_key`.
use tempest::prelude::*;

#[derive(Model)]
struct User {
    #[tempest(primry_key)]
    id: i64,
}

fn main() {}
