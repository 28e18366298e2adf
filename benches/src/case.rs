//! The cases: what is measured, on how many rows.

/// A kind of work that each peer does in its own words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Work {
    /// One row by its key.
    Find,
    /// So many rows into structs.
    Select,
    /// A condition on two columns, an order, and at most so many rows.
    Filter,
    /// One row, in a transaction of its own.
    Insert,
    /// So many rows in one call.
    InsertMany,
    /// One row by its key, set to an expression of itself.
    Update,
    /// So many rows of a queue, locked and marked in one statement.
    Claim,
    /// All rows, one after another, without ever holding all.
    Stream,
    /// So many tasks that look for rows by key, on a pool of 8 connections.
    Pool,
    /// Workers on the pool that empty a queue: each claims so many rows and marks them sent in one statement, again and again.
    Queue,
    /// Building a query and rendering it, without a database.
    Render,
}

/// One line of the table.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) work: Work,
    /// How many rows one operation is about; 1 where that is all there is.
    pub(crate) size: u64,
    /// How many rows there are before it begins.
    pub(crate) rows: u64,
    /// Does it change rows, so that they have to be put back before each round?
    pub(crate) writes: bool,
    /// How many operations one round can do at most: a queue runs empty.
    pub(crate) most: u64,
}

/// How many tasks share the pool, and how many rows each of them looks for.
pub(crate) const TASKS: u64 = 64;
pub(crate) const FINDS: u64 = 10;

/// How many workers empty the queue.
pub(crate) const WORKERS: u64 = 8;

/// How many connections the pool has.
pub(crate) const POOL: usize = 8;

const fn reading(name: &'static str, work: Work, size: u64) -> Case {
    Case { name, work, size, rows: 10_000, writes: false, most: 1_000_000 }
}

const fn writing(name: &'static str, work: Work, size: u64, rows: u64, most: u64) -> Case {
    Case { name, work, size, rows, writes: true, most }
}

/// In the order of the table.
pub(crate) const CASES: [Case; 14] = [
    reading("find_by_pk", Work::Find, 1),
    reading("select_10", Work::Select, 10),
    reading("select_1000", Work::Select, 1_000),
    reading("select_10000", Work::Select, 10_000),
    reading("filter_order_100", Work::Filter, 100),
    writing("insert_1", Work::Insert, 1, 0, 20_000),
    writing("insert_1000", Work::InsertMany, 1_000, 0, 30),
    writing("insert_100000", Work::InsertMany, 100_000, 0, 1),
    writing("update_expr", Work::Update, 1, 10_000, 20_000),
    writing("claim_10", Work::Claim, 10, 20_000, 400),
    Case { name: "stream_1000000", work: Work::Stream, size: 1, rows: 1_000_000, writes: false, most: 1 },
    reading("pool_64_on_8", Work::Pool, 64),
    writing("queue_8_workers", Work::Queue, 20, 20_000, 1),
    reading("build_and_render", Work::Render, 1),
];

impl Case {
    pub(crate) fn named(name: &str) -> Option<Self> {
        CASES.into_iter().find(|case| case.name == name)
    }

    /// The same case with few enough rows to be run in no time: it shows that it works, not how fast.
    pub(crate) fn quick(mut self) -> Self {
        self.rows = self.rows.min(if self.work == Work::Select { 10_000 } else { 2_000 });
        if self.work == Work::InsertMany {
            self.size = self.size.min(5_000);
        }
        self.most = self.most.min(2);
        self
    }
}
