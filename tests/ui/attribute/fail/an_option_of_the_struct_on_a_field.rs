// `table` is said of the struct.
use tempest::prelude::*;

#[derive(Model)]
struct User {
    #[tempest(primary_key, table = "users")]
    id: i64,
}

fn main() {}
