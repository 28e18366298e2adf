//! Claim, deliver, finish, again.

use std::sync::Arc;
use std::time::Duration;

use crate::Result;
use crate::claim::claim;
use crate::database::retried;
use crate::finish::{Outcomes, finish};
use crate::outbox::Outbox;

/// How long a worker waits that found nothing due.
const IDLE: Duration = Duration::from_millis(20);

/// Sends messages until it is to stop; by then it has finished what it claimed.
///
/// Each message is delivered at least once. If this process dies after a delivery, nobody else can know of it: when the
/// lease ends, the message is delivered again. No order of these steps avoids that, so the other side must not mind: that
/// is what the idempotency key, which travels with a message, is good for.
pub async fn work(outbox: Arc<Outbox>, number: u16) -> Result<()> {
    let worker = format!("{}-{number}", std::process::id());
    while !outbox.is_stopped() {
        let claimed = retried(|| claim(&outbox, &worker)).await?;
        if claimed.is_empty() {
            outbox.sleep(IDLE).await;
            continue;
        }
        let mut outcomes = Outcomes::default();
        for message in claimed {
            let delivered = outbox.destination.deliver(&message, &worker).await?;
            outcomes.add(&message, delivered);
        }
        retried(|| finish(&outbox, &outcomes)).await?;
    }
    Ok(())
}
