//! The process that holds one peer. It reads a command a line and answers each with a line:
//!
//! ```text
//! create                 makes the table                               → ok
//! load ROWS              has exactly these rows                        → ok
//! check CASE QUICK       does the work once and looks at what came     → ok, or: lacks WHY
//! run CASE QUICK TIMES   does the work so many times                   → NANOSECONDS CALLS BYTES
//! count CASE QUICK TIMES as run, and counts the heap                   → NANOSECONDS CALLS BYTES
//! ```

use std::hint::black_box;
use std::io::{BufRead, Write};
use std::time::{Duration, Instant};

use tokio::task::LocalSet;

use crate::allocations::{Heap, counted};
use crate::case::{Case, FINDS, TASKS, WORKERS, Work};
use crate::model::{Message, Status};
use crate::peer::Peer;

/// Serves a peer until there is no more input. `threads` is what its runtime has beside the caller's: 0 for none.
pub(crate) fn serve<P: Peer>(url: &str, threads: usize) {
    let mut runtime = match threads {
        0 => tokio::runtime::Builder::new_current_thread(),
        threads => {
            let mut runtime = tokio::runtime::Builder::new_multi_thread();
            runtime.worker_threads(threads);
            runtime
        }
    };
    let runtime = runtime.enable_all().build().expect("a runtime");
    runtime.block_on(LocalSet::new().run_until(async {
        let mut peer = P::connect(url).await;
        for line in std::io::stdin().lock().lines() {
            let line = line.expect("a line of text");
            let answer = answer(&mut peer, &line.split(' ').collect::<Vec<_>>()).await;
            println!("{answer}");
            std::io::stdout().flush().expect("somebody reads");
        }
    }));
}

/// Does the work of a case so many times, with nobody who asks.
pub(crate) fn alone<P: Peer>(case: Case, times: u64) {
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    runtime.block_on(async {
        let mut peer = P::connect("").await;
        peer.create_table().await;
        load(&mut peer, case.rows).await;
        repeat(&mut peer, case, times).await;
    });
}

async fn answer<P: Peer>(peer: &mut P, command: &[&str]) -> String {
    match *command {
        ["create"] => peer.create_table().await,
        ["load", rows] => load(peer, number(rows)).await,
        ["check", name, quick] => {
            let case = case(name, quick);
            if let Some(why) = peer.lacks(case.work, case.size) {
                return format!("lacks {why}");
            }
            if case.work == Work::Queue && !P::HAS_WORKER {
                return "lacks a worker on a pool: measured beside the raw driver and SQLx only".to_owned();
            }
            check(peer, case).await;
        }
        ["run", name, quick, times] => {
            let took = repeat(peer, case(name, quick), number(times)).await;
            return format!("{} 0 0", took.as_nanos());
        }
        ["count", name, quick, times] => {
            let times = number(times);
            let (took, heap) = count(peer, case(name, quick), times).await;
            return format!("{} {} {}", took.as_nanos(), heap.calls / times, heap.bytes / times);
        }
        _ => panic!("unknown command: {}", command.join(" ")),
    }
    "ok".to_owned()
}

fn number(text: &str) -> u64 {
    text.parse().expect("a number")
}

fn case(name: &str, quick: &str) -> Case {
    let case = Case::named(name).expect("a case of the list");
    if quick == "quick" { case.quick() } else { case }
}

/// Has exactly the first so many rows.
async fn load<P: Peer>(peer: &mut P, rows: u64) {
    const AT_ONCE: u64 = 10_000;
    peer.clear().await;
    for first in (0..rows).step_by(AT_ONCE as usize) {
        let numbers = first..rows.min(first + AT_ONCE);
        peer.insert_many(numbers.map(|number| Message::nth(number).into()).collect()).await;
    }
    peer.settle().await;
}

/// Does the work once and panics if it is not done as all others do it.
async fn check<P: Peer>(peer: &mut P, case: Case) {
    let exact = |row: Message| assert_eq!(row, Message::nth(row.number()));
    match case.work {
        Work::Find => assert_eq!(peer.find(Message::id(77)).await.into(), Message::nth(77)),
        Work::Select => {
            let rows = peer.select(case.size).await;
            assert_eq!(rows.len() as u64, case.size);
            rows.into_iter().for_each(|row| exact(row.into()));
        }
        Work::Filter => {
            let rows: Vec<Message> = peer.filter(case.size).await.into_iter().map(Into::into).collect();
            assert_eq!(rows.len() as u64, case.size);
            assert!(rows.iter().all(|row| row.status == Status::Queued && row.attempts < 5));
            assert!(rows.is_sorted_by_key(|row| row.next_attempt_at));
            rows.into_iter().for_each(exact);
        }
        Work::Insert | Work::InsertMany => {
            repeat(peer, case, 1).await;
            let rows = peer.select(case.size).await;
            assert_eq!(rows.len() as u64, case.size);
            rows.into_iter().for_each(|row| exact(row.into()));
        }
        Work::Update => {
            let id = Message::id(78);
            let before: Message = peer.find(id).await.into();
            peer.update(id).await;
            let after: Message = peer.find(id).await.into();
            assert_eq!(after.attempts, before.attempts + 1);
        }
        Work::Claim => {
            let rows: Vec<Message> = peer.claim(case.size).await.into_iter().map(Into::into).collect();
            assert_eq!(rows.len() as u64, case.size);
            for row in rows {
                let was = Message::nth(row.number());
                assert_eq!(row, Message { status: Status::Sending, attempts: was.attempts + 1, ..was });
            }
        }
        Work::Stream => assert_eq!(peer.stream().await, case.rows),
        Work::Pool => exact(P::find_in(peer.pool(), Message::id(77)).await.into()),
        Work::Queue => {
            let queued = (0..case.rows).filter(|number| Message::nth(*number).status == Status::Queued).count();
            assert_eq!(drain::<P>(&peer.pool(), case).await, queued as u64);
        }
        Work::Render => assert!(peer.render() > 100),
    }
}

