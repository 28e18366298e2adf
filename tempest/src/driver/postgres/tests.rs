//! The driver against a real server, `TEMPEST_TEST_POSTGRES`.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::time::Duration;

use tempest_dialects::{Param, Value};

use super::{Connection, Pool};
use crate::driver::handmade::sql;
use crate::engine::{Options, Prepare, Target, TransactionOptions};
use crate::error::{Error, Result};
use crate::row::{DecodeError, Row};
use crate::test_server;

async fn pool(change: impl FnOnce(Options) -> Options) -> Option<Pool> {
    let url = test_server::url("TEMPEST_TEST_POSTGRES")?;
    let options = change(Options::from_url(&url).unwrap());
    let Target::Postgres(server) = options.target.clone() else { panic!("not a URL of PostgreSQL") };
    Some(Pool::connect(&server, &options).await.unwrap())
}

fn number(row: &Row<'_>) -> Result<i64, DecodeError> {
    row.decode(0)
}

fn text(row: &Row<'_>) -> Result<String, DecodeError> {
    row.decode(0)
}

fn shown(row: &Row<'_>) -> Result<String, DecodeError> {
    Ok(row.decode::<String>(0).unwrap_or_else(|error| error.found))
}

async fn one<T: Send + 'static>(
    connection: &mut Connection,
    text: &str,
    values: Vec<Value>,
    decode: fn(&Row<'_>) -> Result<T, DecodeError>,
) -> Result<T> {
    let mut fetched = connection.query(&sql(text, values), decode).await?;
    Ok(fetched.rows.remove(0))
}

#[tokio::test]
async fn values_bind_by_the_type_that_is_asked_for() {
    for prepare in [Prepare::Always, Prepare::Never] {
        let Some(pool) = pool(|options| options.prepare(prepare)).await else { return };
        let mut connection = pool.acquire().await.unwrap();
        connection.control("CREATE TYPE pg_temp.mood AS ENUM ('sad', 'glad')").await.unwrap();
        for (text, value, expected) in [
            ("SELECT $1::int4 + 1 || ''", Value::I64(41), "42"),
            ("SELECT ($1::numeric + 1) || ''", Value::I32(41), "42"),
            ("SELECT $1::float8 || ''", Value::F64(1.5), "1.5"),
            ("SELECT $1::float4 || ''", Value::F64(0.25), "0.25"),
            ("SELECT $1::bool || ''", Value::Bool(true), "true"),
            ("SELECT $1::pg_temp.mood || ''", Value::Enum("glad"), "glad"),
            ("SELECT $1::varchar || ''", Value::Text("wörd".into()), "wörd"),
            ("SELECT encode($1::bytea, 'hex')", Value::Bytes(vec![0, 255]), "00ff"),
            ("SELECT $1::uuid || ''", Value::Uuid([0xab; 16]), "abababab-abab-abab-abab-abababababab"),
            ("SELECT ($1::timestamptz AT TIME ZONE 'UTC') || ''", Value::TimestampTz(1), "1970-01-01 00:00:00.000001"),
            ("SELECT $1::timestamp || ''", Value::Timestamp(-62_167_219_200_000_000), "0001-01-01 00:00:00 BC"),
            ("SELECT $1::date || ''", Value::Date(2_932_897), "10000-01-01"),
            ("SELECT $1::time || ''", Value::Time(86_399_999_999), "23:59:59.999999"),
            ("SELECT $1::jsonb ->> 'a'", Value::Json("{\"a\":1}".into()), "1"),
            ("SELECT $1::json ->> 'a'", Value::Json("{\"a\":1}".into()), "1"),
            ("SELECT coalesce($1::int4, 7) || ''", Value::Null, "7"),
            ("SELECT host($1::inet)", Value::Text("10.0.0.1".into()), "10.0.0.1"),
        ] {
            let found = one(&mut connection, text, vec![value], super::tests::text).await;
            assert_eq!(found.unwrap(), expected, "{text} {prepare:?}");
        }
        let values = [Value::I64(3), Value::I64(5)];
        let mut list = sql("SELECT count(*) FROM generate_series(1, 9) n WHERE n = ANY($1)", vec![]);
        list.params = vec![Param::List(&values)];
        assert_eq!(connection.query(&list, number).await.unwrap().rows, [2], "{prepare:?}");
        let moods = [Value::Enum("glad"), Value::Enum("sad")];
        let mut list = sql("SELECT 'sad'::pg_temp.mood = ANY($1::pg_temp.mood[]) || ''", vec![]);
        list.params = vec![Param::List(&moods)];
        assert_eq!(connection.query(&list, text).await.unwrap().rows, ["true"], "{prepare:?}");
    }
}

