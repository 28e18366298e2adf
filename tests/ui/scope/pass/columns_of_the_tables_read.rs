// Columns of the table that the statement reads, and of others in subqueries.
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
    let orders = Order::select().columns(Order::user_id).where_(Order::id.gt(5));
    let _ = User::select().where_(User::id.in_(orders)).order_by((User::nick.desc().nulls_last(), User::id));
    let _ = User::update().set(User::id, User::id + 1).where_(User::nick.is_null());
    let _ = User::delete().where_(User::id.eq(1).or(User::nick.eq("x"))).returning().columns(User::id);
}
