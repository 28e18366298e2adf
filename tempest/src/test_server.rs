//! Where unit tests find their servers.

/// The URL in the variable. A server that is missing makes the test fail, unless `TEMPEST_TEST_NOT_RUN` says that the
/// caller knows and has told so: `tests/run` does.
#[allow(clippy::panic, reason = "a missing server must not look like a passed test")]
pub(crate) fn url(variable: &str) -> Option<String> {
    if let Ok(url) = std::env::var(variable) {
        return Some(url);
    }
    let known = std::env::var("TEMPEST_TEST_NOT_RUN").unwrap_or_default();
    assert!(
        known.split_whitespace().any(|name| name == variable),
        "{variable} is not set: run ./tests/run, which finds or starts the servers"
    );
    None
}
