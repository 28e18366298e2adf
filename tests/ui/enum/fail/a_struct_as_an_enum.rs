// `DbEnum` is for enums.
use tempest::prelude::*;

#[derive(DbEnum)]
struct Status;

fn main() {}
