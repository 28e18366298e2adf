// Which rows belong together?
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

fn main() {
    let _ = User::select().join::<Order>().order_by(User::id);
}
