//! SQL written in the program.

use super::Writer;
use super::writer::no_database;
use crate::error::BuildError;
use crate::tree::{RawPart, controls_transaction};
use crate::value::Value;

impl<'a> Writer<'a, '_> {
    /// Writes a whole statement.
    pub(super) fn raw_statement(&mut self, parts: &'a [RawPart]) -> Result<(), BuildError> {
        if let Some(word) = controls_transaction(parts) {
            return Err(no_database(
                format!("{word} as a statement"),
                "Tempest must know of each transaction on its connections",
                "begin it with `engine.begin()` or `engine.transaction(…)`, and one inside it on the transaction",
            ));
        }
        self.raw(parts)
    }

    /// Writes text as it is, and binds values in it.
    pub(super) fn raw(&mut self, parts: &'a [RawPart]) -> Result<(), BuildError> {
        for part in parts {
            match part {
                RawPart::Sql(sql) => self.push(sql),
                RawPart::Value(value) => self.bind(value)?,
                RawPart::List { values, negated } => self.raw_list(values, *negated)?,
            }
        }
        Ok(())
    }

    fn raw_list(&mut self, values: &'a [Value], negated: bool) -> Result<(), BuildError> {
        if self.dialect.lists_are_parameters() && !self.literals() {
            self.push(if negated { "<> ALL(" } else { "= ANY(" });
            self.bind_list(values)?;
        } else {
            self.push(if negated { "NOT IN (" } else { "IN (" });
            if values.is_empty() {
                // What stands before is written already, so that only a subquery without rows is left.
                self.push("SELECT NULL WHERE 1 = 0");
            }
            for (index, value) in values.iter().enumerate() {
                if index > 0 {
                    self.push(", ");
                }
                self.bind(value)?;
            }
        }
        self.push(")");
        Ok(())
    }
}
