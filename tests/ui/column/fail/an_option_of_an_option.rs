// There is one NULL, not two.
use tempest::prelude::*;

#[derive(Model)]
struct User {
    #[tempest(primary_key)]
    id: i64,
    name: Option<Option<String>>,
}

fn main() {}
