// `Model` is for structs; the enum wants `DbEnum`.
use tempest::prelude::*;

#[derive(Model)]
enum Status {
    Queued,
}

fn main() {}
