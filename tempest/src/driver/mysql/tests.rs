//! The driver against real servers, `TEMPEST_TEST_MYSQL` and `TEMPEST_TEST_MARIADB`.

use std::time::Duration;

use tempest_dialects::Value;
use tempest_dialects::render::Outcome;

use super::*;
use crate::driver::Decode;
use crate::driver::handmade::{sql, sql_with_outcome};
use crate::engine::{Isolation, Target, TransactionOptions};
use crate::row::{Cell, Row};
use crate::test_server;

/// A table with a name of its own on each of the servers, and the options that lead to it.
async fn on_each_server(test: impl AsyncFn(Options, &str)) {
    for (variable, name) in [("TEMPEST_TEST_MYSQL", "mysql"), ("TEMPEST_TEST_MARIADB", "mariadb")] {
        let Some(url) = test_server::url(variable) else { continue };
        let options = Options::from_url(&url).unwrap().acquire_timeout(Duration::from_secs(5)).pool_size(3);
        test(options, name).await;
    }
}

async fn connect(options: &Options) -> Pool {
    let Target::MySql(server) = &options.target else { panic!("not a URL of MySQL") };
    Pool::connect(server, options).await.unwrap()
}

async fn execute(connection: &mut Connection, text: &str, values: Vec<Value>) -> Result<u64> {
    connection.query(&sql(text, values), |_| Ok(())).await.map(|fetched| fetched.affected)
}

