//! Sent, try again later, or given up.

use std::collections::BTreeMap;

use tempest::prelude::*;
use tempest::query::{Filtered, Unfiltered, Update};
use uuid::Uuid;

use crate::claim::Claimed;
use crate::model::{Outbound, Status};
use crate::outbox::Outbox;

/// What became of a batch: messages with the same outcome of the same attempt end in one statement.
#[derive(Debug, Default)]
pub struct Outcomes(BTreeMap<(Outcome, i32), Vec<Uuid>>);

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    Delivered,
    Refused,
}

impl Outcomes {
    pub fn add(&mut self, message: &Claimed, delivered: bool) {
        let outcome = if delivered { Outcome::Delivered } else { Outcome::Refused };
        self.0.entry((outcome, message.attempt)).or_default().push(message.id);
    }
}

/// Writes what became of a batch, in one commit.
pub async fn finish(outbox: &Outbox, outcomes: &Outcomes) -> tempest::Result<()> {
    let (retries, lost) = outbox
        .engine
        .transaction(async |tx| {
            let (mut retries, mut lost) = (0, 0);
            for ((outcome, attempt), ids) in &outcomes.0 {
                let (attempt, again) = (*attempt, *attempt < outbox.run.max_attempts);
                let change = match outcome {
                    Outcome::Delivered => sent(),
                    Outcome::Refused if again => retry(outbox, attempt),
                    Outcome::Refused => failed(),
                };
                let held = still_held(change, ids, attempt).execute(tx).await?;
                lost += u64::try_from(ids.len()).unwrap_or(u64::MAX) - held;
                if *outcome == Outcome::Refused && again {
                    retries += held;
                }
            }
            Ok((retries, lost))
        })
        .await?;
    outbox.counters.retries.add(retries);
    outbox.counters.lost_leases.add(lost);
    Ok(())
}

type Change = Update<Outbound, Unfiltered>;

fn sent() -> Change {
    Outbound::update().set(Outbound::status, Status::Sent).set(Outbound::last_error, None)
}

/// The database computes when, by the same clock that says what is due.
fn retry(outbox: &Outbox, attempt: i32) -> Change {
    let doubled = u32::try_from(attempt - 1).unwrap_or(0);
    let backoff = outbox.backoff.saturating_mul(2_u32.saturating_pow(doubled));
    Outbound::update()
        .set(Outbound::status, Status::Queued)
        .set(Outbound::next_attempt_at, now() + seconds(backoff))
        .set(Outbound::last_error, "refused")
}

fn failed() -> Change {
    Outbound::update().set(Outbound::status, Status::Failed).set(Outbound::last_error, "refused")
}

/// Only while they are still this attempt's: a row that was taken back, and perhaps claimed anew, is another's.
fn still_held(change: Change, ids: &[Uuid], attempt: i32) -> Update<Outbound, Filtered> {
    change
        .set(Outbound::locked_by, None)
        .where_(Outbound::id.in_(ids))
        .where_(Outbound::status.eq(Status::Sending).and(Outbound::attempts.eq(attempt)))
}
