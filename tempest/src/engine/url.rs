//! Connection URLs.
//!
//! An error says which part of the URL is wrong, and never repeats any of it: a password with an unencoded `?` or `/`
//! spills into the parts that follow.

use std::borrow::Cow;
use std::path::PathBuf;
use std::time::Duration;

use percent_encoding::percent_decode_str;
use url::{ParseError, Url, form_urlencoded};

use super::options::{Options, Prepare, Server, SqliteFile, SqliteMode, SslMode, Target};
use crate::error::{Error, Result};

/// Why parts of a URL may not be what they were meant to be.
const MUST_BE_ENCODED: &str = "a `/`, `?`, `#` or `@` in the password must be percent-encoded";

/// Reads a URL.
pub(super) fn parse(url: &str) -> Result<Options> {
    let Some((scheme, rest)) = url.split_once(':') else {
        return Err(config("scheme", "there is none; write postgres://, mysql://, mariadb:// or sqlite:"));
    };
    match scheme {
        "postgres" | "postgresql" => server(url, 5432, Target::Postgres, Database::Postgres),
        "mysql" | "mariadb" => server(url, 3306, Target::MySql, Database::MySql),
        "sqlite" => sqlite(rest),
        _ => Err(config("scheme", "it is none of postgres://, postgresql://, mysql://, mariadb:// and sqlite:")),
    }
}

/// The databases, by the options that they have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Database {
    Postgres,
    MySql,
    Sqlite,
}

fn server(url: &str, port: u16, target: fn(Server) -> Target, database: Database) -> Result<Options> {
    if has_empty_port(url) {
        return Err(config("port", &format!("there is none after the `:` ({MUST_BE_ENCODED})")));
    }
    let url = Url::parse(url).map_err(|error| match error {
        ParseError::InvalidPort => config("port", &format!("it is not a number from 0 to 65535 ({MUST_BE_ENCODED})")),
        ParseError::EmptyHost
        | ParseError::IdnaError
        | ParseError::InvalidIpv4Address
        | ParseError::InvalidIpv6Address
        | ParseError::InvalidDomainCharacter => config("host", "it is neither a name nor an address"),
        _ => config("form", "it is not scheme://user:password@host:port/database?option=value"),
    })?;
    if url.cannot_be_a_base() {
        return Err(config("scheme", "it must be followed by //"));
    }
    if url.fragment().is_some() {
        return Err(config("form", "there is a `#`, which must be percent-encoded as %23"));
    }
    let host = match url.host_str() {
        None | Some("") => "localhost".to_owned(),
        Some(host) => decode("host", host.trim_start_matches('[').trim_end_matches(']'))?,
    };
    // A `/` in a password that is not encoded makes what follows it the database's name: it ends in `@host/name`.
    let name = url.path().strip_prefix('/').unwrap_or_default();
    if name.contains(['/', '@']) {
        return Err(config("database", &format!("there is a `/` or `@` in its name ({MUST_BE_ENCODED})")));
    }
    let server = Server {
        host,
        port: url.port().unwrap_or(port),
        user: non_empty("user", url.username())?,
        password: url.password().map(|password| decode("password", password)).transpose()?,
        database: non_empty("database", name)?,
    };
    let has_host = url.has_host() && url.host_str() != Some("");
    let mut options = Options::new(target(server));
    query(&mut options, url.query().unwrap_or(""), database)?;
    if has_host && socket_folder(&options).is_some() {
        return Err(config("option `host`", "the URL names a host already"));
    }
    Ok(options)
}

/// Whether nothing follows the colon after the host, which `Url` would let pass.
fn has_empty_port(url: &str) -> bool {
    let Some((_, rest)) = url.split_once("://") else { return false };
    rest.split(['/', '?', '#']).next().unwrap_or_default().ends_with(':')
}

fn socket_folder(options: &Options) -> Option<&str> {
    match &options.target {
        Target::Postgres(server) | Target::MySql(server) if server.host.starts_with('/') => Some(&server.host),
        _ => None,
    }
}

