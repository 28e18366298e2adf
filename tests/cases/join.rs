//! Joins.

use std::sync::Arc;

use tempest::prelude::*;

use super::shop::{Customer, Earlier, Item, Order, customer, order, shop};
use crate::backend::Database;

fn ada() -> Customer {
    customer(1, "Ada", Some("Rome"))
}

fn gift() -> Order {
    order(10, Some(1), 250, Some("gift"))
}

pub(crate) async fn pairs_of_whole_rows(db: Arc<Database>) {
    shop(&db).await;
    let orders = Customer::select().join::<Order>().on(Order::customer_id.eq(Customer::id)).order_by(Order::id);
    let rows: Vec<(Customer, Order)> = orders.clone().all(&db.engine).await.unwrap();
    assert_eq!(rows.len(), 3);
    assert_eq!(rows[0], (ada(), gift()));
    assert_eq!((rows[2].0.name.as_str(), rows[2].1.id), ("Bob", 12));
    let large = orders.clone().where_(Order::total.gt(50).and(Customer::city.is_not_null()));
    assert_eq!(large.one(&db.engine).await.unwrap(), (ada(), gift()));
    assert_eq!(orders.clone().count(&db.engine).await.unwrap(), 3);
    assert!(orders.clone().exists(&db.engine).await.unwrap());
    let second = orders.limit(1).offset(1).first(&db.engine).await.unwrap().unwrap();
    assert_eq!(second, (ada(), order(11, Some(1), 40, None)));
}

pub(crate) async fn rows_without_a_partner_stay_on_the_left(db: Arc<Database>) {
    shop(&db).await;
    let orders = || Customer::select().left_join::<Order>().on(Order::customer_id.eq(Customer::id));
    let rows: Vec<(Customer, Option<Order>)> =
        orders().order_by((Customer::id, Order::id)).all(&db.engine).await.unwrap();
    assert_eq!(rows.len(), 4);
    assert_eq!(rows[0], (ada(), Some(gift())));
    assert_eq!(rows[3], (customer(3, "Cyd", Some("Oslo")), None));
    // What is selected from the right side may be missing, and is an `Option` once.
    let parts: Vec<(String, Option<i64>, Option<String>, Option<i64>)> = orders()
        .columns((Customer::name, Order::total, Order::note, Order::total + 1))
        .order_by((Customer::id, Order::id))
        .all(&db.engine)
        .await
        .unwrap();
    assert_eq!(parts[0], ("Ada".into(), Some(250), Some("gift".into()), Some(251)));
    assert_eq!(parts[1], ("Ada".into(), Some(40), None, Some(41)));
    assert_eq!(parts[3], ("Cyd".into(), None, None, None));
    let without: Vec<String> =
        orders().where_(Order::id.is_null()).columns(Customer::name).all(&db.engine).await.unwrap();
    assert_eq!(without, ["Cyd"]);
    // A condition of the join is not a condition of the rows.
    let large = Customer::select()
        .left_join::<Order>()
        .on(Order::customer_id.eq(Customer::id).and(Order::total.gt(50)))
        .columns((Customer::name, Order::id))
        .order_by(Customer::id);
    let large: Vec<(String, Option<i64>)> = large.all(&db.engine).await.unwrap();
    assert_eq!(large, [("Ada".into(), Some(10)), ("Bob".into(), Some(12)), ("Cyd".into(), None)]);
}

pub(crate) async fn rows_without_a_partner_stay_on_the_right(db: Arc<Database>) {
    shop(&db).await;
    let rows: Vec<(Option<Customer>, Order)> = Customer::select()
        .right_join::<Order>()
        .on(Order::customer_id.eq(Customer::id))
        .order_by(Order::id)
        .all(&db.engine)
        .await
        .unwrap();
    assert_eq!(rows.len(), 4);
    assert_eq!(rows[0], (Some(ada()), gift()));
    assert_eq!(rows[3], (None, order(13, None, 5, None)));
}

