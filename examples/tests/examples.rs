//! Runs the examples as a user does, as processes, on SQLite.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

#[test]
fn quickstart_runs() {
    let output = Command::new(example("quickstart")).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert!(text(&output).contains("inserted   2 of 3"), "{}", text(&output));
}

#[test]
fn all_messages_end_and_the_check_says_so() {
    let folder = Folder::new("all_messages_end");
    let output = folder.worker(&["--messages", "1000", "--fail-rate", "0.3"]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let (sent, failed) = (number(&output, "sent"), number(&output, "failed"));
    assert_eq!(sent + failed, 1000);
    assert!((1..100).contains(&failed), "{failed} failed: about 27 are expected");
    assert_eq!(number(&output, "duplicates refused"), 100);
    assert_eq!((number(&output, "leases lost"), number(&output, "delivered again")), (0, 0));

    let again = folder.worker(&["--check"]).output().unwrap();
    assert_eq!(again.status.code(), Some(0), "{again:?}");
    assert_eq!((number(&again, "sent"), number(&again, "failed")), (sent, failed));
}

#[test]
fn the_same_seed_gives_the_same_outcome() {
    let folder = Folder::new("the_same_seed");
    let arguments = ["--messages", "300", "--fail-rate", "0.4", "--backoff", "0.01", "--seed"];
    let outcomes = ["1", "1", "2"].map(|seed| {
        let output = folder.worker(&[&arguments[..], &[seed]].concat()).output().unwrap();
        (number(&output, "sent"), number(&output, "retries"))
    });
    assert_eq!(outcomes[0], outcomes[1]);
    assert_ne!(outcomes[0], outcomes[2]);
}

/// Each change of the log breaks what must be true, and the exit code is 1.
#[test]
fn a_log_that_was_tampered_with_is_found_out() {
    let folder = Folder::new("tampered_log");
    let output = folder.worker(&["--messages", "200"]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let log = folder.log();
    let lines = fs::read_to_string(&log).unwrap();
    let accepted = lines.lines().find(|line| line.contains(" 1 accepted ")).unwrap();

    let lost = lines.replace(&format!("{accepted}\n"), "");
    let twice = format!("{lines}{accepted}\n");
    let refused = lines.replace(accepted, &accepted.replace("accepted", "refused"));
    let stranger = format!("{lines}01a2b3c4-0000-7000-8000-000000000000 1 accepted 1-1\n");
    for (tampered, broken) in [
        (lost, "a sent message was accepted by the other side"),
        (twice, "no attempt was made twice"),
        (refused, "the other side accepted and refused what the seed says"),
        (stranger, "every delivery is of a message in the table"),
    ] {
        fs::write(&log, tampered).unwrap();
        let check = folder.worker(&["--check"]).output().unwrap();
        assert_eq!(check.status.code(), Some(1), "{check:?}");
        assert!(text(&check).contains(&format!("BROKEN {broken}")), "{}", text(&check));
    }

    fs::remove_file(&log).unwrap();
    let check = folder.worker(&["--check"]).output().unwrap();
    assert_eq!(check.status.code(), Some(2), "without its log, a run cannot be checked: {check:?}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_it_clean_and_it_goes_on() {
    let folder = Folder::new("ctrl_c");
    let first = folder.worker(&["--messages", "1000", "--delay", "0.005"]).spawn().unwrap();
    folder.wait_for_deliveries(100);
    signal("INT", &first);
    let first = first.wait_with_output().unwrap();
    assert_eq!(first.status.code(), Some(0), "{first:?}");
    let sent = number(&first, "sent");
    assert!((1..1000).contains(&sent), "{sent} were sent before it stopped");

    let second = folder.worker(&["--messages", "1000"]).output().unwrap();
    assert_eq!(second.status.code(), Some(0), "{second:?}");
    assert_eq!(number(&second, "sent") + number(&second, "failed"), 1000);
    assert_eq!((number(&second, "leases lost"), number(&second, "delivered again")), (0, 0));
}

#[cfg(unix)]
#[test]
fn a_process_that_is_killed_loses_nothing() {
    let folder = Folder::new("killed");
    let arguments = ["--messages", "1000", "--delay", "0.005", "--lease", "2"];
    let mut killed = folder.worker(&arguments).spawn().unwrap();
    folder.wait_for_deliveries(100);
    let other = folder.worker(&arguments).spawn().unwrap();
    signal("KILL", &killed);
    assert_eq!(killed.wait().unwrap().code(), None);
    let other = other.wait_with_output().unwrap();
    assert_eq!(other.status.code(), Some(0), "{other:?}");
    assert_eq!(number(&other, "sent") + number(&other, "failed"), 1000);
    let (lost, again) = (number(&other, "leases lost"), number(&other, "delivered again"));
    assert!(lost > 0, "what the killed process held was taken back");
    assert!(again <= lost, "{again} were delivered again, {lost} leases were lost");
}

/// A folder of the test's own, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Self {
        let path = std::env::temp_dir().join(format!("tempest-{test}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn worker(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(example("outbox_worker"));
        command.arg("--folder").arg(&self.0).args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// The delivery log, once there is one.
    fn find_log(&self) -> Option<PathBuf> {
        let mut files = fs::read_dir(&self.0).unwrap().map(|file| file.unwrap().path());
        files.find(|path| path.extension().is_some_and(|extension| extension == "log"))
    }

    fn log(&self) -> PathBuf {
        self.find_log().unwrap()
    }

    fn wait_for_deliveries(&self, number: usize) {
        let until = Instant::now() + Duration::from_secs(60);
        while self.find_log().is_none_or(|log| fs::read_to_string(log).unwrap().lines().count() < number) {
            assert!(Instant::now() < until, "nothing is delivered");
            sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The program, built with the profile of this test.
fn example(name: &str) -> PathBuf {
    let test = std::env::current_exe().unwrap(); // target/debug/deps/examples-…
    let profile = test.parent().and_then(Path::parent).unwrap();
    let release = (profile.file_name().unwrap() == "release").then_some("--release");
    let built = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--package", "tempest-examples", "--example", name])
        .args(release)
        .env("CARGO_TARGET_DIR", profile.parent().unwrap())
        .status()
        .unwrap();
    assert!(built.success());
    profile.join("examples").join(name)
}

#[cfg(unix)]
fn signal(name: &str, process: &Child) {
    let sent = Command::new("kill").args(["-s", name, &process.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A number of the summary.
fn number(output: &Output, name: &str) -> u64 {
    let text = text(output);
    let line = text.lines().find_map(|line| line.trim_start().strip_prefix(name)).unwrap_or_else(|| {
        panic!("no line `{name}` in {output:?}");
    });
    line.split_whitespace().next().unwrap().replace(',', "").parse().unwrap()
}