fn sqlite(rest: &str) -> Result<Options> {
    let (path, text) = rest.split_once('?').unwrap_or((rest, ""));
    let path = path.strip_prefix("//").unwrap_or(path);
    let file = match path {
        ":memory:" => SqliteFile::Memory,
        "" => return Err(config("path", "there is none; write sqlite:file.db or sqlite::memory:")),
        path => SqliteFile::Path(PathBuf::from(decode("path", path)?), SqliteMode::default()),
    };
    let mut options = Options::new(Target::Sqlite(file));
    query(&mut options, text, Database::Sqlite)?;
    Ok(options)
}

/// Sets the options of the query string.
fn query(options: &mut Options, text: &str, database: Database) -> Result<()> {
    for (index, (name, value)) in form_urlencoded::parse(text.as_bytes()).enumerate() {
        if !option(options, &name, value, database)? {
            return Err(Error::Config {
                part: "query string",
                reason: format!("option {} is unknown; the options are {}", index + 1, names(database).join(", ")),
            });
        }
    }
    Ok(())
}

/// The options that a database has.
fn names(database: Database) -> Vec<&'static str> {
    let mut names = vec!["pool_size", "connect_timeout", "acquire_timeout", "statement_timeout", "statement_cache"];
    match database {
        Database::Postgres => names.extend(["application_name", "sslmode", "sslrootcert", "prepare", "host"]),
        Database::MySql => names.extend(["application_name", "sslmode", "sslrootcert", "host"]),
        Database::Sqlite => names.extend(["busy_timeout", "mode"]),
    }
    names
}

/// Sets one option; `false` if the database has no such option.
fn option(options: &mut Options, name: &str, value: Cow<'_, str>, database: Database) -> Result<bool> {
    if !names(database).contains(&name) {
        return Ok(false);
    }
    match name {
        "pool_size" => options.pool_size = count("option `pool_size`", &value)?,
        "statement_cache" => options.statement_cache = count("option `statement_cache`", &value)?,
        "connect_timeout" => options.connect_timeout = seconds("option `connect_timeout`", &value)?,
        "acquire_timeout" => options.acquire_timeout = seconds("option `acquire_timeout`", &value)?,
        "statement_timeout" => options.statement_timeout = Some(seconds("option `statement_timeout`", &value)?),
        "busy_timeout" => options.busy_timeout = seconds("option `busy_timeout`", &value)?,
        "application_name" => options.application_name = Some(value.into_owned()),
        "sslrootcert" => options.ssl_root_cert = Some(PathBuf::from(value.into_owned())),
        "sslmode" => {
            options.ssl_mode = match &*value {
                "disable" => SslMode::Disable,
                "prefer" => SslMode::Prefer,
                "require" => SslMode::Require,
                "verify-ca" => SslMode::VerifyCa,
                "verify-full" => SslMode::VerifyFull,
                _ => {
                    return Err(config(
                        "option `sslmode`",
                        "it is none of disable, prefer, require, verify-ca and verify-full",
                    ));
                }
            };
        }
        "prepare" => {
            options.prepare = match &*value {
                "always" => Prepare::Always,
                "never" => Prepare::Never,
                _ => return Err(config("option `prepare`", "it is neither always nor never")),
            };
        }
        "mode" => match (&mut options.target, &*value) {
            (Target::Sqlite(SqliteFile::Path(_, mode)), "ro") => *mode = SqliteMode::Read,
            (Target::Sqlite(SqliteFile::Path(_, mode)), "rw") => *mode = SqliteMode::Write,
            (Target::Sqlite(SqliteFile::Path(_, mode)), "rwc") => *mode = SqliteMode::Create,
            _ => return Err(config("option `mode`", "it is none of ro, rw and rwc, or the database is in memory")),
        },
        "host" => match &mut options.target {
            Target::Postgres(server) | Target::MySql(server) if value.starts_with('/') => {
                server.host = value.into_owned();
            }
            _ => return Err(config("option `host`", "it is not a path that begins with `/`")),
        },
        _ => return Ok(false),
    }
    Ok(true)
}