async fn integers(connection: &mut Connection, text: &str, values: Vec<Value>) -> Result<Vec<i64>> {
    connection.query(&sql(text, values), |row: &Row<'_>| row.decode(0)).await.map(|fetched| fetched.rows)
}

async fn texts(connection: &mut Connection, text: &str, values: Vec<Value>) -> Result<Vec<String>> {
    connection.query(&sql(text, values), |row: &Row<'_>| row.decode(0)).await.map(|fetched| fetched.rows)
}

/// An empty table of two columns and a unique index.
async fn table(pool: &Pool, name: &str) -> Connection {
    let mut db = pool.acquire().await.unwrap();
    db.control(&format!("DROP TABLE IF EXISTS {name}")).await.unwrap();
    let columns = format!("id INT PRIMARY KEY, n INT, CONSTRAINT {name}_small CHECK (n < 100), UNIQUE KEY one_n (n)");
    db.control(&format!("CREATE TABLE {name} ({columns})")).await.unwrap();
    db
}

fn ints(values: &[i32]) -> Vec<Value> {
    values.iter().map(|value| Value::I32(*value)).collect()
}

#[tokio::test]
async fn the_server_says_which_database_it_is() {
    on_each_server(async |options, name| {
        let pool = connect(&options).await;
        assert_eq!(pool.dialect().name().to_lowercase(), name);
        let mut db = pool.acquire().await.unwrap();
        let mode = texts(&mut db, "SELECT @@sql_mode", vec![]).await.unwrap().remove(0);
        assert!(mode.contains("NO_AUTO_VALUE_ON_ZERO") && mode.contains("STRICT_TRANS_TABLES"), "{mode}");
        assert_eq!(texts(&mut db, "SELECT @@time_zone", vec![]).await.unwrap(), ["+00:00"]);
        assert_eq!(integers(&mut db, "SELECT 'a' = 'A' OR 'a' = 'a '", vec![]).await.unwrap(), [0]);
        assert_eq!((pool.status().size, pool.status().idle), (1, 0));
    })
    .await;
}

#[tokio::test]
async fn affected_rows_are_counted_once() {
    on_each_server(async |options, _| {
        let pool = connect(&options).await;
        let mut db = table(&pool, "driver_counts").await;
        let insert = "INSERT INTO driver_counts (id, n) VALUES (?, ?), (?, ?), (?, ?)";
        assert_eq!(execute(&mut db, insert, ints(&[1, 1, 2, 2, 3, 3])).await.unwrap(), 3);
        let update = "UPDATE driver_counts SET n = ? WHERE id = ?";
        assert_eq!(execute(&mut db, update, ints(&[1, 1])).await.unwrap(), 1, "found, not changed");
        assert_eq!(execute(&mut db, update, ints(&[1, 9])).await.unwrap(), 0);
        let nothing = format!("{insert} ON DUPLICATE KEY UPDATE id = driver_counts.id");
        let nothing = sql_with_outcome(&nothing, ints(&[1, 1, 2, 2, 4, 4]), Outcome::WithoutDuplicates);
        assert_eq!(db.query(&nothing, |_| Ok(())).await.unwrap().affected, 1);
        let upsert = format!("{insert} ON DUPLICATE KEY UPDATE n = VALUES(n)");
        let upsert = sql_with_outcome(&upsert, ints(&[1, 11, 2, 2, 5, 5]), Outcome::EachRowOnce);
        assert_eq!(db.query(&upsert, |_| Ok(())).await.unwrap().affected, 3);
        let one = "INSERT INTO driver_counts (id, n) VALUES (?, ?) ON DUPLICATE KEY UPDATE n = VALUES(n)";
        let one = sql_with_outcome(one, ints(&[1, 12]), Outcome::EachRowOnce);
        assert_eq!(db.query(&one, |_| Ok(())).await.unwrap().affected, 1);
        assert_eq!(execute(&mut db, "SELECT * FROM driver_counts", vec![]).await.unwrap(), 0);
        if pool.dialect().name() == "MariaDB" {
            let returning = sql("DELETE FROM driver_counts WHERE id > ? RETURNING id", ints(&[3]));
            let fetched = db.query(&returning, |row: &Row<'_>| row.decode::<i32>(0)).await.unwrap();
            assert_eq!((fetched.rows.len(), fetched.affected), (2, 2));
        }
    })
    .await;
}

#[tokio::test]
async fn a_statement_is_prepared_for_each_set_of_types() {
    on_each_server(async |options, _| {
        let pool = connect(&options.statement_cache(2)).await;
        let mut db = pool.acquire().await.unwrap();
        let text = |text: &'static str| Value::Text(text.into());
        let equal = "SELECT ? = ?";
        assert_eq!(integers(&mut db, equal, ints(&[1, 1])).await.unwrap(), [1]);
        assert_eq!(integers(&mut db, equal, vec![text("a"), text("b")]).await.unwrap(), [0]);
        execute(&mut db, "SELECT ? > ?", vec![Value::Null, Value::Null]).await.unwrap();
        assert_eq!(integers(&mut db, "SELECT ? > ?", ints(&[10, 9])).await.unwrap(), [1]);
        for round in 0..20 {
            execute(&mut db, &format!("SELECT {round} + ?"), ints(&[1])).await.unwrap();
        }
        let status = sql("SHOW SESSION STATUS LIKE 'Com_stmt_close'", vec![]);
        let closed = db.query(&status, |row: &Row<'_>| row.decode::<String>(1)).await.unwrap().rows.remove(0);
        assert!(closed.parse::<u32>().unwrap() >= 20, "{closed}");
    })
    .await;
}

#[tokio::test]
async fn values_come_back_as_they_went() {
    on_each_server(async |options, name| {
        let pool = connect(&options).await;
        let mut db = pool.acquire().await.unwrap();
        db.control("DROP TABLE IF EXISTS driver_values").await.unwrap();
        db.control(
            "CREATE TABLE driver_values (b BOOLEAN, s SMALLINT, i BIGINT, u INT UNSIGNED, f FLOAT, d DOUBLE, \
             t TEXT CHARACTER SET utf8mb4, y LONGBLOB, k BINARY(16), ts DATETIME(6), dt DATE, tm TIME(6), j JSON, \
             e ENUM('x', 'y') CHARACTER SET utf8mb4, n INT)",
        )
        .await
        .unwrap();
        let values = vec![
            Value::Bool(true),
            Value::I16(i16::MIN),
            Value::I64(i64::MIN),
            Value::U32(u32::MAX),
            Value::F32(0.1),
            Value::F64(f64::MIN_POSITIVE),
            Value::Text("a\0é\u{1f980}".into()),
            Value::Bytes(vec![0, 255, 254]),
            Value::Uuid([255; 16]),
            Value::TimestampTz(253_402_300_799_999_999),
            Value::Date(-719_162),
            Value::Time(86_399_999_999),
            Value::Json("{\"a\": 1}".to_owned()),
            Value::Enum("y"),
            Value::Null,
        ];
        let insert = format!("INSERT INTO driver_values VALUES (?{})", ", ?".repeat(values.len() - 1));
        assert_eq!(execute(&mut db, &insert, values).await.unwrap(), 1);
        let decode: Decode<()> = |row| {
            assert!(row.decode::<bool>(0)?);
            assert_eq!(row.decode::<i16>(1)?, i16::MIN);
            assert_eq!(row.decode::<i64>(2)?, i64::MIN);
            assert_eq!(row.decode::<u32>(3)?, u32::MAX);
            assert_eq!(row.decode::<f32>(4)?, 0.1);
            assert_eq!(row.decode::<f64>(5)?, f64::MIN_POSITIVE);
            assert_eq!(row.decode::<String>(6)?, "a\0é\u{1f980}");
            assert_eq!(row.decode::<Vec<u8>>(7)?, [0, 255, 254]);
            assert_eq!(row.decode::<Raw<8>>(8)?.0, "Bytes(16)");
            assert_eq!(row.decode::<Raw<9>>(9)?.0, "Timestamp(253402300799999999)");
            assert_eq!(row.decode::<Raw<10>>(10)?.0, "Date(-719162)");
            assert_eq!(row.decode::<Raw<11>>(11)?.0, "Time(86399999999)");
            assert!(row.decode::<Raw<12>>(12)?.0.contains("{\"a\": 1}"));
            assert_eq!(row.decode::<String>(13)?, "y");
            assert_eq!(row.decode::<Option<i32>>(14)?, None);
            assert!(row.decode::<i32>(15).is_err());
            Ok(())
        };
        let fetched = db.query(&sql("SELECT * FROM driver_values", vec![]), decode).await.unwrap();
        assert_eq!(fetched.rows.len(), 1, "{name}");
        // Bytes that are no UTF-8 are compared as they are.
        let by_key = "SELECT count(*) FROM driver_values WHERE k = ? AND y = ? AND t = ? AND ts = ?";
        let key = vec![
            Value::Uuid([255; 16]),
            Value::Bytes(vec![0, 255, 254]),
            Value::Text("a\0é\u{1f980}".into()),
            Value::TimestampTz(253_402_300_799_999_999),
        ];
        assert_eq!(integers(&mut db, by_key, key).await.unwrap(), [1]);
    })
    .await;
}

/// What the cell was, as text.
struct Raw<const I: usize>(String);

impl<const I: usize> crate::types::DbType for Raw<I> {
    const COLUMN_TYPE: tempest_dialects::ColumnType = tempest_dialects::ColumnType::Text;

    fn into_value(self) -> Value {
        Value::Null
    }

    fn from_cell(cell: Cell<'_>) -> Result<Self, crate::types::CellError> {
        Ok(Self(match cell {
            Cell::Bytes(bytes) => format!("Bytes({})", bytes.len()),
            Cell::Text(text) | Cell::Json(text) => String::from_utf8(text.to_vec()).unwrap(),
            cell => format!("{cell:?}"),
        }))
    }
}

#[tokio::test]
async fn a_transaction_is_what_was_asked_for() {
    on_each_server(async |options, _| {
        let pool = connect(&options).await;
        let mut db = table(&pool, "driver_transactions").await;
        let insert = "INSERT INTO driver_transactions (id, n) VALUES (?, ?)";
        let count = "SELECT count(*) FROM driver_transactions";
        db.begin(&TransactionOptions::new().isolation(Isolation::Serializable)).await.unwrap();
        execute(&mut db, insert, ints(&[1, 1])).await.unwrap();
        db.control("SAVEPOINT a").await.unwrap();
        assert!(execute(&mut db, insert, ints(&[2, 1])).await.unwrap_err().is_unique_violation());
        db.control("ROLLBACK TO SAVEPOINT a").await.unwrap();
        db.commit().await.unwrap();
        assert_eq!(integers(&mut db, count, vec![]).await.unwrap(), [1]);
        db.begin(&TransactionOptions::new().read_only()).await.unwrap();
        let refused = execute(&mut db, insert, ints(&[2, 2])).await.unwrap_err();
        assert!(matches!(&refused, Error::Database { code, .. } if code == "1792"), "{refused}");
        db.rollback().await.unwrap();
        db.begin(&TransactionOptions::new()).await.unwrap();
        execute(&mut db, insert, ints(&[2, 2])).await.unwrap();
        drop(db);
        let mut db = pool.acquire().await.unwrap();
        tokio::time::sleep(Duration::from_millis(50)).await;
        assert_eq!(integers(&mut db, count, vec![]).await.unwrap(), [1]);
        // DDL commits.
        db.begin(&TransactionOptions::new()).await.unwrap();
        db.control("CREATE TABLE IF NOT EXISTS driver_ddl (id INT)").await.unwrap();
        assert!(matches!(execute(&mut db, insert, ints(&[3, 3])).await, Err(Error::TransactionAborted { .. })));
        assert!(matches!(db.commit().await, Err(Error::TransactionAborted { .. })));
        assert!(matches!(db.control("START TRANSACTION").await, Err(Error::TransactionState { .. })));
        assert_eq!(integers(&mut db, count, vec![]).await.unwrap(), [1]);
    })
    .await;
}

#[tokio::test]
async fn a_deadlock_ends_the_whole_transaction() {
    on_each_server(async |options, name| {
        let pool = connect(&options).await;
        let mut one = table(&pool, "driver_deadlock").await;
        let mut two = pool.acquire().await.unwrap();
        execute(&mut one, "INSERT INTO driver_deadlock (id, n) VALUES (1, 1), (2, 2)", vec![]).await.unwrap();
        let update = "UPDATE driver_deadlock SET n = n + 10 WHERE id = ?";
        one.begin(&TransactionOptions::new()).await.unwrap();
        two.begin(&TransactionOptions::new()).await.unwrap();
        execute(&mut one, update, ints(&[1])).await.unwrap();
        execute(&mut two, update, ints(&[2])).await.unwrap();
        let (first, second) = tokio::join!(execute(&mut one, update, ints(&[2])), async {
            tokio::time::sleep(Duration::from_millis(100)).await;
            execute(&mut two, update, ints(&[1])).await
        });
        let (mut loser, mut winner) = if first.is_err() { (one, two) } else { (two, one) };
        let error = first.and(second).unwrap_err();
        assert!(matches!(error, Error::SerializationFailure { .. }), "{name}: {error}");
        assert!(loser.failure().is_some());
        // It would be written at once, in no transaction.
        assert!(matches!(execute(&mut loser, update, ints(&[1])).await, Err(Error::TransactionAborted { .. })));
        assert!(matches!(loser.commit().await, Err(Error::TransactionAborted { .. })));
        winner.commit().await.unwrap();
        assert_eq!(integers(&mut loser, "SELECT n FROM driver_deadlock ORDER BY id", vec![]).await.unwrap(), [11, 12]);
    })
    .await;
}

#[tokio::test]
async fn a_statement_that_nobody_waits_for_is_given_up_with_its_locks() {
    on_each_server(async |options, name| {
        let pool = connect(&options).await;
        let mut one = table(&pool, "driver_cancel").await;
        execute(&mut one, "INSERT INTO driver_cancel (id, n) VALUES (1, 1)", vec![]).await.unwrap();
        one.begin(&TransactionOptions::new()).await.unwrap();
        execute(&mut one, "UPDATE driver_cancel SET n = 2", vec![]).await.unwrap();
        let sleep = sql("SELECT SLEEP(30)", vec![]);
        let cancelled = tokio::time::timeout(Duration::from_millis(100), one.query(&sleep, |_| Ok(()))).await;
        assert!(cancelled.is_err());
        drop(one);
        let mut two = pool.acquire().await.unwrap();
        let update = execute(&mut two, "UPDATE driver_cancel SET n = 3", vec![]);
        assert_eq!(tokio::time::timeout(Duration::from_secs(5), update).await.expect(name).unwrap(), 1);
        assert!(pool.status().size <= 2);
    })
    .await;
}

#[tokio::test]
async fn constraints_are_named() {
    on_each_server(async |options, name| {
        let pool = connect(&options).await;
        pool.acquire().await.unwrap().control("DROP TABLE IF EXISTS driver_child").await.unwrap();
        let mut db = table(&pool, "driver_parent").await;
        db.control(
            "CREATE TABLE driver_child (a INT NOT NULL, p INT, CONSTRAINT to_parent FOREIGN KEY (p) \
             REFERENCES driver_parent (id))",
        )
        .await
        .unwrap();
        execute(&mut db, "INSERT INTO driver_parent (id, n) VALUES (1, 1)", vec![]).await.unwrap();
        execute(&mut db, "INSERT INTO driver_child (a, p) VALUES (1, 1)", vec![]).await.unwrap();
        for (text, expected) in [
            ("INSERT INTO driver_child (a) VALUES (NULL)", "not null violation: `a`"),
            ("INSERT INTO driver_child (p) VALUES (1)", "not null violation: `a`"),
            ("INSERT INTO driver_parent (id, n) VALUES (2, 100)", "check violation: `driver_parent_small`"),
            ("INSERT INTO driver_parent (id, n) VALUES (2, 1)", "unique violation: `one_n`"),
            ("INSERT INTO driver_parent (id, n) VALUES (1, 2)", "unique violation: `PRIMARY`"),
            ("INSERT INTO driver_child (a, p) VALUES (2, 9)", "foreign key violation: `to_parent`"),
            ("DELETE FROM driver_parent", "foreign key violation: `to_parent`"),
            ("SELECT * FROM driver_nosuch", "Table "),
        ] {
            let error = execute(&mut db, text, vec![]).await.unwrap_err().to_string();
            assert!(error.starts_with(expected), "{name}: {text}: {error}");
        }
        let mismatch = execute(&mut db, "SELECT ?", vec![]).await.unwrap_err();
        assert!(matches!(mismatch, Error::Bind { .. }), "{mismatch}");
        db.control("DROP TABLE driver_child").await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn a_refused_login_and_a_silent_port_are_told_apart_from_the_rest() {
    on_each_server(async |options, _| {
        let Target::MySql(server) = &options.target else { unreachable!() };
        let nobody = Server { user: Some("nobody".to_owned()), password: Some("secret".to_owned()), ..server.clone() };
        let closed = Server { port: 1, ..server.clone() };
        for server in [nobody, closed] {
            let error = Pool::connect(&server, &options).await.unwrap_err();
            assert!(matches!(error, Error::Connect { .. }), "{error}");
            assert!(!format!("{error} {error:?}").contains("secret"));
        }
    })
    .await;
}

#[tokio::test]
async fn a_killed_connection_is_lost_and_not_used_again() {
    on_each_server(async |options, _| {
        let pool = connect(&options).await;
        let (mut one, mut two) = (pool.acquire().await.unwrap(), pool.acquire().await.unwrap());
        let id = integers(&mut one, "SELECT CONNECTION_ID()", vec![]).await.unwrap()[0];
        two.control(&format!("KILL {id}")).await.unwrap();
        let error = integers(&mut one, "SELECT 1", vec![]).await.unwrap_err();
        assert!(matches!(error, Error::ConnectionLost { .. }), "{error}");
        drop(one);
        let mut other = pool.acquire().await.unwrap();
        assert_eq!(integers(&mut other, "SELECT 1", vec![]).await.unwrap(), [1]);
    })
    .await;
}

#[cfg(feature = "rustls")]
#[tokio::test]
async fn a_connection_is_as_secret_as_the_mode_says() {
    use crate::engine::SslMode;
    on_each_server(async |options, name| {
        let cipher =
            "SELECT VARIABLE_VALUE <> '' FROM performance_schema.session_status WHERE VARIABLE_NAME = 'Ssl_cipher'";
        let cipher = if name == "mariadb" {
            cipher.replace("performance_schema", "information_schema")
        } else {
            cipher.to_owned()
        };
        let encrypted = async |mode| {
            let options = options.clone().ssl_mode(mode);
            let Target::MySql(server) = &options.target else { unreachable!() };
            let pool = Pool::connect(server, &options).await?;
            integers(&mut pool.acquire().await?, &cipher, vec![]).await
        };
        assert_eq!(encrypted(SslMode::Disable).await.unwrap(), [0]);
        match encrypted(SslMode::Require).await {
            Ok(answer) => {
                assert_eq!(answer, [1]);
                assert_eq!(encrypted(SslMode::Prefer).await.unwrap(), [1]);
            }
            // The server has no TLS.
            Err(error) => {
                assert!(matches!(error, Error::Connect { .. }), "{error}");
                assert_eq!(encrypted(SslMode::Prefer).await.unwrap(), [0]);
            }
        }
        // No authority of the web's has signed it.
        for mode in [SslMode::VerifyCa, SslMode::VerifyFull] {
            assert!(matches!(encrypted(mode).await, Err(Error::Connect { .. })), "{name}");
        }
    })
    .await;
}
