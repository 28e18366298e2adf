//! Faults, each written once for all databases that can have it.

pub(crate) mod cancel;
pub(crate) mod file;
pub(crate) mod input;
pub(crate) mod network;
pub(crate) mod pool;
pub(crate) mod retry;

#[allow(dead_code, reason = "databases.rs asks for more of it")]
#[path = "../cases/sample.rs"]
mod sample;

/// Lists every case for the `BACKEND` of the module.
macro_rules! cases {
    () => {
        cases! { @list
            cancel:
                a_query
                a_statement_that_writes
                a_row_that_comes_back
                many_rows
                a_begin
                a_transaction
                a_rollback
                a_transaction_inside_another
                a_savepoint_whose_transaction_goes_on
                a_stream
                a_stream_in_a_transaction
                a_wait_for_a_connection
                a_new_connection;
            file:
                eight_processes_of_eight_tasks
                a_process_that_is_killed_in_mid_transaction
                a_file_that_is_read_only
                a_disk_that_is_full
                a_file_that_is_corrupt
                a_schema_that_another_process_changes;
            input:
                a_nul_in_a_text
                characters_of_four_bytes
                a_value_of_20_megabytes
                a_list_of_100_000
                a_condition_of_70_000_parameters
                names_that_need_quotes
                conditions_that_are_too_deep
                text_in_a_column_of_integers;
            network:
                a_line_that_is_cut_while_nobody_speaks
                a_line_that_stays_cut
                a_statement_whose_answer_is_lost
                a_result_that_breaks_off
                a_line_that_stalls
                a_commit_whose_answer_is_lost;
            pool:
                an_exhausted_pool_says_who_has_its_connections
                a_second_connection_of_a_task_is_refused_where_that_is_asked_for
                those_who_wait_are_served_in_their_order
                closing_waits_for_what_runs;
            retry:
                none_of_many_increments_is_lost
                nothing_else_runs_again
                a_lost_connection_is_no_reason_to_run_again
                a_failed_transaction_explains_itself
                a_connection_after_a_failed_transaction;
        }
    };
    (@list $($module:ident: $($case:ident)+;)+) => {$(
        mod $module {
            $(
                #[test]
                fn $case() {
                    crate::backend::run(&super::BACKEND, crate::faults::$module::$case);
                }
            )+
        }
    )+};
}
