//! The command line.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use clap::Parser;

use crate::database::Database;
use crate::{pin, run};

/// The same work for Tempest, the raw drivers and other libraries, in turns. Prints tables; writes JSON.
#[derive(Debug, Parser)]
pub(crate) struct Args {
    /// A database: postgres, sqlite, mysql or mariadb. Can be given several times; all without it.
    #[arg(long, value_parser = database)]
    pub(crate) db: Vec<Database>,

    /// The URL of its server, with one --db. Else TEMPEST_TEST_POSTGRES and so on, else the usual local one.
    #[arg(long)]
    pub(crate) url: Option<String>,

    /// A case by its name. Can be given several times; all without it.
    #[arg(long)]
    pub(crate) case: Vec<String>,

    /// Only the peers whose name has this in it, beside the raw driver. Can be given several times.
    #[arg(long)]
    pub(crate) peer: Vec<String>,

    /// How many rounds each peer gets; medians are of these.
    #[arg(long, default_value_t = 9)]
    rounds: usize,

    /// About how many milliseconds a round of a peer takes.
    #[arg(long, default_value_t = run::ROUND.as_millis() as u64)]
    milliseconds: u64,

    /// Builds the other libraries as well (benches/peers), and measures them.
    #[arg(long)]
    peers: bool,

    /// Shows that each case works, on few rows: one round, and numbers that say nothing.
    #[arg(long)]
    pub(crate) quick: bool,

    /// Clients and server on any core, in place of all on one.
    #[arg(long)]
    all_cores: bool,

    /// Threads of the clients' runtime beside the main one; 0 is tokio's current_thread.
    #[arg(long, default_value_t = 0)]
    pub(crate) threads: usize,

    /// The JSON file.
    #[arg(long)]
    json: Option<PathBuf>,
}

fn database(name: &str) -> Result<Database, String> {
    Database::named(name).ok_or_else(|| "it is none of postgres, sqlite, mysql and mariadb".to_owned())
}

/// Cargo's target folder, which this program is in.
fn target() -> Option<PathBuf> {
    std::env::current_exe().ok()?.parent()?.parent().map(Path::to_owned)
}

/// The program that serves the peers which cannot be in this one: a workspace of its own.
pub(crate) struct Other {
    program: PathBuf,
    /// Database and name of each, a line.
    list: String,
}

impl Other {
    fn build() -> Result<Self, String> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers");
        // Beside this program, wherever cargo was told to put it.
        let target = target().unwrap_or_else(|| folder.join("target")).join("peers");
        let build = Command::new(env!("CARGO"))
            .args(["build", "--release", "--quiet", "--manifest-path"])
            .arg(folder.join("Cargo.toml"))
            .arg("--target-dir")
            .arg(&target)
            .status();
        if !build.is_ok_and(|status| status.success()) {
            return Err(format!("{} does not build", folder.display()));
        }
        let program = target.join("release").join("worker");
        let list = Command::new(&program).arg("list").output().map_err(|error| error.to_string())?;
        Ok(Self { program, list: String::from_utf8_lossy(&list.stdout).into_owned() })
    }

    /// Its peers of a database.
    pub(crate) fn of(&self, database: Database) -> Vec<(PathBuf, &'static str)> {
        let peers = self.list.lines().filter_map(|line| line.split_once(' '));
        let peers = peers.filter(|(of, _)| *of == database.name());
        peers.map(|(_, peer)| (self.program.clone(), &*peer.to_owned().leak())).collect()
    }
}

impl Args {
    pub(crate) fn databases(&self) -> &[Database] {
        if self.db.is_empty() { &Database::ALL } else { &self.db }
    }

    pub(crate) fn wants(&self, peer: &str) -> bool {
        self.peer.is_empty() || self.peer.iter().any(|part| peer.contains(part.as_str()))
    }

    pub(crate) fn rounds(&self) -> usize {
        if self.quick { 1 } else { self.rounds.max(1) }
    }

    pub(crate) fn time(&self) -> Duration {
        Duration::from_millis(self.milliseconds)
    }

    /// The core that all is on.
    pub(crate) fn core(&self) -> Option<usize> {
        (!self.all_cores && !self.quick).then(|| pin::cores() - 1)
    }

    pub(crate) fn json(&self) -> PathBuf {
        let beside = || target().map(|target| target.join("benches.json"));
        self.json.clone().or_else(beside).unwrap_or_else(|| "benches.json".into())
    }

    /// The program with the other libraries, built.
    pub(crate) fn others(&self) -> Result<Option<Other>, String> {
        self.peers.then(Other::build).transpose()
    }
}
