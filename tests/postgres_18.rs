//! PostgreSQL 18.

use tempest::Postgres;

use crate::backend::{Backend, Holds};

static BACKEND: Backend = Backend {
    variable: Some("TEMPEST_TEST_POSTGRES_18"),
    dialect: &Postgres,
    row_locks: true,
    lock_of: true,
    full_join: true,
    update_returning: true,
    delete_returning: true,
    insert_many_returning: true,
    conflict_target: true,
    limit_in_subquery: true,
    assigns_at_once: true,
    failure_aborts: true,
    holds: Holds {
        nan: true,
        infinity: true,
        nul_in_text: false,
        year_0: true,
        far_years: true,
        arrays: true,
        unsigned_bigint: false,
    },
};

cases!();
