// A bound value has no quotes around it.
use tempest::prelude::*;

fn main() {
    let _ = sql!("name = '{name}'");
}
