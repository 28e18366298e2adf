// The unique index has them in the other order.
use tempest::prelude::*;

#[derive(Model)]
#[tempest(unique(columns(name, tenant)))]
struct User {
    #[tempest(primary_key)]
    id: i64,
    name: String,
    tenant: i64,
}

fn main() {
    let _ = insert!(User { id: 1, name: "Ada", tenant: 1 }).on_conflict_do_nothing((User::tenant, User::name));
}
