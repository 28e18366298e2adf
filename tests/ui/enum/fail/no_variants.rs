// A column of it could hold nothing.
use tempest::prelude::*;

#[derive(DbEnum)]
enum Status {}

fn main() {}
