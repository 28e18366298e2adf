// Other libraries write `rename`; here it is `column`.
use tempest::prelude::*;

#[derive(Model)]
struct User {
    #[tempest(primary_key, rename = "userID")]
    id: i64,
}

fn main() {}
