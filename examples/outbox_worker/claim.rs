//! Takes messages so that no other worker has them.

use tempest::engine::Transaction;
use tempest::prelude::*;
use uuid::Uuid;

use crate::database::Kind;
use crate::model::{Outbound, Status};
use crate::outbox::Outbox;

/// A message that a worker holds.
#[derive(Debug)]
pub struct Claimed {
    pub id: Uuid,
    pub payload: String,
    /// Which attempt this is, from 1.
    pub attempt: i32,
}

/// Takes a batch of messages that are due, the oldest first.
pub async fn claim(outbox: &Outbox, worker: &str) -> tempest::Result<Vec<Claimed>> {
    match outbox.kind {
        Kind::Statement => one_statement(outbox, worker).await,
        Kind::Locks => {
            // So that the lock of a row is not one of the gap beside it as well, which would hold up the producer.
            let options = TransactionOptions::new().isolation(Isolation::ReadCommitted);
            let due = due(outbox).columns((Outbound::id, Outbound::payload, Outbound::attempts));
            let due = due.for_update().skip_locked();
            outbox.engine.transaction_with(options, async |tx| take(outbox, worker, due.all(tx).await?, tx).await).await
        }
        Kind::OneWriter => {
            let due = due(outbox).columns((Outbound::id, Outbound::payload, Outbound::attempts));
            outbox.engine.transaction(async |tx| take(outbox, worker, due.all(tx).await?, tx).await).await
        }
    }
}

type Due = tempest::query::Select<(Outbound,), Outbound>;

/// What may be sent now.
fn due(outbox: &Outbox) -> Due {
    Outbound::select()
        .where_(Outbound::status.eq(Status::Queued).and(Outbound::next_attempt_at.le(now())))
        .order_by(Outbound::next_attempt_at)
        .limit(outbox.batch.into())
}

/// Locks, changes and returns in one statement; rows that another worker is about to take are left out.
async fn one_statement(outbox: &Outbox, worker: &str) -> tempest::Result<Vec<Claimed>> {
    let rows = sending(outbox, worker)
        .where_(Outbound::id.in_(due(outbox).columns(Outbound::id).for_update().skip_locked()))
        .returning()
        .columns((Outbound::id, Outbound::payload, Outbound::attempts))
        .all(&outbox.engine)
        .await?;
    Ok(rows.into_iter().map(|(id, payload, attempt)| Claimed { id, payload, attempt }).collect())
}

/// The second step: changes the rows that this transaction has to itself.
async fn take(
    outbox: &Outbox,
    worker: &str,
    due: Vec<(Uuid, String, i32)>,
    tx: &Transaction,
) -> tempest::Result<Vec<Claimed>> {
    let ids: Vec<Uuid> = due.iter().map(|(id, ..)| *id).collect();
    if !ids.is_empty() {
        sending(outbox, worker).where_(Outbound::id.in_(ids)).execute(tx).await?;
    }
    Ok(due.into_iter().map(|(id, payload, attempts)| Claimed { id, payload, attempt: attempts + 1 }).collect())
}

/// The change that a claim makes: one more attempt, and a lease by the database's clock.
fn sending(outbox: &Outbox, worker: &str) -> tempest::query::Update<Outbound, tempest::query::Unfiltered> {
    Outbound::update()
        .set(Outbound::status, Status::Sending)
        .set(Outbound::attempts, Outbound::attempts + 1)
        .set(Outbound::locked_by, worker)
        .set(Outbound::next_attempt_at, now() + seconds(outbox.lease))
}
