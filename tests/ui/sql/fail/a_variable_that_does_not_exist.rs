// There is no variable `step`.
use tempest::prelude::*;

fn main() {
    let _ = sql!("attempts + {step}");
}
