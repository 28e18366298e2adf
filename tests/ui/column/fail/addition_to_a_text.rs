// Only numbers are added.
use tempest::prelude::*;

#[derive(Model)]
struct User {
    #[tempest(primary_key)]
    id: i64,
    name: String,
    nick: Option<String>,
    active: bool,
}

fn main() {
    let _ = User::update().set(User::name, User::name + 1);
}
