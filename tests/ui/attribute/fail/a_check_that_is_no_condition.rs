// A column of numbers is not true or false.
use tempest::prelude::*;

#[derive(Model)]
struct Job {
    #[tempest(primary_key)]
    id: i64,
    #[tempest(check = attempts)]
    attempts: i32,
}

fn main() {}
