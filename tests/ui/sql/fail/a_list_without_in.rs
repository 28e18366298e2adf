// A list stands behind IN.
use tempest::prelude::*;

fn main() {
    let ids = [7];
    let _ = sql!("id = ANY({ids..})");
}
