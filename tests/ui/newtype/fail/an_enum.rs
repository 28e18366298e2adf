// An enum is a column's type by another derive.
use tempest::prelude::*;

#[derive(DbType)]
enum Status {
    Queued,
}

fn main() {}
