// A naming, an option and a value are wrong; each is reported, and the uses below are not.
use tempest::prelude::*;

#[derive(Model)]
#[tempest(naming = "lower")]
struct User {
    #[tempest(primary_key, autoincrement)]
    id: i64,
    #[tempest(varchar = 0)]
    name: String,
}

fn main() {
    let _ = User::select().where_(User::name.eq("Ada"));
    let _ = insert!(User { name: "Ada" }).on_conflict_do_nothing(User::name);
}
