// What is verified has not run.
use tempest::prelude::*;

async fn run(engine: Engine) -> tempest::Result<()> {
    let count = sql!("SELECT count(*) FROM point").values::<i64>().one(&engine).await?;
    engine.verify(&count).await
}

fn main() {}
