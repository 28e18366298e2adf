//! Programs that use Tempest. Each runs without arguments and without a server:
//!
//! - `cargo run --example quickstart`: a model, its table, and the four statements, on one screen.
//! - `cargo run --release --example outbox_worker`: a queue in a table, which several workers drain and nothing is lost
//!   from. It runs on every database, and checks itself.
