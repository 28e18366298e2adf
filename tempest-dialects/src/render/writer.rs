//! The text and the parameters as they grow: the only place that quotes.

use std::fmt::Write;

use super::aggregate::Computed;
use super::{Param, Sql};
use crate::calendar;
use crate::dialect::{Dialect, IdentifierLimit, Refusal};
use crate::error::BuildError;
use crate::table::{LONGEST_QUOTED, TableDef};
use crate::tree::{Expr, Select};
use crate::types::ColumnType;
use crate::value::{Value, write_uuid};

/// Writes a statement: text, identifiers, placeholders and literals.
#[derive(Debug)]
pub struct Writer<'a, 'd> {
    pub(super) dialect: &'d dyn Dialect,
    pub(super) text: String,
    pub(super) params: Vec<Param<'a>>,
    /// How many expressions and subqueries are around the one being written.
    pub(super) depth: usize,
    /// The table whose columns need no qualification.
    pub(super) bare: Option<&'static str>,
    /// The query that is being written.
    pub(super) sources: Option<&'a Select>,
    /// The names that the statements around a subquery read.
    pub(super) outer: Vec<&'static str>,
    /// The table that the statement changes.
    pub(super) changed: Option<&'static TableDef>,
    /// What the clause that is being written may compute from many rows.
    pub(super) computed: Computed,
    /// Whether RETURNING is being written.
    pub(super) in_returning: bool,
    /// Whether the proposed row of an upsert can be named, and the name of its table.
    pub(super) proposed: Option<&'static str>,
    /// The columns that INSERT names.
    pub(super) proposed_columns: &'a [&'static str],
    /// Whether values are written as literals.
    literals: bool,
    quote: char,
    limit: IdentifierLimit,
    pub(super) numbered: bool,
    pub(super) max_parameters: usize,
}

/// Why a value that is a literal in DDL cannot be bound there.
const LITERAL: &str = "a literal";

impl<'a, 'd> Writer<'a, 'd> {
    pub(super) fn new(dialect: &'d dyn Dialect, text_capacity: usize, params_capacity: usize) -> Self {
        let max_parameters = dialect.max_parameters();
        Self {
            dialect,
            text: String::with_capacity(text_capacity),
            params: Vec::with_capacity(params_capacity.min(max_parameters)),
            depth: 0,
            bare: None,
            sources: None,
            outer: Vec::new(),
            changed: None,
            computed: Computed::Nothing,
            in_returning: false,
            proposed: None,
            proposed_columns: &[],
            literals: false,
            quote: dialect.identifier_quote(),
            limit: dialect.identifier_limit(),
            numbered: dialect.numbered_placeholders(),
            max_parameters,
        }
    }

