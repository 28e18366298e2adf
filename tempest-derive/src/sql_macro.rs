//! `sql!("attempts + {step}")`: SQL of the user's own, whose values are bound.

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
}

/// The code for a fragment.
pub(crate) fn expand(input: TokenStream) -> syn::Result<TokenStream> {
    let RawSql { krate, text } = RawSql::parse.parse2(input)?;
    let parts = parts(&text)?;
    let parts = parts.iter().map(|part| match part {
        Part::Sql(sql) => quote!(#krate::__private::RawPart::Sql(#sql)),
        Part::Value(name) => quote!(#krate::__private::RawPart::Value(#krate::__private::sql_value(&#name))),
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
                let mut name = name(&inside).map_err(error)?;
                name.set_span(text.span());
                if !sql.is_empty() {
                    parts.push(Part::Sql(std::mem::take(&mut sql)));
                }
                parts.push(Part::Value(name));
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