pub(crate) async fn rows_without_a_partner_stay_on_both_sides(db: Arc<Database>) {
    shop(&db).await;
    let rows = Customer::select()
        .full_join::<Order>()
        .on(Order::customer_id.eq(Customer::id))
        .columns((Customer::name, Order::id))
        .all(&db.engine)
        .await;
    let Some(mut rows) = db.can(db.backend.full_join, rows, "FULL OUTER JOIN") else { return };
    rows.sort();
    let name = |name: &str| Some(name.to_owned());
    let expected = [
        (None, Some(13)),
        (name("Ada"), Some(10)),
        (name("Ada"), Some(11)),
        (name("Bob"), Some(12)),
        (name("Cyd"), None),
    ];
    assert_eq!(rows, expected);
}

pub(crate) async fn every_row_beside_every_other(db: Arc<Database>) {
    shop(&db).await;
    let pairs = Customer::select().cross_join::<Item>();
    assert_eq!(pairs.clone().count(&db.engine).await.unwrap(), 15);
    let names: Vec<(String, String)> = pairs
        .columns((Customer::name, Item::product))
        .where_(Item::amount.eq(5))
        .order_by(Customer::name.desc())
        .all(&db.engine)
        .await
        .unwrap();
    let pen = |name: &str| (name.to_owned(), "pen".to_owned());
    assert_eq!(names, [pen("Cyd"), pen("Bob"), pen("Ada")]);
}

pub(crate) async fn three_tables(db: Arc<Database>) {
    shop(&db).await;
    let rows: Vec<(Order, Option<Customer>, Item)> = Order::select()
        .left_join::<Customer>()
        .on(Order::customer_id.eq(Customer::id))
        .join::<Item>()
        .on(Item::order_id.eq(Order::id))
        .order_by((Order::id.desc(), Item::product))
        .all(&db.engine)
        .await
        .unwrap();
    let seen: Vec<_> = rows
        .iter()
        .map(|(order, customer, item)| (order.id, customer.as_ref().map(|it| it.name.as_str()), item.product.as_str()))
        .collect();
    let expected = [
        (13, None, "pen"),
        (12, Some("Bob"), "cup"),
        (11, Some("Ada"), "pen"),
        (10, Some("Ada"), "ink"),
        (10, Some("Ada"), "pen"),
    ];
    assert_eq!(seen, expected);
    // The whole row of one table beside a column of another.
    let parts: Vec<(String, Option<Customer>)> = Order::select()
        .left_join::<Customer>()
        .on(Order::customer_id.eq(Customer::id))
        .join::<Item>()
        .on(Item::order_id.eq(Order::id))
        .columns((Item::product, whole::<Customer>()))
        .where_(Item::amount.eq(2).or(Order::customer_id.is_null()))
        .order_by(Order::id)
        .all(&db.engine)
        .await
        .unwrap();
    assert_eq!(parts, [("pen".to_owned(), Some(ada())), ("pen".to_owned(), None)]);
}

pub(crate) async fn a_table_with_itself(db: Arc<Database>) {
    shop(&db).await;
    let later: Vec<(i64, Order)> = Order::select()
        .join::<Earlier>()
        .on(Earlier::customer_id.eq(Order::customer_id).and(Earlier::id.lt(Order::id)))
        .columns((Order::id, whole::<Earlier>()))
        .all(&db.engine)
        .await
        .unwrap();
    assert_eq!(later, [(11, gift())]);
    let pairs: Vec<(Order, Option<Order>)> = Order::select()
        .left_join::<Earlier>()
        .on(Earlier::total.gt(Order::total))
        .where_(Order::id.eq(10))
        .all(&db.engine)
        .await
        .unwrap();
    assert_eq!(pairs, [(gift(), None)]);
    let alone: Vec<i64> = Earlier::select()
        .columns(Earlier::id)
        .where_(Earlier::total.lt(50))
        .order_by(Earlier::id)
        .all(&db.engine)
        .await
        .unwrap();
    assert_eq!(alone, [11, 13]);
}

