// `now()` is a time, `attempts` is a number.
use tempest::prelude::*;

#[derive(Model)]
struct Job {
    #[tempest(primary_key)]
    id: i64,
    #[tempest(default = now())]
    attempts: i32,
}

fn main() {}