#[tokio::test]
async fn a_value_that_does_not_fit_is_a_bind_error_and_leaves_the_transaction_alone() {
    let Some(pool) = pool(|options| options).await else { return };
    let mut connection = pool.acquire().await.unwrap();
    connection.begin(&TransactionOptions::new()).await.unwrap();
    let error = one(&mut connection, "SELECT $1::text, $2::int4", vec![Value::Null, Value::I64(1 << 40)], text)
        .await
        .unwrap_err();
    assert!(matches!(error, Error::Bind { position: 2, .. }), "{error}");
    let bytes = vec![Value::Bytes(vec![0, 255])];
    let error = one(&mut connection, "SELECT $1::text", bytes, text).await.unwrap_err();
    assert!(matches!(error, Error::Bind { position: 1, .. }), "{error}");
    assert_eq!(one(&mut connection, "SELECT 1::int8", vec![], number).await.unwrap(), 1);
    connection.commit().await.unwrap();
}

#[tokio::test]
async fn a_cell_that_does_not_fit_is_a_decode_error_and_the_connection_goes_on() {
    let Some(pool) = pool(|options| options).await else { return };
    let mut connection = pool.acquire().await.unwrap();
    let error =
        one(&mut connection, "SELECT n || '' FROM generate_series(1, 1000) n", vec![], number).await.unwrap_err();
    assert!(matches!(error, Error::Decode { .. }), "{error}");
    for (text, found) in [
        ("SELECT 1.5", "the decimal number 1.5"),
        ("SELECT 'infinity'::timestamptz", "a value of type timestamptz beyond all dates"),
        ("SELECT '[1,2]'::int4range", "a value of type int4range"),
    ] {
        assert_eq!(one(&mut connection, text, vec![], shown).await.unwrap(), found);
    }
}

#[tokio::test]
async fn a_statement_whose_table_changed_is_prepared_again() {
    let Some(pool) = pool(|options| options).await else { return };
    let mut connection = pool.acquire().await.unwrap();
    connection.control("CREATE TEMP TABLE changing AS SELECT 1 AS a").await.unwrap();
    let select = "SELECT * FROM changing";
    let text_or_number = |row: &Row<'_>| row.decode::<i64>(0).or_else(|_| row.decode::<String>(0).map(|_| -1));
    assert_eq!(one(&mut connection, select, vec![], text_or_number).await.unwrap(), 1);
    connection.control("ALTER TABLE changing ALTER a TYPE text").await.unwrap();
    assert_eq!(one(&mut connection, select, vec![], text_or_number).await.unwrap(), -1);
    connection.control("DEALLOCATE ALL").await.unwrap();
    assert_eq!(one(&mut connection, select, vec![], text_or_number).await.unwrap(), -1);
    connection.control("ALTER TABLE changing ALTER a TYPE int8 USING a::int8").await.unwrap();
    connection.begin(&TransactionOptions::new()).await.unwrap();
    assert_eq!(one(&mut connection, select, vec![], text_or_number).await.unwrap(), 1, "it is begun anew");
    connection.commit().await.unwrap();
    connection.control("ALTER TABLE changing ALTER a TYPE text").await.unwrap();
    connection.begin(&TransactionOptions::new()).await.unwrap();
    one(&mut connection, "SELECT 1::int8", vec![], number).await.unwrap();
    let error = one(&mut connection, select, vec![], text_or_number).await.unwrap_err();
    assert!(error.is_retryable() && error.to_string().contains("the schema has changed"), "{error}");
    let error = connection.commit().await.unwrap_err();
    assert!(matches!(error, Error::TransactionAborted { .. }), "{error}");
    assert_eq!(one(&mut connection, select, vec![], text_or_number).await.unwrap(), -1);
}

