//! A database of our own on a server, and what the server does meanwhile: no waiting for the disk, on one core.

use std::collections::BTreeSet;

use mysql_async::prelude::Queryable;
use tokio_postgres::NoTls;

use crate::database::Database;
use crate::pin;

/// A database of this run alone.
pub(crate) struct Server {
    /// Where the peers connect.
    pub(crate) url: String,
    /// What the server calls itself.
    pub(crate) version: String,
    admin: Admin,
    name: String,
    /// Statements that undo what was set for the run.
    restore: Vec<String>,
    pinned: BTreeSet<u32>,
}

enum Admin {
    Postgres(tokio_postgres::Client),
    MySql(Box<mysql_async::Conn>, Database),
    None,
}

/// Where the server is: as the tests are told, or where it usually runs.
fn usual(database: Database) -> String {
    let (variable, usual) = match database {
        Database::Postgres => ("TEMPEST_TEST_POSTGRES", "postgres://postgres@127.0.0.1:5432/postgres"),
        Database::MySql => ("TEMPEST_TEST_MYSQL", "mysql://root@127.0.0.1:33306/mysql"),
        Database::MariaDb => ("TEMPEST_TEST_MARIADB", "mysql://root@127.0.0.1:3306/mysql"),
        Database::Sqlite => return "sqlite::memory:".to_owned(),
    };
    std::env::var(variable).unwrap_or_else(|_| usual.to_owned())
}

impl Server {
    /// Makes the database on the server of this URL, or on the usual one.
    pub(crate) async fn prepare(database: Database, url: Option<&str>) -> Result<Self, String> {
        let url = url.map_or_else(|| usual(database), str::to_owned);
        let name = format!("tempest_bench_{}", std::process::id());
        let own = url.rsplit_once('/').map(|(server, _)| format!("{server}/{name}")).unwrap_or_default();
        let mut server = Self {
            url: own,
            version: String::new(),
            admin: Admin::None,
            name: name.clone(),
            restore: Vec::new(),
            pinned: BTreeSet::new(),
        };
        match database {
            Database::Sqlite => {
                server.url = url;
                server.version = rusqlite::version().to_owned();
            }
            Database::Postgres => {
                let (client, connection) =
                    tokio_postgres::connect(&url, NoTls).await.map_err(|error| error.to_string())?;
                tokio::spawn(connection);
                server.admin = Admin::Postgres(client);
                server.version = server.rows("SHOW server_version").await?.concat();
                server.execute(&format!("CREATE DATABASE {name}")).await?;
                server.execute(&format!("ALTER DATABASE {name} SET synchronous_commit = off")).await?;
            }
            Database::MySql | Database::MariaDb => {
                let options = mysql_async::Opts::from_url(&url.replace("mariadb://", "mysql://"))
                    .map_err(|error| error.to_string())?;
                let connection = mysql_async::Conn::new(options).await.map_err(|error| error.to_string())?;
                server.admin = Admin::MySql(Box::new(connection), database);
                server.version = server.rows("SELECT VERSION()").await?.concat();
                server.execute(&format!("CREATE DATABASE {name}")).await?;
                for setting in ["innodb_flush_log_at_trx_commit", "sync_binlog"] {
                    let was = server.rows(&format!("SELECT @@GLOBAL.{setting}")).await?.concat();
                    if server.execute(&format!("SET GLOBAL {setting} = 0")).await.is_ok() {
                        server.restore.push(format!("SET GLOBAL {setting} = {was}"));
                    } else {
                        eprintln!("{database}: not allowed to set {setting}: each insert waits for the disk");
                    }
                }
            }
        }
        Ok(server)
    }

    /// Puts what serves the connections to our database on one core, and says how many it could not.
    pub(crate) async fn pin(&mut self, core: usize) -> Result<(), String> {
        let query = match &self.admin {
            Admin::None => return Ok(()),
            Admin::Postgres(_) => format!("SELECT pid::text FROM pg_stat_activity WHERE datname = '{}'", self.name),
            Admin::MySql(_, Database::MariaDb) => {
                format!("SELECT CAST(tid AS CHAR) FROM information_schema.processlist WHERE db = '{}'", self.name)
            }
            Admin::MySql(..) => format!(
                "SELECT CAST(thread_os_id AS CHAR) FROM performance_schema.threads WHERE processlist_db = '{}'",
                self.name
            ),
        };
        for thread in self.rows(&query).await? {
            let thread: u32 = thread.parse().map_err(|_| format!("no thread: {thread}"))?;
            if self.pinned.insert(thread) {
                pin::to_core(thread, core)?;
            }
        }
        Ok(())
    }

    /// Leaves the server as it was.
    pub(crate) async fn restore(mut self) {
        for thread in std::mem::take(&mut self.pinned) {
            let _ = pin::to_all(thread); // it may be gone
        }
        for sql in std::mem::take(&mut self.restore) {
            let _ = self.execute(&sql).await;
        }
        let drop = match self.admin {
            Admin::None => return,
            Admin::Postgres(_) => format!("DROP DATABASE {} WITH (FORCE)", self.name),
            Admin::MySql(..) => format!("DROP DATABASE {}", self.name),
        };
        if let Err(error) = self.execute(&drop).await {
            eprintln!("{drop}: {error}");
        }
    }

    async fn execute(&mut self, sql: &str) -> Result<(), String> {
        match &mut self.admin {
            Admin::None => Ok(()),
            Admin::Postgres(client) => client.batch_execute(sql).await.map_err(|error| error.to_string()),
            Admin::MySql(connection, _) => connection.query_drop(sql).await.map_err(|error| error.to_string()),
        }
    }

    /// The rows of a query of one column of text.
    async fn rows(&mut self, sql: &str) -> Result<Vec<String>, String> {
        match &mut self.admin {
            Admin::None => Ok(Vec::new()),
            Admin::Postgres(client) => {
                let rows = client.query(sql, &[]).await.map_err(|error| error.to_string())?;
                Ok(rows.iter().map(|row| row.get(0)).collect())
            }
            Admin::MySql(connection, _) => connection.query(sql).await.map_err(|error| error.to_string()),
        }
    }
}
