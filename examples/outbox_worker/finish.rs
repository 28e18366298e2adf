//! Sent, try again later, or given up.

use std::collections::BTreeMap;

use tempest::prelude::*;
use tempest::query::{Filtered, Unfiltered, Update};
use uuid::Uuid;

use crate::claim::Claimed;
use crate::model::{Outbound, Status};
use crate::outbox::Outbox;

/// What became of a batch. Messages with the same outcome of the same attempt end in one statement.
#[derive(Debug, Default)]
pub struct Outcomes {
    accepted: BTreeMap<i32, Vec<Uuid>>,
    refused: BTreeMap<i32, Vec<Uuid>>,
}

impl Outcomes {
    pub fn add(&mut self, message: &Claimed, accepted: bool) {
        let outcome = if accepted { &mut self.accepted } else { &mut self.refused };
        outcome.entry(message.attempt).or_default().push(message.id);
    }
}

/// Writes what became of a batch, in one commit.
pub async fn finish(outbox: &Outbox, outcomes: &Outcomes) -> tempest::Result<()> {
    let transaction = outbox.engine.transaction(async |tx| {
        for (attempt, ids) in &outcomes.accepted {
            still_held(sent(), ids, *attempt).execute(tx).await?;
        }
        let mut retries = 0;
        for (attempt, ids) in &outcomes.refused {
            if *attempt < outbox.run.max_attempts {
                retries += still_held(retry(outbox, *attempt), ids, *attempt).execute(tx).await?;
            } else {
                still_held(failed(), ids, *attempt).execute(tx).await?;
            }
        }
        Ok(retries)
    });
    outbox.counters.retries.add(transaction.await?);
    Ok(())
}

type Change = Update<Outbound, Unfiltered>;

fn sent() -> Change {
    Outbound::update().set(Outbound::status, Status::Sent).set(Outbound::last_error, None)
}

/// The database computes when, by the clock that also says what is due.
fn retry(outbox: &Outbox, attempt: i32) -> Change {
    let before = u32::try_from(attempt - 1).unwrap_or(0);
    let backoff = outbox.backoff.saturating_mul(2_u32.saturating_pow(before));
    Outbound::update()
        .set(Outbound::status, Status::Queued)
        .set(Outbound::next_attempt_at, now() + seconds(backoff))
        .set(Outbound::last_error, "refused")
}

fn failed() -> Change {
    Outbound::update().set(Outbound::status, Status::Failed).set(Outbound::last_error, "refused")
}

/// Changes only rows that are still this attempt's. A row that was taken back meanwhile is not ours any more, and what
/// we have to say of it does not count: it is sent again, or given up, by whoever holds it now.
fn still_held(change: Change, ids: &[Uuid], attempt: i32) -> Update<Outbound, Filtered> {
    change
        .set(Outbound::locked_by, None)
        .where_(Outbound::id.in_(ids))
        .where_(Outbound::status.eq(Status::Sending).and(Outbound::attempts.eq(attempt)))
}
