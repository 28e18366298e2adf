// NULL is asked for by name, and set by `None`.
use tempest::prelude::*;

#[derive(Model)]
struct User {
    #[tempest(primary_key)]
    id: i64,
    nick: Option<String>,
}

fn main() {
    let nick: Option<String> = None;
    let _ = User::select().where_(User::nick.is_null().or(User::nick.is_not_null().and(User::nick.eq("x"))));
    let _ = User::select().where_(nick.as_ref().map(|nick| User::nick.eq(nick)));
    let _ = User::update().set(User::nick, None).set(User::nick, nick).where_(User::id.eq(1));
}
