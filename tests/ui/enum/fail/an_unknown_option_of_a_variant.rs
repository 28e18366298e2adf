// Here a label is not a `rename`.
use tempest::prelude::*;

#[derive(DbEnum)]
enum Status {
    #[tempest(rename = "waiting")]
    Queued,
}

fn main() {}
