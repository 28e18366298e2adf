//! SQLite's file: written by many processes, killed, read-only, full, corrupt. The other databases have no such file.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use tempest::Error;
use tempest::prelude::*;
use tempest_tests::counter::Counter;

use crate::backend::Database;

/// The file of the database, if it is one of SQLite's.
fn file(db: &Database) -> Option<PathBuf> {
    db.url.strip_prefix("sqlite:").map(PathBuf::from)
}

fn process(url: &str, tasks: usize, turns: usize) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sqlite_process"));
    command.args([url, &tasks.to_string(), &turns.to_string()]).stderr(Stdio::piped()).spawn().unwrap()
}

async fn values(db: &Database) -> Vec<i64> {
    Counter::select().columns(Counter::value).order_by(Counter::id).all(&db.engine).await.unwrap()
}

async fn is_whole(db: &Database) {
    assert_eq!(db.raw_cell("PRAGMA integrity_check").await.as_deref(), Some("ok"));
}

/// No "database is locked" within the busy timeout, and no turn is lost.
pub(crate) async fn eight_processes_of_eight_tasks(db: Arc<Database>) {
    if file(&db).is_none() {
        return;
    }
    Counter::make(&db.engine).await.unwrap();
    let url = format!("{}?busy_timeout=60&acquire_timeout=120", db.url);
    let processes: Vec<_> = (0..8).map(|_| process(&url, 8, 10)).collect();
    for process in processes {
        let output = tokio::task::spawn_blocking(move || process.wait_with_output()).await.unwrap().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    assert_eq!(values(&db).await, [640, 640]);
    is_whole(&db).await;
}

pub(crate) async fn a_process_that_is_killed_in_mid_transaction(db: Arc<Database>) {
    if file(&db).is_none() {
        return;
    }
    Counter::make(&db.engine).await.unwrap();
    let mut before = 0;
    for round in 0..6 {
        let mut killed = process(&db.url, 4, usize::MAX);
        tokio::time::sleep(Duration::from_millis(300 + 17 * round)).await;
        killed.kill().unwrap();
        killed.wait().unwrap();
        let values = values(&db).await;
        assert_eq!(values[0], values[1], "a transaction is whole or not at all");
        assert!(values[0] >= before, "what was committed stays");
        before = values[0];
        // Its locks are gone with it.
        db.engine.transaction(async |tx| Counter::turn(tx).await).await.unwrap();
        is_whole(&db).await;
    }
    assert!(before > 0, "nothing was running when it was killed");
}

pub(crate) async fn a_file_that_is_read_only(db: Arc<Database>) {
    if file(&db).is_none() {
        return;
    }
    Counter::make(&db.engine).await.unwrap();
    let engine = Engine::connect(&format!("{}?mode=ro", db.url)).await.unwrap();
    let error = Counter::update().set(Counter::value, 7).all_rows().execute(&engine).await.unwrap_err();
    assert!(matches!(&error, Error::Database { code, .. } if code == "8"), "{error:?}");
    let error = engine.transaction(async |tx| Counter::turn(tx).await).await.unwrap_err();
    assert!(matches!(&error, Error::Database { code, .. } if code == "8"), "{error:?}");
    assert_eq!(Counter::select().count(&engine).await.unwrap(), 2);
    assert_eq!(values(&db).await, [0, 0]);
}

/// A disk of 1 MB, which only root can make.
pub(crate) async fn a_disk_that_is_full(db: Arc<Database>) {
    let Some(file) = file(&db) else { return };
    let folder = file.with_extension("disk");
    std::fs::create_dir_all(&folder).unwrap();
    let mount = Command::new("mount").args(["-t", "tmpfs", "-o", "size=1m", "tempest"]).arg(&folder).output();
    if !mount.is_ok_and(|output| output.status.success()) {
        eprintln!("not run: a small disk could not be mounted");
        return std::fs::remove_dir(&folder).unwrap();
    }
    let result = tokio::spawn(full(folder.clone())).await;
    Command::new("umount").arg("--lazy").arg(&folder).status().unwrap();
    std::fs::remove_dir(&folder).unwrap();
    result.unwrap();
}

#[derive(Model)]
#[tempest(table = "loads")]
struct Load {
    #[tempest(primary_key, auto)]
    id: i64,
    bytes: Vec<u8>,
}

async fn full(folder: PathBuf) {
    let engine = Engine::connect(&format!("sqlite:{}/app.db", folder.display())).await.unwrap();
    engine.create_tables::<Load>().await.unwrap();
    Counter::make(&engine).await.unwrap();
    let mut stored = 0;
    let error = loop {
        let load = insert!(Load { bytes: vec![1; 50_000] }).execute(&engine).await;
        match load {
            Ok(_) => stored += 1,
            Err(error) => break error,
        }
        assert!(stored < 100);
    };
    assert!(matches!(&error, Error::Database { code, .. } if code == "13"), "{error:?}");
    assert!(error.to_string().contains("full"), "{error}");
    // A transaction that meets it is undone, and says so to the end.
    let result = engine
        .transaction(async |tx| {
            Counter::turn(tx).await?;
            insert!(Load { bytes: vec![1; 500_000] }).execute(tx).await
        })
        .await;
    assert!(matches!(result, Err(Error::Database { .. })), "{result:?}");
    assert_eq!(Load::select().count(&engine).await.unwrap(), stored, "what was stored can be read");
    assert_eq!(Counter::select().where_(Counter::value.eq(0)).count(&engine).await.unwrap(), 2);
    engine.close().await;
}

pub(crate) async fn a_file_that_is_corrupt(db: Arc<Database>) {
    let Some(file) = file(&db) else { return };
    let other = file.with_extension("corrupt");
    std::fs::write(&other, "this is a text, and not a database. ".repeat(200)).unwrap();
    let error = Engine::connect(&format!("sqlite:{}", other.display())).await.unwrap_err();
    let Error::Connect { server, reason, .. } = &error else { panic!("{error:?}") };
    assert!(server.ends_with(".corrupt") && reason.contains("not a database"), "{error}");
    std::fs::remove_file(&other).unwrap();

    // Its first page is whole, the others are not.
    let engine = Engine::connect(&format!("sqlite:{}", other.display())).await.unwrap();
    engine.create_tables::<Load>().await.unwrap();
    for _ in 0..20 {
        insert!(Load { bytes: vec![1; 10_000] }).execute(&engine).await.unwrap();
    }
    assert!(engine.close_within(Duration::from_secs(10)).await);
    for _ in 0..100 {
        // The last connection moves the log into the file, on its thread.
        if std::fs::metadata(&other).unwrap().len() > 100_000 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    overwrite_but_the_first_page(&other);
    let engine = Engine::connect(&format!("sqlite:{}", other.display())).await.unwrap();
    let error = Load::select().all(&engine).await.map(|loads| loads.len()).unwrap_err();
    assert!(matches!(&error, Error::Database { code, .. } if code == "11"), "{error:?}");
    assert!(error.to_string().contains("malformed"), "{error}");
    engine.close_within(Duration::from_secs(10)).await;
    for ending in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{ending}", other.display()));
    }
}

fn overwrite_but_the_first_page(file: &Path) {
    let mut bytes = std::fs::read(file).unwrap();
    assert!(bytes.len() > 100_000, "it is all in the file, and not in the log");
    bytes[4096..].fill(0x5a);
    std::fs::write(file, bytes).unwrap();
}

/// Another process adds and takes away, while statements are prepared here.
pub(crate) async fn a_schema_that_another_process_changes(db: Arc<Database>) {
    if file(&db).is_none() {
        return;
    }
    Counter::make(&db.engine).await.unwrap();
    let both = || Counter::select().order_by(Counter::id).all(&db.engine);
    assert_eq!(both().await.unwrap().len(), 2);
    db.raw("ALTER TABLE counters ADD COLUMN added INTEGER").await;
    assert_eq!(both().await.unwrap().len(), 2);
    db.engine.transaction(async |tx| Counter::turn(tx).await).await.unwrap();
    db.raw("ALTER TABLE counters RENAME COLUMN value TO worth").await;
    let error = both().await.unwrap_err();
    assert!(matches!(&error, Error::Database { message, .. } if message.contains("no such column")), "{error:?}");
    let error = db.engine.transaction(async |tx| Counter::turn(tx).await).await.unwrap_err();
    assert!(matches!(error, Error::Database { .. }), "{error:?}");
    db.raw("ALTER TABLE counters RENAME COLUMN worth TO value").await;
    db.engine.transaction(async |tx| Counter::turn(tx).await).await.unwrap();
    assert_eq!(values(&db).await, [2, 2]);
}
