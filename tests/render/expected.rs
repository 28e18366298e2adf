//! The one check of all rendering tests.

use tempest_dialects::render::Outcome;
use tempest_dialects::{Dialect, MariaDb, MySql, Param, Postgres, Sql, Sqlite, Statement, Value};

/// What a statement is on each database: its SQL, then ` <- ` and the parameters if there are any, then how the
/// server's answer is read if not plainly, how it repeats and which row is next if it is an INSERT of many rows, then
/// ` then ` and the statement that follows if there is one; or `error: ` and the text of the error.
pub(super) struct Expected {
    pub(super) postgres: &'static str,
    pub(super) sqlite: &'static str,
    pub(super) mysql: &'static str,
    pub(super) mariadb: &'static str,
}

#[track_caller]
pub(super) fn renders(statement: Statement, expected: Expected) {
    let rendered = |dialect: &dyn Dialect| match statement.render(dialect) {
        Ok(sql) => describe(&sql),
        Err(error) => format!("error: {error}"),
    };
    expected.check([rendered(&Postgres), rendered(&Sqlite), rendered(&MySql), rendered(&MariaDb)]);
}

/// The same for what no database takes.
#[track_caller]
pub(super) fn is_refused(statement: Statement, error: &'static str) {
    renders(statement, Expected { postgres: error, sqlite: error, mysql: error, mariadb: error });
}

impl Expected {
    #[track_caller]
    pub(super) fn check(self, rendered: [String; 4]) {
        let Self { postgres, sqlite, mysql, mariadb } = self;
        let [on_postgres, on_sqlite, on_mysql, on_mariadb] = rendered;
        assert_eq!(on_postgres, postgres, "PostgreSQL");
        assert_eq!(on_sqlite, sqlite, "SQLite");
        assert_eq!(on_mysql, mysql, "MySQL");
        assert_eq!(on_mariadb, mariadb, "MariaDB");
    }
}

pub(super) fn describe(sql: &Sql<'_>) -> String {
    let mut text = sql.text.clone();
    if !sql.params.is_empty() {
        let params: Vec<String> = sql.params.iter().map(param).collect();
        text.push_str(" <- ");
        text.push_str(&params.join(", "));
    }
    if sql.outcome != Outcome::Plain {
        text.push_str(&format!(" ({:?})", sql.outcome));
    }
    if let Some(repeat) = &sql.repeat {
        text.push_str(&format!(" runs {} times", repeat.runs().count()));
        if let Some((last, _)) = repeat.last() {
            text.push_str(&format!(" last {last}"));
        }
    }
    if let Some(row) = sql.next_row {
        text.push_str(&format!(" next row {row}"));
    }
    if let Some(then) = &sql.then {
        text.push_str(" then ");
        text.push_str(&describe(then));
    }
    text
}

fn param(param: &Param<'_>) -> String {
    match param {
        Param::Value(value) => self::value(value),
        Param::Owned(value) => self::value(value),
        Param::List(values) => format!("[{}]", values.iter().map(value).collect::<Vec<_>>().join(", ")),
        Param::Column(values) => format!("[{}]", values.iter().map(value).collect::<Vec<_>>().join(", ")),
        other => format!("{other:?}"),
    }
}

fn value(value: &Value) -> String {
    match value {
        Value::Null => "NULL".into(),
        Value::Bool(value) => value.to_string(),
        Value::I16(value) => value.to_string(),
        Value::I32(value) => value.to_string(),
        Value::I64(value) => value.to_string(),
        Value::U32(value) => value.to_string(),
        Value::F64(value) => format!("{value:?}"),
        Value::Text(value) => format!("{value:?}"),
        Value::Enum(label) => format!("{label:?}"),
        other => format!("{other:?}"),
    }
}
