//! MariaDB, from 10.6 on: MySQL, but for what is here.

use std::borrow::Cow;

use crate::dialect::{
    AggregateForm, AutoColumn, ChangeKind, ConflictClause, CyclicReferences, Dialect, IdentifierLimit, InLimitedSelect,
    NativeEnum, ProposedRow, Refusal, Sign,
};
use crate::error::BuildError;
use crate::mysql::{MySql, returning_of_update};
use crate::render::Writer;
use crate::tree::{AggregateFunction, Expr, Function, LockStrength};
use crate::types::ColumnType;
use crate::value::Value;

/// MariaDB.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MariaDb;

/// What MariaDB does otherwise than MySQL.
impl Dialect for MariaDb {
    fn name(&self) -> &'static str {
        "MariaDB"
    }

    /// JSON is text here, so that a parameter needs no cast.
    fn around_placeholder(&self, value: &Value) -> Option<[&'static str; 2]> {
        match value {
            Value::Json(_) | Value::Array(..) => None,
            _ => MySql.around_placeholder(value),
        }
    }

    fn around_lone_placeholder(&self, value: &Value) -> Option<[&'static str; 2]> {
        match value {
            Value::Json(_)
            | Value::Array(..)
            | Value::I16(_)
            | Value::I32(_)
            | Value::I64(_)
            | Value::U32(_)
            | Value::U64(_) => None,
            _ => MySql.around_lone_placeholder(value),
        }
    }

    fn function(&self, function: Function) -> Result<Cow<'static, str>, Refusal> {
        MySql.function(function)
    }

    fn is_distinct(&self, negated: bool) -> [&'static str; 3] {
        MySql.is_distinct(negated)
    }

    fn seeks_rows(&self) -> bool {
        MySql.seeks_rows()
    }

    fn aggregate(&self, function: AggregateFunction, of: ColumnType) -> AggregateForm {
        MySql.aggregate(function, of)
    }

    fn has_aggregate_filter(&self) -> bool {
        MySql.has_aggregate_filter()
    }

    fn separator_is_word(&self) -> bool {
        MySql.separator_is_word()
    }

    fn aggregate_over(&self, function: AggregateFunction) -> Result<(), Refusal> {
        match function {
            AggregateFunction::JsonAgg => Err(Refusal::new(
                "json_agg over a window",
                "JSON_ARRAYAGG takes none",
                "group the rows in a subquery, and join it",
            )),
            _ => MySql.aggregate_over(function),
        }
    }

    fn frame_of_groups(&self) -> Result<&'static str, Refusal> {
        MySql.frame_of_groups()
    }

    fn reads_changed_table(&self) -> bool {
        true
    }

    fn distinct_orders_by_selected(&self) -> bool {
        false
    }

    fn lock_words(&self, strength: LockStrength) -> Result<&'static str, Refusal> {
        match strength {
            LockStrength::Share => Ok("LOCK IN SHARE MODE"),
            _ => MySql.lock_words(strength),
        }
    }

    fn lock_of(&self) -> Result<(), Refusal> {
        Err(Refusal::new("OF in a row lock", "it does not exist", "leave it out: the rows of all tables are locked"))
    }

    fn proposed_row(&self) -> ProposedRow {
        ProposedRow::Function("VALUES")
    }

    fn returning(&self, kind: ChangeKind) -> Result<(), Refusal> {
        match kind {
            ChangeKind::Insert | ChangeKind::Delete => Ok(()),
            ChangeKind::Update => Err(returning_of_update()),
        }
    }

    fn returning_reads_changed_table(&self) -> bool {
        false
    }

    fn generated_is_not_null(&self) -> bool {
        false
    }

    fn after_table(&self) -> &'static str {
        " ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin"
    }

    // The rest is MySQL's.

    fn identifier_quote(&self) -> char {
        MySql.identifier_quote()
    }

    fn identifier_limit(&self) -> IdentifierLimit {
        MySql.identifier_limit()
    }

    fn check_value(&self, value: &Value) -> Result<(), Refusal> {
        MySql.check_value(value)
    }

    fn backslash_escapes(&self) -> bool {
        MySql.backslash_escapes()
    }

    fn now(&self) -> &'static str {
        MySql.now()
    }

    fn move_by_seconds<'a>(
        &self,
        writer: &mut Writer<'a, '_>,
        moment: &'a Expr,
        sign: Sign,
        seconds: &'a Expr,
    ) -> Result<(), BuildError> {
        MySql.move_by_seconds(writer, moment, sign, seconds)
    }

    fn integer_division(&self) -> &'static str {
        MySql.integer_division()
    }

    fn in_limited_select(&self) -> InLimitedSelect {
        MySql.in_limited_select()
    }

    fn lock_in_change(&self) -> Result<(), Refusal> {
        MySql.lock_in_change()
    }

    fn has_nulls_order(&self) -> bool {
        MySql.has_nulls_order()
    }

    fn no_limit(&self) -> Option<&'static str> {
        MySql.no_limit()
    }

    fn full_join(&self) -> Result<(), Refusal> {
        MySql.full_join()
    }

    fn lateral(&self) -> Result<(), Refusal> {
        Err(Refusal::new(
            "LATERAL",
            "a derived table cannot see the tables before it",
            "join the tables themselves, or ask a subquery for one value",
        ))
    }

    fn lock_of_derived_table(&self) -> Result<(), Refusal> {
        MySql.lock_of_derived_table()
    }

    fn default_row(&self) -> &'static str {
        MySql.default_row()
    }

    fn conflict_clause(&self) -> ConflictClause {
        MySql.conflict_clause()
    }

    fn assigns_left_to_right(&self) -> bool {
        MySql.assigns_left_to_right()
    }

    fn type_name(&self, column_type: ColumnType, in_key: bool) -> Cow<'static, str> {
        MySql.type_name(column_type, in_key)
    }

    fn range_check(&self, column_type: ColumnType) -> Option<&'static str> {
        MySql.range_check(column_type)
    }

    fn native_enum(&self) -> NativeEnum {
        MySql.native_enum()
    }

    fn check_label(&self, label: &str) -> Result<(), Refusal> {
        MySql.check_label(label)
    }

    fn auto_column(&self) -> AutoColumn {
        MySql.auto_column()
    }

    fn default_in_parentheses(&self, default: &Expr) -> bool {
        MySql.default_in_parentheses(default)
    }

    fn indexes_in_table(&self) -> bool {
        MySql.indexes_in_table()
    }

    fn has_partial_indexes(&self) -> bool {
        MySql.has_partial_indexes()
    }

    fn set_default(&self) -> Result<(), Refusal> {
        MySql.set_default()
    }

    fn cyclic_references(&self) -> CyclicReferences {
        MySql.cyclic_references()
    }
}
