// A database has no column type for a `char`.
use tempest::prelude::*;

fn main() {
    let initial = 'A';
    let _ = sql!("name = {initial}");
}
