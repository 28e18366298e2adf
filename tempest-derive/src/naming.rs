//! Names made from names: snake_case and friends.

use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::{Ident, LitStr};

use crate::attr::suggest::expected_one_of;

/// How a database name is made from a Rust name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Naming {
    Preserve,
    Snake,
    Camel,
    Pascal,
    ScreamingSnake,
    Kebab,
}

const NAMINGS: [(&str, Naming); 6] = [
    ("preserve", Naming::Preserve),
    ("snake_case", Naming::Snake),
    ("camelCase", Naming::Camel),
    ("PascalCase", Naming::Pascal),
    ("SCREAMING_SNAKE_CASE", Naming::ScreamingSnake),
    ("kebab-case", Naming::Kebab),
];

impl Naming {
    /// The naming of this name.
    pub(crate) fn parse(text: &LitStr) -> syn::Result<Self> {
        let value = text.value();
        NAMINGS.iter().find(|(name, _)| *name == value).map(|(_, naming)| *naming).ok_or_else(|| {
            let names = NAMINGS.map(|(name, _)| name);
            syn::Error::new(text.span(), format!("unknown naming \"{value}\"; {}", expected_one_of(&value, &names)))
        })
    }

    /// The database name for a Rust name.
    pub(crate) fn apply(self, name: &str) -> String {
        let words = words(name);
        if words.is_empty() {
            return name.to_owned();
        }
        match self {
            Self::Preserve => name.to_owned(),
            Self::Snake => words.join("_"),
            Self::Kebab => words.join("-"),
            Self::ScreamingSnake => words.join("_").to_uppercase(),
            Self::Pascal => words.iter().map(|word| capitalized(word)).collect(),
            Self::Camel => {
                let (first, rest) = words.split_at(1);
                first.iter().cloned().chain(rest.iter().map(|word| capitalized(word))).collect()
            }
        }
    }
}

/// A name as text, without the `r#` of a raw identifier.
pub(crate) fn plain(ident: &Ident) -> String {
    ident.unraw().to_string()
}

/// The variant that stands for a field in the enum of columns.
pub(crate) fn variant(field: &Ident) -> Ident {
    let name = Naming::Pascal.apply(&plain(field));
    let span = field.span();
    // What is left may be no identifier: `_1` gives `1`, and `self_` gives the keyword `Self`.
    [name.clone(), format!("{name}_"), format!("_{name}")]
        .iter()
        .find_map(|name| syn::parse_str::<Ident>(name).ok())
        .map_or_else(|| field.clone(), |ident| Ident::new(&ident.to_string(), span))
}

/// A name with something added, as an identifier.
pub(crate) fn suffixed(ident: &Ident, suffix: &str) -> Ident {
    Ident::new(&format!("{}{suffix}", plain(ident)), Span::call_site())
}

/// The words of a name in lower case: parts between underscores, and parts that begin with a capital.
fn words(name: &str) -> Vec<String> {
    let mut words = Vec::new();
    for part in name.split('_').filter(|part| !part.is_empty()) {
        let letters: Vec<char> = part.chars().collect();
        let mut word = String::new();
        for (at, letter) in letters.iter().enumerate() {
            let after_lower = at > 0 && !letters[at - 1].is_uppercase();
            // The last capital of `HTTPServer` begins the next word.
            let before_lower = letters.get(at + 1).is_some_and(|next| next.is_lowercase());
            if letter.is_uppercase() && !word.is_empty() && (after_lower || before_lower) {
                words.push(std::mem::take(&mut word));
            }
            word.extend(letter.to_lowercase());
        }
        words.push(word);
    }
    words
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
