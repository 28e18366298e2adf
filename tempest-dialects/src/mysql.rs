//! MySQL, from 8.0.19 on.

use std::borrow::Cow;

use crate::calendar;
use crate::dialect::{
    AggregateForm, AutoColumn, ChangeKind, ConflictClause, CyclicReferences, Dialect, IdentifierLimit, InLimitedSelect,
    NativeEnum, ProposedRow, Refusal, Sign,
};
use crate::error::BuildError;
use crate::functions;
use crate::postgres::HUGE_INT;
use crate::render::Writer;
use crate::tree::{AggregateFunction, Expr, Function, LockStrength};
use crate::types::ColumnType;
use crate::value::Value;

/// MySQL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MySql;

impl Dialect for MySql {
    fn name(&self) -> &'static str {
        "MySQL"
    }

    fn identifier_quote(&self) -> char {
        '`'
    }

    fn identifier_limit(&self) -> IdentifierLimit {
        IdentifierLimit::Characters(64)
    }

    fn check_value(&self, value: &Value) -> Result<(), Refusal> {
        if value.as_double().is_some_and(|number| !number.is_finite()) {
            return Err(Refusal::new(
                "NaN or an infinite number",
                "its floating point types do not hold it",
                "use NULL or a finite number",
            ));
        }
        calendar::check_moment(value, &calendar::YEARS_1_TO_9999, "the years 0001 to 9999")
    }

    fn around_placeholder(&self, value: &Value) -> Option<[&'static str; 2]> {
        // A decimal number is sent as text, and text beside a number would be taken for a floating point one.
        match value {
            Value::Json(_) | Value::Array(..) => Some(["CAST(", " AS JSON)"]),
            Value::I128(_) => Some(["CAST(", " AS DECIMAL(39))"]),
            Value::Decimal(_) => Some(["CAST(", " AS DECIMAL(57, 28))"]),
            _ => None,
        }
    }

    fn around_lone_placeholder(&self, value: &Value) -> Option<[&'static str; 2]> {
        match value {
            Value::TimestampTz(_) | Value::Timestamp(_) => Some(["CAST(", " AS DATETIME(6))"]),
            // A function of a parameter alone would be one of floating point numbers.
            Value::I16(_) | Value::I32(_) | Value::I64(_) | Value::U32(_) => Some(["CAST(", " AS SIGNED)"]),
            Value::U64(_) => Some(["CAST(", " AS UNSIGNED)"]),
            _ => self.around_placeholder(value),
        }
    }

    fn backslash_escapes(&self) -> bool {
        true
    }

    /// In UTC, because that is the time zone of the session.
    fn now(&self) -> &'static str {
        "now(6)"
    }

    fn move_by_seconds<'a>(
        &self,
        writer: &mut Writer<'a, '_>,
        moment: &'a Expr,
        sign: Sign,
        seconds: &'a Expr,
    ) -> Result<(), BuildError> {
        writer.term(moment)?;
        writer.push(match sign {
            Sign::Plus => " + INTERVAL ",
            Sign::Minus => " - INTERVAL ",
        });
        writer.factor(seconds)?;
        writer.push(" SECOND");
        Ok(())
    }

    fn integer_division(&self) -> &'static str {
        "DIV"
    }

    fn function(&self, function: Function) -> Result<Cow<'static, str>, Refusal> {
        functions::mysql(function)
    }

    fn is_distinct(&self, negated: bool) -> [&'static str; 3] {
        if negated { ["", " <=> ", ""] } else { ["NOT (", " <=> ", ")"] }
    }

    fn seeks_rows(&self) -> bool {
        false
    }

    /// Sums of integers are decimals, and averages of them have four digits behind the point. DIV is an error if the sum is
    /// too large, where a cast would cut it.
    fn aggregate(&self, function: AggregateFunction, of: ColumnType) -> AggregateForm {
        let form = AggregateForm::plain(match function {
            AggregateFunction::And => "min",
            AggregateFunction::Or => "max",
            AggregateFunction::StringAgg(_) => "group_concat",
            AggregateFunction::JsonAgg => "json_arrayagg",
            other => other.name(),
        });
        match function {
            AggregateFunction::Sum if of.is_integer() => form.outer(["(", " DIV 1)"]),
            AggregateFunction::Average if of.is_integer() => form.inner(["", " + 0e0"]),
            _ => form,
        }
    }

    fn has_aggregate_filter(&self) -> bool {
        false
    }

    fn json_agg_in_order(&self) -> Result<(), Refusal> {
        Err(Refusal::new(
            "ORDER BY in json_agg",
            "JSON_ARRAYAGG takes the values in any order",
            "sort the values in the program, or select the rows in order",
        ))
    }

    fn separator_is_word(&self) -> bool {
        true
    }

    fn aggregate_over(&self, function: AggregateFunction) -> Result<(), Refusal> {
        match function {
            AggregateFunction::StringAgg(_) => Err(Refusal::new(
                "string_agg over a window",
                "GROUP_CONCAT takes none",
                "group the rows in a subquery, and join it",
            )),
            _ => Ok(()),
        }
    }

    fn frame_of_groups(&self) -> Result<&'static str, Refusal> {
        Err(Refusal::new("GROUPS in the frame of a window", "it does not exist", "use ROWS or RANGE"))
    }

    fn in_limited_select(&self) -> InLimitedSelect {
        InLimitedSelect::Refused(Refusal::new(
            "LIMIT or OFFSET inside IN (SELECT …)",
            "such a subquery may have neither",
            "select the ids first, in the same transaction, then use them as a list",
        ))
    }

    fn lock_in_change(&self) -> Result<(), Refusal> {
        Err(Refusal::new(
            "a row lock in a subquery of UPDATE or DELETE",
            "the outer statement locks what it reads itself and waits where the subquery would not",
            "select the ids FOR UPDATE first, in the same transaction, then change the rows of these ids",
        ))
    }

    fn reads_changed_table(&self) -> bool {
        false
    }

    fn has_nulls_order(&self) -> bool {
        false
    }

    fn distinct_orders_by_selected(&self) -> bool {
        true
    }

    fn no_limit(&self) -> Option<&'static str> {
        Some("18446744073709551615")
    }

    fn full_join(&self) -> Result<(), Refusal> {
        Err(Refusal::new(
            "FULL OUTER JOIN",
            "it does not exist",
            "ask twice: a LEFT JOIN, then a RIGHT JOIN for the rows that have no partner",
        ))
    }

    fn lock_words(&self, strength: LockStrength) -> Result<&'static str, Refusal> {
        match strength {
            LockStrength::Update | LockStrength::Share => Ok(strength.words()),
            LockStrength::NoKeyUpdate | LockStrength::KeyShare => Err(Refusal::new(
                strength.words(),
                "there is no such lock",
                "use FOR UPDATE or FOR SHARE, which are stronger",
            )),
        }
    }

    fn lock_of_derived_table(&self) -> Result<(), Refusal> {
        Err(Refusal::new(
            "a row lock on a subquery in FROM",
            "it would lock nothing",
            "put the lock inside the subquery",
        ))
    }

    fn default_row(&self) -> &'static str {
        "() VALUES ()"
    }

    fn conflict_clause(&self) -> ConflictClause {
        ConflictClause::OnDuplicateKey
    }

    fn proposed_row(&self) -> ProposedRow {
        ProposedRow::Alias("new")
    }

    fn returning(&self, kind: ChangeKind) -> Result<(), Refusal> {
        Err(match kind {
            ChangeKind::Insert => Refusal::new(
                "RETURNING of an INSERT of several rows or with an update",
                "it does not exist, and only a single inserted row can be read back by its key",
                "insert the rows one by one, or insert without RETURNING and select the rows by key",
            ),
            ChangeKind::Update => returning_of_update(),
            ChangeKind::Delete => Refusal::new(
                "RETURNING of a DELETE",
                "it does not exist",
                "select the rows FOR UPDATE first, in the same transaction, then delete them by key",
            ),
        })
    }

    fn last_insert_id(&self) -> Option<&'static str> {
        Some("LAST_INSERT_ID()")
    }

    fn assigns_left_to_right(&self) -> bool {
        true
    }

    fn type_name(&self, column_type: ColumnType, in_key: bool) -> Cow<'static, str> {
        Cow::Borrowed(match column_type {
            ColumnType::Boolean => "BOOLEAN",
            ColumnType::TinyInt => "TINYINT",
            ColumnType::SmallInt => "SMALLINT",
            ColumnType::Integer => "INT",
            ColumnType::BigInt => "BIGINT",
            ColumnType::UnsignedTinyInt => "TINYINT UNSIGNED",
            ColumnType::UnsignedSmallInt => "SMALLINT UNSIGNED",
            ColumnType::UnsignedInteger => "INT UNSIGNED",
            ColumnType::UnsignedBigInt => "BIGINT UNSIGNED",
            ColumnType::HugeInt => "DECIMAL(39)",
            ColumnType::Decimal => "DECIMAL(57, 28)",
            ColumnType::Numeric(precision, scale) => return Cow::Owned(format!("DECIMAL({precision}, {scale})")),
            ColumnType::IntegerEnum(definition) => return self.type_name(definition.column_type, in_key),
            ColumnType::Interval => "BIGINT",
            ColumnType::Inet => "VARCHAR(49)",
            ColumnType::Real => "FLOAT",
            ColumnType::Double => "DOUBLE",
            ColumnType::Text if in_key => "VARCHAR(255)",
            ColumnType::Text => "LONGTEXT",
            ColumnType::Varchar(length) => return Cow::Owned(format!("VARCHAR({length})")),
            ColumnType::Bytes if in_key => "VARBINARY(255)",
            ColumnType::Bytes => "LONGBLOB",
            ColumnType::Uuid => "BINARY(16)",
            // TIMESTAMP ends in 2038.
            ColumnType::TimestampTz | ColumnType::Timestamp => "DATETIME(6)",
            ColumnType::Date => "DATE",
            ColumnType::Time => "TIME(6)",
            ColumnType::Json | ColumnType::Array(_) => "JSON",
            ColumnType::Enum(_) => "VARCHAR(255)",
        })
    }

    fn range_check(&self, column_type: ColumnType) -> Option<&'static str> {
        (column_type == ColumnType::HugeInt).then_some(HUGE_INT)
    }

    fn native_enum(&self) -> NativeEnum {
        NativeEnum::Labels
    }

    fn check_label(&self, label: &str) -> Result<(), Refusal> {
        let reason = if label.bytes().all(|byte| byte.is_ascii_digit()) {
            "an ENUM takes digits for the position of a label, and no text for an error"
        } else if label.ends_with(' ') {
            "an ENUM drops blanks at the end of a label"
        } else {
            return Ok(());
        };
        Err(Refusal::new(format!("the enum label `{label}`"), reason, "use another label, or keep the enum as text"))
    }

    fn auto_column(&self) -> AutoColumn {
        AutoColumn::InKey("AUTO_INCREMENT")
    }

    /// Text, bytes and JSON take a default only this way, and so does what is computed.
    fn default_in_parentheses(&self, default: &Expr) -> bool {
        match default {
            Expr::Value(value) => matches!(value, Value::Text(_) | Value::Bytes(_) | Value::Json(_) | Value::Array(..)),
            Expr::Now => false,
            _ => true,
        }
    }

    /// A binary collation that does not pad with blanks: text is equal only to itself.
    fn after_table(&self) -> &'static str {
        " ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin"
    }

    fn indexes_in_table(&self) -> bool {
        true
    }

    fn has_partial_indexes(&self) -> bool {
        false
    }

    fn set_default(&self) -> Result<(), Refusal> {
        Err(Refusal::new("SET DEFAULT of a foreign key", "InnoDB does not do it", "use SET NULL, or another action"))
    }

    fn cyclic_references(&self) -> CyclicReferences {
        CyclicReferences::AlterUnlessListed
    }
}

/// Why no rows come back from an UPDATE.
pub(crate) fn returning_of_update() -> Refusal {
    Refusal::new(
        "RETURNING of an UPDATE",
        "it does not exist",
        "select the keys FOR UPDATE first, in the same transaction, then update the rows by key and select them",
    )
}
