//! The libraries that cannot be linked into one program with Tempest, because they need another SQLite. The runner, which
//! is `tempest-benches`, starts this program for each of them; it is made of the same files.
//!
//! Written as each library's own documentation says, in its faster way where it shows several.

#[path = "../../src/allocations.rs"]
mod allocations;
#[path = "../../src/case.rs"]
#[allow(dead_code, reason = "the list is the runner's")]
mod case;
mod diesel;
#[path = "../../src/model.rs"]
mod model;
#[path = "../../src/peer.rs"]
mod peer;
mod sea_orm;
mod sqlx;
#[path = "../../src/worker.rs"]
#[allow(dead_code, reason = "one entry is the runner's")]
mod worker;

use worker::serve;

#[global_allocator]
static ALLOCATOR: allocations::Counting = allocations::Counting;

/// Serves one peer at a URL, with so many threads.
type Serve = fn(&str, usize);

/// Database and name of each peer, in the order of the tables.
const PEERS: [(&str, &str, Serve); 12] = [
    ("postgres", "diesel", serve::<diesel::postgres::Diesel>),
    ("postgres", "diesel-async", serve::<diesel::postgres_async::DieselAsync>),
    ("postgres", "sqlx connection", serve::<sqlx::postgres::Connection>),
    ("postgres", "sqlx pool", serve::<sqlx::postgres::Pool>),
    ("postgres", "sea-orm", serve::<sea_orm::SeaOrm>),
    ("sqlite", "diesel", serve::<diesel::sqlite::Diesel>),
    ("sqlite", "sqlx", serve::<sqlx::sqlite::Connection>),
    ("sqlite", "sea-orm", serve::<sea_orm::SeaOrm>),
    ("mysql", "diesel-async", serve::<diesel::mysql_async::DieselAsync>),
    ("mysql", "sqlx connection", serve::<sqlx::mysql::Connection>),
    ("mysql", "sqlx pool", serve::<sqlx::mysql::Pool>),
    ("mysql", "sea-orm", serve::<sea_orm::SeaOrm>),
];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match *words {
        ["list"] => {
            for (database, peer, _) in PEERS {
                println!("{database} {peer}");
                if database == "mysql" {
                    println!("mariadb {peer}");
                }
            }
        }
        ["worker", database, peer, url, threads] => {
            let database = if database == "mariadb" { "mysql" } else { database };
            let found = PEERS.iter().find(|(of, name, _)| (*of, *name) == (database, peer));
            let (_, _, serve) = found.expect("a peer of this program");
            serve(&url.replace("mariadb://", "mysql://"), threads.parse().expect("a number of threads"));
        }
        _ => eprintln!("tempest-benches --peers starts this program"),
    }
}
