// `Note` is not a table.
use tempest::prelude::*;

#[derive(Model)]
struct User {
    #[tempest(primary_key)]
    id: i64,
    nick: Option<String>,
}

#[derive(Model)]
struct Order {
    #[tempest(primary_key)]
    id: i64,
    user_id: i64,
}

struct Note;

fn main() {
    let _ = User::select().join::<Note>().on(User::id.eq(1));
}
