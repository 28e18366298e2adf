//! `#[tempest(…)]` read into options, each with its place in the user's code.
//!
//! A mistake in one option does not hide those in the next: it is noted, and reading goes on after the next comma.

pub(crate) mod field;
pub(crate) mod keys;
pub(crate) mod record;
pub(crate) mod row;
pub(crate) mod suggest;
pub(crate) mod table;
pub(crate) mod variant;

use proc_macro2::{Span, TokenTree};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::spanned::Spanned;
use syn::{Attribute, Ident, LitBool, LitStr, Path, Token, token};

use self::suggest::{expected_one_of, list};
use crate::ctxt::Ctxt;

/// A value, and where it was given.
#[derive(Clone)]
pub(crate) struct Given<T> {
    pub(crate) value: T,
    pub(crate) span: Span,
}

/// An option that is given once.
pub(crate) type Once<T> = Option<Given<T>>;

/// Reads every `#[tempest(…)]` among the attributes, calling `each` with the name of each option.
pub(crate) fn read(
    attrs: &[Attribute],
    ctxt: &mut Ctxt,
    mut each: impl FnMut(&Ident, ParseStream, &mut Ctxt) -> syn::Result<()>,
) {
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("tempest")) {
        let Ok(meta) = attr.meta.require_list() else {
            ctxt.error(attr.span(), "options stand in parentheses: `#[tempest(…)]`");
            continue;
        };
        let parsed = {
            let read = |input: ParseStream| {
                options(input, ctxt, &mut each);
                Ok(())
            };
            read.parse2(meta.tokens.clone())
        };
        ctxt.ok(parsed);
    }
}

/// Reads options that are separated by commas.
pub(crate) fn options(
    input: ParseStream,
    ctxt: &mut Ctxt,
    each: &mut dyn FnMut(&Ident, ParseStream, &mut Ctxt) -> syn::Result<()>,
) {
    while !input.is_empty() {
        let name = input.call(Ident::parse_any);
        let read =
            name.map_err(|error| syn::Error::new(error.span(), "expected the name of an option")).and_then(|name| {
                each(&name, input, ctxt)?;
                if input.is_empty() || input.peek(Token![,]) {
                    return Ok(());
                }
                Err(input.error(format!("expected `,` after `{name}`")))
            });
        if let Err(error) = read {
            ctxt.push(error);
            skip_to_comma(input);
        }
        // There is nothing here or a comma.
        let _: Option<Token![,]> = input.parse().unwrap_or_default();
    }
}

fn skip_to_comma(input: ParseStream) {
    while !input.is_empty() && !input.peek(Token![,]) && input.parse::<TokenTree>().is_ok() {}
}

/// Stores an option that may be given once.
pub(crate) fn once<T>(slot: &mut Once<T>, name: &Ident, value: T) -> syn::Result<()> {
    if slot.is_some() {
        return Err(syn::Error::new(name.span(), format!("`{name}` is given twice; keep one")));
    }
    *slot = Some(Given { value, span: name.span() });
    Ok(())
}

/// The value after `=`, or an error that shows how to write it.
pub(crate) fn value<T: Parse>(name: &Ident, input: ParseStream, example: &str) -> syn::Result<T> {
    if !input.peek(Token![=]) {
        return Err(syn::Error::new(name.span(), format!("`{name}` takes a value: `{name} = {example}`")));
    }
    input.parse::<Token![=]>()?;
    let at = input.span();
    // An expression's own message is better than ours; for words and strings ours says what belongs here.
    input.parse().map_err(|error| {
        let message = error.to_string();
        if message.starts_with("expected") && !message.starts_with("expected an expression") {
            return syn::Error::new(at, format!("`{name}` is written `{name} = {example}`"));
        }
        error
    })
}

/// A string after `=`, which may not be empty.
pub(crate) fn string(name: &Ident, input: ParseStream, example: &str) -> syn::Result<LitStr> {
    let text: LitStr = value(name, input, &format!("\"{example}\""))?;
    let written = text.value();
    if written.is_empty() || written.contains('\0') {
        return Err(syn::Error::new(text.span(), format!("`{name}` may not be empty, nor contain NUL")));
    }
    Ok(text)
}

/// Refuses a value for an option that is a word alone.
pub(crate) fn word(name: &Ident, input: ParseStream) -> syn::Result<()> {
    if input.peek(Token![=]) || input.peek(token::Paren) {
        return Err(syn::Error::new(name.span(), format!("`{name}` takes no value")));
    }
    Ok(())
}

/// `crate = "path"`.
pub(crate) fn crate_path(name: &Ident, input: ParseStream) -> syn::Result<Path> {
    let text = string(name, input, "tempest")?;
    text.parse_with(Path::parse_mod_style).map_err(|_| {
        syn::Error::new(text.span(), "`crate` takes the path of the tempest crate: `crate = \"my_crate::tempest\"`")
    })
}

/// A generated item that can be renamed or left out.
pub(crate) enum Generated {
    Named(Ident),
    LeftOut,
}

/// `column_enum = "Name"` or `column_enum = false`.
pub(crate) fn generated(name: &Ident, input: ParseStream) -> syn::Result<Generated> {
    let help = || format!("`{name}` is written `{name} = \"Name\"`, or `{name} = false` to leave it out");
    if !input.peek(Token![=]) {
        return Err(syn::Error::new(name.span(), help()));
    }
    input.parse::<Token![=]>()?;
    let span = input.span();
    if input.peek(LitBool) {
        return match input.parse::<LitBool>()?.value {
            true => Err(syn::Error::new(span, format!("it is generated anyway: {}", help()))),
            false => Ok(Generated::LeftOut),
        };
    }
    let text: LitStr = input.parse().map_err(|_| syn::Error::new(span, help()))?;
    text.parse().map(Generated::Named).map_err(|_| syn::Error::new(span, format!("not a type's name; {}", help())))
}

/// The error for an option that does not exist here.
pub(crate) fn unknown(name: &Ident, valid: &[&str], elsewhere: &[&str], place: &str, other_place: &str) -> syn::Error {
    let word = name.unraw().to_string();
    if elsewhere.contains(&word.as_str()) {
        return syn::Error::new(name.span(), format!("`{word}` belongs on {other_place}, not on {place}"));
    }
    let meant = suggest::nearest(&word, valid);
    let help = match meant {
        Some(_) => expected_one_of(&word, valid),
        None if matches!(word.as_str(), "null" | "nullable" | "not_null" | "optional") => {
            "a column takes NULL if its type is `Option<…>`".to_owned()
        }
        None if matches!(word.as_str(), "skip" | "ignore" | "transient") => {
            "every field is a column; keep what is not in the table in a struct of its own".to_owned()
        }
        None => match suggest::nearest(&word, elsewhere) {
            Some(near) => format!("`{near}` is an option, on {other_place}"),
            None => format!("expected one of {}", list(valid)),
        },
    };
    syn::Error::new(name.span(), format!("unknown option `{word}` on {place}; {help}"))
}
