// `Point` does not derive `Model`.
use tempest::prelude::*;

struct Point {
    x: i64,
}

async fn run(engine: Engine) -> tempest::Result<Vec<Point>> {
    sql!("SELECT x FROM point").rows::<Point>().all(&engine).await
}

fn main() {
    let _ = Point { x: 1 }.x;
}
