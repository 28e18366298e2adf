//! The benchmark: the same work for Tempest, the raw drivers and other libraries, each in a process of its own.
//!
//! ```text
//! cargo run --release -p tempest-benches -- [--db sqlite] [--case find_by_pk] [--rounds 9] [--peers] [--quick]
//! ```
//!
//! This program has two sides. Without `worker` it starts a process for each peer, gives all of them the same work in
//! turns, and prints what it took (`run`, `child`, `report`). With `worker` it is such a process: it holds one peer and
//! does what it is told (`worker`, `peer`, `peers`). Libraries that cannot be linked into one program with Tempest are
//! workers of another program, in `benches/peers`, made of the same files.

mod allocations;
mod args;
mod case;
mod child;
mod database;
mod model;
mod peer;
mod peers;
mod pin;
mod report;
mod run;
mod server;
mod worker;

use clap::Parser;

use args::Args;
use database::Database;

#[global_allocator]
static ALLOCATOR: allocations::Counting = allocations::Counting;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    if let ["worker", database, peer, url, threads] = *words {
        let database = Database::named(database).expect("a database");
        let threads = threads.parse().expect("a number of threads");
        peers::serve_named(database, peer, url, threads).expect("a peer of this program");
        return;
    }
    if let ["instructions", case, times] = *words {
        instructions(case, times.parse().expect("a number of times"));
        return;
    }
    let args = Args::parse();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    if !runtime.block_on(compare(&args)) {
        std::process::exit(1);
    }
}

/// Does the work of a case so many times, on SQLite in this very process, for `benches/instructions` to count.
fn instructions(case: &str, times: u64) {
    let case = case::Case::named(case).expect("a case of the list").quick();
    worker::alone::<peers::TempestBlocking>(case, times);
}

/// Measures each database, and tells what came out. False if one could not be measured.
async fn compare(args: &Args) -> bool {
    run::pin(args);
    let mut all = Vec::new();
    for database in args.databases() {
        match run::run(*database, args).await {
            Ok(measured) => {
                let text = if args.quick { report::quick(&measured) } else { report::markdown(&measured) };
                println!("{text}");
                all.push(measured);
            }
            Err(error) => eprintln!("{database}: {error}"),
        }
    }
    let file = args.json();
    let json = serde_json::to_string_pretty(&all).expect("numbers and text");
    match std::fs::write(&file, json) {
        Ok(()) => eprintln!("{}", file.display()),
        Err(error) => eprintln!("{}: {error}", file.display()),
    }
    all.len() == args.databases().len()
}
