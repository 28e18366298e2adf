// `Event::update` would be the column, and no update could be begun.
use tempest::prelude::*;

#[derive(Model)]
struct Event {
    #[tempest(primary_key)]
    id: i64,
    update: String,
}

fn main() {}
