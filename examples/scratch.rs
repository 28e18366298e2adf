//! scratch
#![allow(missing_docs, dead_code, clippy::all)]
use tempest::prelude::*;
use time::OffsetDateTime;
use uuid::Uuid;

#[derive(Model, Debug, Clone)]
#[tempest(table = "outbound_messages", naming = "snake_case")]
#[tempest(unique(name = "outbound_idempotency", columns(consumer, idempotency_key),
                 where = idempotency_key.is_not_null()))]
#[tempest(index(columns(status, next_attempt_at)))]
struct Outbound {
    #[tempest(primary_key)]
    id: Uuid,
    consumer: String,
    idempotency_key: Option<String>,
    status: Status,
    #[tempest(default = 0)]
    attempts: i32,
    next_attempt_at: OffsetDateTime,
    updated_at: Option<OffsetDateTime>,
}

#[derive(DbEnum, Debug, Clone, Copy, PartialEq, Eq)]
#[tempest(naming = "snake_case")]
enum Status { Queued, Sending, Sent, Failed }

async fn run(engine: Engine) -> tempest::Result<()> {
    let size = 3u64;
    let ids: Vec<Uuid> = engine.transaction(async |tx| {
        let ids = Outbound::select()
            .columns(Outbound::id)
            .where_(Outbound::status.eq(Status::Queued))
            .order_by(Outbound::next_attempt_at)
            .limit(size)
            .for_update().skip_locked()
            .all(tx).await?;
        if ids.is_empty() { return Ok(ids) }
        Outbound::update()
            .set(Outbound::status, Status::Sending)
            .set(Outbound::attempts, Outbound::attempts + 1)
            .set(Outbound::updated_at, now())
            .where_(Outbound::id.in_(&ids))
            .execute(tx).await?;
        Ok(ids)
    }).await?;
    println!("{ids:?}");
    let key = Some("k1".to_owned());
    let new = insert!(Outbound {
        id: Uuid::from_u128(rand()), consumer: "billing", idempotency_key: key,
        status: Status::Queued, next_attempt_at: now(),
    });
    println!("{}", new.clone().on_conflict_do_nothing((Outbound::consumer, Outbound::idempotency_key)).returning().to_sql(engine.dialect())?);
    let inserted: Option<Outbound> = new
        .on_conflict_do_nothing((Outbound::consumer, Outbound::idempotency_key))
        .returning()
        .first(&engine).await?;
    println!("{inserted:?}");
    let message = Outbound { id: Uuid::from_u128(rand()), consumer: "a".into(), idempotency_key: None, status: Status::Queued, attempts: 0, next_attempt_at: OffsetDateTime::now_utc(), updated_at: None };
    Outbound::insert(message)
        .on_conflict_do_update((Outbound::consumer, Outbound::idempotency_key), |row| row
            .set(Outbound::status, Status::Queued)
            .set(Outbound::next_attempt_at, excluded(Outbound::next_attempt_at))
            .where_(Outbound::attempts.lt(5)))
        .execute(&engine).await?;
    let claim = Outbound::update()
        .set(Outbound::status, Status::Sending)
        .set(Outbound::attempts, Outbound::attempts + 1)
        .where_(Outbound::id.in_(
            Outbound::select().columns(Outbound::id)
                .where_(Outbound::status.eq(Status::Queued))
                .order_by(Outbound::next_attempt_at).limit(10)
                .for_update().skip_locked()))
        .returning();
    println!("{}", claim.to_sql(engine.dialect())?);
    let claimed: Vec<Outbound> = claim.all(&engine).await?;
    println!("{claimed:?}");
    let (backoff, step) = (30, 1);
    Outbound::update()
        .set(Outbound::next_attempt_at, now() + seconds(backoff))
        .set(Outbound::attempts, sql!("attempts + {step}"))
        .where_(Outbound::id.eq(claimed[0].id))
        .execute(&engine).await?;
    let q = Outbound::select().where_(OutboundWhere {
        status: Status::Sending.into(), attempts: lt(5), ..Default::default()
    });
    println!("{} {}", q.to_sql(engine.dialect())?, q.clone().count(&engine).await?);
    println!("{:?}", q.order_by(OutboundColumn::Attempts).all(&engine).await?);
    let e2 = engine.clone();
    let name = String::from("x");
    tokio::spawn(async move { let local = &name; e2.transaction(async |tx| { println!("{local}"); Outbound::select().count(tx).await }).await }).await.unwrap()?;
    Ok(())
}
fn rand() -> u128 { std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_nanos() }

#[tokio::main]
async fn main() -> tempest::Result<()> {
    let engine: Engine = Engine::connect(&std::env::args().nth(1).unwrap()).await?;
    engine.drop_tables::<(Outbound,)>().await?;
    engine.create_tables::<(Outbound,)>().await?;
    if let Err(e) = run(engine).await { println!("ERR {e}"); }
    Ok(())
}
