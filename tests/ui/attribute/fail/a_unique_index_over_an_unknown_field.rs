// The field is called `email`.
use tempest::prelude::*;

#[derive(Model)]
#[tempest(unique(columns(emial, tenant)))]
struct User {
    #[tempest(primary_key)]
    id: i64,
    email: String,
    tenant: i64,
}

fn main() {}
