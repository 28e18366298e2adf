//! What the tests of all databases share.
