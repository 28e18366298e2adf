// Values, columns and expressions of the column's own type.
use tempest::prelude::*;

#[derive(Model)]
struct User {
    #[tempest(primary_key)]
    id: i64,
    name: String,
    nick: Option<String>,
    active: bool,
}

fn main() {
    let name = String::from("Ada");
    let _ = User::select()
        .where_(User::name.eq(&name).or(User::nick.ne("Ada")).or(User::nick.eq(User::name)))
        .where_(User::id.lt(5).and(User::id.in_([1, 2])).and((User::id + 1).between(2, 3)))
        .where_(User::name.like("A%").or(User::nick.starts_with("A")))
        .where_(User::active);
}
