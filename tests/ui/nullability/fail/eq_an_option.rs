// An `Option` would be compared with NULL if it is `None`.
use tempest::prelude::*;

#[derive(Model)]
struct User {
    #[tempest(primary_key)]
    id: i64,
    nick: Option<String>,
}

fn main() {
    let nick: Option<String> = None;
    let _ = User::select().where_(User::nick.eq(nick));
}
