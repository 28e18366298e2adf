//! An enum that is text: written by hand, as Diesel has no derive for it.

use diesel::backend::Backend;
use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::expression::AsExpression;
use diesel::serialize::{self, Output, ToSql};
use diesel::sql_types::Text;

use crate::model;

/// A status, as Diesel reads and writes it.
#[derive(Debug, Clone, Copy, FromSqlRow, AsExpression)]
#[diesel(sql_type = Text)]
pub(crate) enum Status {
    Queued,
    Sending,
    Sent,
    Failed,
}

impl<DB: Backend> ToSql<Text, DB> for Status
where
    str: ToSql<Text, DB>,
{
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, DB>) -> serialize::Result {
        let text: &'static str = model::Status::from(*self).as_str();
        text.to_sql(out)
    }
}

impl FromSql<Text, diesel::pg::Pg> for Status {
    fn from_sql(bytes: diesel::pg::PgValue<'_>) -> deserialize::Result<Self> {
        Ok(std::str::from_utf8(bytes.as_bytes())?.parse::<model::Status>()?.into())
    }
}

impl FromSql<Text, diesel::mysql::Mysql> for Status {
    fn from_sql(bytes: diesel::mysql::MysqlValue<'_>) -> deserialize::Result<Self> {
        Ok(std::str::from_utf8(bytes.as_bytes())?.parse::<model::Status>()?.into())
    }
}

impl FromSql<Text, diesel::sqlite::Sqlite> for Status {
    fn from_sql(bytes: <diesel::sqlite::Sqlite as Backend>::RawValue<'_>) -> deserialize::Result<Self> {
        let text = <*const str as FromSql<Text, diesel::sqlite::Sqlite>>::from_sql(bytes)?;
        // SAFETY: SQLite lends the text until the next row, and nothing is kept of it.
        #[allow(unsafe_code, reason = "Diesel's own way to borrow text")]
        let text = unsafe { &*text };
        Ok(text.parse::<model::Status>()?.into())
    }
}

impl From<model::Status> for Status {
    fn from(status: model::Status) -> Self {
        match status {
            model::Status::Queued => Self::Queued,
            model::Status::Sending => Self::Sending,
            model::Status::Sent => Self::Sent,
            model::Status::Failed => Self::Failed,
        }
    }
}

impl From<Status> for model::Status {
    fn from(status: Status) -> Self {
        match status {
            Status::Queued => Self::Queued,
            Status::Sending => Self::Sending,
            Status::Sent => Self::Sent,
            Status::Failed => Self::Failed,
        }
    }
}
