// A column holds one value.
use tempest::prelude::*;

#[derive(DbType)]
struct Point(f64, f64);

#[derive(Model)]
struct Place {
    #[tempest(primary_key)]
    id: i64,
    at: Point,
}

fn main() {}
