// Some rows, or all rows and meant so.
use tempest::prelude::*;

#[derive(Model)]
struct User {
    #[tempest(primary_key)]
    id: i64,
    nick: Option<String>,
}

async fn run(engine: Engine) -> tempest::Result<()> {
    User::update().set(User::nick, "x").where_(User::id.eq(1)).execute(&engine).await?;
    User::update().set(User::nick, "x").all_rows().returning().all(&engine).await?;
    User::delete().all_rows().execute(&engine).await?;
    Ok(())
}

fn main() {
    let _ = run;
}
