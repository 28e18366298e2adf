// Values are bound, not formatted into the text.
use tempest::prelude::*;

fn main() {
    let id = 1;
    let _ = sql!(format!("id = {id}"));
}
