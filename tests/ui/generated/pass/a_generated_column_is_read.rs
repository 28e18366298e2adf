use tempest::prelude::*;

#[derive(Model)]
struct Line {
    #[tempest(primary_key)]
    id: i64,
    price: i64,
    #[tempest(generated = price * 2)]
    double: i64,
}

fn main() {
    let _ = Line::update().set(Line::price, Line::double).where_(Line::double.gt(4));
    let _ = insert!(Line { id: 1, price: 2 }).returning().columns(Line::double);
}
