// One value is written without the dots.
use tempest::prelude::*;

fn main() {
    let id = 7;
    let _ = sql!("id IN ({id..})");
}