    /// The statement that was written.
    pub(super) fn finish(self) -> Sql<'a> {
        Sql { params: self.params, ..Sql::plain(self.text) }
    }

    /// Whether values are written as literals.
    pub(super) fn literals(&self) -> bool {
        self.literals
    }

    /// Writes SQL as it is.
    pub fn push(&mut self, sql: &str) {
        self.text.push_str(sql);
    }

    /// Writes a quoted identifier.
    ///
    /// # Errors
    /// If the database takes no such identifier.
    pub fn identifier(&mut self, name: &str) -> Result<(), BuildError> {
        let too_long = match self.limit {
            // No character has more than four bytes, and none has less than one.
            IdentifierLimit::Characters(limit) => name.len() > limit && name.chars().count() > limit,
            IdentifierLimit::Bytes(limit) => name.len() > limit,
            IdentifierLimit::None => false,
        };
        // A quote that is not ASCII is looked for as if each name had one.
        let quote = u8::try_from(self.quote).ok().filter(u8::is_ascii);
        // In one pass: names are short, and there are many.
        let plain = quote.is_some_and(|quote| !name.bytes().any(|byte| byte == 0 || byte == quote));
        if too_long || name.is_empty() || (!plain && name.contains('\0')) {
            return Err(self.bad_identifier(name));
        }
        self.text.push(self.quote);
        if !plain {
            for character in name.chars() {
                if character == self.quote {
                    self.text.push(character);
                }
                self.text.push(character);
            }
        } else {
            self.text.push_str(name);
        }
        self.text.push(self.quote);
        Ok(())
    }

    fn bad_identifier(&self, name: &str) -> BuildError {
        let reason = match self.limit {
            _ if name.is_empty() => "it is empty".into(),
            _ if name.contains('\0') => "it contains a NUL character".into(),
            IdentifierLimit::Bytes(limit) => format!("it is longer than {limit} bytes"),
            IdentifierLimit::Characters(limit) => format!("it is longer than {limit} characters"),
            IdentifierLimit::None => "it is not valid".into(),
        };
        Refusal::new(format!("the identifier `{}`", name.escape_debug()), reason, "give it another name")
            .by(self.dialect)
    }

    /// Writes texts as literals with commas between them.
    ///
    /// # Errors
    /// If one contains a NUL character.
    pub fn strings(&mut self, texts: &[&str]) -> Result<(), BuildError> {
        for (index, text) in texts.iter().enumerate() {
            if index > 0 {
                self.push(", ");
            }
            self.string(text)?;
        }
        Ok(())
    }

    /// Writes quoted identifiers with commas between them.
    pub(super) fn identifiers(&mut self, names: impl IntoIterator<Item = &'static str>) -> Result<(), BuildError> {
        for (index, name) in names.into_iter().enumerate() {
            if index > 0 {
                self.push(", ");
            }
            self.identifier(name)?;
        }
        Ok(())
    }

    /// Writes the names of all columns of a table, if they were quoted when the program was compiled.
    pub(super) fn quoted_columns(&mut self, table: &TableDef) -> bool {
        let fit = match self.limit {
            IdentifierLimit::Characters(limit) | IdentifierLimit::Bytes(limit) => limit >= LONGEST_QUOTED,
            IdentifierLimit::None => true,
        };
        let list = match self.quote {
            '"' => table.quoted[0],
            '`' => table.quoted[1],
            _ => "",
        };
        if fit {
            self.push(list);
        }
        fit && !list.is_empty()
    }

    /// Writes the name of a table, with its schema if it has one.
    ///
    /// # Errors
    /// If the database takes no such identifier.
    pub fn table(&mut self, table: &TableDef) -> Result<(), BuildError> {
        if let Some(schema) = table.schema {
            self.identifier(schema)?;
            self.text.push('.');
        }
        self.identifier(table.name)
    }

    /// Binds a value: adds it to the parameters and writes its placeholder.
    ///
    /// # Errors
    /// If the database does not hold the value or takes no more parameters.
    pub fn bind(&mut self, value: &'a Value) -> Result<(), BuildError> {
        self.bind_within(value, self.dialect.around_placeholder(value))
    }

    /// Binds a value that an INSERT gives to a column, which tells its type.
    pub(super) fn bind_to_column(
        &mut self,
        value: &'a Value,
        table: &TableDef,
        column: &str,
    ) -> Result<(), BuildError> {
        self.check_in(value, table, column)?;
        self.placeholder(Param::Value(value))
    }

    /// Binds a value at a place that does not give it a type.
    ///
    /// # Errors
    /// If the database does not hold the value or takes no more parameters.
    pub fn bind_lone(&mut self, value: &'a Value) -> Result<(), BuildError> {
        self.bind_within(value, self.dialect.around_lone_placeholder(value))
    }

    fn bind_within(&mut self, value: &'a Value, around: Option<[&'static str; 2]>) -> Result<(), BuildError> {
        if self.literals {
            return self.literal(value);
        }
        self.check(value)?;
        let Some([before, after]) = around else { return self.placeholder(Param::Value(value)) };
        self.push(before);
        self.placeholder(Param::Value(value))?;
        self.push(after);
        Ok(())
    }

    /// Binds all values of a list as one parameter.
    pub(super) fn bind_list(&mut self, values: &'a [Value]) -> Result<(), BuildError> {
        for value in values {
            self.check(value)?;
        }
        self.placeholder(Param::List(values))
    }

    /// Binds a number of rows.
    pub(super) fn bind_count(&mut self, count: u64) -> Result<(), BuildError> {
        // No table has that many rows.
        let count = i64::try_from(count).unwrap_or(i64::MAX);
        self.push(self.dialect.before_limit());
        self.placeholder(Param::Owned(Value::I64(count)))
    }

    pub(super) fn placeholder(&mut self, param: Param<'a>) -> Result<(), BuildError> {
        if self.params.len() >= self.max_parameters {
            return Err(self.too_many_parameters());
        }
        self.params.push(param);
        if self.numbered {
            self.text.push('$');
            self.number(self.params.len());
        } else {
            self.text.push('?');
        }
        Ok(())
    }

    #[cold]
    pub(super) fn too_many_parameters(&self) -> BuildError {
        let reason = format!("it has more than {} parameters", self.dialect.max_parameters());
        self.refuse("the statement", reason, "split it into several")
    }

    /// Writes a whole number: the placeholders of a large INSERT are many, and formatting each would be slow.
    fn number(&mut self, mut number: usize) {
        let mut digits = [0_u8; 20];
        let mut start = digits.len();
        while start > 0 {
            start -= 1;
            digits[start] = b'0' + u8::try_from(number % 10).unwrap_or_default();
            number /= 10;
            if number == 0 {
                break;
            }
        }
        self.text.extend(digits[start..].iter().map(|digit| char::from(*digit)));
    }

    pub(super) fn check(&self, value: &Value) -> Result<(), BuildError> {
        match value {
            Value::Array(_, values) => {
                if self.dialect.array_type(ColumnType::Text).is_none()
                    && values.iter().any(|value| value.as_double().is_some_and(|number| !number.is_finite()))
                {
                    return Err(self.refuse(
                        "NaN or an infinite number in an array",
                        "arrays are JSON documents here, which do not hold it",
                        "use finite numbers",
                    ));
                }
                values.iter().try_for_each(|value| self.check(value))
            }
            Value::Invalid(refusal) => Err((**refusal).clone().by(self.dialect)),
            value => self.dialect.check_value(value).map_err(|refusal| refusal.by(self.dialect)),
        }
    }

    /// Looks at a value that goes into a column, which the error names.
    pub(super) fn check_in(&self, value: &Value, table: &TableDef, column: &str) -> Result<(), BuildError> {
        self.check(value).map_err(|error| error.in_column(table.name, column))
    }

    /// Writes an expression with literals in place of bound values, as DDL and the targets of conflicts need it.
    pub(super) fn expr_of_literals(&mut self, expr: &Expr) -> Result<(), BuildError> {
        let mut writer = Writer {
            dialect: self.dialect,
            text: std::mem::take(&mut self.text),
            params: Vec::new(),
            literals: true,
            depth: self.depth,
            bare: self.bare,
            sources: None,
            outer: Vec::new(),
            changed: self.changed,
            computed: self.computed,
            in_returning: self.in_returning,
            proposed: None,
            proposed_columns: &[],
            quote: self.quote,
            limit: self.limit,
            numbered: self.numbered,
            max_parameters: self.max_parameters,
        };
        let result = writer.expr(expr);
        self.text = writer.text;
        result
    }

    /// Writes a value as a literal.
    pub(super) fn literal(&mut self, value: &Value) -> Result<(), BuildError> {
        self.check(value)?;
        match value {
            Value::Null | Value::Invalid(_) => self.push("NULL"),
            Value::Bool(value) => self.push(self.dialect.boolean_literals()[usize::from(*value)]),
            Value::I16(value) => self.display(value),
            Value::I32(value) => self.display(value),
            Value::I64(value) => self.display(value),
            Value::U32(value) => self.display(value),
            Value::U64(value) => self.display(value),
            Value::I128(value) if self.dialect.decimals_are_text() => self.string(&value.to_string())?,
            Value::I128(value) => self.display(value),
            Value::Decimal(value) if self.dialect.decimals_are_text() => self.string(value)?,
            Value::Decimal(value) => self.push(value),
            Value::F32(value) => self.float(f64::from(*value), &format!("{value:?}"))?,
            Value::F64(value) => self.float(*value, &format!("{value:?}"))?,
            Value::Text(value) => self.string(value)?,
            Value::Enum(value) => self.string(value)?,
            Value::Json(value) => self.string(value)?,
            Value::Array(element, values) => match self.dialect.array_type(*element) {
                Some(array) => {
                    self.push("ARRAY[");
                    for (index, value) in values.iter().enumerate() {
                        self.push(if index == 0 { "" } else { ", " });
                        self.literal(value)?;
                    }
                    self.push("]::");
                    self.push(array);
                }
                None => self.string(&Value::json_array(values))?,
            },
            Value::Interval(value) => {
                let [before, after] = self.dialect.around_interval();
                self.push(before);
                self.display(value);
                self.push(after);
            }
            Value::Bytes(value) => self.hexadecimal(value),
            Value::Uuid(value) if self.dialect.uuid_is_text() => self.uuid_text(value),
            Value::Uuid(value) => self.hexadecimal(value),
            Value::TimestampTz(value) => {
                self.text.push('\'');
                calendar::write_timestamp(&mut self.text, *value);
                self.push(self.dialect.utc_suffix());
                self.text.push('\'');
            }
            Value::Timestamp(value) => {
                self.text.push('\'');
                calendar::write_timestamp(&mut self.text, *value);
                self.text.push('\'');
            }
            Value::Date(value) => {
                self.text.push('\'');
                calendar::write_date(&mut self.text, i64::from(*value));
                self.text.push('\'');
            }
            Value::Time(value) => {
                self.text.push('\'');
                calendar::write_time(&mut self.text, *value);
                self.text.push('\'');
            }
        }
        Ok(())
    }

    /// Writes a string literal.
    ///
    /// # Errors
    /// If it contains a NUL character.
    pub fn string(&mut self, value: &str) -> Result<(), BuildError> {
        if value.contains('\0') {
            return Err(self.refuse(LITERAL, "it contains a NUL character", "leave the character out"));
        }
        let escape_backslashes = self.dialect.backslash_escapes();
        self.text.push('\'');
        for character in value.chars() {
            if character == '\'' || (escape_backslashes && character == '\\') {
                self.text.push(character);
            }
            self.text.push(character);
        }
        self.text.push('\'');
        Ok(())
    }

    /// Writes a literal of a floating point number. Its shortest text reads back as the same number.
    fn float(&mut self, value: f64, text: &str) -> Result<(), BuildError> {
        if !value.is_finite() {
            return Err(self.refuse(LITERAL, format!("{value} is no number"), "use a finite number"));
        }
        self.push(text);
        Ok(())
    }

    fn display(&mut self, number: impl std::fmt::Display) {
        // Writing to a String cannot fail.
        let _ = write!(self.text, "{number}");
    }

    fn hexadecimal(&mut self, bytes: &[u8]) {
        let [before, after] = self.dialect.around_hexadecimal();
        self.push(before);
        for byte in bytes {
            let _ = write!(self.text, "{byte:02x}");
        }
        self.push(after);
    }

    fn uuid_text(&mut self, bytes: &[u8; 16]) {
        self.text.push('\'');
        write_uuid(&mut self.text, bytes);
        self.text.push('\'');
    }

    /// An error of this database.
    pub(super) fn refuse(
        &self,
        clause: impl Into<std::borrow::Cow<'static, str>>,
        reason: impl Into<std::borrow::Cow<'static, str>>,
        way_out: impl Into<std::borrow::Cow<'static, str>>,
    ) -> BuildError {
        BuildError::new(self.dialect.name(), clause, reason, way_out)
    }

    /// Lets a dialect's refusal through as an error of this database.
    pub(super) fn allow<T>(&self, answer: Result<T, Refusal>) -> Result<T, BuildError> {
        answer.map_err(|refusal| refusal.by(self.dialect))
    }
}

/// An error of SQL itself, the same for every database.
pub(super) fn no_database(
    clause: impl Into<std::borrow::Cow<'static, str>>,
    reason: impl Into<std::borrow::Cow<'static, str>>,
    way_out: impl Into<std::borrow::Cow<'static, str>>,
) -> BuildError {
    BuildError::new("SQL", clause, reason, way_out)
}
