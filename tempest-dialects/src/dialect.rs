//! What differs between databases.

mod answer;

use std::borrow::Cow;
use std::fmt::Debug;

use crate::error::BuildError;
use crate::functions;
use crate::render::Writer;
use crate::table::TableDef;
use crate::tree::{AggregateFunction, Expr, Function, JsonStep, LockStrength};
use crate::types::ColumnType;
use crate::value::Value;

pub use answer::{
    AggregateForm, AutoColumn, ChangeKind, ConflictClause, CyclicReferences, IdentifierLimit, InLimitedSelect,
    InsertRows, NativeEnum, ProposedRow, Refusal, Sign,
};

/// A database's SQL: every way in which it differs from the others.
///
/// Each method is one difference. Its default is what most databases do; a dialect overrides what it does otherwise.
/// The renderer asks these methods and never which database it writes for.
pub trait Dialect: Debug + Send + Sync {
    /// The database's name, as its makers write it.
    fn name(&self) -> &'static str;

    // Names and values.

    /// The quote around identifiers. SQL's is `"`, which MySQL takes for the quote of a string.
    fn identifier_quote(&self) -> char {
        '"'
    }

    /// How long an identifier may be. PostgreSQL cuts longer ones, so that two may become one; MySQL refuses them.
    fn identifier_limit(&self) -> IdentifierLimit {
        IdentifierLimit::None
    }

    /// Whether placeholders are `$1`, `$2`… rather than `?`.
    fn numbered_placeholders(&self) -> bool {
        false
    }

    /// How many parameters a statement may have. Most protocols count them in 16 bits.
    fn max_parameters(&self) -> usize {
        65_535
    }

    /// Refuses a value that the database would refuse, or take for another one.
    ///
    /// # Errors
    /// If the database does not hold the value.
    fn check_value(&self, value: &Value) -> Result<(), Refusal>;

    /// What goes around the placeholder of a value, where the column that it meets does not give it its type: a JSON
    /// parameter is text to MySQL, and text is never equal to a document.
    fn around_placeholder(&self, value: &Value) -> Option<[&'static str; 2]> {
        let _ = value;
        None
    }

    /// What goes around the placeholder of a value that meets no column at all, as in `$1 + $2`. PostgreSQL cannot
    /// tell the type of such a parameter.
    fn around_lone_placeholder(&self, value: &Value) -> Option<[&'static str; 2]> {
        self.around_placeholder(value)
    }

    /// Whether a backslash in a string literal is an escape.
    fn backslash_escapes(&self) -> bool {
        false
    }

    /// The literals of false and true.
    fn boolean_literals(&self) -> [&'static str; 2] {
        ["FALSE", "TRUE"]
    }

    /// What goes around the hexadecimal digits of a literal of bytes.
    fn around_hexadecimal(&self) -> [&'static str; 2] {
        ["X'", "'"]
    }

    /// Whether a UUID's literal is its text rather than its 16 bytes.
    fn uuid_is_text(&self) -> bool {
        false
    }

    /// Whether a decimal number's literal is a string, because a number would be a floating point one.
    fn decimals_are_text(&self) -> bool {
        false
    }

    /// What goes around the microseconds of a length of time in its literal.
    fn around_interval(&self) -> [&'static str; 2] {
        ["", ""]
    }

