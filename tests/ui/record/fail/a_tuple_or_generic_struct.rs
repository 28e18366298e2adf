// A row has named fields, and no type parameters.
use tempest::prelude::*;

#[derive(Model)]
struct Order {
    #[tempest(primary_key, auto)]
    id: i64,
    user_id: i64,
    note: Option<String>,
    #[tempest(default = 0)]
    attempts: i32,
}

#[derive(Insert)]
#[tempest(model = Order)]
struct NewOrder(i64);

#[derive(Patch)]
#[tempest(model = Order)]
struct Changes<T> {
    user_id: T,
}

#[derive(Patch)]
#[tempest(model = Order)]
enum Change {
    User(i64),
}

fn main() {
    let _ = Order::insert(NewOrder(1));
    let _ = Order::update().patch(Changes { user_id: 1 });
    let _ = Order::update().patch(Change::User(1));
}
