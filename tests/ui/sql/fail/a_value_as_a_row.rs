// One value for each row is `values`.
use tempest::prelude::*;

async fn run(engine: Engine) -> tempest::Result<i64> {
    sql!("SELECT count(*) FROM point").rows::<i64>().one(&engine).await
}

fn main() {}