    /// What follows the date and time in the literal of an instant, all of which are in UTC.
    fn utc_suffix(&self) -> &'static str {
        ""
    }

    // Expressions.

    /// The current time, in UTC and to the microsecond where the database counts that finely.
    fn now(&self) -> &'static str;

    /// Writes a moment and a number of seconds added to it or subtracted from it. No two databases agree on it.
    ///
    /// # Errors
    /// If one of the operands cannot be written.
    fn move_by_seconds<'a>(
        &self,
        writer: &mut Writer<'a, '_>,
        moment: &'a Expr,
        sign: Sign,
        seconds: &'a Expr,
    ) -> Result<(), BuildError>;

    /// The operator that divides integers and drops the fraction. MySQL's `/` gives a decimal number.
    fn integer_division(&self) -> &'static str {
        "/"
    }

    /// Refuses arithmetic with decimal numbers where it is done with floating point numbers.
    ///
    /// # Errors
    /// If digits could be lost.
    fn decimal_arithmetic(&self) -> Result<(), Refusal> {
        Ok(())
    }

    /// How a function is written: `{0}`, `{1}`… are its arguments.
    ///
    /// # Errors
    /// If the database cannot compute it.
    fn function(&self, function: Function) -> Result<Cow<'static, str>, Refusal>;

    /// How `IS DISTINCT FROM` or, if negated, `IS NOT DISTINCT FROM` is written: what is before, between and after the
    /// operands.
    fn is_distinct(&self, negated: bool) -> [&'static str; 3] {
        ["", if negated { " IS NOT DISTINCT FROM " } else { " IS DISTINCT FROM " }, ""]
    }

    /// Whether an index serves `(a, b) > (x, y)`. Where it does not, the values are compared one by one.
    fn seeks_rows(&self) -> bool {
        true
    }

    /// How an aggregate of values of this type is written, so that its result has the type that it has everywhere.
    fn aggregate(&self, function: AggregateFunction, of: ColumnType) -> AggregateForm {
        let _ = of;
        AggregateForm::plain(function.name())
    }

    /// Whether an aggregate has a `FILTER`. Without it, the values of other rows are made NULL by a CASE.
    fn has_aggregate_filter(&self) -> bool {
        true
    }

    /// Refuses an order of the values of a `json_agg` where there is none.
    ///
    /// # Errors
    /// If the database takes them in any order.
    fn json_agg_in_order(&self) -> Result<(), Refusal> {
        Ok(())
    }

    /// A path into a JSON document, as a text.
    ///
    /// # Errors
    /// If the database cannot name one of the keys.
    fn json_path(&self, path: &[JsonStep]) -> Result<String, Refusal> {
        functions::json_path(path)
    }

    /// Whether the separator of a `string_agg` comes last, behind the word SEPARATOR.
    fn separator_is_word(&self) -> bool {
        false
    }

    /// Refuses an aggregate that does not take a window.
    ///
    /// # Errors
    /// If the database computes it of groups only.
    fn aggregate_over(&self, function: AggregateFunction) -> Result<(), Refusal> {
        let _ = function;
        Ok(())
    }

    /// The word for a frame that counts groups of equal rows.
    ///
    /// # Errors
    /// If there are no such frames.
    fn frame_of_groups(&self) -> Result<&'static str, Refusal> {
        Ok("GROUPS")
    }

    /// Whether there is `ILIKE`. Without it both sides of a `LIKE` are lowered.
    fn has_ilike(&self) -> bool {
        false
    }

    /// Whether a list is one array parameter, as in `= ANY($1)`, so that the text does not depend on its length.
    fn lists_are_parameters(&self) -> bool {
        false
    }

    /// How `IN (SELECT …)` is written if the subquery has a LIMIT, an OFFSET or a lock.
    fn in_limited_select(&self) -> InLimitedSelect {
        InLimitedSelect::Plain
    }

    /// Refuses a lock in a subquery of an UPDATE or DELETE where it does not keep the outer statement from waiting.
    ///
    /// # Errors
    /// If the lock would not do what it is there for.
    fn lock_in_change(&self) -> Result<(), Refusal> {
        Ok(())
    }

    /// Whether a statement may read the table that it changes in a subquery. Where it may not, the subquery becomes a
    /// derived table, which is read before the change begins.
    fn reads_changed_table(&self) -> bool {
        true
    }

    // Clauses of SELECT.

    /// Whether there is `NULLS FIRST`. Without it the terms are rewritten, which is exact if NULLs count as smallest.
    fn has_nulls_order(&self) -> bool {
        true
    }

    /// Whether `SELECT DISTINCT` may be ordered by selected columns only.
    fn distinct_orders_by_selected(&self) -> bool {
        false
    }

    /// Refuses `DISTINCT ON` where it does not exist.
    ///
    /// # Errors
    /// If there is only `DISTINCT`.
    fn distinct_on(&self) -> Result<(), Refusal> {
        Err(Refusal::new(
            "DISTINCT ON",
            "it does not exist",
            "number the rows by `row_number().over(…)` in a subquery, and take those with the number 1",
        ))
    }

    /// What LIMIT says when there is an OFFSET and no limit; `None` if OFFSET stands alone.
    fn no_limit(&self) -> Option<&'static str> {
        None
    }

    /// What stands before the placeholder of LIMIT and OFFSET. SQLite plans for the value of a plain `LIMIT ?`, and so
    /// prepares the statement anew at each run; it does not look into `LIMIT +?`.
    fn before_limit(&self) -> &'static str {
        ""
    }

    /// What stands before the placeholder of a LIKE pattern that begins with `%`. For the value of a plain `LIKE ?`
    /// SQLite plans anew at each run, since an index finds what begins with the same letters. Nothing helps to find what
    /// may begin with any, so it need not look.
    fn before_floating_pattern(&self) -> &'static str {
        ""
    }

    /// The words of a row lock.
    ///
    /// # Errors
    /// If the database has no such lock.
    fn lock_words(&self, strength: LockStrength) -> Result<&'static str, Refusal> {
        Ok(strength.words())
    }

    /// Refuses `OF` in a row lock where it does not exist.
    ///
    /// # Errors
    /// If the database cannot lock some of the tables only.
    fn lock_of(&self) -> Result<(), Refusal> {
        Ok(())
    }

    /// Refuses a lock on the rows of `DISTINCT` or of an aggregate, which are no rows of a table.
    ///
    /// # Errors
    /// If the database does.
    fn lock_of_computed_rows(&self) -> Result<(), Refusal> {
        Ok(())
    }

    /// Refuses a lock on the rows of a derived table where it is accepted and locks nothing.
    ///
    /// # Errors
    /// If the rows would not be locked.
    fn lock_of_derived_table(&self) -> Result<(), Refusal> {
        Ok(())
    }

    /// Refuses a lock on a table whose rows may be missing in an outer join.
    ///
    /// # Errors
    /// If the database does.
    fn lock_of_nullable_side(&self) -> Result<(), Refusal> {
        Ok(())
    }

    /// Refuses `FULL OUTER JOIN` where it does not exist.
    ///
    /// # Errors
    /// If the database has none.
    fn full_join(&self) -> Result<(), Refusal> {
        Ok(())
    }

    /// Refuses `LATERAL` where it does not exist.
    ///
    /// # Errors
    /// If a derived table cannot see the tables before it.
    fn lateral(&self) -> Result<(), Refusal> {
        Ok(())
    }

    // Clauses of INSERT, UPDATE and DELETE.

    /// The end of an INSERT of one row that is all defaults.
    fn default_row(&self) -> &'static str {
        "DEFAULT VALUES"
    }

    /// Whether `DEFAULT` may stand in place of a value.
    fn has_default_value(&self) -> bool {
        true
    }

    /// How an INSERT of several rows into this table is written, and how many rows one statement takes: as many as a
    /// benchmark found to be fast. What is left goes into further statements of the same transaction.
    fn insert_rows(&self, table: &TableDef) -> InsertRows {
        let _ = table;
        InsertRows::Values { rows: 1_000 }
    }

    /// Whether `DO UPDATE` refuses to change a row that the same statement has inserted or changed. The rows are not
    /// divided among several statements then, which would change it after all.
    fn updates_row_once(&self) -> bool {
        false
    }

    /// How an INSERT says what happens at a conflict.
    fn conflict_clause(&self) -> ConflictClause {
        ConflictClause::OnConflict
    }

    /// Refuses the name of a constraint as the target of a conflict.
    ///
    /// # Errors
    /// If the database takes columns only.
    fn conflict_on_constraint(&self) -> Result<(), Refusal> {
        Ok(())
    }

    /// Refuses `DO UPDATE` without a target.
    ///
    /// # Errors
    /// If the database must know which index is meant.
    fn update_on_any_conflict(&self) -> Result<(), Refusal> {
        Ok(())
    }

    /// How an upsert names the row that was proposed.
    fn proposed_row(&self) -> ProposedRow {
        ProposedRow::Named("excluded")
    }

    /// Refuses `RETURNING` where it does not exist.
    ///
    /// # Errors
    /// If this kind of statement returns no rows.
    fn returning(&self, kind: ChangeKind) -> Result<(), Refusal> {
        let _ = kind;
        Ok(())
    }

    /// Whether `RETURNING` may read the changed table in a subquery.
    fn returning_reads_changed_table(&self) -> bool {
        true
    }

    /// The key that the database made in the last INSERT, for reading the row back where INSERT returns nothing.
    fn last_insert_id(&self) -> Option<&'static str> {
        None
    }

    /// Whether the assignments of an UPDATE run from left to right, each on what the one before left behind, rather
    /// than all on the old row.
    fn assigns_left_to_right(&self) -> bool {
        false
    }

    // Schema.

    /// The name of a type, other than a native enum's. A column of a key needs a type of limited length on MySQL.
    fn type_name(&self, column_type: ColumnType, in_key: bool) -> Cow<'static, str>;

    /// The name of an array of this type, as a cast names it; nothing where a list is a JSON document.
    fn array_type(&self, element: ColumnType) -> Option<&'static str> {
        let _ = element;
        None
    }

    /// Whether `VARCHAR(n)` keeps longer text out. Where it does not, a CHECK does.
    fn limits_varchar(&self) -> bool {
        true
    }

    /// Whether a CHECK compares with one label after the other in place of `IN (…)`: SQLite puts a list of more than two
    /// into a table, anew for each row that it checks.
    fn lists_cost_a_table(&self) -> bool {
        false
    }

    /// What a CHECK says of a column whose type here holds values that the column's own type does not.
    fn range_check(&self, column_type: ColumnType) -> Option<&'static str> {
        let _ = column_type;
        None
    }

    /// How a native enum type is declared.
    fn native_enum(&self) -> NativeEnum {
        NativeEnum::Text
    }

    /// Refuses a label of a native enum that the database would take for something else.
    ///
    /// # Errors
    /// If the label would not be stored as it is.
    fn check_label(&self, label: &str) -> Result<(), Refusal> {
        let _ = label;
        Ok(())
    }

    /// How a column is declared whose values the database makes.
    fn auto_column(&self) -> AutoColumn;

    /// Whether a generated column is declared NOT NULL. What it is computed of says so anyway.
    fn generated_is_not_null(&self) -> bool {
        true
    }

    /// Whether a default stands in parentheses.
    fn default_in_parentheses(&self, default: &Expr) -> bool {
        let _ = default;
        false
    }

    /// The current time for a column without a time zone, in UTC too.
    fn now_without_zone(&self) -> &'static str {
        self.now()
    }

    /// What follows the columns of CREATE TABLE.
    fn after_table(&self) -> &'static str {
        ""
    }

    /// Whether indexes are declared inside CREATE TABLE, because `CREATE INDEX IF NOT EXISTS` does not exist.
    fn indexes_in_table(&self) -> bool {
        false
    }

    /// Whether an index may have a predicate.
    fn has_partial_indexes(&self) -> bool {
        true
    }

    /// Whether an index and what a foreign key refers to are in the table's schema by themselves: the schema is written
    /// before the index's name and nowhere else.
    fn schema_before_index(&self) -> bool {
        false
    }

    /// Writes a query for those of a table's indexes whose names belong to another table: each with that table's name. It
    /// is asked where all tables share the names of indexes, because `CREATE INDEX IF NOT EXISTS` would pass over them.
    ///
    /// # Errors
    /// If the database takes no such name.
    fn indexes_of_others(
        &self,
        writer: &mut Writer<'_, '_>,
        table: &TableDef,
        indexes: &[&'static str],
    ) -> Result<(), BuildError> {
        let _ = (writer, table, indexes);
        Ok(())
    }

    /// Refuses `SET DEFAULT` of a foreign key.
    ///
    /// # Errors
    /// If the database accepts it and does something else.
    fn set_default(&self) -> Result<(), Refusal> {
        Ok(())
    }

    /// How two tables come to refer to each other.
    fn cyclic_references(&self) -> CyclicReferences {
        CyclicReferences::Inline
    }

    /// What lets tables that refer to each other be dropped one after the other, where their foreign keys cannot be
    /// dropped first. It holds until the transaction ends.
    fn before_cyclic_drop(&self) -> Option<&'static str> {
        None
    }
}
