// A union is no table.
use tempest::prelude::*;

#[derive(Model)]
union Bits {
    id: i64,
}

fn main() {}
