// Locks on a transaction, and in a subquery of one statement.
use tempest::prelude::*;

#[derive(Model)]
struct User {
    #[tempest(primary_key)]
    id: i64,
    nick: Option<String>,
}

async fn run(engine: Engine, postgres: Engine<Postgres>) -> tempest::Result<()> {
    engine
        .transaction(async |tx| {
            User::select().for_update().skip_locked().of::<User>().all(tx).await?;
            User::select().for_share().no_wait().first(tx).await
        })
        .await?;
    let tx = postgres.begin().await?;
    User::select().for_no_key_update().of::<User>().all(&tx).await?;
    User::select().for_share().of::<User>().no_wait().all(&tx).await?;
    let first = User::select().columns(User::id).limit(1).for_update().skip_locked();
    User::delete().where_(User::id.in_(first)).execute(&engine).await?;
    Ok(())
}

fn main() {
    let _ = run;
}
