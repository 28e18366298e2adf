// The enum does not derive `DbEnum`.
use tempest::prelude::*;

enum Status {
    Queued,
}

#[derive(Model)]
struct Job {
    #[tempest(primary_key)]
    id: i64,
    status: Status,
}

fn main() {
    let _ = Status::Queued;
}
