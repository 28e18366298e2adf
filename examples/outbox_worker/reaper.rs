//! Takes back what dead workers left.

use std::sync::Arc;

use tempest::prelude::*;

use crate::Result;
use crate::database::retried;
use crate::model::{Outbound, Status};
use crate::outbox::Outbox;

/// Looks for leases that have ended, until it is to stop. Any process does it for the workers of all.
pub async fn reap(outbox: Arc<Outbox>) -> Result<()> {
    while !outbox.is_stopped() {
        retried(|| take_back(&outbox)).await?;
        outbox.sleep(outbox.lease / 4).await;
    }
    Ok(())
}

/// The database's clock decides, so it does not matter what the clocks of the processes say.
async fn take_back(outbox: &Outbox) -> tempest::Result<()> {
    let left = || Outbound::status.eq(Status::Sending).and(Outbound::next_attempt_at.lt(now()));
    // Nobody knows whether these attempts reached the other side. The next one may be the second delivery.
    let lost = || {
        Outbound::update()
            .set(Outbound::locked_by, None)
            .set(Outbound::lost_leases, Outbound::lost_leases + 1)
            .set(Outbound::last_error, "the worker did not come back")
    };
    lost()
        .set(Outbound::status, Status::Queued)
        .where_(left().and(Outbound::attempts.lt(outbox.run.max_attempts)))
        .execute(&outbox.engine)
        .await?;
    lost()
        .set(Outbound::status, Status::Failed)
        .where_(left().and(Outbound::attempts.ge(outbox.run.max_attempts)))
        .execute(&outbox.engine)
        .await?;
    Ok(())
}
