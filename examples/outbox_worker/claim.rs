//! Takes messages so that no other worker has them.

use tempest::engine::Transaction;
use tempest::prelude::*;
use tempest::query::{Select, Unfiltered, Update};
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
        Kind::Locks => locked(outbox, worker).await,
        Kind::OneWriter => alone(outbox, worker).await,
    }
}

/// PostgreSQL: locks, changes and returns at once; rows that another worker is about to take are skipped.
async fn one_statement(outbox: &Outbox, worker: &str) -> tempest::Result<Vec<Claimed>> {
    let rows = sending(outbox, worker)
        .where_(Outbound::id.in_(due(outbox).columns(Outbound::id).for_update().skip_locked()))
        .returning()
        .columns((Outbound::id, Outbound::payload, Outbound::attempts))
        .all(&outbox.engine)
        .await?;
    Ok(rows.into_iter().map(|(id, payload, attempt)| Claimed { id, payload, attempt }).collect())
}

/// MySQL and MariaDB: locks first, changes then. READ COMMITTED locks rows only, not the gaps between them, in which the
/// producer wants to insert.
async fn locked(outbox: &Outbox, worker: &str) -> tempest::Result<Vec<Claimed>> {
    let options = TransactionOptions::new().isolation(Isolation::ReadCommitted);
    let transaction = outbox.engine.transaction_with(options, async |tx| {
        let rows = due(outbox)
            .columns((Outbound::id, Outbound::payload, Outbound::attempts))
            .for_update()
            .skip_locked()
            .all(tx)
            .await?;
        take(outbox, worker, rows, tx).await
    });
    transaction.await
}

/// SQLite: a transaction has the database to itself from its beginning, so nothing has to be locked.
async fn alone(outbox: &Outbox, worker: &str) -> tempest::Result<Vec<Claimed>> {
    let transaction = outbox.engine.transaction(async |tx| {
        let columns = (Outbound::id, Outbound::payload, Outbound::attempts);
        let rows = due(outbox).columns(columns).all(tx).await?;
        take(outbox, worker, rows, tx).await
    });
    transaction.await
}

/// The second step: changes the rows that this transaction has to itself.
async fn take(
    outbox: &Outbox,
    worker: &str,
    rows: Vec<(Uuid, String, i32)>,
    tx: &Transaction,
) -> tempest::Result<Vec<Claimed>> {
    let ids: Vec<Uuid> = rows.iter().map(|(id, ..)| *id).collect();
    if !ids.is_empty() {
        sending(outbox, worker).where_(Outbound::id.in_(ids)).execute(tx).await?;
    }
    Ok(rows.into_iter().map(|(id, payload, attempts)| Claimed { id, payload, attempt: attempts + 1 }).collect())
}

/// What may be sent now. The index over status and time holds it in this order.
fn due(outbox: &Outbox) -> Select<(Outbound,), Outbound> {
    Outbound::select()
        .where_(Outbound::status.eq(Status::Queued).and(Outbound::next_attempt_at.le(now())))
        .order_by(Outbound::next_attempt_at)
        .limit(outbox.batch.into())
}

/// The change that a claim makes: one more attempt, and a lease.
fn sending(outbox: &Outbox, worker: &str) -> Update<Outbound, Unfiltered> {
    Outbound::update()
        .set(Outbound::status, Status::Sending)
        .set(Outbound::attempts, Outbound::attempts + 1)
        .set(Outbound::locked_by, worker)
        .set(Outbound::next_attempt_at, now() + seconds(outbox.lease))
}
