// The database numbers the rows; a default has no meaning.
use tempest::prelude::*;

#[derive(Model)]
struct User {
    #[tempest(primary_key, auto, default = 1)]
    id: i64,
}

fn main() {}
