//! SQLite.

use tempest::Sqlite;

use crate::backend::{Backend, Holds};

static BACKEND: Backend = Backend {
    variable: None,
    dialect: &Sqlite,
    row_locks: false,
    lock_of: false,
    full_join: true,
    update_returning: true,
    delete_returning: true,
    insert_many_returning: true,
    conflict_target: true,
    limit_in_subquery: true,
    assigns_at_once: true,
    failure_aborts: false,
    holds: Holds {
        nan: false,
        infinity: true,
        nul_in_text: true,
        year_0: true,
        far_years: false,
        arrays: false,
        unsigned_bigint: false,
    },
};

cases!();
