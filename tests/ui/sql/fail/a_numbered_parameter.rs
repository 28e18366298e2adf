// Parameters are numbered by Tempest.
use tempest::prelude::*;

fn main() {
    let _ = sql!("id = $1");
}