pub(crate) async fn a_subquery_reads_the_row_around_it(db: Arc<Database>) {
    shop(&db).await;
    let orders = || Order::select().where_(Order::customer_id.eq(outer(Customer::id)));
    let names = || Customer::select().columns(Customer::name).order_by(Customer::id);
    let without = names().where_(not(exists(orders()))).all(&db.engine).await.unwrap();
    assert_eq!(without, ["Cyd"]);
    let large = names().where_(exists(orders().where_(Order::total.gt(90)))).all(&db.engine).await.unwrap();
    assert_eq!(large, ["Ada", "Bob"]);
    // The same table, under two names.
    let earlier = Earlier::select().where_(Earlier::customer_id.eq(outer(Order::customer_id)));
    let repeated = Order::select()
        .columns(Order::id)
        .where_(exists(earlier.where_(Earlier::id.lt(outer(Order::id)))))
        .all(&db.engine)
        .await
        .unwrap();
    assert_eq!(repeated, [11]);
    // A change, and the rows of another table.
    let changed = Customer::update()
        .set(Customer::city, "here")
        .where_(exists(orders().where_(Order::total.eq(99))))
        .execute(&db.engine)
        .await
        .unwrap();
    assert_eq!(changed, 1);
    assert_eq!(names().where_(Customer::city.eq("here")).all(&db.engine).await.unwrap(), ["Bob"]);
    let hidden = Order::select().where_(exists(Order::select().where_(Order::id.eq(outer(Order::id)))));
    let error = hidden.all(&db.engine).await.unwrap_err();
    assert!(error.to_string().contains("give one of them another name"), "{error}");
    let error = orders().all(&db.engine).await.unwrap_err();
    assert!(error.to_string().contains("no statement around the subquery reads this table"), "{error}");
}

pub(crate) async fn rows_of_one_table_are_locked(db: Arc<Database>) {
    shop(&db).await;
    let tx = db.engine.begin().await.unwrap();
    let joined = || {
        Order::select()
            .left_join::<Customer>()
            .on(Order::customer_id.eq(Customer::id))
            .columns(Order::id)
            .where_(Order::id.eq(10))
    };
    let locked = joined().for_update().of::<Order>().all(&tx).await;
    let Some(ids) = db.can(db.backend.lock_of, locked, if db.backend.row_locks { "OF" } else { "FOR UPDATE" }) else {
        return;
    };
    assert_eq!(ids, [10]);
    let other = db.engine.begin().await.unwrap();
    let free = Order::select().columns(Order::id).order_by(Order::id).for_update().skip_locked();
    assert_eq!(free.all(&other).await.unwrap(), [11, 12, 13]);
    // The customers are free.
    let customers = Customer::select().columns(Customer::id).for_update().no_wait();
    assert_eq!(customers.all(&other).await.unwrap().len(), 3);
    other.rollback().await.unwrap();
    if db.dialect().lock_of_nullable_side().is_err() {
        db.refuses(joined().for_update().all(&tx).await, "nullable side");
    }
    let error = Order::select().join::<Item>().on(Item::order_id.eq(Order::id)).for_update().of::<Customer>();
    let error = error.all(&tx).await.unwrap_err();
    assert!(error.to_string().contains("`customers` is not in FROM"), "{error}");
}

pub(crate) async fn a_stream_of_pairs(db: Arc<Database>) {
    shop(&db).await;
    let mut rows = Customer::select()
        .left_join::<Order>()
        .on(Order::customer_id.eq(Customer::id))
        .order_by((Customer::id, Order::id))
        .stream(&db.engine);
    let (mut customers, mut orders) = (0, 0);
    while let Some(row) = rows.next().await {
        let (_customer, order) = row.unwrap();
        customers += 1;
        orders += i32::from(order.is_some());
    }
    assert_eq!((customers, orders), (4, 3));
}
