// `Point` does not derive `Model`.
use tempest::prelude::*;

struct Point {
    x: i64,
}

fn main() {
    let _ = Point { x: 1 }.x;
    let _ = insert!(Point { x: 1 });
}
