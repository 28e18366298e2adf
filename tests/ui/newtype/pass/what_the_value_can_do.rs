// Compared, ordered, matched, numbered, referred to.
use tempest::prelude::*;

#[derive(DbType, Clone)]
struct UserId(i64);

#[derive(DbType)]
struct Name {
    text: String,
}

#[derive(Model)]
struct User {
    #[tempest(primary_key, auto)]
    id: UserId,
    #[tempest(varchar = 40)]
    name: Name,
    #[tempest(references = User::id)]
    invited_by: Option<UserId>,
}

fn main() {
    let id = UserId(1);
    let _ = User::select().where_(User::id.eq(&id)).where_(User::id.lt(UserId(5)));
    let _ = User::select().where_(User::name.starts_with("A")).where_(User::invited_by.eq(User::id));
    let _ = insert!(User { name: Name { text: "Ada".to_owned() }, invited_by: id });
}
