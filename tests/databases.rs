//! What Tempest does on real databases. Each case is written once, in `cases/`, and listed for every database.
//!
//! `./tests/run` finds or starts the servers. One of them by hand:
//! `TEMPEST_TEST_POSTGRES=postgres://postgres@localhost/postgres cargo test -p tempest-tests --test databases postgres::`

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod backend;
#[macro_use]
mod cases;

mod mariadb;
mod mysql;
mod postgres;
mod postgres_18;
mod sqlite;