/// The keys of rows in an order that jumps about.
fn keys(case: Case, times: u64) -> Vec<uuid::Uuid> {
    (0..times).map(|time| Message::id(time * 7919 % case.rows)).collect()
}

/// Does the work so many times. Only that is in the time, not the making of what is inserted.
async fn repeat<P: Peer>(peer: &mut P, case: Case, times: u64) -> Duration {
    timed(peer, case, times, false).await.0
}

/// As [`repeat`], and counts what is allocated.
async fn count<P: Peer>(peer: &mut P, case: Case, times: u64) -> (Duration, Heap) {
    timed(peer, case, times, true).await
}

async fn timed<P: Peer>(peer: &mut P, case: Case, times: u64, counts: bool) -> (Duration, Heap) {
    match case.work {
        Work::Find => {
            let keys = keys(case, times);
            measure(counts, async {
                for id in keys {
                    black_box(peer.find(id).await);
                }
            })
            .await
        }
        Work::Select => {
            measure(counts, async {
                for _ in 0..times {
                    black_box(peer.select(black_box(case.size)).await);
                }
            })
            .await
        }
        Work::Filter => {
            measure(counts, async {
                for _ in 0..times {
                    black_box(peer.filter(black_box(case.size)).await);
                }
            })
            .await
        }
        Work::Insert => {
            let rows: Vec<P::Row> = (0..times).map(|number| Message::nth(number).into()).collect();
            measure(counts, async {
                for row in rows {
                    peer.insert(row).await;
                }
            })
            .await
        }
        Work::InsertMany => {
            let batch = |time: u64| {
                let numbers = time * case.size..(time + 1) * case.size;
                numbers.map(|number| Message::nth(number).into()).collect()
            };
            let batches: Vec<Vec<P::Row>> = (0..times).map(batch).collect();
            measure(counts, async {
                for rows in batches {
                    peer.insert_many(rows).await;
                }
            })
            .await
        }
        Work::Update => {
            let keys = keys(case, times);
            measure(counts, async {
                for id in keys {
                    peer.update(id).await;
                }
            })
            .await
        }
        Work::Claim => {
            measure(counts, async {
                for _ in 0..times {
                    black_box(peer.claim(black_box(case.size)).await);
                }
            })
            .await
        }
        Work::Stream => {
            measure(counts, async {
                for _ in 0..times {
                    black_box(peer.stream().await);
                }
            })
            .await
        }
        Work::Pool => {
            let pool = peer.pool();
            measure(counts, async {
                for _ in 0..times {
                    in_tasks::<P>(&pool, case).await;
                }
            })
            .await
        }
        Work::Queue => {
            let pool = peer.pool();
            measure(counts, async {
                for _ in 0..times {
                    drain::<P>(&pool, case).await;
                }
            })
            .await
        }
        Work::Render => {
            measure(counts, async {
                for _ in 0..times {
                    black_box(black_box(&*peer).render());
                }
            })
            .await
        }
    }
}

/// All tasks at once, each looking for its rows one after another.
async fn in_tasks<P: Peer>(pool: &P::Pool, case: Case) {
    let tasks: Vec<_> = (0..TASKS)
        .map(|task| {
            let pool = pool.clone();
            tokio::task::spawn_local(async move {
                for find in 0..FINDS {
                    let id = Message::id((task * FINDS + find) * 7919 % case.rows);
                    black_box(P::find_in(pool.clone(), id).await);
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.expect("the task ends");
    }
}

/// All workers at once, until the queue is empty; returns how many rows they sent.
async fn drain<P: Peer>(pool: &P::Pool, case: Case) -> u64 {
    let workers: Vec<_> = (0..WORKERS)
        .map(|_| {
            let pool = pool.clone();
            tokio::task::spawn_local(async move { P::drain_in(pool, case.size).await })
        })
        .collect();
    let mut sent = 0;
    for worker in workers {
        sent += worker.await.expect("the worker ends");
    }
    sent
}

async fn measure(counts: bool, work: impl Future<Output = ()>) -> (Duration, Heap) {
    let began = Instant::now();
    let ((), heap) = if counts { counted(work).await } else { (work.await, Heap::default()) };
    (began.elapsed(), heap)
}
