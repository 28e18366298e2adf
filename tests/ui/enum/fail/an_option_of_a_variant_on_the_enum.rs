// `label` is said of a variant.
use tempest::prelude::*;

#[derive(DbEnum)]
#[tempest(label = "status")]
enum Status {
    Queued,
}

fn main() {}
