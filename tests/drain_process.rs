//! One process of workers on the queue of `drain.rs`, which the test kills: `drain_process URL WORKERS`.

use tempest::prelude::*;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (url, workers) = (arguments.next().ok_or("no URL")?, arguments.next().ok_or("no number of workers")?);
    let engine = Engine::connect(&url).await?;
    Ok(tempest_tests::drain::process(&engine, workers.parse()?, true).await?)
}
