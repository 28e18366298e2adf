//! Networks that fail: a proxy between Tempest and the server cuts, stalls, resets, or forgets one side.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tempest::engine::Options;
use tempest::prelude::*;
use tempest::query::{Filtered, Update};
use tempest::{Error, Result};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::sample::{Person, people};
use crate::backend::Database;

/// What happens to what goes through the proxy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Line {
    /// It arrives.
    Open,
    /// It is kept, until the line is open again; new connections are taken, and nobody answers.
    Stalled,
    /// What the server says is kept, what is said to it arrives.
    Deaf,
    /// Both ends are closed, and new connections as well.
    Cut,
    /// The program's end is reset, without a farewell; new connections as well.
    Reset,
}

/// Forwards connections to the server of a database.
struct Proxy {
    line: watch::Sender<Line>,
    /// How many bytes the server may say before the line changes.
    after: Arc<AtomicUsize>,
    url: String,
    accept: JoinHandle<()>,
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.accept.abort();
    }
}

impl Proxy {
    /// Nothing on SQLite, which has no network.
    async fn start(db: &Database) -> Option<Self> {
        db.backend.variable?;
        let mut url = url::Url::parse(&db.url).unwrap();
        let server = format!("{}:{}", url.host_str().unwrap(), url.port_or_known_default().unwrap_or_default());
        let server = match (url.port(), url.scheme()) {
            (Some(_), _) => server,
            (None, "mysql" | "mariadb") => format!("{}:3306", url.host_str().unwrap()),
            (None, _) => format!("{}:5432", url.host_str().unwrap()),
        };
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        url.set_host(Some("127.0.0.1")).unwrap();
        url.set_port(Some(listener.local_addr().unwrap().port())).unwrap();
        let (line, watched) = watch::channel(Line::Open);
        let after = Arc::new(AtomicUsize::new(usize::MAX));
        let accept = tokio::spawn({
            let (after, line) = (Arc::clone(&after), line.clone());
            async move {
                while let Ok((program, _)) = listener.accept().await {
                    let (server, after) = (server.clone(), Arc::clone(&after));
                    tokio::spawn(forward(program, server, watched.clone(), line.clone(), after));
                }
            }
        });
        Some(Self { line, after, url: url.into(), accept })
    }

    fn set(&self, line: Line) {
        self.line.send_replace(line);
    }

    /// The line is reset once the server has said so much more.
    fn reset_after(&self, bytes: usize) {
        self.after.store(bytes, Ordering::SeqCst);
    }

    fn options(&self) -> Options {
        // A machine that is busy takes long to log in.
        Options::from_url(&self.url).unwrap().pool_size(1).connect_timeout(Duration::from_secs(20))
    }
}

async fn forward(
    mut program: TcpStream,
    server: String,
    mut line: watch::Receiver<Line>,
    set: watch::Sender<Line>,
    after: Arc<AtomicUsize>,
) {
    let Ok(mut server) = TcpStream::connect(&server).await else { return };
    let (mut said, mut answered) = ([0; 16 * 1024], [0; 16 * 1024]);
    loop {
        let now = *line.borrow_and_update();
        match now {
            Line::Cut => return,
            Line::Reset => return drop(program.set_zero_linger()),
            Line::Open | Line::Stalled | Line::Deaf => {}
        }
        tokio::select! {
            _ = line.changed() => {}
            read = program.read(&mut said), if now != Line::Stalled => match read {
                Ok(bytes) if bytes > 0 && server.write_all(&said[..bytes]).await.is_ok() => {}
                _ => return,
            },
            read = server.read(&mut answered), if now == Line::Open => match read {
                Ok(bytes) if bytes > 0 => {
                    let left = after.load(Ordering::SeqCst);
                    if left <= bytes {
                        after.store(usize::MAX, Ordering::SeqCst);
                        set.send_replace(Line::Reset);
                    } else if left != usize::MAX {
                        after.store(left - bytes, Ordering::SeqCst);
                    }
                    if program.write_all(&answered[..bytes]).await.is_err() {
                        return;
                    }
                }
                _ => return,
            },
        }
    }
}

fn birthday() -> Update<Person, Filtered> {
    Person::update().set(Person::age, Person::age + 1).where_(Person::id.eq(1))
}

async fn age(db: &Database) -> i32 {
    Person::select().columns(Person::age).where_(Person::id.eq(1)).one(&db.engine).await.unwrap()
}

/// The pool heals by itself. On MySQL and MariaDB, which do not tell that a connection is gone, one statement may find out.
async fn heals(db: &Database, engine: &Engine) {
    let first = Person::select().count(engine).await;
    match first {
        Ok(count) => assert_eq!(count, 5),
        Err(error) => {
            assert!(matches!(error, Error::ConnectionLost { .. }) && db.dialect().name() != "PostgreSQL", "{error:?}");
        }
    }
    for _ in 0..3 {
        assert_eq!(Person::select().count(engine).await.unwrap(), 5);
    }
    assert!(engine.status().size <= 1);
}

pub(crate) async fn a_line_that_is_cut_while_nobody_speaks(db: Arc<Database>) {
    people(&db).await;
    let Some(proxy) = Proxy::start(&db).await else { return };
    let engine = proxy.options().connect().await.unwrap();
    for line in [Line::Cut, Line::Reset] {
        assert_eq!(Person::select().count(&engine).await.unwrap(), 5);
        proxy.set(line);
        tokio::time::sleep(Duration::from_millis(200)).await;
        proxy.set(Line::Open);
        heals(&db, &engine).await;
    }
}

