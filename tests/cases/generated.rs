//! Columns that the database computes.

use std::sync::Arc;

use tempest::prelude::*;

use crate::backend::Database;

#[derive(Model, Debug, Clone, PartialEq)]
#[tempest(table = "lines", unique(columns(sku)))]
struct Line {
    #[tempest(primary_key)]
    id: i32,
    #[tempest(varchar = 20)]
    sku: String,
    price: i64,
    quantity: i64,
    #[tempest(generated = price * quantity, index)]
    total: i64,
    note: Option<String>,
    #[tempest(generated = sql!("lower(note)"))]
    folded: Option<String>,
}

fn line(id: i32, price: i64) -> Line {
    // What a whole model says of its generated columns is not stored.
    Line { id, sku: format!("a{id}"), price, quantity: 3, total: 0, note: Some("ABC".into()), folded: None }
}

pub(crate) async fn the_database_computes_the_column(db: Arc<Database>) {
    db.engine.create_tables::<Line>().await.unwrap();
    let row = Line::insert(line(1, 5)).returning().one(&db.engine).await.unwrap();
    assert_eq!((row.total, row.folded.as_deref()), (15, Some("abc")));
    let row = insert!(Line { id: 2, sku: "b", price: 7, quantity: 1 }).returning().one(&db.engine).await.unwrap();
    assert_eq!((row.total, row.folded), (7, None));
    let update = Line::update().set(Line::quantity, Line::total + 1).where_(Line::total.gt(10));
    assert_eq!(update.execute(&db.engine).await.unwrap(), 1);
    let totals = Line::select().columns(Line::total).order_by(Line::total.desc()).all(&db.engine).await.unwrap();
    assert_eq!(totals, [80, 7]);
    let filter = LineWhere { total: ge(80), folded: is_not_null(), ..Default::default() };
    assert_eq!(Line::select().where_(filter).count(&db.engine).await.unwrap(), 1);
}

pub(crate) async fn an_upsert_and_many_rows_leave_it_out(db: Arc<Database>) {
    db.engine.create_tables::<Line>().await.unwrap();
    let rows = (1..=600).map(|id| line(id, i64::from(id)));
    assert_eq!(Line::insert_many(rows).execute(&db.engine).await.unwrap(), 600);
    let wrong = Line::select().where_(Line::total.ne(Line::price * 3)).count(&db.engine).await.unwrap();
    assert_eq!(wrong, 0);
    let upsert = Line::insert(line(1, 5)).on_conflict_do_update(Line::id, |row| row.set(Line::price, Line::price + 1));
    let result = upsert.execute(&db.engine).await;
    if db.can(db.backend.conflict_target, result, "ON CONFLICT").is_none() {
        return;
    }
    let total = Line::select().columns(Line::total).where_(Line::id.eq(1)).one(&db.engine).await.unwrap();
    assert_eq!(total, 6);
}
