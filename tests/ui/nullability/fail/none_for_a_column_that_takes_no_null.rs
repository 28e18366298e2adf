// `id` takes no NULL.
use tempest::prelude::*;

#[derive(Model)]
struct User {
    #[tempest(primary_key)]
    id: i64,
    nick: Option<String>,
}

fn main() {
    let _ = User::update().set(User::id, None);
}
