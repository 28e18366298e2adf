//! Writes messages; a key that is there already is refused.

use std::ops::Range;
use std::sync::Arc;

use tempest::prelude::*;
use uuid::Uuid;

use crate::Result;
use crate::database::{Kind, retried};
use crate::model::{Outbound, Run, Status};
use crate::outbox::Outbox;
use crate::run;

/// How many orders are told of in one transaction.
const BATCH: i64 = 100;

/// Tells of each order of the run, from where the last process stopped.
pub async fn produce(outbox: Arc<Outbox>) -> Result<()> {
    let mut produced = outbox.run.produced;
    while produced < outbox.run.messages && !outbox.is_stopped() {
        let orders = produced..outbox.run.messages.min(produced + BATCH);
        produced = match retried(|| tell(&outbox, orders.clone())).await? {
            Some(refused) => {
                outbox.counters.refused.add(refused);
                orders.end
            }
            None => run::reload(&outbox.engine, &outbox.run).await?.produced,
        };
    }
    Ok(())
}

/// Writes the messages of some orders and the mark up to where they are written, both or none: that is what an outbox
/// is for. Tells how many messages were refused; `None` if another process has written them.
async fn tell(outbox: &Outbox, orders: Range<i64>) -> tempest::Result<Option<u64>> {
    outbox
        .engine
        .transaction(async |tx| {
            let moved = Run::update()
                .set(Run::produced, orders.end)
                .where_(Run::id.eq(outbox.run.id).and(Run::produced.eq(orders.start)))
                .execute(tx)
                .await?;
            if moved == 0 {
                return Ok(None);
            }
            let orders: Vec<i64> = orders.flat_map(proposals).collect();
            let messages = Outbound::insert_many(orders.iter().map(|order| {
                insert!(Outbound {
                    id: Uuid::now_v7(),
                    run_id: outbox.run.id,
                    consumer: "billing",
                    idempotency_key: key(&outbox.run, *order),
                    payload: format!("order {order}"),
                    status: Status::Queued,
                    next_attempt_at: now(),
                })
            }));
            let inserted = match outbox.kind {
                Kind::Locks => messages.on_conflict_do_nothing(AnyUnique).execute(tx).await?,
                _ => {
                    let target = (Outbound::consumer, Outbound::idempotency_key);
                    messages.on_conflict_do_nothing(target).execute(tx).await?
                }
            };
            let proposed = u64::try_from(orders.len()).unwrap_or(u64::MAX);
            let refused = proposed.saturating_sub(inserted);
            Run::update()
                .set(Run::refused, Run::refused + i64::try_from(refused).unwrap_or(i64::MAX))
                .where_(Run::id.eq(outbox.run.id))
                .execute(tx)
                .await?;
            Ok(Some(refused))
        })
        .await
}

/// Every tenth order repeats an earlier one, as a caller does that has not heard whether the first time went well.
fn proposals(order: i64) -> impl Iterator<Item = i64> {
    let repeated = (order % 10 == 9).then(|| order - 8);
    repeated.into_iter().chain([order])
}

/// How many messages a run proposes in vain.
pub fn repeats(messages: i64) -> i64 {
    messages / 10
}

/// Every fifth order has no key: such messages are never taken for repeats.
fn key(run: &Run, order: i64) -> Option<String> {
    (order % 5 != 0).then(|| format!("{}/{order}", run.id))
}
