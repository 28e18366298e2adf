//! A queue that several processes drain together, and that outlives any of them.
//!
//! A message that is not sent has a due time. Claiming it moves that time to the end of a lease, by the database's clock:
//! if the worker dies, the message falls due again. Whether a delivery counts is decided by the number of the attempt.

use std::time::Duration;

use tempest::prelude::*;
use time::OffsetDateTime;

/// How many messages a worker claims at a time.
const BATCH: u64 = 20;
/// Seconds after which a claimed message falls due again.
pub const LEASE: i64 = 4;

/// A message of the queue.
#[derive(Model, Debug, Clone)]
#[tempest(table = "drain_messages", index(columns(due_at)))]
pub struct Message {
    /// The message's number.
    #[tempest(primary_key)]
    pub id: i64,
    /// Whether it was delivered.
    #[tempest(default = false)]
    pub sent: bool,
    /// How often it was claimed.
    #[tempest(default = 0)]
    pub attempts: i32,
    /// When it can be claimed; NULL once it was sent.
    #[tempest(default = now())]
    pub due_at: Option<OffsetDateTime>,
}

/// A delivery that counted. It is never changed.
#[derive(Model, Debug, Clone, PartialEq)]
#[tempest(table = "drain_deliveries")]
pub struct Delivery {
    /// The number that the database gives.
    #[tempest(primary_key, auto)]
    pub number: i64,
    /// The message.
    pub message_id: i64,
    /// The attempt.
    pub attempt: i32,
}

/// What a claim tells of a message: its id, and the number of the attempt.
pub type Claim = (i64, i32);

/// Works until every message is sent. The first worker of a process that is to be killed holds its tenth batch for ever,
/// and writes the ids to the standard output.
///
/// # Errors
/// If the database fails otherwise than by a conflict of two transactions.
pub async fn work(engine: &Engine, hold: bool) -> tempest::Result<()> {
    let mut batches = 0;
    loop {
        let claims = match claim(engine).await {
            Err(error) if error.is_retryable() => continue,
            claims => claims?,
        };
        if claims.is_empty() {
            if !Message::select().where_(Message::sent.eq(false)).exists(engine).await? {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
            continue;
        }
        batches += 1;
        if hold && batches == 10 {
            let ids: Vec<String> = claims.iter().map(|(id, _)| id.to_string()).collect();
            println!("holding {}", ids.join(" "));
            std::future::pending::<()>().await;
        }
        loop {
            match finish(engine, &claims).await {
                Err(error) if error.is_retryable() => {}
                finished => break finished?,
            }
        }
    }
}

/// Claims a batch: in one statement where the database can, in two of one transaction elsewhere.
///
/// # Errors
/// If the database fails, or two transactions conflict.
pub async fn claim(engine: &Engine) -> tempest::Result<Vec<Claim>> {
    let due =
        Message::select().columns(Message::id).where_(Message::due_at.le(now())).order_by(Message::due_at).limit(BATCH);
    let claim = Message::update().set(Message::attempts, Message::attempts + 1).set(Message::due_at, lease());
    match engine.dialect().name() {
        "PostgreSQL" => {
            let claim = claim.where_(Message::id.in_(due.for_update().skip_locked())).returning();
            claim.columns((Message::id, Message::attempts)).all(engine).await
        }
        // A write transaction of SQLite has the database to itself.
        "SQLite" => {
            let claim = claim.where_(Message::id.in_(due)).returning();
            claim.columns((Message::id, Message::attempts)).all(engine).await
        }
        _ => {
            engine
                .transaction(async |tx| {
                    let due = due.columns((Message::id, Message::attempts)).for_update().skip_locked();
                    let found: Vec<Claim> = due.all(tx).await?;
                    let ids: Vec<i64> = found.iter().map(|(id, _)| *id).collect();
                    if !ids.is_empty() {
                        claim.where_(Message::id.in_(&ids)).execute(tx).await?;
                    }
                    Ok(found.into_iter().map(|(id, attempts)| (id, attempts + 1)).collect())
                })
                .await
        }
    }
}

fn lease() -> tempest::Expr<((), ()), OffsetDateTime> {
    now() + seconds(LEASE)
}

/// Notes the deliveries of a batch. A message whose lease was lost to another worker is left to that one.
///
/// # Errors
/// If the database fails, or two transactions conflict.
pub async fn finish(engine: &Engine, claims: &[Claim]) -> tempest::Result<()> {
    engine
        .transaction(async |tx| {
            for &(id, attempt) in claims {
                let mine = Message::id.eq(id).and(Message::attempts.eq(attempt)).and(Message::sent.eq(false));
                let sent = Message::update().set(Message::sent, true).set(Message::due_at, None).where_(mine);
                if sent.execute(tx).await? == 1 {
                    insert!(Delivery { message_id: id, attempt: attempt }).execute(tx).await?;
                }
            }
            Ok(())
        })
        .await
}

/// So many workers of one process, until every message is sent.
///
/// # Errors
/// If a worker fails.
pub async fn process(engine: &Engine, workers: usize, hold: bool) -> tempest::Result<()> {
    let mut tasks = tokio::task::JoinSet::new();
    for number in 0..workers {
        let engine = engine.clone();
        tasks.spawn(async move { work(&engine, hold && number == 0).await });
    }
    while let Some(worker) = tasks.join_next().await {
        worker.unwrap_or_else(|panic| std::panic::resume_unwind(panic.into_panic()))?;
    }
    Ok(())
}
