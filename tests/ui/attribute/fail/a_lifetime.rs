// A model owns its values, so its struct borrows nothing.
use tempest::prelude::*;

#[derive(Model)]
struct User<'a> {
    #[tempest(primary_key)]
    name: &'a str,
}

fn main() {}
