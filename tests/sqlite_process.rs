//! One of several processes that write a SQLite file, which the tests may kill: `sqlite_process URL TASKS TURNS`.
//!
//! Each turn adds 1 to both counters of the table, in one transaction. It prints nothing and ends with 0 if no turn failed.

use tempest::prelude::*;
use tempest_tests::counter::Counter;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let url = arguments.next().ok_or("no URL")?;
    let tasks: usize = arguments.next().ok_or("no number of tasks")?.parse()?;
    let turns: usize = arguments.next().ok_or("no number of turns")?.parse()?;
    let engine = Engine::connect(&url).await?;
    let running: Vec<_> = (0..tasks)
        .map(|_| {
            let engine = engine.clone();
            tokio::spawn(async move {
                for _ in 0..turns {
                    engine.transaction(async |tx| Counter::turn(tx).await).await?;
                    Counter::select().all(&engine).await?;
                }
                Ok::<_, tempest::Error>(())
            })
        })
        .collect();
    for task in running {
        task.await??;
    }
    Ok(())
}
