//! All peers of a database, in turns.

use std::time::Duration;

use serde::Serialize;

use crate::args::Args;
use crate::case::{CASES, Case, Work};
use crate::child::Worker;
use crate::database::Database;
use crate::server::Server;
use crate::{peers, pin};

/// What was measured on one database.
#[derive(Debug, Serialize)]
pub(crate) struct Measured {
    pub(crate) database: String,
    pub(crate) version: String,
    pub(crate) peers: Vec<String>,
    pub(crate) cases: Vec<CaseMeasured>,
}

/// One line of the table; a cell for each peer.
#[derive(Debug, Serialize)]
pub(crate) struct CaseMeasured {
    pub(crate) case: String,
    /// The peer with which the others are compared: the first one that can do it.
    pub(crate) baseline: usize,
    pub(crate) cells: Vec<Cell>,
}

/// What one peer took for one case.
#[derive(Debug, Serialize, Default)]
pub(crate) struct Cell {
    /// Why there are no numbers.
    pub(crate) lacks: Option<String>,
    /// Nanoseconds of one operation, by round.
    pub(crate) rounds: Vec<f64>,
    /// The median of the rounds.
    pub(crate) nanos: f64,
    /// The median of what this peer took for each time of the baseline, in the same round.
    pub(crate) ratio: f64,
    /// Heap allocations of one operation.
    pub(crate) allocations: u64,
    /// The bytes of them.
    pub(crate) allocated: u64,
    /// By how many KiB resident memory grew, for streams.
    pub(crate) growth: Option<u64>,
}

/// Runs the cases that were asked for.
pub(crate) async fn run(database: Database, args: &Args) -> Result<Measured, String> {
    let mut server = Server::prepare(database, args.url.as_deref()).await?;
    let started = start(database, args, &server.url);
    let measured = match started {
        Ok(workers) => measure(database, args, workers, &mut server).await,
        Err(error) => Err(error),
    };
    server.restore().await;
    measured
}

fn start(database: Database, args: &Args, url: &str) -> Result<Vec<Worker>, String> {
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut workers = Vec::new();
    let own = peers::of(database).iter().map(|peer| (own.clone(), *peer));
    let others = args.others()?.into_iter().flat_map(|other| other.of(database));
    for (number, (program, peer)) in own.chain(others).enumerate() {
        // The first one is what the others are compared with.
        if number == 0 || args.wants(peer) {
            let worker = Worker::start(&program, database, peer, url, args.threads, args.quick);
            workers.push(worker.map_err(|error| format!("{}: {error}", program.display()))?);
        }
    }
    Ok(workers)
}

async fn measure(
    database: Database,
    args: &Args,
    mut workers: Vec<Worker>,
    server: &mut Server,
) -> Result<Measured, String> {
    let mut measured = Measured {
        database: database.to_string(),
        version: server.version.clone(),
        peers: workers.iter().map(|worker| worker.peer.to_owned()).collect(),
        cases: Vec::new(),
    };
    let make = if database.is_shared() { 1 } else { workers.len() };
    workers[..make].iter_mut().try_for_each(Worker::create)?;
    let cases = CASES.into_iter().filter(|case| args.case.is_empty() || args.case.iter().any(|name| name == case.name));
    for case in cases {
        let case = if args.quick { case.quick() } else { case };
        if !args.quick {
            eprintln!("{database}: {}", case.name);
        }
        let mut turns = Turns { database, args, workers: &mut workers, case };
        measured.cases.push(turns.take(server).await?);
    }
    Ok(measured)
}

/// The peers, and the case that they take turns at.
struct Turns<'a> {
    database: Database,
    args: &'a Args,
    workers: &'a mut [Worker],
    case: Case,
}

