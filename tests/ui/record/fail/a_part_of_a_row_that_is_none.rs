// `Place` does not derive `Row`, and no column is a `char`.
use tempest::prelude::*;

struct Place {
    city: String,
}

#[derive(Row)]
struct Line {
    initial: char,
    #[tempest(flatten)]
    place: Option<Place>,
}

fn main() {
    let _ = Place { city: String::new() }.city;
    let _ = |line: Line| (line.initial, line.place);
}
