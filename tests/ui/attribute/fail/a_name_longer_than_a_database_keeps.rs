// PostgreSQL cuts names after 63 bytes.
use tempest::prelude::*;

#[derive(Model)]
#[tempest(index(columns(a_rather_long_name_of_a_column, another_long_name_of_a_column)))]
struct Measurements {
    #[tempest(primary_key)]
    id: i64,
    a_rather_long_name_of_a_column: i64,
    another_long_name_of_a_column: i64,
}

fn main() {}
