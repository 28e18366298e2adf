//! What Tempest does, written once for all databases. What one of them cannot do is asserted as its documented error.

mod outbound;
mod sample;
mod shop;

pub(crate) mod aggregate;
pub(crate) mod bulk;
pub(crate) mod change;
pub(crate) mod condition;
pub(crate) mod conflict;
pub(crate) mod connect;
pub(crate) mod db_enum;
pub(crate) mod decode;
pub(crate) mod delete;
pub(crate) mod error;
pub(crate) mod function;
pub(crate) mod generated;
pub(crate) mod handle;
pub(crate) mod insert;
pub(crate) mod join;
pub(crate) mod json;
pub(crate) mod lock;
pub(crate) mod moment;
pub(crate) mod newtype;
pub(crate) mod queue;
pub(crate) mod raw;
pub(crate) mod record;
pub(crate) mod rules;
pub(crate) mod schema;
pub(crate) mod select;
pub(crate) mod stream;
pub(crate) mod transaction;
pub(crate) mod types;
pub(crate) mod update;
pub(crate) mod view;
pub(crate) mod window;

/// Lists every case for the `BACKEND` of the module.
macro_rules! cases {
    () => {
        cases! { @list
            aggregate:
                of_all_rows
                the_smallest_and_the_greatest
                of_no_rows
                a_sum_that_does_not_fit
                some_of_the_rows
                texts_in_one
                conditions_of_all_and_of_any_row
                groups
                groups_of_an_expression_with_values
                groups_of_a_primary_key
                a_column_that_is_not_grouped_by_is_refused
                groups_of_joined_rows;
            bulk:
                any_number_of_rows
                more_parameters_than_a_statement_takes
                a_few_texts_serve_any_number_of_rows
                rows_come_back_in_their_order
                a_row_that_is_refused_takes_the_others_with_it
                a_transaction_goes_on_without_the_rows
                what_is_given_up_leaves_nothing
                repeated_keys_are_left_out
                rows_that_are_there_are_updated
                a_row_is_not_updated_twice_where_that_is_refused
                computed_values
                statements_that_are_not_prepared
                columns_of_other_types_than_the_model_says;
            change:
                a_column_becomes_wider
                a_column_becomes_text
                a_table_is_made_anew
                an_enum_is_made_anew
                a_change_in_the_middle_of_a_transaction
                connections_end_while_nobody_uses_them;
            condition:
                comparisons
                conditions_are_joined_by_and_or_and_not
                a_list_or_a_subquery_of_members
                patterns
                patterns_escape_what_they_are_given
                null_is_asked_for
                columns_against_columns_and_arithmetic
                integers_divide_without_a_fraction
                sql_binds_what_it_captures
                a_condition_struct_asks_for_what_its_fields_ask
                exists_asks_a_subquery
                an_optional_condition_may_be_none;
            conflict:
                a_repeated_key_leaves_the_row_as_it_is
                rows_without_a_key_are_no_duplicates
                a_conflict_elsewhere_is_still_an_error
                no_other_fault_is_swallowed
                only_the_new_ones_of_several_rows_count
                an_update_reads_both_rows
                an_upserted_row_comes_back
                the_update_has_a_condition_of_its_own
                the_predicate_of_a_partial_index_is_repeated_at_each_run
                a_target_chosen_at_run_time
                text_keys_are_exact;
            connect:
                nobody_answers
                a_database_that_is_not_there
                a_wrong_password_is_not_shown
                more_tasks_than_connections
                a_closed_engine
                a_small_cache_of_statements
                statements_that_are_not_prepared
                the_name_of_the_application;
            db_enum:
                tables_made_by_tempest
                a_varchar_column_that_is_there
                a_text_column_that_is_there
                a_native_column_that_is_there
                text_is_checked
                a_native_type_is_made_and_dropped_with_its_tables;
            decode:
                numbers_that_are_too_large_or_too_small
                null_where_the_type_has_none
                values_of_another_kind
                text_that_is_not_utf_8
                an_unknown_label
                moments_that_are_none
                the_connection_is_in_step_after_it
                an_expression_has_a_position_only
                other_column_types_that_fit;
            delete:
                rows_that_meet_the_condition
                all_rows_must_be_said
                deleted_rows_come_back
                a_subquery_reads_the_table_that_is_deleted_from;
            error:
                a_key_that_is_there
                a_table_or_column_that_is_not_there
                a_value_that_a_column_does_not_hold
                a_statement_that_takes_too_long
                a_connection_that_is_lost
                a_statement_in_flight_when_its_connection_is_lost
                a_lock_that_does_not_become_free
                the_hook_hears_of_each_statement;
            function:
                text
                numbers
                null
                the_greater_and_the_smaller
                null_as_a_value
                casts
                case_takes_the_first_that_is_true
                functions_of_the_program
                rows_of_values
                collations;
            generated:
                the_database_computes_the_column
                an_upsert_and_many_rows_leave_it_out;
            handle:
                an_engine_gives_out_a_connection_and_closes_it
                a_transaction_goes_on_with_its_connection
                a_transaction_whose_connection_is_dropped_is_rolled_back
                a_transaction_that_was_ended_cannot_be_committed
                a_statement_that_failed_counts
                another_driver_is_refused;
            insert:
                columns_that_are_left_out_take_their_defaults
                a_whole_model_is_stored_as_it_is
                several_rows_in_one_statement
                several_rows_come_back
                no_rows_send_nothing
                rows_with_different_columns_are_refused
                a_row_of_defaults_only
                returned_columns
                values_computed_by_the_database
                a_composite_key_and_names_of_another_style;
            join:
                pairs_of_whole_rows
                rows_without_a_partner_stay_on_the_left
                rows_without_a_partner_stay_on_the_right
                rows_without_a_partner_stay_on_both_sides
                every_row_beside_every_other
                three_tables
                a_table_with_itself
                a_subquery_reads_the_row_around_it
                rows_of_one_table_are_locked
                a_stream_of_pairs;
            json:
                parts_of_a_document
                documents_in_documents
                arrays_of_values
                words_are_searched_for;
            lock:
                skip_locked_claims_disjoint_batches
                no_wait_fails_at_a_locked_row
                a_lock_waits_for_the_one_before
                shared_locks_keep_writers_out_only
                weaker_locks_of_postgresql
                of_names_the_tables_whose_rows_are_locked
                one_statement_claims_no_more_than_its_limit
                rows_that_are_no_rows_of_a_table;
            moment:
                parts
                cut_off_at_a_part
                moments_are_dates_and_times
                seconds_between_moments
                minutes_hours_and_days;
            newtype:
                a_struct_around_a_value_is_stored_as_the_value;
            queue:
                increments_in_one_statement_lose_none
                increments_of_a_locked_row_lose_none
                repeats_of_one_key_make_one_row
                rows_without_a_key_are_never_deduplicated
                a_killed_process_loses_nothing_and_doubles_nothing
                a_worker_that_lost_its_lease_delivers_nothing
                a_claim_passes_over_what_another_one_is_claiming;
            raw:
                rows_by_name_and_by_place
                columns_that_are_not_those_asked_for
                statements_that_change_something
                lists_of_any_length
                rows_as_structs_of_the_program
                a_stream_of_rows
                transactions_are_begun_on_the_engine
                several_statements_are_refused
                values_that_are_missing_in_the_text
                statements_are_checked_without_running;
            record:
                a_struct_is_a_row
                structs_are_many_rows
                a_patch_leaves_sets_and_sets_to_null
                rows_of_a_query_become_structs
                an_empty_patch_is_refused_or_does_nothing;
            rules:
                every_value_is_a_bound_parameter
                a_new_column_in_the_database_breaks_nobody
                nothing_unsupported_is_dropped_silently
                in_nothing_is_false_and_not_in_nothing_is_true
                a_connection_goes_back_clean_or_not_at_all
                errors_tell_what_to_do_and_carry_no_value
                waiting_for_a_connection_ends_with_an_error
                a_deadlock_says_to_run_the_transaction_again
                no_error_shows_the_password;
            schema:
                a_row_refers_to_one_that_is_there
                references_act_as_they_say
                checks_and_limits_are_kept
                numbers_given_by_the_database_are_not_given_again
                what_is_there_is_left_as_it_is
                tables_that_refer_to_each_other
                an_index_name_that_another_table_has
                the_time_of_a_column_without_a_zone
                a_table_of_another_schema;
            select:
                columns_that_are_picked_at_run_time
                whole_rows
                one_column_a_tuple_and_twelve
                several_conditions_are_joined_by_and
                sorted_by_several_columns
                nulls_come_first_or_last_as_asked
                limit_and_offset
                a_key_needs_no_limit
                distinct_rows
                the_first_row_or_none
                the_only_row
                the_only_row_if_there_is_one
                the_number_of_rows
                whether_there_is_a_row
                columns_chosen_at_run_time
                computed_columns
                an_engine_of_a_known_database;
            stream:
                all_rows_in_order
                no_rows
                a_slow_program_makes_the_server_wait
                a_stream_that_is_left
                a_row_is_waited_for_in_pieces
                an_error_midway
                what_a_database_cannot_do_is_the_first_item
                a_transaction_has_one_stream_at_a_time
                a_stream_of_a_transaction_that_ends
                an_error_in_a_transaction
                a_row_that_takes_too_long
                a_stream_of_a_closed_engine
                several_streams_at_once
                the_hook_hears_of_a_stream_once;
            transaction:
                what_is_committed_stays
                an_error_rolls_back
                a_panic_rolls_back
                a_dropped_future_rolls_back
                a_future_may_be_dropped_at_any_moment
                a_transaction_inside_another_is_a_savepoint
                the_outer_transaction_waits_for_the_inner_one
                a_failed_statement_that_the_program_swallows
                a_read_only_transaction_refuses_to_write
                repeatable_reads_see_one_moment
                serializable_transactions_have_an_order
                a_transaction_runs_in_a_spawned_task
                statements_of_one_transaction_wait_for_each_other
                tables_are_made_once;
            types:
                booleans
                integers_of_8_bits
                integers_of_16_bits
                integers_of_32_bits
                integers_of_64_bits
                unsigned_integers_of_8_bits
                unsigned_integers_of_16_bits
                unsigned_integers
                unsigned_integers_of_64_bits
                the_clock_beside_an_instant_of_another_crate
                a_value_that_does_not_fit_names_its_column
                decimals_are_compared_and_computed_as_numbers
                an_address_and_an_interval_that_others_wrote
                a_list_that_others_wrote
                what_the_type_does_not_hold_is_kept_out
                rows_are_numbered_with_any_integer
                numbers_of_32_bits
                numbers_of_64_bits
                texts
                bytes
                uuids
                instants
                moments
                dates
                times_of_day
                instants_of_chrono
                moments_of_chrono
                dates_of_chrono
                times_of_chrono
                structs_kept_as_documents
                decimals
                integers_of_128_bits
                durations
                durations_of_time
                durations_of_chrono
                durations_of_jiff
                instants_of_jiff
                moments_of_jiff
                dates_of_jiff
                times_of_jiff
                addresses
                networks
                enums_kept_as_numbers
                lists_of_booleans
                lists_of_16_bits
                lists_of_64_bits
                lists_of_unsigned_64_bits
                lists_of_numbers_of_32_bits
                lists_of_numbers_of_64_bits
                lists_of_texts
                lists_of_uuids
                lists_of_instants
                lists_of_decimals
                lists_of_enums_kept_as_text
                lists_of_native_enums
                lists_of_enums_kept_as_numbers
                documents
                enums_kept_as_text
                native_enums
                a_negative_zero_is_zero
                what_is_finer_than_a_microsecond_is_cut_off
                an_instant_comes_back_in_utc
                an_instant_beyond_all_years
                text_sorts_and_compares_as_instants_do;
            update:
                values_and_null
                set_opt_leaves_a_column_alone
                expressions_read_the_old_row
                swapped_columns
                the_clock_and_intervals
                intervals_have_microseconds
                on_update_writes_unless_it_is_set
                sql_in_an_assignment
                it_counts_the_rows_that_met_its_condition
                all_rows_must_be_said
                changed_rows_come_back
                a_subquery_with_a_limit
                an_update_without_set_is_refused;
            window:
                numbers_and_ranks
                values_of_other_rows
                aggregates_of_partitions_and_frames
                over_groups
                only_what_is_selected_or_sorted_by
                the_first_of_each;
            view:
                a_view_is_selected_from;
        }
    };
    (@list $($module:ident: $($case:ident)+;)+) => {$(
        mod $module {
            $(
                #[test]
                fn $case() {
                    crate::backend::run(&super::BACKEND, crate::cases::$module::$case);
                }
            )+
        }
    )+};
}
