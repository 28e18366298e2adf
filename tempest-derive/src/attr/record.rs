//! The options of the user's own structs: rows to insert, patches and rows that are read.

use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Attribute, Ident, LitStr, Path, Token};

use super::{Once, crate_path, once, read, unknown, value, word};
use crate::ctxt::Ctxt;

const STRUCT_NAMES: [&str; 3] = ["model", "part", "crate"];
const FIELD_NAMES: [&str; 3] = ["column", "flatten", "skip"];

/// What `#[tempest(…)]` on the struct says.
#[derive(Default)]
pub(crate) struct RecordOptions {
    pub(crate) model: Once<Path>,
    /// Whether it is only a part of a row, for `flatten`.
    pub(crate) part: Once<()>,
    pub(crate) krate: Once<Path>,
}

impl RecordOptions {
    /// Reads the attributes of a struct.
    pub(crate) fn read(attrs: &[Attribute], ctxt: &mut Ctxt) -> Self {
        let mut options = Self::default();
        read(attrs, ctxt, |name, input, _| options.option(name, input));
        options
    }

    fn option(&mut self, name: &Ident, input: ParseStream) -> syn::Result<()> {
        match name.to_string().as_str() {
            "model" => once(&mut self.model, name, model(name, input)?),
            "part" => once(&mut self.part, name, word(name, input)?),
            "crate" => once(&mut self.krate, name, crate_path(name, input)?),
            "table" => Err(syn::Error::new(name.span(), "the table is that of the model: `model = Order`")),
            _ => Err(unknown(name, &STRUCT_NAMES, &FIELD_NAMES, "the struct", "a field")),
        }
    }
}

/// What `#[tempest(…)]` on a field says.
#[derive(Default)]
pub(crate) struct RecordFieldOptions {
    pub(crate) column: Once<Ident>,
    pub(crate) flatten: Once<()>,
    pub(crate) skip: Once<()>,
}

impl RecordFieldOptions {
    /// Reads the attributes of a field.
    pub(crate) fn read(attrs: &[Attribute], ctxt: &mut Ctxt) -> Self {
        let mut options = Self::default();
        read(attrs, ctxt, |name, input, _| options.option(name, input));
        options
    }

    fn option(&mut self, name: &Ident, input: ParseStream) -> syn::Result<()> {
        match name.to_string().as_str() {
            "column" => once(&mut self.column, name, column(name, input)?),
            "flatten" => once(&mut self.flatten, name, word(name, input)?),
            "skip" => once(&mut self.skip, name, word(name, input)?),
            _ => Err(unknown(name, &FIELD_NAMES, &STRUCT_NAMES, "a field", "the struct")),
        }
    }
}

/// `model = Order`, or a path.
fn model(name: &Ident, input: ParseStream) -> syn::Result<Path> {
    let path: Path = value(name, input, "Order")?;
    match path.segments.iter().find(|segment| !segment.arguments.is_none()) {
        Some(segment) => Err(syn::Error::new_spanned(&segment.arguments, "a model has no generic parameters")),
        None => Ok(path),
    }
}

/// `column = user_id`: a field of the model.
fn column(name: &Ident, input: ParseStream) -> syn::Result<Ident> {
    if let Ok(text) = value::<LitStr>(name, &input.fork(), "user_id") {
        let message = format!("here `column` names a field of the model, without quotes: `column = {}`", text.value());
        return Err(syn::Error::new(text.span(), message));
    }
    if !input.peek2(Ident::peek_any) {
        return value(name, input, "user_id");
    }
    input.parse::<Token![=]>()?;
    let field = Ident::parse_any(input)?;
    // `column = type` is the field `r#type`.
    let keyword = syn::parse2::<Ident>(field.to_token_stream()).is_err();
    Ok(if keyword { Ident::new_raw(&field.to_string(), field.span()) } else { field })
}
