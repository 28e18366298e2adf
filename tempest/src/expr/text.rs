//! Text: patterns of LIKE, and functions.

use super::functions::call;
use super::{Assign, Condition, Expr, Expression, Operand};
use crate::types::{ColumnValue, Text};
use tempest_dialects::Value;
use tempest_dialects::tree::{self, Function};

/// Escapes what LIKE gives a meaning to, with the escape character `!` that every LIKE of Tempest declares: of all
/// the candidates it is the one that needs no escape itself in any database's literals.
pub(crate) fn escape_like(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + 2);
    for character in text.chars() {
        if matches!(character, '%' | '_' | '!') {
            escaped.push('!');
        }
        escaped.push(character);
    }
    escaped
}

/// The type of an expression without its `Option`.
type Inner<E> = <<E as Expression>::Type as ColumnValue>::Inner;

/// Functions of text. A function of NULL is NULL.
///
/// ```
/// use tempest::prelude::*;
///
/// #[derive(Model)]
/// struct User {
///     #[tempest(primary_key)]
///     id: i64,
///     first: String,
///     last: String,
/// }
///
/// let names = User::select().columns(User::first.concat(" ").concat(User::last.upper()));
/// assert_eq!(names.to_sql(&Sqlite)?, r#"SELECT (("first" || ?) || upper("last")) FROM "user""#);
/// assert_eq!(names.to_sql(&MySql)?, "SELECT concat(concat(`first`, ?), upper(`last`)) FROM `user`");
/// # Ok::<(), tempest::Error>(())
/// ```
pub trait TextFunctions: Expression {
    /// The text in small letters. SQLite knows the case of ASCII letters only.
    fn lower(self) -> Expr<Self::Scope, Self::Type>
    where
        Inner<Self>: Text,
    {
        call(Function::Lower, vec![self.into_tree()])
    }

    /// The text in capitals. SQLite knows the case of ASCII letters only.
    fn upper(self) -> Expr<Self::Scope, Self::Type>
    where
        Inner<Self>: Text,
    {
        call(Function::Upper, vec![self.into_tree()])
    }

    /// The text without blanks (U+0020) at both ends.
    fn trim(self) -> Expr<Self::Scope, Self::Type>
    where
        Inner<Self>: Text,
    {
        call(Function::Trim, vec![self.into_tree()])
    }

    /// The text without blanks (U+0020) at its beginning.
    fn trim_start(self) -> Expr<Self::Scope, Self::Type>
    where
        Inner<Self>: Text,
    {
        call(Function::TrimStart, vec![self.into_tree()])
    }

    /// The text without blanks (U+0020) at its end.
    fn trim_end(self) -> Expr<Self::Scope, Self::Type>
    where
        Inner<Self>: Text,
    {
        call(Function::TrimEnd, vec![self.into_tree()])
    }

    /// The number of characters.
    fn length(self) -> Expr<Self::Scope, <Self::Type as ColumnValue>::As<i32>>
    where
        Inner<Self>: Text,
    {
        call(Function::Length, vec![self.into_tree()])
    }

    /// So many characters, from one of them on; the first has the number 1.
    fn substring(self, from: i32, count: u16) -> Expr<Self::Scope, Self::Type>
    where
        Inner<Self>: Text,
    {
        let numbers = [from, i32::from(count)].map(|number| tree::Expr::Value(Value::I32(number)));
        let [from, count] = numbers;
        call(Function::Substring, vec![self.into_tree(), from, count])
    }

    /// The text with another one in all places where a third one was.
    fn replace<F, W>(self, from: F, with: W) -> Expr<W::With<F::With<Self::Scope>>, Self::Type>
    where
        Inner<Self>: Text,
        F: Assign<Self::Type>,
        W: Assign<Self::Type>,
    {
        call(Function::Replace, vec![self.into_tree(), from.into_assigned(), with.into_assigned()])
    }

    /// The text, and another one behind it.
    fn concat<R: Assign<Self::Type>>(self, other: R) -> Expr<R::With<Self::Scope>, Self::Type>
    where
        Inner<Self>: Text,
    {
        call(Function::Concat, vec![self.into_tree(), other.into_assigned()])
    }

    /// Whether the text matches what somebody searches for, by the words of a language (PostgreSQL): words that are all
    /// there, `or`, `-word` for one that is not, and `"several words"` in a row. An index over
    /// `to_tsvector('english', …)` serves it.
    ///
    /// ```
    /// use tempest::prelude::*;
    ///
    /// # #[derive(Model)]
    /// # struct Post { #[tempest(primary_key)] id: i64, body: String }
    /// let found = Post::select().columns(Post::id).where_(Post::body.matches("english", "storm -sea"));
    /// assert_eq!(
    ///     found.to_sql(&Postgres)?,
    ///     r#"SELECT "id" FROM "post" WHERE (to_tsvector('english', "body") @@ websearch_to_tsquery('english', $1::text))"#
    /// );
    /// # Ok::<(), tempest::Error>(())
    /// ```
    fn matches<R: Operand<String>>(self, language: &'static str, search: R) -> Condition<R::With<Self::Scope>>
    where
        Inner<Self>: Text,
    {
        let matches: Expr<(), bool> = call(Function::Matches(language), vec![self.into_tree(), search.into_operand()]);
        Condition::new(matches.tree)
    }
}

impl<E: Expression> TextFunctions for E {}
