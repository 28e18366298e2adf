// The field in the condition is called `attempts`.
use tempest::prelude::*;

#[derive(Model)]
struct Job {
    #[tempest(primary_key)]
    id: i64,
    #[tempest(check = attempt.ge(0))]
    attempts: i32,
}

fn main() {}