#[tokio::test]
async fn statements_beyond_the_cache_are_closed_on_the_server() {
    let Some(pool) = pool(|options| options.statement_cache(3)).await else { return };
    let mut connection = pool.acquire().await.unwrap();
    for number in 0..20 {
        one(&mut connection, &format!("SELECT {number}::int8"), vec![], self::number).await.unwrap();
    }
    let count = one(&mut connection, "SELECT count(*) FROM pg_prepared_statements", vec![], number).await.unwrap();
    assert_eq!(count, 3);
}

#[tokio::test]
async fn violations_say_what_was_violated_and_no_value() {
    let Some(pool) = pool(|options| options).await else { return };
    let mut connection = pool.acquire().await.unwrap();
    connection
        .control(
            "CREATE TEMP TABLE strict (a int PRIMARY KEY, b text NOT NULL, CONSTRAINT short CHECK (length(b) < 9), \
             parent int CONSTRAINT strict_parent REFERENCES strict (a)); INSERT INTO strict VALUES (1, 'x')",
        )
        .await
        .unwrap();
    let mut errors = Vec::new();
    for text in [
        "INSERT INTO strict VALUES (1, 'secret')",
        "INSERT INTO strict VALUES (2, NULL)",
        "INSERT INTO strict VALUES (2, 'secretsecret')",
        "INSERT INTO strict VALUES (2, 'secret', 9)",
    ] {
        errors.push(connection.query(&sql(text, vec![]), number).await.unwrap_err());
    }
    assert!(matches!(&errors[0], Error::UniqueViolation { constraint: Some(name), columns, .. }
        if name == "strict_pkey" && columns == &["a"]));
    assert!(matches!(&errors[1], Error::NotNullViolation { column: Some(name), .. } if name == "b"));
    assert!(matches!(&errors[2], Error::CheckViolation { constraint: Some(name), .. } if name == "short"));
    assert!(matches!(&errors[3], Error::ForeignKeyViolation { constraint: Some(name), .. } if name == "strict_parent"));
    let unreadable = sql("SELECT $1::smallint", vec![Value::Text("secret".into())]);
    errors.push(connection.query(&unreadable, number).await.unwrap_err());
    assert!(errors[4].to_string().contains("type smallint: \"…\""), "{}", errors[4]);
    for error in errors {
        let source = std::error::Error::source(&error).unwrap();
        let shown = format!("{source} {source:?}");
        assert!(!shown.contains("secret"), "{shown}");
    }
}

