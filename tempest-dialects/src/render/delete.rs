//! `DELETE`, and the RETURNING that it shares with INSERT and UPDATE.

use super::Writer;
use crate::dialect::ChangeKind;
use crate::error::BuildError;
use crate::tree::{Delete, Projected};

impl<'a> Writer<'a, '_> {
    pub(super) fn delete(&mut self, delete: &'a Delete) -> Result<(), BuildError> {
        self.bare = Some(delete.table.name);
        self.changed = Some(delete.table);
        self.push("DELETE FROM ");
        self.table(delete.table)?;
        self.filter(delete.filter.as_ref())?;
        if !delete.returning.is_empty() {
            self.allow(self.dialect.returning(ChangeKind::Delete))?;
            self.returning(&delete.returning)?;
        }
        Ok(())
    }

    /// Writes RETURNING, which the dialect has.
    pub(super) fn returning(&mut self, returning: &'a [Projected]) -> Result<(), BuildError> {
        self.push(" RETURNING ");
        self.in_returning = true;
        self.projection(returning)?;
        self.in_returning = false;
        Ok(())
    }
}
