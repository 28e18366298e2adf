//! The fields of a struct of the program's own: what each gives to its column, and whether all are there that must be,
//! which is checked while the program is compiled.

use std::borrow::Cow;

use crate::expr::Assign;
use crate::types::DbType;
use tempest_dialects::{TableDef, Value, tree};

/// What a field can give to a column of type `T`: what can be assigned to it, and for a column that takes NULL an
/// `Option` of a reference.
#[diagnostic::on_unimplemented(
    message = "a field of type `{Self}` cannot give a column of type `{T}` its value",
    label = "the column is of type `{T}`"
)]
pub trait FieldValue<T> {
    /// The value as a node of the tree.
    fn into_field(self) -> tree::Expr;
}

#[diagnostic::do_not_recommend]
impl<T, V: Assign<T>> FieldValue<T> for V {
    fn into_field(self) -> tree::Expr {
        self.into_assigned()
    }
}

// `Assign` does not have these: `set(column, None)` could then be a `None` of several types.
#[diagnostic::do_not_recommend]
impl<T: DbType + Clone> FieldValue<Option<T>> for Option<&T> {
    fn into_field(self) -> tree::Expr {
        self.map_or(tree::Expr::Value(Value::Null), Assign::<T>::into_assigned)
    }
}

/// An `Option` of a slice and the like.
macro_rules! borrowed {
    ($($self:ty => $type:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl FieldValue<Option<$type>> for Option<$self> {
            fn into_field(self) -> tree::Expr {
                self.map_or(tree::Expr::Value(Value::Null), Assign::<$type>::into_assigned)
            }
        }
    )*};
}

borrowed! {
    &str => String;
    Box<str> => String;
    Cow<'_, str> => String;
    &[u8] => Vec<u8>;
}

/// Names of a model's fields.
#[derive(Debug, Clone, Copy)]
pub struct Fields {
    /// Those of the struct itself.
    pub own: &'static [&'static str],
    /// Those of structs that are flattened into it.
    pub parts: &'static [&'static Self],
}

impl Fields {
    /// These fields.
    #[must_use]
    pub const fn of(own: &'static [&'static str]) -> Self {
        Self { own, parts: &[] }
    }

    /// How often a field is there.
    const fn count(&self, name: &str) -> usize {
        let mut count = 0;
        let mut index = 0;
        while index < self.own.len() {
            if same(self.own[index].as_bytes(), name.as_bytes()) {
                count += 1;
            }
            index += 1;
        }
        index = 0;
        while index < self.parts.len() {
            count += self.parts[index].count(name);
            index += 1;
        }
        count
    }
}

/// Checks that a row to insert gives no column two values, and leaves out none that must have one.
///
/// # Panics
/// At compile time, naming the column.
pub const fn assert_insertable(table: &TableDef, given: &Fields) {
    assert_set_once(table, given);
    let mut index = 0;
    while index < table.columns.len() {
        let column = &table.columns[index];
        if column.is_required() && given.count(column.field) == 0 {
            fail(
                "missing column `",
                column.field,
                "`: it takes no NULL and has no default, so the row must give it a value",
            );
        }
        index += 1;
    }
}

/// Checks that no column is set twice.
///
/// # Panics
/// At compile time, naming the column.
pub const fn assert_set_once(table: &TableDef, given: &Fields) {
    let mut index = 0;
    while index < table.columns.len() {
        let column = &table.columns[index];
        if given.count(column.field) > 1 {
            fail("column `", column.field, "` is given twice: by the struct and by one that is flattened into it");
        }
        index += 1;
    }
}

const fn same(left: &[u8], right: &[u8]) -> bool {
    if left.len() != right.len() {
        return false;
    }
    let mut index = 0;
    while index < left.len() {
        if left[index] != right[index] {
            return false;
        }
        index += 1;
    }
    true
}

// A panic in a `const` shows one text, so the sentence is put together here.
#[allow(clippy::panic, reason = "this runs in the compiler, and is its error message")]
const fn fail(before: &str, field: &str, after: &str) -> ! {
    let mut text = [b' '; 256];
    let mut length = 0;
    let parts = [before.as_bytes(), field.as_bytes(), after.as_bytes()];
    let mut part = 0;
    while part < parts.len() {
        let mut index = 0;
        while index < parts[part].len() && length < text.len() {
            text[length] = parts[part][index];
            length += 1;
            index += 1;
        }
        part += 1;
    }
    match std::str::from_utf8(text.split_at(length).0) {
        Ok(text) => panic!("{}", text),
        Err(_) => panic!("a column is missing or given twice"),
    }
}
