//! The options of a database enum and of its variants.

use syn::parse::ParseStream;
use syn::{Attribute, Ident, LitStr, Path, Token};

use super::{Once, crate_path, once, read, string, unknown};
use crate::ctxt::Ctxt;
use crate::naming::Naming;

const ENUM_NAMES: [&str; 4] = ["naming", "native", "integer", "crate"];
const VARIANT_NAMES: [&str; 1] = ["label"];

/// What `#[tempest(…)]` on the enum says.
#[derive(Default)]
pub(crate) struct EnumOptions {
    pub(crate) naming: Once<Naming>,
    /// A type of the database's own, and its name if one is given.
    pub(crate) native: Once<Option<LitStr>>,
    /// The numbers of the variants.
    pub(crate) integer: Once<()>,
    pub(crate) krate: Once<Path>,
}

impl EnumOptions {
    /// Reads the attributes of an enum.
    pub(crate) fn read(attrs: &[Attribute], ctxt: &mut Ctxt) -> Self {
        let mut options = Self::default();
        read(attrs, ctxt, |name, input, _| options.option(name, input));
        options
    }

    fn option(&mut self, name: &Ident, input: ParseStream) -> syn::Result<()> {
        match name.to_string().as_str() {
            "naming" => once(&mut self.naming, name, Naming::parse(&string(name, input, "camelCase")?)?),
            "native" if input.peek(Token![=]) => once(&mut self.native, name, Some(string(name, input, "type_name")?)),
            "native" => {
                super::word(name, input)?;
                once(&mut self.native, name, None)
            }
            "integer" => once(&mut self.integer, name, super::word(name, input)?),
            "crate" => once(&mut self.krate, name, crate_path(name, input)?),
            _ => Err(unknown(name, &ENUM_NAMES, &VARIANT_NAMES, "the enum", "a variant")),
        }
    }
}

/// What `#[tempest(…)]` on a variant says: its label.
pub(crate) fn label(attrs: &[Attribute], ctxt: &mut Ctxt) -> Once<LitStr> {
    let mut label = None;
    read(attrs, ctxt, |name, input, _| match name.to_string().as_str() {
        "label" => once(&mut label, name, string(name, input, "queued")?),
        "rename" | "name" | "value" => {
            Err(syn::Error::new(name.span(), "a variant's label is written `label = \"queued\"`"))
        }
        _ => Err(unknown(name, &VARIANT_NAMES, &ENUM_NAMES, "a variant", "the enum")),
    });
    label
}
