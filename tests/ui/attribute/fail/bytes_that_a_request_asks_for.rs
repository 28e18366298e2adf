// No request compares bytes.
use tempest::prelude::*;

#[derive(Model)]
#[tempest(deserialize(id, photo))]
struct User {
    #[tempest(primary_key)]
    id: i64,
    photo: Vec<u8>,
}

fn main() {}
