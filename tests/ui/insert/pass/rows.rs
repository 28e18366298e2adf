// Rows with all columns, with some, and values of every form.
use tempest::prelude::*;

mod orders {
    use tempest::prelude::*;

    #[derive(Model)]
    pub struct Order {
        #[tempest(primary_key, auto)]
        pub id: i64,
        pub user_id: i64,
        pub note: Option<String>,
    }
}

fn main() {
    let user_id = 7;
    let _ = insert!(orders::Order { user_id });
    let _ = insert!(orders::Order { id: 1, user_id: user_id + 1, note: None, });
    let _ = insert!(orders::Order { user_id: if user_id > 1 { 2 } else { 3 }, note: format!("{user_id}") });
    let _ = insert!(orders::Order { user_id: sql!("1 + 1"), note: Some("x".to_owned()) });
}
