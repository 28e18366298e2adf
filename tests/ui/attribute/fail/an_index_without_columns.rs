// The index does not say over which fields.
use tempest::prelude::*;

#[derive(Model)]
#[tempest(index(name = "users_email_idx"))]
struct User {
    #[tempest(primary_key)]
    id: i64,
    email: String,
}

fn main() {}
