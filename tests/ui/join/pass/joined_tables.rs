// Every kind of join, and what its rows are.
use tempest::prelude::*;

#[derive(Model)]
#[tempest(alias = Friend)]
pub struct User {
    #[tempest(primary_key)]
    pub id: i64,
    pub nick: Option<String>,
    pub friend_id: Option<i64>,
}

#[derive(Model)]
pub struct Order {
    #[tempest(primary_key)]
    pub id: i64,
    pub user_id: i64,
}

#[derive(Model)]
pub struct Item {
    #[tempest(primary_key)]
    pub id: i64,
    pub order_id: i64,
    pub price: Option<i64>,
}

fn rows(engine: &BlockingEngine) -> tempest::Result<()> {
    let orders = || User::select().join::<Order>().on(Order::user_id.eq(User::id));
    let _: Vec<(User, Order)> = orders().all(engine)?;
    let items = || orders().left_join::<Item>().on(Item::order_id.eq(Order::id).and(Item::id.gt(User::id)));
    let _: Vec<(User, Order, Option<Item>)> = items().all(engine)?;
    let _: Vec<(Option<User>, Order)> = User::select().right_join::<Order>().on(Order::user_id.eq(User::id)).all(engine)?;
    let full = User::select().full_join::<Order>().on(Order::user_id.eq(User::id));
    let _: Vec<(Option<User>, Option<Order>)> = full.all(engine)?;
    let _: Vec<(User, Item)> = User::select().cross_join::<Item>().all(engine)?;
    // On the nullable side a column is an `Option`, once.
    let _: Vec<(i64, Option<i64>, Option<i64>)> = items().columns((User::id, Item::id, Item::price)).all(engine)?;
    let _: Vec<Option<i64>> = items().columns(Item::id + User::id).all(engine)?;
    let _: Vec<(i64, Option<Item>)> = items().columns((Order::id, whole::<Item>())).all(engine)?;
    // A table with itself.
    let friends = User::select().left_join::<Friend>().on(User::friend_id.eq(Friend::id));
    let _: Vec<(User, Option<User>)> = friends.all(engine)?;
    // Four tables, put together in steps.
    let mut query = items().left_join::<Friend>().on(Friend::id.eq(User::friend_id)).order_by((User::id, Item::price.desc()));
    if query.clone().count(engine)? > 3 {
        query = query.where_(Item::price.gt(3)).limit(3);
    }
    let _: Vec<(User, Order, Option<Item>, Option<User>)> = query.all(engine)?;
    Ok(())
}

fn main() -> tempest::Result<()> {
    let engine = BlockingEngine::open_in_memory()?;
    engine.create_tables::<(User, Order, Item)>()?;
    rows(&engine)
}
