//! Which messages are to be sent: a new run, or one to go on with.

use tempest::prelude::*;
use uuid::Uuid;

use crate::Result;
use crate::args::Args;
use crate::database::Kind;
use crate::model::{Outbound, Run, Status};

/// The run that is open, of this process or of another; else a new one, as the arguments say.
pub async fn open(engine: &Engine, args: &Args) -> Result<Run> {
    let id = Uuid::now_v7();
    let log = std::path::absolute(args.folder.join(format!("deliveries-{id}.log")))?;
    let new = insert!(Run {
        id: id,
        open: true,
        messages: args.messages,
        fail_rate: args.fail_rate,
        max_attempts: args.max_attempts,
        seed: args.seed,
        delivery_log: log.display().to_string(),
    });
    loop {
        // Does nothing if a run is open. Two processes that begin at the same moment share one.
        let new = new.clone();
        let _inserted = match Kind::of(engine) {
            Kind::Locks => new.on_conflict_do_nothing(AnyUnique).execute(engine).await?,
            _ => new.on_conflict_do_nothing(Run::open).execute(engine).await?,
        };
        // None: another process has closed it meanwhile.
        if let Some(run) = Run::select().where_(Run::open.eq(true)).optional(engine).await? {
            return Ok(run);
        }
    }
}

/// The run as it is now.
pub async fn reload(engine: &Engine, run: &Run) -> Result<Run> {
    Ok(Run::select().where_(Run::id.eq(run.id)).one(engine).await?)
}

/// The run that began last, open or not.
pub async fn latest(engine: &Engine) -> Result<Run> {
    let run = Run::select().order_by((Run::began_at.desc(), Run::id.desc())).first(engine).await?;
    Ok(run.ok_or("nothing to check: there was no run yet")?)
}

/// Says that all messages have ended. The next process begins a new run.
pub async fn close(engine: &Engine, run: &Run) -> Result<()> {
    Run::update().set(Run::open, None).where_(Run::id.eq(run.id)).execute(engine).await?;
    Ok(())
}

/// How many messages of the run are sent or failed.
pub async fn ended(engine: &Engine, run: &Run) -> Result<u64> {
    let ended = Outbound::status.in_([Status::Sent, Status::Failed]);
    Ok(Outbound::select().where_(Outbound::run_id.eq(run.id).and(ended)).count(engine).await?)
}
