// Nothing runs the statement.
use tempest::prelude::*;

#[deny(unused_must_use)]
fn main() {
    sql!("DELETE FROM point");
    sql!("SELECT x FROM point").values::<i64>();
}
