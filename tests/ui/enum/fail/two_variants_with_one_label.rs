// In snake_case, `InWork` and the given label are one.
use tempest::prelude::*;

#[derive(DbEnum)]
enum Status {
    InWork,
    #[tempest(label = "in_work")]
    Working,
}

fn main() {}
