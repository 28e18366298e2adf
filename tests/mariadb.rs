//! MariaDB.

use tempest::MariaDb;

use crate::backend::{Backend, Holds};

static BACKEND: Backend = Backend {
    variable: Some("TEMPEST_TEST_MARIADB"),
    dialect: &MariaDb,
    row_locks: true,
    lock_of: false,
    full_join: false,
    update_returning: false,
    delete_returning: true,
    insert_many_returning: true,
    conflict_target: false,
    limit_in_subquery: false,
    assigns_at_once: false,
    failure_aborts: false,
    holds: Holds {
        nan: false,
        infinity: false,
        nul_in_text: true,
        year_0: false,
        far_years: false,
        arrays: false,
        unsigned_bigint: true,
    },
};

cases!();
