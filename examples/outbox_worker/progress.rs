//! The bar, and when all is done.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use tempest::prelude::*;
use tokio::task::JoinSet;

use crate::Result;
use crate::model::{Outbound, Status};
use crate::outbox::Outbox;
use crate::run;

/// How often it looks.
const INTERVAL: Duration = Duration::from_millis(50);

/// Shows how far the run is, until all messages have ended (true), Ctrl-C is pressed (false), or a task gives up.
pub async fn watch(outbox: &Outbox, tasks: &mut JoinSet<Result<()>>) -> Result<bool> {
    let messages = u64::try_from(outbox.run.messages)?;
    let bar = ProgressBar::new(messages);
    bar.set_style(ProgressStyle::with_template("{bar:40} {human_pos} of {human_len}  {msg}  {elapsed}")?);
    let mut interrupt = std::pin::pin!(interrupted());
    let finished = loop {
        let ended = ended(outbox).await?;
        let counters = &outbox.counters;
        bar.set_position(ended);
        bar.set_message(format!("{} retries, {} refused", counters.retries.value(), counters.refused.value()));
        if ended == messages {
            break true;
        }
        tokio::select! {
            () = tokio::time::sleep(INTERVAL) => {}
            () = &mut interrupt => break false,
            // The producer ends before the others do; an error ends all.
            Some(task) = tasks.join_next() => task??,
        }
    };
    bar.finish_and_clear();
    Ok(finished)
}

/// How many messages have ended, whichever process sent them. What is left is counted, because it becomes less.
async fn ended(outbox: &Outbox) -> Result<u64> {
    let run = run::reload(&outbox.engine, &outbox.run).await?;
    let left = Outbound::select()
        .where_(Outbound::status.in_([Status::Queued, Status::Sending]).and(Outbound::run_id.eq(run.id)))
        .count(&outbox.engine)
        .await?;
    Ok(u64::try_from(run.produced)?.saturating_sub(left))
}

/// Ctrl-C, or what `kill` sends.
async fn interrupted() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminated.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}
