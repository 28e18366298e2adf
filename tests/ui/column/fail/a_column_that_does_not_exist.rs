// The column is called `name`.
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
    let _ = User::select().where_(User::nam.eq("Ada"));
}
