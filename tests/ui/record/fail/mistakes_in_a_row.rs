// A row has named columns, each once, and owns its values.
use tempest::prelude::*;

#[derive(Row)]
struct Line<'a> {
    name: &'a str,
}

#[derive(Row)]
struct Pair(i64, i64);

#[derive(Row)]
#[tempest(model = Order)]
struct Twice {
    id: i64,
    #[tempest(column = "id")]
    key: i64,
    #[tempest(nested)]
    place: Place,
}

#[derive(Row)]
struct Place {
    city: String,
}

fn main() {}
