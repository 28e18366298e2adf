// No column holds a thread's name.
use tempest::prelude::*;

#[derive(DbType)]
struct Owner(std::thread::ThreadId);

fn main() {}
