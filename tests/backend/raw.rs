//! The databases without Tempest: through each driver itself.

use std::path::PathBuf;

use mysql_async::prelude::Queryable;
use tokio_postgres::SimpleQueryMessage;

/// A database, and how to reach it with its driver alone.
pub(crate) enum Raw {
    Postgres(String),
    MySql(String),
    Sqlite(PathBuf),
}

/// The file of the SQLite database of this name.
pub(crate) fn sqlite_file(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("{name}.db"))
}

impl Raw {
    pub(crate) fn new(url: &str) -> Self {
        if let Some(file) = url.strip_prefix("sqlite:") {
            return Self::Sqlite(file.into());
        }
        match url.split_once("://") {
            Some(("mysql" | "mariadb", rest)) => Self::MySql(format!("mysql://{rest}")),
            _ => Self::Postgres(url.to_owned()),
        }
    }

    /// Makes a database.
    pub(crate) async fn create(&self, name: &str) {
        if !matches!(self, Self::Sqlite(_)) {
            self.run(&format!("CREATE DATABASE {name}")).await;
        }
    }

    /// Drops it with all that is in it, even if somebody is still connected.
    pub(crate) async fn drop(&self, name: &str) {
        match self {
            Self::Postgres(_) => self.run(&format!("DROP DATABASE {name} WITH (FORCE)")).await,
            Self::MySql(_) => self.run(&format!("DROP DATABASE {name}")).await,
            Self::Sqlite(file) => {
                for ending in ["", "-wal", "-shm"] {
                    let _ = std::fs::remove_file(format!("{}{ending}", file.display()));
                }
            }
        }
    }

    /// Runs commands that return nothing.
    pub(crate) async fn run(&self, commands: &str) {
        self.try_run(commands).await.unwrap_or_else(|error| panic!("{commands}: {error}"));
    }

    /// Runs commands that return nothing, and tells what went wrong.
    pub(crate) async fn try_run(&self, commands: &str) -> Result<(), String> {
        match self {
            Self::Postgres(url) => {
                postgres(url).await.batch_execute(commands).await.map_err(|error| format!("{error:?}"))
            }
            Self::MySql(url) => {
                let mut connection = mysql(url).await;
                connection.query_drop(commands).await.map_err(|error| error.to_string())?;
                connection.disconnect().await.map_err(|error| error.to_string())
            }
            Self::Sqlite(file) => {
                let connection = rusqlite::Connection::open(file).unwrap();
                connection.execute_batch(commands).map_err(|error| error.to_string())
            }
        }
    }

    /// The rows of a query, as text.
    pub(crate) async fn rows(&self, query: &str) -> Vec<Vec<Option<String>>> {
        match self {
            Self::Postgres(url) => {
                let messages = postgres(url).await.simple_query(query).await.unwrap();
                let row = |message: &SimpleQueryMessage| match message {
                    SimpleQueryMessage::Row(row) => {
                        Some((0..row.len()).map(|cell| row.get(cell).map(str::to_owned)).collect())
                    }
                    _ => None,
                };
                messages.iter().filter_map(row).collect()
            }
            Self::MySql(url) => {
                let mut connection = mysql(url).await;
                let rows: Vec<mysql_async::Row> = connection.query(query).await.unwrap();
                connection.disconnect().await.unwrap();
                rows.into_iter().map(|row| row.unwrap().into_iter().map(mysql_text).collect()).collect()
            }
            Self::Sqlite(file) => {
                let connection = rusqlite::Connection::open(file).unwrap();
                let mut statement = connection.prepare(query).unwrap();
                let width = statement.column_count();
                let mut rows = statement.query([]).unwrap();
                let mut texts = Vec::new();
                while let Some(row) = rows.next().unwrap() {
                    texts.push((0..width).map(|cell| sqlite_text(row.get_ref(cell).unwrap())).collect());
                }
                texts
            }
        }
    }
}

async fn postgres(url: &str) -> tokio_postgres::Client {
    let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    client
}

async fn mysql(url: &str) -> mysql_async::Conn {
    let mut connection = mysql_async::Conn::from_url(url).await.unwrap();
    connection.query_drop("SET time_zone = '+00:00'").await.unwrap();
    connection
}

fn mysql_text(value: mysql_async::Value) -> Option<String> {
    match value {
        mysql_async::Value::NULL => None,
        mysql_async::Value::Bytes(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
        value => Some(value.as_sql(true)),
    }
}

fn sqlite_text(value: rusqlite::types::ValueRef<'_>) -> Option<String> {
    use rusqlite::types::ValueRef;
    match value {
        ValueRef::Null => None,
        ValueRef::Integer(number) => Some(number.to_string()),
        ValueRef::Real(number) => Some(number.to_string()),
        ValueRef::Text(text) => Some(String::from_utf8_lossy(text).into_owned()),
        ValueRef::Blob(bytes) => Some(bytes.iter().map(|byte| format!("{byte:02x}")).collect()),
    }
}
