use tempest::prelude::*;

#[derive(Model)]
#[tempest(view)]
struct OpenOrder {
    id: i64,
    total: i64,
}

fn main() {
    let _ = OpenOrder::select().where_(OpenOrder::total.gt(4)).columns(OpenOrder::id);
}
