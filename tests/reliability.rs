//! What Tempest keeps when things go wrong: futures that are dropped, bad input, locks, servers and networks that fail. Each
//! case is written once, in `faults/`, and listed for every database. `docs/reliability.md` has the promises.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[allow(dead_code, reason = "databases.rs asks for more of it")]
mod backend;
#[macro_use]
mod faults;

mod mariadb;
mod mysql;
mod postgres;
mod postgres_18;
mod sqlite;
