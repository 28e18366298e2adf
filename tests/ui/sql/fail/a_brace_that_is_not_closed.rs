// The brace is not closed.
use tempest::prelude::*;

fn main() {
    let _ = sql!("id = {id");
}
