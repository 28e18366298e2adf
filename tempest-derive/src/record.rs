//! A struct of the user's own beside a model: what `derive(Insert)` and `derive(Patch)` have in common.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Fields, GenericParam, Generics, Ident, Path, Type};

use crate::ast::{inside_option, private_path};
use crate::attr::Once;
use crate::attr::record::{RecordFieldOptions, RecordOptions};
use crate::ctxt::Ctxt;
use crate::naming::plain;

/// The struct.
pub(crate) struct Record<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) generics: &'a Generics,
    /// The path of `tempest::__private`.
    pub(crate) private: TokenStream,
    pub(crate) model: Path,
    pub(crate) part: Once<()>,
    /// Those that are not skipped.
    pub(crate) fields: Vec<Field<'a>>,
}

/// A field.
pub(crate) struct Field<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) ty: &'a Type,
    /// The field of the model; nothing for a struct that is flattened.
    pub(crate) column: Option<Ident>,
}

impl<'a> Record<'a> {
    /// Reads a struct; nothing if something is wrong with it, which is noted. `derive` is the name of the derive.
    pub(crate) fn read(input: &'a DeriveInput, derive: &str, ctxt: &mut Ctxt) -> Option<Self> {
        let options = RecordOptions::read(&input.attrs, ctxt);
        refuse_parameters(input, derive, ctxt);
        let named = named_fields(input, derive, ctxt);
        let mut fields: Vec<Field<'a>> = Vec::new();
        for (ident, field) in named.iter().filter_map(|field| Some((field.ident.as_ref()?, field))) {
            let options = RecordFieldOptions::read(&field.attrs, ctxt);
            let Some(column) = column(ident, options, ctxt) else { continue };
            let same = |other: &&Field<'_>| column.is_some() && other.column == column;
            if let (Some(other), Some(column)) = (fields.iter().find(same), &column) {
                let message =
                    format!("the fields `{}` and `{ident}` are both the column `{}`", other.ident, plain(column));
                ctxt.error(column.span(), message);
            }
            fields.push(Field { ident, ty: &field.ty, column });
        }
        if options.model.is_none() && ctxt.is_clean() {
            let message = format!("`{}` needs its model: `#[tempest(model = Order)]`", input.ident);
            ctxt.error(input.ident.span(), message);
        }
        let private = private_path(options.krate.as_ref().map(|krate| &krate.value));
        let model = options.model?.value;
        let part = options.part;
        ctxt.is_clean().then_some(Self { ident: &input.ident, generics: &input.generics, private, model, part, fields })
    }

    /// The names of the model's fields that it gives values to, and those of the structs in it: `Fields { … }`.
    /// `part` is the trait that says the same of a struct in it.
    pub(crate) fn field_names(&self, part: &TokenStream) -> TokenStream {
        let names = self.fields.iter().filter_map(|field| field.column.as_ref()).map(plain);
        let parts = self.fields.iter().filter(|field| field.column.is_none()).map(|field| {
            // A flattened patch may be an `Option`.
            let ty = inside_option(field.ty).unwrap_or(field.ty);
            quote!(&<#ty as #part>::FIELDS)
        });
        quote!(__tempest::Fields { own: &[#(#names),*], parts: &[#(#parts),*] })
    }

    /// A column of the model.
    pub(crate) fn column(&self, column: &Ident) -> TokenStream {
        column_of(&self.model.to_token_stream(), column)
    }

    /// The struct as a type outside of its impls, where its lifetimes have no name.
    pub(crate) fn owned_type(&self) -> TokenStream {
        let ident = self.ident;
        let lifetimes = self.generics.lifetimes().map(|_| quote!('static));
        quote!(#ident<#(#lifetimes),*>)
    }
}

/// A column of the model, at the place of the field: else the place would stretch from the model's name to it.
pub(crate) fn column_of(model: &TokenStream, column: &Ident) -> TokenStream {
    let model = model.clone().into_iter().map(|mut token| {
        token.set_span(token.span().located_at(column.span()));
        token
    });
    quote_spanned!(column.span()=> #(#model)*::#column)
}

/// The column of a field: `None` if it is skipped or wrong, `Some(None)` if it is flattened.
#[allow(clippy::option_option, reason = "a field is no column, a struct of columns, or a column")]
fn column(ident: &Ident, options: RecordFieldOptions, ctxt: &mut Ctxt) -> Option<Option<Ident>> {
    let RecordFieldOptions { column, flatten, skip } = options;
    if let Some(skip) = skip {
        if column.is_some() || flatten.is_some() {
            ctxt.error(skip.span, format!("`{ident}` is skipped: it takes no other option"));
        }
        return None;
    }
    match (column, flatten) {
        (Some(_), Some(flatten)) => {
            ctxt.error(flatten.span, format!("`{ident}` is a column or a struct of columns, not both"));
            None
        }
        (None, Some(_)) => Some(None),
        (Some(column), None) => Some(Some(column.value)),
        (None, None) => Some(Some(ident.clone())),
    }
}

fn refuse_parameters(input: &DeriveInput, derive: &str, ctxt: &mut Ctxt) {
    let name = &input.ident;
    let parameter = input.generics.params.iter().find(|parameter| !matches!(parameter, GenericParam::Lifetime(_)));
    if let Some(parameter) = parameter {
        let message = format!("`{name}` has generic parameters; with `{derive}` a struct has lifetimes at most");
        ctxt.error(parameter.span(), message);
    }
}

/// The fields of a struct; none of what is no struct with named fields, which is noted.
pub(crate) fn named_fields<'a>(input: &'a DeriveInput, derive: &str, ctxt: &mut Ctxt) -> Vec<&'a syn::Field> {
    let name = &input.ident;
    let (span, message) = match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => return fields.named.iter().collect(),
            other => (
                if other.is_empty() { name.span() } else { other.span() },
                format!("`{name}` has no named fields; `{derive}` finds the columns by the fields' names"),
            ),
        },
        Data::Enum(data) => (data.enum_token.span, format!("`{name}` is an enum; `{derive}` is for structs")),
        Data::Union(data) => (data.union_token.span, format!("`{name}` is a union; `{derive}` is for structs")),
    };
    ctxt.error(span, message);
    Vec::new()
}
