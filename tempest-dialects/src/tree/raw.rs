//! SQL written in the program.

use crate::value::Value;

/// A part of SQL written in the program.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum RawPart {
    /// Text that goes into the statement as it is.
    Sql(&'static str),
    /// A bound value.
    Value(Value),
    /// `IN (…)` or, if negated, `NOT IN (…)` of bound values, to the right of what the text before ends with.
    List {
        /// The list. `IN` an empty one is false, `NOT IN` an empty one is true.
        values: Vec<Value>,
        /// Whether this is `NOT IN`.
        negated: bool,
    },
}

/// Words that begin or end a transaction, or a part of one.
const CONTROL: [&str; 10] =
    ["BEGIN", "START", "COMMIT", "END", "ROLLBACK", "ABORT", "SAVEPOINT", "RELEASE", "PREPARE", "XA"];

/// Words with which a statement that only reads begins.
const READS: [&str; 3] = ["SELECT", "VALUES", "EXPLAIN"];

/// The word that begins or ends a transaction, if the statement does that: its first one.
pub(crate) fn controls_transaction(parts: &[RawPart]) -> Option<&'static str> {
    let word = first_word(parts);
    CONTROL.into_iter().find(|control| control.eq_ignore_ascii_case(word))
}

/// Whether a statement of these parts surely changes nothing. What begins with WITH may change something.
#[must_use]
pub fn only_reads(parts: &[RawPart]) -> bool {
    let word = first_word(parts);
    READS.iter().any(|read| read.eq_ignore_ascii_case(word))
}

/// The first word, behind spaces, parentheses and comments.
fn first_word(parts: &[RawPart]) -> &'static str {
    let Some(&RawPart::Sql(mut text)) = parts.first() else { return "" };
    loop {
        text = text.trim_start_matches(|letter: char| letter.is_whitespace() || letter == '(');
        let end = match text.get(..2) {
            Some("--") => text.find('\n').map(|end| end + 1),
            Some("/*") => text.find("*/").map(|end| end + 2),
            _ => return text.split(|letter: char| !letter.is_ascii_alphabetic()).next().unwrap_or_default(),
        };
        // A comment that does not end is all that there is.
        text = end.and_then(|end| text.get(end..)).unwrap_or_default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_word_tells_what_a_statement_does() {
        let control = |text| controls_transaction(&[RawPart::Sql(text)]);
        assert_eq!(control(" /* a */ -- b\n commit"), Some("COMMIT"));
        assert_eq!(control("Begin;"), Some("BEGIN"));
        assert_eq!(control("SELECT 'COMMIT'"), None);
        assert_eq!(control("/* COMMIT"), None);
        let reads = |text| only_reads(&[RawPart::Sql(text)]);
        assert!(reads("select 1") && reads("( SELECT 1)") && reads("-- all\nVALUES (1)"));
        assert!(!reads("WITH a AS (SELECT 1) DELETE FROM b") && !reads("SELECTED") && !reads("") && !reads("--"));
        assert!(!only_reads(&[RawPart::Value(Value::Null)]));
    }
}
