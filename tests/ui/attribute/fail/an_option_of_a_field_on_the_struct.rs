// `auto` is said of a field.
use tempest::prelude::*;

#[derive(Model)]
#[tempest(auto)]
struct User {
    #[tempest(primary_key)]
    id: i64,
}

fn main() {}
