// `snakecase` is not how it is spelled.
use tempest::prelude::*;

#[derive(Model)]
#[tempest(naming = "snakecase")]
struct User {
    #[tempest(primary_key)]
    id: i64,
}

fn main() {}
