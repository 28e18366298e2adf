// `column` is given twice.
use tempest::prelude::*;

#[derive(Model)]
struct User {
    #[tempest(primary_key, column = "id")]
    #[tempest(column = "user_id")]
    id: i64,
}

fn main() {}
