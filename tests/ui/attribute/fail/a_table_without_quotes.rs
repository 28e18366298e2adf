// A name in the database is a string.
use tempest::prelude::*;

#[derive(Model)]
#[tempest(table = users)]
struct User {
    #[tempest(primary_key)]
    id: i64,
}

fn main() {}
