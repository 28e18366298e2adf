// `user_id` is given twice.
use tempest::prelude::*;

#[derive(Model)]
struct Order {
    #[tempest(primary_key, auto)]
    id: i64,
    user_id: i64,
    note: Option<String>,
}

fn main() {
    let _ = insert!(Order { user_id: 1, user_id: 2 });
}
