//! What must be true at the end.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt;

use tempest::prelude::*;
use uuid::Uuid;

use crate::Result;
use crate::delivery::{Delivery, accepts, deliveries};
use crate::model::{Outbound, Run, Status};
use crate::producer::repeats;

/// What the table and the log say of a run.
#[derive(Debug)]
pub struct Report {
    pub run: Run,
    pub sent: u64,
    pub failed: u64,
    /// Messages that are still to be sent.
    pub left: u64,
    /// Attempts after the first.
    pub retries: u64,
    pub lost_leases: u64,
    /// Deliveries of a message that had been delivered before.
    pub redelivered: u64,
    pub invariants: Vec<Invariant>,
}

/// Something that must be true.
#[derive(Debug)]
pub struct Invariant {
    pub name: &'static str,
    /// Where it is not.
    pub broken: Vec<String>,
}

impl Report {
    pub fn holds(&self) -> bool {
        self.invariants.iter().all(|invariant| invariant.broken.is_empty())
    }

    pub fn ended(&self) -> u64 {
        self.sent + self.failed
    }
}

/// What is known of a message: its row, and its lines in the log.
struct Evidence<'a> {
    run: &'a Run,
    id: Uuid,
    payload: String,
    status: Status,
    attempts: i32,
    lost_leases: i32,
    deliveries: Vec<Delivery>,
}

/// What must be true of every message that has ended.
const RULES: &[(&str, fn(&Evidence<'_>) -> bool)] = &[
    ("a sent message was accepted by the other side, at its last attempt", |message| {
        message.status != Status::Sent || message.accepted().any(|delivery| delivery.attempt == message.attempts)
    }),
    ("a message was given up after all its attempts, not before", |message| {
        message.status != Status::Failed || message.attempts == message.run.max_attempts
    }),
    ("no attempt was made twice: no two workers had a message at the same time", |message| {
        let attempts: BTreeSet<i32> = message.deliveries.iter().map(|delivery| delivery.attempt).collect();
        attempts.len() == message.deliveries.len()
            && attempts.iter().all(|attempt| (1..=message.attempts).contains(attempt))
    }),
    ("only a lost lease left an attempt unknown, or a message delivered again", |message| {
        let unknown = usize::try_from(message.attempts).unwrap_or(0).saturating_sub(message.deliveries.len());
        let last = |delivery: &&Delivery| message.status == Status::Sent && delivery.attempt == message.attempts;
        let forgotten = message.accepted().filter(|delivery| !last(delivery)).count();
        unknown + forgotten <= usize::try_from(message.lost_leases).unwrap_or(0)
    }),
    ("the other side accepted and refused what the seed says", |message| {
        let Run { seed, fail_rate, .. } = message.run;
        let foreseen = |delivery: &Delivery| accepts(*seed, *fail_rate, &message.payload, delivery.attempt);
        message.deliveries.iter().all(|delivery| delivery.accepted == foreseen(delivery))
    }),
];

impl Evidence<'_> {
    fn accepted(&self) -> impl Iterator<Item = &Delivery> {
        self.deliveries.iter().filter(|delivery| delivery.accepted)
    }
}

/// Compares the table with the log. `finished` says that no message should be left; until then, what has ended is
/// checked.
pub async fn check(engine: &Engine, run: Uuid, finished: bool) -> Result<Report> {
    // The table first: what has ended there is in the log for good.
    let (run, rows) = snapshot(engine, run).await?;
    let finished = finished || run.open.is_none();
    let mut log: HashMap<Uuid, Vec<Delivery>> = HashMap::new();
    for delivery in deliveries(&run)? {
        log.entry(delivery.message).or_default().push(delivery);
    }
    let messages: Vec<Evidence<'_>> = rows
        .into_iter()
        .map(|(id, payload, status, attempts, lost_leases)| {
            let deliveries = log.remove(&id).unwrap_or_default();
            Evidence { run: &run, id, payload, status, attempts, lost_leases, deliveries }
        })
        .collect();
    let (ended, left): (Vec<_>, Vec<_>) =
        messages.iter().partition(|message| matches!(message.status, Status::Sent | Status::Failed));

    let mut invariants = vec![
        Invariant { name: "every order has one message", broken: orders(&run, &messages) },
        Invariant { name: "every repeat of a key was refused, and nothing else", broken: refusals(&run) },
    ];
    if finished {
        invariants.push(Invariant { name: "every message is sent or failed", broken: described(&left) });
        let strangers = log.keys().map(|id| format!("message {id} is in the log only")).collect();
        invariants.push(Invariant { name: "every delivery is of a message in the table", broken: strangers });
    }
    invariants.extend(RULES.iter().map(|(name, holds)| {
        let broken: Vec<_> = ended.iter().copied().filter(|message| !holds(message)).collect();
        Invariant { name, broken: described(&broken) }
    }));

    let count = |status| count(ended.iter().filter(|message| message.status == status).count());
    Ok(Report {
        sent: count(Status::Sent),
        failed: count(Status::Failed),
        left: u64::try_from(left.len())?,
        retries: ended.iter().map(|message| u64::try_from(message.attempts - 1).unwrap_or(0)).sum(),
        lost_leases: messages.iter().map(|message| u64::try_from(message.lost_leases).unwrap_or(0)).sum(),
        redelivered: messages.iter().map(|message| self::count(message.accepted().count().saturating_sub(1))).sum(),
        invariants,
        run: run.clone(),
    })
}

type Rows = Vec<(Uuid, String, Status, i32, i32)>;

/// The run and its messages as they were at one moment.
async fn snapshot(engine: &Engine, run: Uuid) -> Result<(Run, Rows)> {
    let options = TransactionOptions::new().isolation(Isolation::RepeatableRead).read_only();
    let columns = (Outbound::id, Outbound::payload, Outbound::status, Outbound::attempts, Outbound::lost_leases);
    let snapshot = engine.transaction_with(options, async |tx| {
        let rows = Outbound::select().columns(columns).where_(Outbound::run_id.eq(run)).all(tx).await?;
        Ok((Run::select().where_(Run::id.eq(run)).one(tx).await?, rows))
    });
    Ok(snapshot.await?)
}

fn orders(run: &Run, messages: &[Evidence<'_>]) -> Vec<String> {
    let distinct: HashSet<&str> = messages.iter().map(|message| message.payload.as_str()).collect();
    let rows = count(messages.len());
    if u64::try_from(run.produced) == Ok(rows) && distinct.len() == messages.len() {
        return Vec::new();
    }
    vec![format!("{} orders were told of, {rows} messages are there, of {} orders", run.produced, distinct.len())]
}

fn refusals(run: &Run) -> Vec<String> {
    let repeats = repeats(run.produced);
    if run.refused == repeats { Vec::new() } else { vec![format!("{repeats} repeats, {} refused", run.refused)] }
}

fn described(messages: &[&Evidence<'_>]) -> Vec<String> {
    messages.iter().map(ToString::to_string).collect()
}

impl fmt::Display for Evidence<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, payload, status, attempts, lost_leases, deliveries, .. } = self;
        write!(f, "{payload} ({id}): {status:?} with {attempts} attempts and {lost_leases} lost leases; in the log:")?;
        for Delivery { attempt, accepted, .. } in deliveries {
            write!(f, " {attempt} {}", if *accepted { "accepted" } else { "refused" })?;
        }
        Ok(())
    }
}

fn count(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}
