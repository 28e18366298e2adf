// The default of a number is a text.
use tempest::prelude::*;

#[derive(Model)]
struct Job {
    #[tempest(primary_key)]
    id: i64,
    #[tempest(default = "none")]
    attempts: i32,
}

fn main() {}
