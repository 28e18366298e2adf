//! The options of a model's field.

use proc_macro2::TokenStream;
use syn::parse::ParseStream;
use syn::{Attribute, Expr, Ident, LitInt, LitStr, token};

use super::keys::{CheckOption, IndexOption, ReferenceOption};
use super::{Once, once, read, string, table, unknown, value, word};
use crate::ctxt::Ctxt;

pub(super) const NAMES: [&str; 10] =
    ["column", "primary_key", "auto", "default", "on_update", "unique", "index", "references", "check", "varchar"];

/// What `#[tempest(…)]` on a field says.
#[derive(Default)]
pub(crate) struct FieldOptions {
    pub(crate) column: Once<LitStr>,
    pub(crate) primary_key: Once<()>,
    pub(crate) auto: Once<()>,
    pub(crate) default: Once<Expr>,
    pub(crate) on_update: Once<Expr>,
    pub(crate) unique: Once<IndexOption>,
    pub(crate) index: Once<IndexOption>,
    pub(crate) references: Once<ReferenceOption>,
    pub(crate) checks: Vec<CheckOption>,
    pub(crate) varchar: Once<u32>,
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
            "unique" => once(&mut self.unique, name, IndexOption::on_field(name, input, ctxt)?),
            "index" => once(&mut self.index, name, IndexOption::on_field(name, input, ctxt)?),
            "references" => match ReferenceOption::on_field(name, input, ctxt)? {
                Some(reference) => once(&mut self.references, name, reference),
                None => Ok(()),
            },
            "check" => CheckOption::parse(name, input, ctxt).map(|check| self.checks.extend(check)),
            "varchar" => once(&mut self.varchar, name, varchar(name, input)?),
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
