//! A shop: customers, what they ordered, and the products of each order. Most joins and reports read it.

use tempest::prelude::*;

use crate::backend::Database;

#[derive(Model, Debug, Clone, PartialEq)]
#[tempest(table = "customers")]
pub(crate) struct Customer {
    #[tempest(primary_key)]
    pub(crate) id: i64,
    pub(crate) name: String,
    pub(crate) city: Option<String>,
}

/// An order. That of a customer who is gone has none.
#[derive(Model, Debug, Clone, PartialEq)]
#[tempest(table = "orders", alias = Earlier)]
pub(crate) struct Order {
    #[tempest(primary_key)]
    pub(crate) id: i64,
    #[tempest(references(Customer::id))]
    pub(crate) customer_id: Option<i64>,
    pub(crate) total: i64,
    pub(crate) note: Option<String>,
}

#[derive(Model, Debug, Clone, PartialEq)]
#[tempest(table = "items", primary_key(order_id, product))]
pub(crate) struct Item {
    #[tempest(references(Order::id))]
    pub(crate) order_id: i64,
    pub(crate) product: String,
    pub(crate) amount: i32,
}

pub(crate) fn customer(id: i64, name: &str, city: Option<&str>) -> Customer {
    Customer { id, name: name.to_owned(), city: city.map(str::to_owned) }
}

pub(crate) fn order(id: i64, customer_id: Option<i64>, total: i64, note: Option<&str>) -> Order {
    Order { id, customer_id, total, note: note.map(str::to_owned) }
}

/// Makes the tables: Ada has two orders, Bob has one, Cyd has none, and one order has no customer.
pub(crate) async fn shop(db: &Database) {
    db.engine.create_tables::<(Customer, Order, Item)>().await.unwrap();
    let customers = [customer(1, "Ada", Some("Rome")), customer(2, "Bob", None), customer(3, "Cyd", Some("Oslo"))];
    let orders = [
        order(10, Some(1), 250, Some("gift")),
        order(11, Some(1), 40, None),
        order(12, Some(2), 99, None),
        order(13, None, 5, None),
    ];
    let item = |order_id, product: &str, amount| Item { order_id, product: product.to_owned(), amount };
    let items = [item(10, "pen", 2), item(10, "ink", 1), item(11, "pen", 5), item(12, "cup", 3), item(13, "pen", 1)];
    Customer::insert_many(customers).execute(&db.engine).await.unwrap();
    Order::insert_many(orders).execute(&db.engine).await.unwrap();
    Item::insert_many(items).execute(&db.engine).await.unwrap();
}
