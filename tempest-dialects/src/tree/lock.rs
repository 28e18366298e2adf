//! Row locks.

/// The row lock of a `SELECT`.
#[derive(Debug, Clone, PartialEq)]
pub struct Lock {
    /// What others may still do with the rows.
    pub strength: LockStrength,
    /// The tables whose rows are locked; none for all of the query's tables.
    pub of: Vec<&'static str>,
    /// What happens at a row that another transaction has locked.
    pub wait: LockWait,
}

/// The strength of a [`Lock`], from the strongest to the weakest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LockStrength {
    /// `FOR UPDATE`
    Update,
    /// `FOR NO KEY UPDATE`
    NoKeyUpdate,
    /// `FOR SHARE`
    Share,
    /// `FOR KEY SHARE`
    KeyShare,
}

impl LockStrength {
    /// SQL's words for it.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Update => "FOR UPDATE",
            Self::NoKeyUpdate => "FOR NO KEY UPDATE",
            Self::Share => "FOR SHARE",
            Self::KeyShare => "FOR KEY SHARE",
        }
    }
}

/// What a [`Lock`] does at a row that another transaction has locked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LockWait {
    /// Wait for it.
    Wait,
    /// Fail at once.
    NoWait,
    /// Leave the row out.
    SkipLocked,
}
