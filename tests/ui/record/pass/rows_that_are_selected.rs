// Structs that a query selects, from joined tables and with nested parts.
use tempest::prelude::*;

mod models {
    use tempest::prelude::*;

    #[derive(Model)]
    pub struct Order {
        #[tempest(primary_key)]
        pub id: i64,
        pub customer_id: Option<i64>,
        pub amount: i64,
    }

    #[derive(Model)]
    pub struct Customer {
        #[tempest(primary_key)]
        pub id: i64,
        pub name: String,
        pub note: Option<String>,
    }
}

mod rows {
    use super::models::{Customer, Order};
    use tempest::prelude::*;

    #[derive(Row)]
    #[tempest(from(Order, Option<Customer>))]
    pub struct Line {
        pub id: i64,
        #[tempest(column = Order::amount + 1)]
        pub more: i64,
        #[tempest(column = Customer::note)]
        pub note: Option<String>,
        #[tempest(flatten)]
        pub buyer: Option<Buyer>,
    }

    #[derive(Row)]
    #[tempest(from = Customer)]
    pub struct Buyer {
        pub id: i64,
        pub name: Option<String>,
    }
}

use models::{Customer, Order};
use rows::{Buyer, Line};

async fn run(engine: &Engine) -> tempest::Result<()> {
    let lines = Order::select().left_join::<Customer>().on(Order::customer_id.eq(Customer::id)).columns(Line);
    let _: Vec<Line> = lines.clone().all(engine).await?;
    let lines = Customer::select().join::<Order>().on(Order::customer_id.eq(Customer::id)).columns((Line, Buyer));
    let _: Option<(Line, Buyer)> = lines.first(engine).await?;
    let _: Buyer = sql!("SELECT id, name FROM customer").rows().one(engine).await?;
    Ok(())
}

fn main() {
    let _ = |line: Line| (line.id, line.more, line.note, line.buyer.map(|buyer| (buyer.id, buyer.name)));
    let _ = |engine: Engine| async move { run(&engine).await };
}
