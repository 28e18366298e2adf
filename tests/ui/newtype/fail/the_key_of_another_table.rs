// The key of an order is not the key of a user.
use tempest::prelude::*;

#[derive(DbType)]
struct UserId(i64);

#[derive(DbType)]
struct OrderId(i64);

#[derive(Model)]
struct User {
    #[tempest(primary_key)]
    id: UserId,
}

fn main() {
    let _ = User::select().where_(User::id.eq(OrderId(1)));
}
