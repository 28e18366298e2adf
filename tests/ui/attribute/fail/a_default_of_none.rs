// NULL is the default of an `Option` anyway.
use tempest::prelude::*;

#[derive(Model)]
struct Job {
    #[tempest(primary_key)]
    id: i64,
    #[tempest(default = None)]
    note: Option<String>,
}

fn main() {}
