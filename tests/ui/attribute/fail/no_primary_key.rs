// No field is the primary key.
use tempest::prelude::*;

#[derive(Model)]
struct User {
    name: String,
}

fn main() {}
