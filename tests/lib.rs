//! What the tests of all databases share.

pub mod counter;
pub mod drain;
