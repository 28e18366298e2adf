// Columns have names, so fields have too.
use tempest::prelude::*;

#[derive(Model)]
struct User(i64, String);

fn main() {}
