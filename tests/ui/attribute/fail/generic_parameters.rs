// A model is one table, so its struct is not generic.
use tempest::prelude::*;

#[derive(Model)]
struct Record<T> {
    #[tempest(primary_key)]
    id: T,
}

fn main() {}
