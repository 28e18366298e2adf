//! The options of a struct that rows become.

use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, Ident, Path, Token, Type, parenthesized, token};

use super::{Once, crate_path, once, read, unknown, value, word};
use crate::ctxt::Ctxt;

const STRUCT_NAMES: [&str; 2] = ["from", "crate"];
const FIELD_NAMES: [&str; 2] = ["column", "flatten"];

/// What `#[tempest(…)]` on the struct says.
#[derive(Default)]
pub(crate) struct RowOptions {
    /// The models, each in an `Option` if its row may be missing.
    pub(crate) from: Once<Vec<Type>>,
    pub(crate) krate: Once<Path>,
}

impl RowOptions {
    /// Reads the attributes of a struct.
    pub(crate) fn read(attrs: &[Attribute], ctxt: &mut Ctxt) -> Self {
        let mut options = Self::default();
        read(attrs, ctxt, |name, input, _| match name.to_string().as_str() {
            "from" => once(&mut options.from, name, from(name, input)?),
            "crate" => once(&mut options.krate, name, crate_path(name, input)?),
            _ => Err(unknown(name, &STRUCT_NAMES, &FIELD_NAMES, "the struct", "a field")),
        });
        options
    }
}

/// What `#[tempest(…)]` on a field says.
#[derive(Default)]
pub(crate) struct RowFieldOptions {
    /// A column's name, or a column or expression of a query.
    pub(crate) column: Once<Expr>,
    pub(crate) flatten: Once<()>,
}

impl RowFieldOptions {
    /// Reads the attributes of a field.
    pub(crate) fn read(attrs: &[Attribute], ctxt: &mut Ctxt) -> Self {
        let mut options = Self::default();
        read(attrs, ctxt, |name, input, _| options.option(name, input));
        options
    }

    fn option(&mut self, name: &Ident, input: ParseStream) -> syn::Result<()> {
        match name.to_string().as_str() {
            "column" => once(&mut self.column, name, value(name, input, "Order::amount")?),
            "flatten" => once(&mut self.flatten, name, word(name, input)?),
            _ => Err(unknown(name, &FIELD_NAMES, &STRUCT_NAMES, "a field", "the struct")),
        }
    }
}

/// `from = Order` or `from(Order, Option<Customer>)`.
fn from(name: &Ident, input: ParseStream) -> syn::Result<Vec<Type>> {
    if !input.peek(token::Paren) {
        return value(name, input, "Order").map(|model| vec![model]);
    }
    let content;
    parenthesized!(content in input);
    let models = Punctuated::<Type, Token![,]>::parse_terminated(&content)?;
    match models.len() {
        0 => Err(syn::Error::new(name.span(), "`from` names the models: `from(Order, Option<Customer>)`")),
        1..=7 => Ok(models.into_iter().collect()),
        _ => {
            Err(syn::Error::new(name.span(), "`from` names seven models at most; put some of the columns into a tuple"))
        }
    }
}