fn count(part: &'static str, value: &str) -> Result<usize> {
    match value.parse() {
        Ok(0) | Err(_) => Err(config(part, "it is not a whole number from 1 up")),
        Ok(count) => Ok(count),
    }
}

fn seconds(part: &'static str, value: &str) -> Result<Duration> {
    let (number, unit) = match value.strip_suffix("ms") {
        Some(number) => (number, 1000.0),
        None => (value.strip_suffix('s').unwrap_or(value), 1.0),
    };
    number
        .parse::<f64>()
        .ok()
        .and_then(|number| Duration::try_from_secs_f64(number / unit).ok())
        .filter(|duration| !duration.is_zero())
        .ok_or_else(|| config(part, "it is not a number of seconds above 0, such as 5, 0.5 or 500ms"))
}

fn non_empty(part: &'static str, text: &str) -> Result<Option<String>> {
    if text.is_empty() { Ok(None) } else { decode(part, text).map(Some) }
}

fn decode(part: &'static str, text: &str) -> Result<String> {
    percent_decode_str(text)
        .decode_utf8()
        .map(Cow::into_owned)
        .map_err(|_| config(part, "its percent-encoding is not UTF-8"))
}

fn config(part: &'static str, reason: &str) -> Error {
    Error::Config { part, reason: reason.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn postgres(url: &str) -> (Server, Options) {
        let options = parse(url).unwrap();
        match options.target.clone() {
            Target::Postgres(server) => (server, options),
            other => panic!("{other:?}"),
        }
    }

    fn fault(url: &str) -> (&'static str, String) {
        match parse(url) {
            Err(Error::Config { part, reason }) => (part, reason),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn all_parts_are_read_and_decoded() {
        let (server, options) = postgres(
            "postgres://al%40ce:p%3Ass%2Fw%C3%B6rd@db.example.org:6432/my%20app?sslmode=verify-full&sslrootcert=/ca.pem\
             &pool_size=3&connect_timeout=1&acquire_timeout=250ms&statement_timeout=0.5&application_name=a+b&prepare=never\
             &statement_cache=7",
        );
        assert_eq!(server.host, "db.example.org");
        assert_eq!(server.port, 6432);
        assert_eq!(server.user.as_deref(), Some("al@ce"));
        assert_eq!(server.password.as_deref(), Some("p:ss/wörd"));
        assert_eq!(server.database.as_deref(), Some("my app"));
        assert_eq!(options.ssl_mode, SslMode::VerifyFull);
        assert_eq!(options.ssl_root_cert, Some(PathBuf::from("/ca.pem")));
        assert_eq!(options.pool_size, 3);
        assert_eq!(options.connect_timeout, Duration::from_secs(1));
        assert_eq!(options.acquire_timeout, Duration::from_millis(250));
        assert_eq!(options.statement_timeout, Some(Duration::from_millis(500)));
        assert_eq!(options.application_name.as_deref(), Some("a b"));
        assert_eq!(options.prepare, Prepare::Never);
        assert_eq!(options.statement_cache, 7);
    }

    #[test]
    fn parts_that_are_left_out_have_defaults() {
        let (server, options) = postgres("postgresql://");
        assert_eq!((server.host.as_str(), server.port), ("localhost", 5432));
        assert_eq!((server.user, server.password, server.database), (None, None, None));
        assert_eq!(options.pool_size, 10);
        let (server, _) = postgres("postgres://[::1]/app");
        assert_eq!(server.host, "::1");
        assert_eq!(server.to_string(), "[::1]:5432");
        let (server, _) = postgres("postgres:///app?host=/run/postgresql");
        assert_eq!(server.host, "/run/postgresql");
    }

    #[test]
    fn the_other_schemes() {
        for url in ["mysql://root@h/app", "mariadb://root@h/app"] {
            let Target::MySql(server) = parse(url).unwrap().target else { panic!("{url}") };
            assert_eq!((server.host.as_str(), server.port), ("h", 3306));
        }
        for (url, path) in [
            ("sqlite:app.db", "app.db"),
            ("sqlite:/var/a%20b.db?busy_timeout=1", "/var/a b.db"),
            ("sqlite://app.db", "app.db"),
            ("sqlite:///var/app.db", "/var/app.db"),
        ] {
            assert_eq!(
                parse(url).unwrap().target,
                Target::Sqlite(SqliteFile::Path(path.into(), SqliteMode::Create)),
                "{url}"
            );
        }
        let read = SqliteFile::Path("app.db".into(), SqliteMode::Read);
        assert_eq!(parse("sqlite:app.db?mode=ro").unwrap().target, Target::Sqlite(read));
        assert_eq!(parse("sqlite::memory:").unwrap().target, Target::Sqlite(SqliteFile::Memory));
    }

    #[test]
    fn an_error_says_which_part() {
        for (url, part) in [
            ("", "scheme"),
            ("app.db", "scheme"),
            ("oracle://h", "scheme"),
            ("postgres:app", "scheme"),
            ("postgres://h:port/app", "port"),
            ("postgres://h:99999/app", "port"),
            ("postgres://h:/app", "port"),
            ("postgres://h:", "port"),
            ("postgres://u:p@h:?pool_size=1", "port"),
            ("postgres://h/app/b", "database"),
            ("postgres://h//app", "database"),
            ("postgres://u:5432/secret@h/app", "database"),
            ("postgres://u:/secret@h/app", "port"),
            ("postgres://a b/app", "host"),
            ("postgres://[::1/app", "host"),
            ("postgres://u:%ff@h/app", "password"),
            ("postgres://h/app#x", "form"),
            ("postgres://h/app?colour=red", "query string"),
            ("postgres://h/app?busy_timeout=1", "query string"),
            ("sqlite:a.db?sslmode=require", "query string"),
            ("postgres://h/app?sslmode=sure", "option `sslmode`"),
            ("postgres://h/app?pool_size=0", "option `pool_size`"),
            ("postgres://h/app?connect_timeout=soon", "option `connect_timeout`"),
            ("postgres://h/app?statement_timeout=-1", "option `statement_timeout`"),
            ("postgres://h/app?statement_timeout=NaN", "option `statement_timeout`"),
            ("postgres://h/app?prepare=often", "option `prepare`"),
            ("postgres://h/app?host=/run", "option `host`"),
            ("postgres:///app?host=run", "option `host`"),
            ("sqlite:", "path"),
            ("sqlite:app.db?mode=w", "option `mode`"),
            ("sqlite::memory:?mode=ro", "option `mode`"),
        ] {
            assert_eq!(fault(url).0, part, "{url}");
        }
        assert!(fault("sqlite:a.db?x=1").1.ends_with("busy_timeout, mode"));
    }

    #[test]
    fn no_error_and_no_debug_shows_the_password() {
        for password in [
            "hunter2",
            "hun/hunter2",
            "/hunter2",
            "1234/hunter2",
            "hun?hunter2",
            "hun#hunter2",
            "hun@hunter2",
            "hun:hunter2",
            "%ffhunter2",
        ] {
            for url in [
                format!("postgres://app:{password}@db/app"),
                format!("postgres://app:{password}@db:x/app"),
                format!("postgres://app:{password}@db/app?colour=red"),
                format!("mysql:app:{password}@db"),
                format!("oracle://app:{password}@db/app"),
                format!("app:{password}@db/app"),
                password.to_owned(),
            ] {
                let shown = match parse(&url) {
                    // Here the `@` or `:` makes a part of the password the host's name.
                    Ok(_) if password.contains('@') => continue,
                    Ok(options) => format!("{options:?}"),
                    Err(error) => format!("{error} {error:?}"),
                };
                assert!(!shown.contains("hunter2"), "{url}: {shown}");
            }
        }
    }
}
