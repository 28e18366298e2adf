//! What it says at the beginning and at the end.

use std::time::Duration;

use indicatif::HumanCount;
use tempest::prelude::*;

use crate::args::Args;
use crate::check::{Invariant, Report};
use crate::model::Run;

/// How many broken cases of one invariant are shown.
const SHOWN: usize = 5;

/// What will happen.
pub fn announce(engine: &Engine, args: &Args, run: &Run, ended: u64) {
    let Run { messages, fail_rate, max_attempts, seed, .. } = run;
    let (database, workers) = (engine.dialect().name(), args.workers);
    println!("{messages} messages on {database}, {workers} workers, {}% of the deliveries fail", fail_rate * 100.0);
    if run.produced > 0 {
        println!("going on with the run that is open: {ended} of its messages have ended");
        let asked = (args.messages, args.fail_rate, args.max_attempts, args.seed);
        if asked != (*messages, *fail_rate, *max_attempts, *seed) {
            println!("it keeps its own --messages, --fail-rate, --max-attempts ({max_attempts}) and --seed ({seed})");
        }
    }
}

/// The numbers; then each invariant, and where it is broken. `pace` says how many messages ended in how long.
pub fn print(report: &Report, pace: Option<(u64, Duration)>) {
    let line =
        |name: &str, number: u64, note: &str| println!("  {name:<20}{:>12}{note}", HumanCount(number).to_string());
    let Run { max_attempts, refused, .. } = report.run;
    line("sent", report.sent, "");
    line("failed", report.failed, &format!("  given up after {max_attempts} attempts"));
    line("retries", report.retries, "");
    line("duplicates refused", u64::try_from(refused).unwrap_or(0), "");
    line("leases lost", report.lost_leases, "");
    line("delivered again", report.redelivered, "");
    if let Some((ended, elapsed)) = pace {
        let seconds = elapsed.as_secs_f64();
        let per_second = u128::from(ended) * 1000 / elapsed.as_millis().max(1);
        line("rows per second", u64::try_from(per_second).unwrap_or(u64::MAX), &format!("  {ended} in {seconds:.2} s"));
    }
    for Invariant { name, broken } in &report.invariants {
        println!("{} {name}", if broken.is_empty() { "ok    " } else { "BROKEN" });
        for case in broken.iter().take(SHOWN) {
            println!("       {case}");
        }
        if broken.len() > SHOWN {
            println!("       and {} more", broken.len() - SHOWN);
        }
    }
    if report.left > 0 || report.run.produced < report.run.messages {
        println!("stopped before the end: the same command goes on with it");
    }
}
