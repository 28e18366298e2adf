//! Functions, `CASE`, and what else an expression is made of.

use super::expr::Binding;
use super::writer::no_database;
use super::{Param, Writer};
use crate::error::BuildError;
use crate::tree::{BinaryOperator, Call, Expr, Function, JsonStep};
use crate::value::Value;

impl<'a> Writer<'a, '_> {
    pub(super) fn call(&mut self, call: &'a Call) -> Result<(), BuildError> {
        if let (Function::Substring, [_, Expr::Value(Value::I32(..=0)), _]) = (call.function, &call.arguments[..]) {
            return Err(no_database(
                "substring",
                "its first character has the number 1, and databases do not agree on what is before it",
                "begin at 1 or later",
            ));
        }
        let form = self.allow(self.dialect.function(call.function))?;
        self.form(&form, &call.arguments)
    }

    /// Writes a form with `{0}`, `{1}`… for the arguments. Between parentheses and commas an argument stands as it is;
    /// beside an operator it has parentheses if it needs them.
    fn form(&mut self, form: &str, arguments: &'a [Expr]) -> Result<(), BuildError> {
        let mut pieces = form.split('{');
        let mut before = pieces.next().unwrap_or_default();
        self.push(before);
        for piece in pieces {
            let (number, after) = piece.split_once('}').unwrap_or((piece, ""));
            let Some(argument) = number.parse().ok().and_then(|number: usize| arguments.get(number)) else {
                return Err(no_database("a function", "it has too few arguments", "give it as many as it takes"));
            };
            let begins = before.ends_with('(') || before.ends_with(", ");
            if begins && (after.starts_with([')', ',']) || after.starts_with(" AS ")) {
                self.typed(argument)?;
            } else {
                self.typed_operand(argument, Binding::Whole)?;
            }
            self.push(after);
            before = after;
        }
        Ok(())
    }

    pub(super) fn json_path(&mut self, path: &[JsonStep]) -> Result<(), BuildError> {
        let path = Value::Text(self.allow(self.dialect.json_path(path))?.into());
        self.check(&path)?;
        let [before, after] = self.dialect.around_lone_placeholder(&path).unwrap_or_default();
        self.push(before);
        self.placeholder(Param::Owned(path))?;
        self.push(after);
        Ok(())
    }

    pub(super) fn user_function(&mut self, name: &'static str, arguments: &'a [Expr]) -> Result<(), BuildError> {
        self.push(name);
        self.push("(");
        for (index, argument) in arguments.iter().enumerate() {
            if index > 0 {
                self.push(", ");
            }
            self.typed(argument)?;
        }
        self.push(")");
        Ok(())
    }

    pub(super) fn case(&mut self, branches: &'a [(Expr, Expr)], otherwise: Option<&'a Expr>) -> Result<(), BuildError> {
        self.push("CASE");
        for (condition, value) in branches {
            self.push(" WHEN ");
            self.expr(condition)?;
            self.push(" THEN ");
            self.typed(value)?;
        }
        if let Some(otherwise) = otherwise {
            self.push(" ELSE ");
            self.typed(otherwise)?;
        }
        self.push(" END");
        Ok(())
    }

    /// Writes an expression where nothing else tells the type of a bound value. NULL is of any type.
    pub(super) fn typed(&mut self, expr: &'a Expr) -> Result<(), BuildError> {
        self.typed_operand(expr, Binding::Raw)
    }

    fn typed_operand(&mut self, expr: &'a Expr, loosest: Binding) -> Result<(), BuildError> {
        match expr {
            Expr::Value(Value::Null) => {
                self.push("NULL");
                Ok(())
            }
            _ => self.lone_operand(expr, loosest),
        }
    }

    pub(super) fn is_distinct(&mut self, left: &'a Expr, right: &'a Expr, negated: bool) -> Result<(), BuildError> {
        let [before, between, after] = self.dialect.is_distinct(negated);
        self.push(before);
        self.lone_operand(left, Binding::Sum)?;
        self.push(between);
        self.operand(right, Binding::Sum)?;
        self.push(after);
        Ok(())
    }

    pub(super) fn collate(&mut self, expr: &'a Expr, collation: &'static str) -> Result<(), BuildError> {
        self.lone_operand(expr, Binding::Whole)?;
        self.push(" COLLATE ");
        self.identifier(collation)
    }

    /// Writes a comparison of rows of values, as it is or value by value.
    pub(super) fn compare_rows(
        &mut self,
        operator: BinaryOperator,
        pairs: &'a [(Expr, Expr)],
    ) -> Result<(), BuildError> {
        if pairs.is_empty() {
            return Err(no_database("a comparison of rows", "they have no values", "compare at least one value"));
        }
        let strict = match operator {
            BinaryOperator::Lt | BinaryOperator::Le => BinaryOperator::Lt,
            BinaryOperator::Gt | BinaryOperator::Ge => BinaryOperator::Gt,
            _ => return self.rows_as_they_are(operator, pairs),
        };
        if self.dialect.seeks_rows() {
            return self.rows_as_they_are(operator, pairs);
        }
        // (a > x OR (a = x AND (b > y OR (b = y AND …))))
        self.push("(");
        for (index, (left, right)) in pairs.iter().enumerate() {
            let last = index + 1 == pairs.len();
            self.binary(if last { operator } else { strict }, left, right)?;
            if !last {
                self.push(" OR (");
                self.binary(BinaryOperator::Eq, left, right)?;
                self.push(if index + 2 == pairs.len() { " AND " } else { " AND (" });
            }
        }
        for _ in 0..(2 * pairs.len() - 2).max(1) {
            self.push(")");
        }
        Ok(())
    }

    fn rows_as_they_are(&mut self, operator: BinaryOperator, pairs: &'a [(Expr, Expr)]) -> Result<(), BuildError> {
        self.row_of(pairs.iter().map(|pair| &pair.0))?;
        self.push(" ");
        self.push(self.operator(operator));
        self.push(" ");
        self.row_of(pairs.iter().map(|pair| &pair.1))
    }

    fn row_of(&mut self, values: impl Iterator<Item = &'a Expr>) -> Result<(), BuildError> {
        for (index, value) in values.enumerate() {
            self.push(if index == 0 { "(" } else { ", " });
            self.expr(value)?;
        }
        self.push(")");
        Ok(())
    }
}
