// Braces hold a name.
use tempest::prelude::*;

fn main() {
    let _ = sql!("id = {user.id}");
}
