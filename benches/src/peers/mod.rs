//! Tempest and the raw drivers; the other libraries are in the package `benches/peers`.

mod deadpool_postgres;
mod mysql_async;
mod postgres_sql;
mod rusqlite;
mod tempest;
mod tempest_blocking;
mod tokio_postgres;

pub(crate) use self::tempest_blocking::TempestBlocking;

use crate::database::Database;
use crate::worker::serve;

/// The peers of a database in the order of the table. The first is the one that the others are compared with; it also
/// makes the table and loads the rows where all share a server.
pub(crate) fn of(database: Database) -> &'static [&'static str] {
    match database {
        Database::Postgres => &["tokio-postgres", "deadpool-postgres", "UNNEST by hand", "COPY by hand", "tempest"],
        Database::Sqlite => &["rusqlite", "tempest blocking", "tempest"],
        Database::MySql | Database::MariaDb => &["mysql_async", "tempest"],
    }
}

/// Serves the peer of this name, if there is one.
pub(crate) fn serve_named(database: Database, peer: &str, url: &str, threads: usize) -> Option<()> {
    match (database, peer) {
        (Database::Postgres, "tokio-postgres") => serve::<tokio_postgres::TokioPostgres>(url, threads),
        (Database::Postgres, "UNNEST by hand") => serve::<tokio_postgres::Bulk<false>>(url, threads),
        (Database::Postgres, "COPY by hand") => serve::<tokio_postgres::Bulk<true>>(url, threads),
        (Database::Postgres, "deadpool-postgres") => serve::<deadpool_postgres::DeadpoolPostgres>(url, threads),
        (Database::Sqlite, "rusqlite") => serve::<rusqlite::Rusqlite>(url, threads),
        (Database::Sqlite, "tempest blocking") => serve::<TempestBlocking>(url, threads),
        (Database::MySql | Database::MariaDb, "mysql_async") => serve::<mysql_async::MysqlAsync>(url, threads),
        (_, "tempest") => serve::<tempest::Tempest>(url, threads),
        _ => return None,
    }
    Some(())
}
