//! What a peer does for each case, in its own words.

use uuid::Uuid;

use crate::case::Work;
use crate::model::Message;

/// A library, connected to a database. What it cannot say it declines in [`lacks`](Peer::lacks); the other methods are
/// then never called.
#[allow(unused_variables, reason = "the defaults decline, whatever they are given")]
pub(crate) trait Peer: Sized {
    /// A row in this library's own form.
    type Row: From<Message> + Into<Message>;

    /// What a task of the case with a pool holds.
    type Pool: Clone + 'static;

    /// Connects. Where there is a pool, it has [`POOL`](crate::case::POOL) connections.
    async fn connect(url: &str) -> Self;

    /// Makes the table anew. Asked of those who have a database of their own, and of the one that loads for the others.
    async fn create_table(&mut self) {
        unreachable!("another peer makes the table")
    }

    /// Deletes all rows; as [`create_table`](Peer::create_table).
    async fn clear(&mut self) {
        unreachable!("another peer loads the rows")
    }

    /// Has the server gather what it knows of the rows, after they were loaded.
    async fn settle(&mut self) {}

    /// Whether there is a worker of a queue, [`drain_in`](Peer::drain_in).
    const HAS_WORKER: bool = false;

    /// Why the library cannot do this work with its builder, if so.
    fn lacks(&self, work: Work, size: u64) -> Option<&'static str> {
        None
    }

    /// The row with this key.
    async fn find(&mut self, id: Uuid) -> Self::Row;

    /// So many rows.
    async fn select(&mut self, rows: u64) -> Vec<Self::Row>;

    /// The first so many rows that are queued and had less than five attempts, by the time of the next one.
    async fn filter(&mut self, rows: u64) -> Vec<Self::Row>;

    /// Inserts a row.
    async fn insert(&mut self, row: Self::Row);

    /// Inserts all of them or none.
    async fn insert_many(&mut self, rows: Vec<Self::Row>);

    /// Adds one to the attempts of the row with this key.
    async fn update(&mut self, id: Uuid);

    /// Takes so many queued rows, by the time of the next attempt: marks them as being sent, adds one to their attempts.
    async fn claim(&mut self, rows: u64) -> Vec<Self::Row> {
        unreachable!("declined")
    }

    /// Reads all rows one after another, and counts them.
    async fn stream(&mut self) -> u64 {
        unreachable!("declined")
    }

    /// What tasks share.
    fn pool(&self) -> Self::Pool;

    /// The row with this key, in one of many tasks.
    async fn find_in(pool: Self::Pool, id: Uuid) -> Self::Row {
        unreachable!("declined")
    }

    /// A worker of a queue: claims so many rows and marks them sent, until none is queued; returns how many those were.
    async fn drain_in(pool: Self::Pool, rows: u64) -> u64 {
        unreachable!("declined")
    }

    /// Builds and renders the query of [`filter`](Peer::filter); returns the length of the text.
    fn render(&self) -> usize {
        unreachable!("declined")
    }
}
