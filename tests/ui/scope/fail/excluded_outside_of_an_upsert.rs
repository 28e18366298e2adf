// There is no proposed row in an update.
use tempest::prelude::*;

#[derive(Model)]
struct User {
    #[tempest(primary_key)]
    id: i64,
    nick: Option<String>,
}

fn main() {
    let _ = User::update().set(User::nick, excluded(User::nick));
}
