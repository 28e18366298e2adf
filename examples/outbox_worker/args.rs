//! What it is told.

use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;

/// A durable queue in a table: a producer and several workers, which lose no message and deliver none twice.
#[derive(Parser, Debug)]
#[command(name = "outbox_worker")]
pub struct Args {
    /// The database: postgres://…, mysql://…, mariadb://… or sqlite:path [default: a SQLite file in --folder]
    #[arg(long)]
    pub url: Option<String>,

    /// Where the SQLite file and the delivery logs go
    #[arg(long, default_value = "target/outbox_worker")]
    pub folder: PathBuf,

    /// How many workers this process has
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub workers: u16,

    /// How many messages one worker takes at a time
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u16).range(1..=10_000))]
    pub batch: u16,

    /// How many messages are to be sent (of a new run)
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(i64).range(1..))]
    pub messages: i64,

    /// How many deliveries fail, from 0 to 1 (of a new run)
    #[arg(long, default_value_t = 0.1, value_parser = share)]
    pub fail_rate: f64,

    /// After how many attempts a message is given up (of a new run)
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(i32).range(1..=30))]
    pub max_attempts: i32,

    /// Which deliveries fail: the same number, the same ones (of a new run)
    #[arg(long, default_value_t = 1)]
    pub seed: i64,

    /// Seconds to wait after a first failure; twice as long after each further one
    #[arg(long, default_value = "0.05", value_parser = seconds)]
    pub backoff: Duration,

    /// Seconds after which a claimed message counts as left by a dead worker
    #[arg(long, default_value = "5", value_parser = seconds)]
    pub lease: Duration,

    /// Seconds that one delivery takes
    #[arg(long, default_value = "0", value_parser = seconds)]
    pub delay: Duration,

    /// Only checks the latest run against its delivery log
    #[arg(long)]
    pub check: bool,
}

fn share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("expected a number from 0 to 1".to_owned()),
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds".to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}