/// While it is cut, nobody gets in, and that is said within the time to connect.
pub(crate) async fn a_line_that_stays_cut(db: Arc<Database>) {
    people(&db).await;
    let Some(proxy) = Proxy::start(&db).await else { return };
    let options = || proxy.options().connect_timeout(Duration::from_secs(3));
    let engine = options().connect().await.unwrap();
    for line in [Line::Cut, Line::Reset, Line::Stalled] {
        heals(&db, &engine).await;
        proxy.set(Line::Cut);
        tokio::time::sleep(Duration::from_millis(1100)).await;
        proxy.set(line);
        let began = Instant::now();
        let error = birthday().execute(&engine).await.unwrap_err();
        assert!(matches!(error, Error::Connect { .. }), "{line:?}: {error:?}");
        assert!(began.elapsed() < Duration::from_secs(10), "{line:?}: {:?}", began.elapsed());
        let connect = options().connect().await.unwrap_err();
        assert!(matches!(connect, Error::Connect { .. }), "{line:?}: {connect:?}");
        proxy.set(Line::Open);
    }
    heals(&db, &engine).await;
    assert_eq!(age(&db).await, 36, "nothing of it was sent");
}

/// It may have run, so it is not sent again.
pub(crate) async fn a_statement_whose_answer_is_lost(db: Arc<Database>) {
    people(&db).await;
    let Some(proxy) = Proxy::start(&db).await else { return };
    let engine = proxy.options().connect().await.unwrap();
    for (line, expected) in [(Line::Cut, 38), (Line::Reset, 40)] {
        // Prepared, so that it takes one message to run it.
        birthday().execute(&engine).await.unwrap();
        proxy.set(Line::Deaf);
        let running = tokio::spawn({
            let engine = engine.clone();
            async move { birthday().execute(&engine).await }
        });
        while age(&db).await != expected {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        proxy.set(line);
        let error = running.await.unwrap().unwrap_err();
        assert!(matches!(error, Error::ConnectionLost { .. }), "{error:?}");
        assert!(!error.is_retryable());
        proxy.set(Line::Open);
        heals(&db, &engine).await;
        assert_eq!(age(&db).await, expected, "once");
    }
}

pub(crate) async fn a_result_that_breaks_off(db: Arc<Database>) {
    people(&db).await;
    let Some(proxy) = Proxy::start(&db).await else { return };
    let engine = proxy.options().connect().await.unwrap();
    insert!(Person { id: 6, name: "x".repeat(2_000_000) }).execute(&db.engine).await.unwrap();
    for taken in [0, 1] {
        proxy.reset_after(500_000);
        let error = if taken == 0 {
            Person::select().order_by(Person::id).all(&engine).await.unwrap_err()
        } else {
            let mut rows = Person::select().order_by(Person::id).stream(&engine);
            loop {
                match rows.next().await {
                    Some(Ok(_)) => {}
                    Some(Err(error)) => break error,
                    None => panic!("the rest is missing, and nobody says so"),
                }
            }
        };
        assert!(matches!(error, Error::ConnectionLost { .. }), "{error:?}");
        proxy.set(Line::Open);
        assert_eq!(Person::select().count(&engine).await.unwrap(), 6, "a new connection");
    }
}

/// Nothing arrives any more, and nobody says so: only a timeout tells.
pub(crate) async fn a_line_that_stalls(db: Arc<Database>) {
    people(&db).await;
    let Some(proxy) = Proxy::start(&db).await else { return };
    let engine = proxy.options().statement_timeout(Duration::from_millis(400)).connect().await.unwrap();
    for line in [Line::Stalled, Line::Deaf] {
        assert_eq!(Person::select().count(&engine).await.unwrap(), 5);
        proxy.set(line);
        let began = Instant::now();
        let error = Person::select().count(&engine).await.unwrap_err();
        assert!(matches!(error, Error::Timeout { .. }), "{line:?}: {error:?}");
        assert!(began.elapsed() < Duration::from_secs(3));
        proxy.set(Line::Open);
        assert_eq!(Person::select().count(&engine).await.unwrap(), 5, "on a new connection");
    }
    // In a transaction, too; what it did is undone as soon as the server knows.
    let tx = engine.begin().await.unwrap();
    birthday().execute(&tx).await.unwrap();
    proxy.set(Line::Stalled);
    let error = birthday().execute(&tx).await.unwrap_err();
    assert!(matches!(error, Error::Timeout { .. }), "{error:?}");
    let error = birthday().execute(&tx).await.unwrap_err();
    assert!(matches!(error, Error::TransactionAborted { .. }), "{error:?}");
    proxy.set(Line::Open);
    drop(tx);
    birthday().execute(&engine).await.unwrap();
    assert_eq!(age(&db).await, 37);
}

/// A COMMIT without its answer is whole or not at all, and says that nobody knows.
pub(crate) async fn a_commit_whose_answer_is_lost(db: Arc<Database>) {
    people(&db).await;
    let Some(proxy) = Proxy::start(&db).await else { return };
    let engine = proxy.options().statement_timeout(Duration::from_millis(500)).connect().await.unwrap();
    for (round, line) in [Line::Deaf, Line::Stalled].into_iter().enumerate() {
        let result: Result<()> = engine
            .transaction(async |tx| {
                birthday().execute(tx).await?;
                Person::update().set(Person::age, Person::age + 1).where_(Person::id.eq(2)).execute(tx).await?;
                proxy.set(line);
                Ok(())
            })
            .await;
        let error = result.unwrap_err();
        assert!(matches!(error, Error::Timeout { .. } | Error::ConnectionLost { .. }), "{error:?}");
        assert!(!error.is_retryable());
        proxy.set(Line::Open);
        assert_eq!(Person::select().count(&engine).await.unwrap(), 5);
        let bob = Person::select().columns(Person::age).where_(Person::id.eq(2)).one(&db.engine).await.unwrap();
        assert_eq!(age(&db).await - 36, bob - 20, "round {round}: all of it or nothing");
    }
}
