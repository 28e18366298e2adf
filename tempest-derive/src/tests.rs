//! Expansions.
