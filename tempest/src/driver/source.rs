//! The driver's own error, without the values that it may tell.

use std::error::Error;
use std::fmt;

/// The driver's own error: the [`source`](std::error::Error::source) of an [`Error`](crate::error::Error).
///
/// Databases tell values in their messages (`Key (email)=(ada@example.org) already exists.`). Neither `Display` nor
/// `Debug` of this error shows such details, so that logs stay clean; [`driver_error`](Self::driver_error) gives the
/// driver's error with all that the database said.
pub struct DriverError {
    summary: String,
    error: Box<dyn Error + Send + Sync>,
}

impl DriverError {
    /// Keeps a driver's error behind a summary that tells no value.
    #[allow(dead_code, reason = "used by the drivers, each of which is a feature")]
    pub(crate) fn new(summary: impl Into<String>, error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self { summary: summary.into(), error: error.into() }
    }

    /// The driver's error. It may show values.
    #[must_use]
    pub fn driver_error(&self) -> &(dyn Error + Send + Sync + 'static) {
        &*self.error
    }
}

impl fmt::Display for DriverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.summary)
    }
}

impl fmt::Debug for DriverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("DriverError").field(&self.summary).finish()
    }
}

impl Error for DriverError {}
