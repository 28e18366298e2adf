//! Patterns of LIKE.

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
