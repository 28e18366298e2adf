//! How long a statement may run on the thread of its caller, which has other things to do.
//!
//! To hand a statement to the connection's thread and to get its rows back takes longer than SQLite takes to find a row
//! by its key. So a statement that was short when it last ran runs where it is asked for. Meanwhile SQLite asks, after
//! each few of its steps, whether to go on. If the answer is no, the statement fails and has changed nothing: it runs
//! again, on the connection's thread.

use std::cell::Cell;
use std::time::{Duration, Instant};

use rusqlite::Connection;

/// The most steps of SQLite's virtual machine for one statement. A row of seven columns by its key takes 20 steps, and
/// 4,000 steps take about 0.1 ms.
pub(super) const MOST_STEPS: i32 = 4_000;

/// After so many steps SQLite asks whether to go on.
const STEPS_BETWEEN: i32 = 100;

/// The longest time, for steps that have to wait for the disk. A statement of few steps never looks at the clock.
const LONGEST: Duration = Duration::from_micros(250);

thread_local! {
    /// What is left to the statement that runs on this thread. Nothing is set on a connection's own thread.
    static LEFT: Cell<Option<Left>> = const { Cell::new(None) };
}

#[derive(Clone, Copy)]
struct Left {
    steps: i32,
    /// When SQLite asked first.
    since: Option<Instant>,
}

/// Has SQLite ask on this connection.
pub(super) fn watch(connection: &mut Connection) {
    // It fails if there is no memory left, and in some versions of rusqlite not at all.
    let _ = connection.progress_handler(STEPS_BETWEEN, Some(is_over));
}

/// Runs statements within the limits.
pub(super) fn limited<T>(run: impl FnOnce() -> T) -> T {
    LEFT.set(Some(Left { steps: MOST_STEPS, since: None }));
    let result = run();
    // A panic leaves it as it is: the next call sets it anew, and nothing else reads it.
    LEFT.set(None);
    result
}

/// Whether the statement has to stop here.
fn is_over() -> bool {
    let Some(Left { steps, since }) = LEFT.get() else { return false };
    let now = Instant::now();
    let since = since.unwrap_or(now);
    let steps = steps - STEPS_BETWEEN;
    LEFT.set(Some(Left { steps, since: Some(since) }));
    steps <= 0 || now - since > LONGEST
}
