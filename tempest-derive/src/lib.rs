//! tempest-derive.
