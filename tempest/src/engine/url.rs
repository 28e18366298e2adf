//! Connection URLs.

use super::options::Options;
use crate::error::{Error, Result};

/// Reads a URL.
pub(super) fn parse(_url: &str) -> Result<Options> {
    Err(Error::Config { part: "scheme", reason: String::new() })
}
