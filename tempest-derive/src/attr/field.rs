//! The options of a model's field.

use proc_macro2::TokenStream;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Expr, Ident, LitInt, LitStr, Token, token};

use super::keys::{CheckOption, IndexOption, ReferenceOption};
use super::{Once, once, read, string, table, unknown, value, word};
use crate::ctxt::Ctxt;

pub(super) const NAMES: [&str; 12] = [
    "column",
    "primary_key",
    "auto",
    "default",
    "on_update",
    "unique",
    "index",
    "references",
    "check",
    "varchar",
    "numeric",
    "generated",
];

/// What `#[tempest(…)]` on a field says.
#[derive(Default)]
pub(crate) struct FieldOptions {
    pub(crate) column: Once<LitStr>,
    pub(crate) primary_key: Once<()>,
    pub(crate) auto: Once<()>,
    pub(crate) default: Once<Expr>,
    pub(crate) on_update: Once<Expr>,
    /// What the database computes the column of.
    pub(crate) generated: Once<Expr>,
    pub(crate) unique: Once<IndexOption>,
    pub(crate) index: Once<IndexOption>,
    pub(crate) references: Once<ReferenceOption>,
    pub(crate) checks: Vec<CheckOption>,
    pub(crate) varchar: Once<u32>,
    /// Precision and scale.
    pub(crate) numeric: Once<(u8, u8)>,
}

impl FieldOptions {
    /// Reads the attributes of a field.
    pub(crate) fn read(attrs: &[Attribute], ctxt: &mut Ctxt) -> Self {
        let mut options = Self::default();
        read(attrs, ctxt, |name, input, ctxt| options.option(name, input, ctxt));
        options
    }

    fn option(&mut self, name: &Ident, input: ParseStream, ctxt: &mut Ctxt) -> syn::Result<()> {
        match name.to_string().as_str() {
            "column" => once(&mut self.column, name, string(name, input, "legacyID")?),
            "primary_key" => once(&mut self.primary_key, name, word(name, input)?),
            "auto" => once(&mut self.auto, name, word(name, input)?),
            "default" => once(&mut self.default, name, value(name, input, "0")?),
            "on_update" => once(&mut self.on_update, name, value(name, input, "now()")?),
            "generated" => once(&mut self.generated, name, value(name, input, "price * quantity")?),
            "unique" => once(&mut self.unique, name, IndexOption::on_field(name, input, ctxt)?),
            "index" => once(&mut self.index, name, IndexOption::on_field(name, input, ctxt)?),
            "references" => match ReferenceOption::on_field(name, input, ctxt)? {
                Some(reference) => once(&mut self.references, name, reference),
                None => Ok(()),
            },
            "check" => CheckOption::parse(name, input, ctxt).map(|check| self.checks.extend(check)),
            "varchar" => once(&mut self.varchar, name, varchar(name, input)?),
            "numeric" => once(&mut self.numeric, name, numeric(name, input)?),
            _ => Err(unknown(name, &NAMES, &table::NAMES, "a field", "the struct")),
        }
    }
}

/// `varchar = 40` or `varchar(40)`.
fn varchar(name: &Ident, input: ParseStream) -> syn::Result<u32> {
    let length: LitInt = if input.peek(token::Paren) {
        let content;
        syn::parenthesized!(content in input);
        let length = content.parse()?;
        if !content.is_empty() {
            let rest: TokenStream = content.parse()?;
            return Err(syn::Error::new_spanned(rest, "`varchar` takes one number: `varchar(40)`"));
        }
        length
    } else {
        value(name, input, "40")?
    };
    match length.base10_parse() {
        Ok(0) | Err(_) => Err(syn::Error::new(length.span(), "`varchar` takes the most characters, from 1 up")),
        Ok(length) => Ok(length),
    }
}

/// `numeric(12, 2)`: no more digits than every database keeps.
fn numeric(name: &Ident, input: ParseStream) -> syn::Result<(u8, u8)> {
    let help = "`numeric` takes the number of digits, up to 65, and how many of them are behind the point, up to 30: \
                `numeric(12, 2)`";
    if !input.peek(token::Paren) {
        return Err(syn::Error::new(name.span(), help));
    }
    let content;
    syn::parenthesized!(content in input);
    let numbers = content.parse_terminated(LitInt::parse, Token![,])?;
    let digits: Vec<u8> = numbers.iter().filter_map(|number| number.base10_parse().ok()).collect();
    match digits[..] {
        [precision @ 1..=65, scale @ 0..=30] if numbers.len() == 2 && scale <= precision => Ok((precision, scale)),
        _ => Err(syn::Error::new(name.span(), help)),
    }
}
