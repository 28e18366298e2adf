// There is no lock that could be waited for.
use tempest::prelude::*;

#[derive(Model)]
struct User {
    #[tempest(primary_key)]
    id: i64,
    nick: Option<String>,
}

fn main() {
    let _ = User::select().no_wait();
}
