//! `sql!("attempts + {step}")`: SQL of the user's own, whose values are bound.

use std::iter::Peekable;
use std::str::Chars;

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::{Parse, ParseStream, Parser};
use syn::{Ident, LitStr, Token, bracketed};

/// `[$crate] "attempts + {step}"`
struct RawSql {
    krate: TokenStream,
    text: LitStr,
}

/// A piece of the text.
#[derive(Debug, PartialEq)]
enum Part {
    Sql(String),
    Value(Ident),
    /// `IN ({name..})`, or `NOT IN`.
    List(Ident, bool),
}

/// The code for a fragment.
pub(crate) fn expand(input: TokenStream) -> syn::Result<TokenStream> {
    let RawSql { krate, text } = RawSql::parse.parse2(input)?;
    let parts = parts(&text)?;
    let parts = parts.iter().map(|part| match part {
        Part::Sql(sql) => quote!(#krate::__private::RawPart::Sql(#sql)),
        Part::Value(name) => quote!(#krate::__private::RawPart::Value(#krate::__private::sql_value(&#name))),
        Part::List(name, negated) => quote! {
            #krate::__private::RawPart::List { values: #krate::__private::sql_values(&#name), negated: #negated }
        },
    });
    Ok(quote!(#krate::__private::Raw::new(::core::convert::From::from([#(#parts),*]))))
}

impl Parse for RawSql {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let krate;
        bracketed!(krate in input);
        let krate = krate.parse()?;
        let text: LitStr = input.parse().map_err(|error| {
            let message = "`sql!` takes SQL that is written here, as a string literal; values go in with `{name}`: \
                           `sql!(\"attempts + {step}\")`";
            syn::Error::new(error.span(), message)
        })?;
        if input.peek(Token![,]) {
            input.parse::<Token![,]>()?;
        }
        if !input.is_empty() {
            return Err(input.error("`sql!` takes nothing after its text; name values in it: `{name}`"));
        }
        Ok(Self { krate, text })
    }
}

/// The text, cut at its `{name}`s.
fn parts(text: &LitStr) -> syn::Result<Vec<Part>> {
    let error = |message: String| syn::Error::new(text.span(), message);
    let mut parts = Vec::new();
    let mut sql = String::new();
    let value = text.value();
    if value.trim().is_empty() {
        return Err(error("`sql!` needs some SQL".to_owned()));
    }
    if value.contains('\0') {
        return Err(error("SQL cannot contain NUL".to_owned()));
    }
    let mut quoted = false;
    let mut letters = value.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '{' | '}' if letters.peek() == Some(&letter) => {
                letters.next();
                sql.push(letter);
            }
            '{' => {
                let mut inside = String::new();
                loop {
                    match letters.next() {
                        Some('}') => break,
                        Some(letter) => inside.push(letter),
                        None => {
                            return Err(error(format!("`{{{inside}` is not closed; a brace itself is written `{{{{`")));
                        }
                    }
                }
                if quoted {
                    return Err(error(format!(
                        "`{{{inside}}}` stands in quotes: a bound value takes none, and a brace itself is written \
                         `{{{{` or `}}}}`"
                    )));
                }
                let list = inside.trim().strip_suffix("..");
                let mut name = name(list.unwrap_or(&inside)).map_err(error)?;
                name.set_span(text.span());
                let mut part = Part::Value(name.clone());
                if list.is_some() {
                    let negated = cut_in(&mut sql).filter(|_| skip_parenthesis(&mut letters));
                    let help = || {
                        error(format!(
                            "`{{{inside}}}` is a list: it is written `IN ({{{inside}}})` or `NOT IN ({{{inside}}})`"
                        ))
                    };
                    part = Part::List(name, negated.ok_or_else(help)?);
                }
                if !sql.is_empty() {
                    parts.push(Part::Sql(std::mem::take(&mut sql)));
                }
                parts.push(part);
            }
            '}' => return Err(error("`}` closes nothing; a brace itself is written `}}`".to_owned())),
            '$' if !quoted && letters.peek().is_some_and(char::is_ascii_digit) => {
                return Err(error("parameters are numbered for you: write `{name}` in place of `$1`".to_owned()));
            }
            _ => {
                quoted ^= letter == '\'';
                sql.push(letter);
            }
        }
    }
    if !sql.is_empty() {
        parts.push(Part::Sql(sql));
    }
    Ok(parts)
}

/// Takes `IN (` from the end of the text, or `NOT IN (`, and tells whether it was that.
fn cut_in(sql: &mut String) -> Option<bool> {
    let before = cut_word(sql.trim_end().strip_suffix('(')?, "IN")?;
    let (before, negated) = match cut_word(before, "NOT") {
        Some(before) => (before, true),
        None => (before, false),
    };
    sql.truncate(before.len());
    Some(negated)
}

/// The text without the word at its end.
fn cut_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let text = text.trim_end();
    let start = text.len().checked_sub(word.len())?;
    let (before, last) = (text.get(..start)?, text.get(start..)?);
    let whole = !before.ends_with(|letter: char| letter.is_alphanumeric() || letter == '_');
    (whole && last.eq_ignore_ascii_case(word)).then_some(before)
}

/// Takes the parenthesis behind a list.
fn skip_parenthesis(letters: &mut Peekable<Chars<'_>>) -> bool {
    while letters.next_if(|letter| letter.is_whitespace()).is_some() {}
    letters.next_if_eq(&')').is_some()
}

/// The variable in braces.
fn name(inside: &str) -> Result<Ident, String> {
    let trimmed = inside.trim();
    if trimmed.is_empty() {
        return Err("`{}` names no value; write the variable in it: `{name}`".to_owned());
    }
    // As in `format!`, `{type}` is the variable `r#type`.
    syn::parse_str::<Ident>(trimmed).or_else(|_| syn::parse_str(&format!("r#{trimmed}"))).map_err(|_| {
        format!(
            "`{{{inside}}}` is not the name of a variable; put the value into one before: `let value = {};` and \
             `{{value}}`",
            trimmed.split(':').next().unwrap_or(trimmed).trim()
        )
    })
}
