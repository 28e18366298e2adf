// In snake_case, `userName` and `user_name` are one column.
use tempest::prelude::*;

#[derive(Model)]
#[tempest(naming = "snake_case")]
#[allow(non_snake_case)]
struct User {
    #[tempest(primary_key)]
    id: i64,
    userName: String,
    user_name: String,
}

fn main() {}
