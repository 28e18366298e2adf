// Structs that rows become, with renamed, nested and optional parts.
use tempest::prelude::*;

#[derive(Row)]
struct Line {
    id: i64,
    #[tempest(column = "n")]
    count: i64,
    r#type: Option<String>,
    #[tempest(flatten)]
    place: Place,
    #[tempest(flatten)]
    buyer: Option<Buyer>,
}

#[derive(Row)]
struct Place {
    city: String,
}

#[derive(Row)]
struct Buyer {
    #[tempest(column = "buyer_name")]
    name: String,
    #[tempest(flatten)]
    home: Place2,
}

#[derive(Row)]
struct Place2 {
    street: Option<String>,
}

async fn run(engine: &Engine) -> tempest::Result<Vec<Line>> {
    let lines = sql!("SELECT 1 AS id, 2 AS n, NULL AS type, 'x' AS city, NULL AS buyer_name, NULL AS street").rows::<Line>();
    engine.verify(&lines).await?;
    lines.all(engine).await
}

fn main() {
    let _ = |line: Line| (line.id, line.count, line.r#type, line.place.city, line.buyer.map(|buyer| (buyer.name, buyer.home.street)));
    let _ = |engine: Engine| async move { run(&engine).await };
}
