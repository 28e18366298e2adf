//! On which core something runs, by the command `taskset`.

use std::process::Command;

/// Puts a process or thread on one core, with what it starts later.
pub(crate) fn to_core(id: u32, core: usize) -> Result<(), String> {
    taskset(id, &core.to_string())
}

/// Lets a process or thread run on every core again.
pub(crate) fn to_all(id: u32) -> Result<(), String> {
    taskset(id, &format!("0-{}", cores() - 1))
}

/// How many cores there are.
pub(crate) fn cores() -> usize {
    std::fs::read_to_string("/proc/cpuinfo").map_or(1, |text| text.matches("processor\t").count().max(1))
}

fn taskset(id: u32, cores: &str) -> Result<(), String> {
    let output = Command::new("taskset").args(["-pc", cores, &id.to_string()]).output();
    let output = output.map_err(|error| format!("taskset: {error}"))?;
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).trim().to_owned()) }
}
