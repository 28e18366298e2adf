// The database cannot number rows in a text.
use tempest::prelude::*;

#[derive(Model)]
struct User {
    #[tempest(primary_key, auto)]
    id: String,
}

fn main() {}
