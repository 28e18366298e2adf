// `Point` does not derive `Model`.
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

struct Point {
    x: i64,
}

#[derive(Insert)]
#[tempest(model = Point)]
struct NewPoint {
    x: i64,
}

fn main() {
    let _ = Point { x: 1 }.x;
}