#[tokio::test]
async fn a_statement_that_is_dropped_midway_is_given_up_with_its_connection() {
    let Some(pool) = pool(|options| options.pool_size(1).application_name("tempest dropped midway")).await else {
        return;
    };
    let mut connection = pool.acquire().await.unwrap();
    let slow = sql("SELECT pg_sleep(60)::text", vec![]);
    tokio::time::timeout(Duration::from_millis(100), connection.query(&slow, text)).await.unwrap_err();
    drop(connection);
    let mut connection = pool.acquire().await.unwrap();
    let count = "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(60)%' \
                 AND application_name = 'tempest dropped midway'";
    for _ in 0..50 {
        if one(&mut connection, count, vec![], number).await.unwrap() == 0 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the server still runs the statement");
}

#[tokio::test]
async fn a_killed_connection_is_lost_and_replaced() {
    let Some(pool) = pool(|options| options.pool_size(1)).await else { return };
    let mut connection = pool.acquire().await.unwrap();
    let error =
        one(&mut connection, "SELECT pg_terminate_backend(pg_backend_pid())::text", vec![], text).await.unwrap_err();
    assert!(matches!(error, Error::ConnectionLost { .. }), "{error}");
    drop(connection);
    let mut connection = pool.acquire().await.unwrap();
    assert_eq!(one(&mut connection, "SELECT 1::int8", vec![], number).await.unwrap(), 1);
}

#[tokio::test]
async fn a_pool_with_nothing_free_says_so() {
    let change = |options: Options| options.pool_size(1).acquire_timeout(Duration::from_millis(50));
    let Some(pool) = pool(change).await else { return };
    let connection = pool.acquire().await.unwrap();
    let error = pool.acquire().await.unwrap_err();
    assert!(matches!(error, Error::PoolExhausted { size: 1, .. }), "{error}");
    drop(connection);
    drop(pool.acquire().await.unwrap());
    pool.close().await;
    assert!(matches!(pool.acquire().await, Err(Error::Closed)));
}

#[tokio::test]
async fn a_server_that_is_not_there_is_a_connect_error_without_the_password() {
    let options = Options::from_url("postgres://app:hunter2@127.0.0.1:1/app").unwrap();
    let Target::Postgres(server) = options.target.clone() else { unreachable!() };
    let error = Pool::connect(&server, &options).await.unwrap_err();
    assert!(matches!(&error, Error::Connect { server, .. } if server == "127.0.0.1:1"), "{error}");
    assert!(!format!("{error} {error:?}").contains("hunter2"));
}

#[cfg(feature = "rustls")]
#[tokio::test]
async fn tls_is_as_strict_as_asked_for() {
    use crate::engine::SslMode;

    let Some(plain) = pool(|options| options.ssl_mode(SslMode::Disable)).await else { return };
    let mut connection = plain.acquire().await.unwrap();
    let encrypted = "SELECT ssl::int8 FROM (SELECT ssl::int AS ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()) s";
    assert_eq!(one(&mut connection, encrypted, vec![], number).await.unwrap(), 0);
    let has_tls = one(&mut connection, "SELECT current_setting('ssl')", vec![], text).await.unwrap() == "on";
    let connect = async |mode: SslMode| {
        let options = Options::from_url(&std::env::var("TEMPEST_TEST_POSTGRES").unwrap()).unwrap().ssl_mode(mode);
        let Target::Postgres(server) = options.target.clone() else { unreachable!() };
        Pool::connect(&server, &options).await
    };
    let mut connection = connect(SslMode::Prefer).await.unwrap().acquire().await.unwrap();
    assert_eq!(one(&mut connection, encrypted, vec![], number).await.unwrap(), i64::from(has_tls));
    let required = connect(SslMode::Require).await;
    if has_tls {
        let mut connection = required.unwrap().acquire().await.unwrap();
        assert_eq!(one(&mut connection, encrypted, vec![], number).await.unwrap(), 1);
    } else {
        assert!(matches!(required, Err(Error::Connect { .. })));
    }
    if let (true, Ok(certificate)) = (has_tls, std::env::var("TEMPEST_TEST_POSTGRES_CERTIFICATE")) {
        let trusting = pool(|options| options.ssl_mode(SslMode::VerifyCa).ssl_root_cert(&certificate)).await.unwrap();
        drop(trusting.acquire().await.unwrap());
    }
    // No public authority signs for a test server.
    assert!(matches!(connect(SslMode::VerifyCa).await, Err(Error::Connect { .. })));
    assert!(matches!(connect(SslMode::VerifyFull).await, Err(Error::Connect { .. })));
}

#[cfg(not(feature = "rustls"))]
#[tokio::test]
async fn without_the_feature_a_strict_sslmode_names_it() {
    let options = Options::from_url("postgres://localhost/app?sslmode=require").unwrap();
    let Target::Postgres(server) = options.target.clone() else { unreachable!() };
    let error = Pool::connect(&server, &options).await.unwrap_err();
    assert!(
        matches!(&error, Error::Config { part: "option `sslmode`", reason } if reason.contains("`rustls`")),
        "{error}"
    );
}
