// `Notes` does not derive `Insert`.
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

struct Notes {
    note: Option<String>,
}

#[derive(Insert)]
#[tempest(model = Order)]
struct NewOrder {
    user_id: i64,
    #[tempest(flatten)]
    notes: Notes,
}

fn main() {
    let _ = Notes { note: None }.note;
}
