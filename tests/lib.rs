//! What the tests of all databases share.

pub mod drain;
