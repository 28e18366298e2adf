//! A durable queue in a table: a producer and several workers, which lose no message and deliver none twice.
//!
//! ```text
//! cargo run --release --example outbox_worker
//! cargo run --release --example outbox_worker -- --url postgres://postgres@localhost/test --workers 8 --fail-rate 0.2
//! ```
//!
//! Without `--url` it makes a SQLite file. Start it in two terminals, stop it with Ctrl-C or `kill -9`, start it again:
//! it goes on where it stopped, and at the end checks the table against the log of what was delivered.
//!
//! | file | subject |
//! |---|---|
//! | `args.rs` | what it is told |
//! | `model.rs` | the two tables |
//! | `database.rs` | connecting, and what differs between the databases |
//! | `run.rs` | which messages are to be sent: a new run, or one to go on with |
//! | `outbox.rs` | what the tasks share |
//! | `producer.rs` | writes messages; a key that is there already is refused |
//! | `worker.rs` | claim, deliver, finish, again |
//! | `claim.rs` | takes messages so that no other worker has them |
//! | `delivery.rs` | the other side, and its log |
//! | `finish.rs` | sent, try again later, or given up |
//! | `reaper.rs` | takes back what dead workers left |
//! | `progress.rs` | the bar, and when all is done |
//! | `check.rs` | what must be true at the end |
//! | `summary.rs` | what it says at the end |

#![allow(unreachable_pub, reason = "in a program, `pub` says enough")]

mod args;
mod check;
mod claim;
mod database;
mod delivery;
mod finish;
mod model;
mod outbox;
mod producer;
mod progress;
mod reaper;
mod run;
mod summary;
mod worker;

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use clap::Parser;
use tokio::task::JoinSet;

use args::Args;
use check::Report;
use model::{Outbound, Run};
use outbox::Outbox;

/// Errors of the database, of the log, and of what the user asked for.
type Result<T, E = Box<dyn std::error::Error + Send + Sync>> = std::result::Result<T, E>;

/// 0: all is well, or it was stopped. 1: what must be true is not. 2: it could not run.
#[tokio::main]
async fn main() -> ExitCode {
    match serve(&Args::parse()).await {
        Ok(report) if report.holds() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::from(1),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Sends the messages of a run, and checks that all is well.
async fn serve(args: &Args) -> Result<Report> {
    let engine = database::connect(args).await?;
    engine.create_tables::<(Run, Outbound)>().await?;
    if args.check {
        let report = check::check(&engine, run::latest(&engine).await?.id, false).await?;
        summary::print(&report, None);
        return Ok(report);
    }

    let run = run::open(&engine, args).await?;
    let ended_before = run::ended(&engine, &run).await?;
    summary::announce(&engine, args, &run, ended_before);
    let (outbox, stop) = Outbox::new(engine.clone(), run, args)?;
    let outbox = Arc::new(outbox);

    let began = Instant::now();
    let mut tasks = JoinSet::new();
    tasks.spawn(producer::produce(Arc::clone(&outbox)));
    tasks.spawn(reaper::reap(Arc::clone(&outbox)));
    for number in 1..=args.workers {
        tasks.spawn(worker::work(Arc::clone(&outbox), number));
    }
    let finished = progress::watch(&outbox, &mut tasks).await;
    let elapsed = began.elapsed();
    stop.send_replace(true);
    while let Some(task) = tasks.join_next().await {
        task??;
    }

    let finished = finished?;
    let report = check::check(&engine, outbox.run.id, finished).await?;
    if finished {
        run::close(&engine, &outbox.run).await?;
    }
    summary::print(&report, Some((report.ended().saturating_sub(ended_before), elapsed)));
    engine.close().await;
    Ok(report)
}
