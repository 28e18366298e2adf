//! The rows that every peer works on: seven columns, the same for all.

use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, Utc};
use uuid::Uuid;

/// The table on SQLite, with the constraints that Tempest gives it, so that all have the same ones to check.
pub(crate) const SQLITE_TABLE: &str = "
    CREATE TABLE messages (
        id BLOB NOT NULL PRIMARY KEY,
        consumer TEXT NOT NULL CHECK (length(consumer) <= 40),
        idempotency_key TEXT CHECK (length(idempotency_key) <= 40),
        status TEXT NOT NULL CHECK (status = 'queued' OR status = 'sending' OR status = 'sent' OR status = 'failed'),
        attempts INTEGER NOT NULL CHECK (attempts BETWEEN -2147483648 AND 2147483647),
        next_attempt_at TEXT NOT NULL,
        updated_at TEXT
    ) STRICT;
    CREATE INDEX messages_due ON messages (status, next_attempt_at);";

/// One row, as the raw drivers read and write it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Message {
    pub(crate) id: Uuid,
    pub(crate) consumer: String,
    pub(crate) idempotency_key: Option<String>,
    pub(crate) status: Status,
    pub(crate) attempts: i32,
    pub(crate) next_attempt_at: DateTime<Utc>,
    pub(crate) updated_at: Option<DateTime<Utc>>,
}

/// An enum that the database keeps as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Status {
    Queued,
    Sending,
    Sent,
    Failed,
}

impl Status {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Sending => "sending",
            Self::Sent => "sent",
            Self::Failed => "failed",
        }
    }
}

impl FromStr for Status {
    type Err = UnknownStatus;

    fn from_str(text: &str) -> Result<Self, UnknownStatus> {
        match text {
            "queued" => Ok(Self::Queued),
            "sending" => Ok(Self::Sending),
            "sent" => Ok(Self::Sent),
            "failed" => Ok(Self::Failed),
            _ => Err(UnknownStatus),
        }
    }
}

/// Text that is no [`Status`].
#[derive(Debug)]
pub(crate) struct UnknownStatus;

impl fmt::Display for UnknownStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown status")
    }
}

impl std::error::Error for UnknownStatus {}

/// What the ids of all rows begin with: they sort by number, as those of version 7 do by age.
const IDS: u128 = 0x0190_8a5c_4e00_7000_8000_0000_0000_0000;

impl Message {
    /// The id of row `number`.
    pub(crate) fn id(number: u64) -> Uuid {
        Uuid::from_u128(IDS | u128::from(number))
    }

    /// Row `number`: the same in every process, so that what a peer reads can be checked.
    pub(crate) fn nth(number: u64) -> Self {
        let status = [Status::Queued, Status::Sending, Status::Sent, Status::Failed][(number % 4) as usize];
        let micros = 1_700_000_000_000_000 + (number as i64) * 1_000_003;
        let at = DateTime::from_timestamp_micros(micros).expect("a time in this century");
        Self {
            id: Self::id(number),
            consumer: format!("consumer-{}", number % 17),
            idempotency_key: (!number.is_multiple_of(3)).then(|| format!("order-{number:08}")),
            status,
            attempts: (number / 4 % 10) as i32,
            next_attempt_at: at,
            updated_at: number.is_multiple_of(2).then_some(at),
        }
    }

    /// Which row this is.
    pub(crate) fn number(&self) -> u64 {
        (self.id.as_u128() ^ IDS) as u64
    }
}
