// SQL is written in the program; a variable could hold anything.
use tempest::prelude::*;

fn main() {
    let text = String::from("1 = 1");
    let _ = sql!(text);
}
