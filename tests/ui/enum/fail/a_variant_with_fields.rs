// A label has nothing beside it.
use tempest::prelude::*;

#[derive(DbEnum)]
enum Status {
    Queued,
    Failed(String),
}

fn main() {}
