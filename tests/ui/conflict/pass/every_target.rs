// A primary key, a unique index, any of them, and targets picked at run time.
use tempest::prelude::*;

#[derive(Model)]
#[tempest(unique(columns(name, tenant)))]
struct User {
    #[tempest(primary_key)]
    id: i64,
    name: String,
    tenant: i64,
}

async fn run(mysql: Engine<MySql>, sqlite: Engine<Sqlite>, postgres: Engine<Postgres>) -> tempest::Result<()> {
    let row = || insert!(User { id: 1, name: "Ada", tenant: 1 });
    row().on_conflict_do_nothing(AnyUnique).execute(&mysql).await?;
    row().on_conflict_do_update(AnyUnique, |row| row.set(User::id, 2)).execute(&mysql).await?;
    row().on_conflict_do_nothing(AnyUnique).execute(&postgres).await?;
    row()
        .on_conflict_do_update(Constraint("user_name_tenant_key"), |row| row.set(User::id, 2))
        .execute(&postgres)
        .await?;
    row().on_conflict_do_nothing(User::id).execute(&sqlite).await?;
    row().on_conflict_do_nothing(Constraint("user_name_tenant_key")).execute(&postgres).await?;
    row().on_conflict_do_nothing([UserColumn::Name, UserColumn::Tenant]).execute(&sqlite).await?;
    row()
        .on_conflict_do_update((User::name, User::tenant), |row| {
            row.set(User::id, excluded(User::id)).where_(User::id.lt(5))
        })
        .execute(&sqlite)
        .await?;
    Ok(())
}

fn main() {
    let _ = run;
}
