// Where the database has RETURNING.
use tempest::prelude::*;

#[derive(Model)]
struct User {
    #[tempest(primary_key)]
    id: i64,
    nick: Option<String>,
}

async fn run(mariadb: Engine<MariaDb>, sqlite: Engine<Sqlite>, mysql: Engine<MySql>) -> tempest::Result<()> {
    let _: Vec<User> = User::delete().all_rows().returning().all(&mariadb).await?;
    let _: Vec<i64> = User::update().set(User::nick, "x").all_rows().returning().columns(User::id).all(&sqlite).await?;
    let _: User = insert!(User { id: 1 }).returning().one(&mysql).await?;
    let two = [insert!(User { id: 2 }), insert!(User { id: 3 })];
    let _: Vec<User> = User::insert_many(two).returning().all(&mariadb).await?;
    Ok(())
}

fn main() {
    let _ = run;
}
