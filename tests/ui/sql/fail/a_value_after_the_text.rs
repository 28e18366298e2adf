// Values are named in the text.
use tempest::prelude::*;

fn main() {
    let id = 1;
    let _ = sql!("id = {}", id);
}
