//! Tempest.
