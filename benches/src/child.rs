//! A worker, seen from the program that gives it its work.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use crate::case::Case;
use crate::database::Database;

/// The process of one peer.
pub(crate) struct Worker {
    pub(crate) peer: &'static str,
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    quick: bool,
}

/// What doing something so many times took, for each time.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Cost {
    pub(crate) nanos: f64,
    pub(crate) calls: u64,
    pub(crate) bytes: u64,
}

impl Worker {
    /// Starts the process of a peer from the program that knows it.
    pub(crate) fn start(
        program: &Path,
        database: Database,
        peer: &'static str,
        url: &str,
        threads: usize,
        quick: bool,
    ) -> std::io::Result<Self> {
        let mut process = Command::new(program)
            .args(["worker", database.name(), peer, url, &threads.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let input = process.stdin.take().expect("a pipe");
        let output = BufReader::new(process.stdout.take().expect("a pipe"));
        Ok(Self { peer, process, input, output, quick })
    }

    pub(crate) fn create(&mut self) -> Result<(), String> {
        self.ask("create").map(drop)
    }

    pub(crate) fn load(&mut self, rows: u64) -> Result<(), String> {
        self.ask(&format!("load {rows}")).map(drop)
    }

    /// Does the work once. Gives back why it does not do such work, if so.
    pub(crate) fn check(&mut self, case: Case) -> Result<Option<String>, String> {
        let answer = self.ask(&format!("check {} {}", case.name, self.how()))?;
        Ok(answer.strip_prefix("lacks ").map(str::to_owned))
    }

    pub(crate) fn run(&mut self, case: Case, times: u64) -> Result<Cost, String> {
        self.cost("run", case, times)
    }

    pub(crate) fn count(&mut self, case: Case, times: u64) -> Result<Cost, String> {
        self.cost("count", case, times)
    }

    fn cost(&mut self, what: &str, case: Case, times: u64) -> Result<Cost, String> {
        let answer = self.ask(&format!("{what} {} {} {times}", case.name, self.how()))?;
        let numbers: Result<Vec<u64>, _> = answer.split(' ').map(str::parse).collect();
        match numbers.as_deref() {
            Ok(&[nanos, calls, bytes]) => Ok(Cost { nanos: nanos as f64 / times as f64, calls, bytes }),
            _ => Err(format!("{}: no numbers: {answer}", self.peer)),
        }
    }

    fn how(&self) -> &'static str {
        if self.quick { "quick" } else { "full" }
    }

    fn ask(&mut self, command: &str) -> Result<String, String> {
        let mut answer = String::new();
        let asked = writeln!(self.input, "{command}").and_then(|()| self.output.read_line(&mut answer));
        if asked.is_err() || answer.is_empty() {
            return Err(format!("{}: `{command}` failed; its message is above", self.peer));
        }
        Ok(answer.trim_end().to_owned())
    }

    /// Resident memory now, and the most since [`forget_peak`](Self::forget_peak), in KiB. Nothing where there is no /proc.
    pub(crate) fn memory(&self) -> Option<(u64, u64)> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).ok()?;
        let value = |name: &str| {
            let line = status.lines().find(|line| line.starts_with(name))?;
            line.split_whitespace().nth(1)?.parse::<u64>().ok()
        };
        Some((value("VmRSS:")?, value("VmHWM:")?))
    }

    /// Has the most that was resident count from now on.
    pub(crate) fn forget_peak(&self) {
        let _ = std::fs::write(format!("/proc/{}/clear_refs", self.process.id()), "5");
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // Not asked to end, but made to: what it panicked with is told already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
