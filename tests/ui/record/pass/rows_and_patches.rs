// Rows and patches with renamed, flattened, skipped and borrowed fields.
use tempest::prelude::*;

mod orders {
    use tempest::prelude::*;

    #[derive(Model)]
    pub struct Order {
        #[tempest(primary_key, auto)]
        pub id: i64,
        pub user_id: i64,
        pub street: String,
        pub city: String,
        pub note: Option<String>,
        #[tempest(default = 0)]
        pub r#type: i32,
    }
}

#[derive(Insert)]
#[tempest(model = orders::Order)]
struct NewOrder<'a> {
    user_id: i64,
    #[tempest(flatten)]
    address: Address<'a>,
    #[tempest(column = note)]
    remark: Option<&'a str>,
    r#type: i32,
    #[tempest(skip)]
    _trace: std::sync::Mutex<()>,
}

#[derive(Insert)]
#[tempest(model = orders::Order, part)]
struct Address<'a> {
    street: &'a str,
    city: String,
}

#[derive(Patch, Default)]
#[tempest(model = orders::Order)]
struct Changes {
    user_id: Option<i64>,
    note: Option<Option<&'static str>>,
    #[tempest(flatten)]
    address: AddressChanges,
    #[tempest(flatten)]
    kind: Option<KindChange>,
}

#[derive(Patch, Default)]
#[tempest(model = orders::Order)]
struct AddressChanges {
    street: Option<String>,
    city: std::option::Option<&'static str>,
}

#[derive(Patch)]
#[tempest(model = orders::Order)]
struct KindChange {
    #[tempest(column = type)]
    kind: i32,
}

fn main() {
    let address = || Address { street: "Main St", city: "Paris".to_owned() };
    let order = |user_id| NewOrder { user_id, address: address(), remark: None, r#type: 1, _trace: std::sync::Mutex::default() };
    let _ = orders::Order::insert(order(1));
    let _ = orders::Order::insert_many([order(1), order(2)]);
    let changes = Changes { kind: Some(KindChange { kind: 3 }), ..Changes::default() };
    let _ = orders::Order::update().patch(changes).patch(AddressChanges::default()).all_rows();
}
