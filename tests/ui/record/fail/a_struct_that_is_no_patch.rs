// `Changes` does not derive `Patch`.
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

struct Changes {
    attempts: Option<i32>,
}

fn main() {
    let changes = Changes { attempts: None };
    let _ = changes.attempts;
    let _ = Order::update().patch(changes);
}
