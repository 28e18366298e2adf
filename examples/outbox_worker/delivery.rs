//! The other side, and its log.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use uuid::Uuid;

use crate::Result;
use crate::claim::Claimed;
use crate::model::Run;

/// Where messages go: here a file, to which each delivery appends a line. It is outside the database, as any real
/// destination is, so nothing that happens there is undone by a rollback: it remembers every delivery.
#[derive(Debug)]
pub struct Destination {
    log: File,
    fail_rate: f64,
    seed: i64,
    delay: Duration,
}

impl Destination {
    /// All processes that work on a run append to the same file.
    pub fn open(run: &Run, delay: Duration) -> Result<Self> {
        let path = Path::new(&run.delivery_log);
        // An empty run makes its file; if it is gone later, so is the proof.
        let log = OpenOptions::new().append(true).create(run.produced == 0).open(path);
        let log = log.map_err(|error| format!("cannot open the run's delivery log {}: {error}", path.display()))?;
        Ok(Self { log, fail_rate: run.fail_rate, seed: run.seed, delay })
    }

    /// Delivers a message; false if the other side refused it.
    pub async fn deliver(&self, message: &Claimed, worker: &str) -> io::Result<bool> {
        if !self.delay.is_zero() {
            tokio::time::sleep(self.delay).await;
        }
        let Claimed { id, payload, attempt } = message;
        let accepted = accepts(self.seed, self.fail_rate, payload, *attempt);
        let outcome = if accepted { "accepted" } else { "refused" };
        // One write, so that no other process's line gets between. It takes microseconds: no thread is worth it.
        (&self.log).write_all(format!("{id} {attempt} {outcome} {worker}\n").as_bytes())?;
        Ok(accepted)
    }
}

/// Whether the other side accepts a message. Chance, but the same for the same seed: a check can tell what must happen.
pub fn accepts(seed: i64, fail_rate: f64, payload: &str, attempt: i32) -> bool {
    // FNV-1a, with the last step of SplitMix64 to spread the bits.
    let bytes = [&seed.to_le_bytes(), payload.as_bytes(), &attempt.to_le_bytes()].concat();
    let hash = bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3));
    let hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    let [a, b, c, d, ..] = hash.to_be_bytes();
    f64::from(u32::from_be_bytes([a, b, c, d])) >= fail_rate * 4_294_967_296.0
}

/// A line of the log.
#[derive(Debug, Clone, Copy)]
pub struct Delivery {
    pub message: Uuid,
    pub attempt: i32,
    pub accepted: bool,
}

impl FromStr for Delivery {
    type Err = ();

    fn from_str(line: &str) -> Result<Self, ()> {
        let mut words = line.split(' ');
        let mut word = || words.next().ok_or(());
        Ok(Self {
            message: word()?.parse().map_err(drop)?,
            attempt: word()?.parse().map_err(drop)?,
            accepted: match word()? {
                "accepted" => true,
                "refused" => false,
                _ => return Err(()),
            },
        })
    }
}

/// All that was delivered in a run.
pub fn deliveries(run: &Run) -> Result<Vec<Delivery>> {
    let log = &run.delivery_log;
    let text = std::fs::read_to_string(log).map_err(|error| format!("cannot read the delivery log {log}: {error}"))?;
    let lines = text.lines().enumerate();
    lines
        .map(|(at, line)| line.parse().map_err(|()| format!("{log}:{}: not a delivery: {line}", at + 1).into()))
        .collect()
}