impl Turns<'_> {
    async fn take(&mut self, server: &mut Server) -> Result<CaseMeasured, String> {
        let mut cells: Vec<Cell> = self.workers.iter().map(|_| Cell::default()).collect();
        if !self.case.writes {
            self.load_all()?;
        }
        for (number, cell) in cells.iter_mut().enumerate() {
            self.load(number)?;
            let worker = &mut self.workers[number];
            worker.forget_peak();
            let before = worker.memory();
            cell.lacks = worker.check(self.case)?;
            if self.case.work == Work::Stream && cell.lacks.is_none() {
                cell.growth = before.zip(worker.memory()).map(|(before, after)| after.1.saturating_sub(before.0));
            }
        }
        if let Some(core) = self.args.core()
            && let Err(error) = server.pin(core).await
        {
            eprintln!("{}: the server is not on one core: {error}", self.database);
        }
        let able: Vec<usize> = (0..cells.len()).filter(|number| cells[*number].lacks.is_none()).collect();
        let times = able.iter().map(|number| self.times(*number)).collect::<Result<Vec<u64>, String>>()?;
        for round in 0..self.args.rounds() {
            for turn in 0..able.len() {
                let turn = (turn + round) % able.len();
                let number = able[turn];
                self.load(number)?;
                cells[number].rounds.push(self.workers[number].run(self.case, times[turn])?.nanos);
            }
        }
        for (number, times) in able.iter().zip(times) {
            self.load(*number)?;
            let cost = self.workers[*number].count(self.case, times.min(20))?;
            cells[*number].allocations = cost.calls;
            cells[*number].allocated = cost.bytes;
        }
        let baseline = able.first().copied().unwrap_or_default();
        let of_baseline = cells[baseline].rounds.clone();
        for cell in cells.iter_mut().filter(|cell| cell.lacks.is_none()) {
            let ratios = cell.rounds.iter().zip(&of_baseline).map(|(own, base)| own / base).collect();
            cell.ratio = median(ratios);
            cell.nanos = median(cell.rounds.clone());
        }
        Ok(CaseMeasured { case: self.case.name.to_owned(), baseline, cells })
    }

    /// Has the rows of the case there, for every peer.
    fn load_all(&mut self) -> Result<(), String> {
        let loading = if self.database.is_shared() { 1 } else { self.workers.len() };
        self.workers[..loading].iter_mut().try_for_each(|worker| worker.load(self.case.rows))
    }

    /// Puts back the rows that the one before has changed, where they are shared, or the peer itself.
    fn load(&mut self, number: usize) -> Result<(), String> {
        let loads = if self.database.is_shared() { 0 } else { number };
        if self.case.writes { self.workers[loads].load(self.case.rows) } else { Ok(()) }
    }

    /// How often a peer does the work in a round, so that it takes about as long as was asked for.
    fn times(&mut self, number: usize) -> Result<u64, String> {
        let wanted = self.args.time().as_nanos() as f64;
        let mut times = 1;
        if self.args.quick || self.case.most == 1 {
            return Ok(times);
        }
        // From a first guess, which warms up, to a better one.
        for _ in 0..2 {
            self.load(number)?;
            let cost = self.workers[number].run(self.case, times)?;
            times = ((wanted / cost.nanos) as u64).clamp(1, self.case.most);
        }
        Ok(times)
    }
}

/// The middle one, or the mean of the two that are.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => 0.0,
        length if length % 2 == 1 => values[middle],
        _ => f64::midpoint(values[middle - 1], values[middle]),
    }
}

/// Puts this process, and so all that it starts, on the core that was asked for.
pub(crate) fn pin(args: &Args) {
    if let Some(core) = args.core()
        && let Err(error) = pin::to_core(std::process::id(), core)
    {
        eprintln!("the peers are not on one core: {error}");
    }
}

/// How long a round of a peer takes.
pub(crate) const ROUND: Duration = Duration::from_millis(60);

#[cfg(test)]
mod tests {
    use super::median;

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), 2.5);
        assert_eq!(median(vec![]), 0.0);
    }
}
