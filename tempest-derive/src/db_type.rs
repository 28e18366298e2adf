//! `derive(DbType)`: a struct around one value, stored as that value.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Fields, Member, Path, Type};

use crate::ast::private_path;
use crate::attr::{Once, crate_path, once, read, unknown};
use crate::ctxt::Ctxt;
use crate::fallback;

/// The code for a struct, or its mistakes and a stub.
pub(crate) fn derive(input: &DeriveInput) -> TokenStream {
    let mut ctxt = Ctxt::default();
    let mut krate: Once<Path> = None;
    read(&input.attrs, &mut ctxt, |name, input, _| match name.to_string().as_str() {
        "crate" => once(&mut krate, name, crate_path(name, input)?),
        _ => Err(unknown(name, &["crate"], &[], "a `DbType`", "")),
    });
    let private = private_path(krate.as_ref().map(|krate| &krate.value));
    let field = only_field(input, &mut ctxt);
    let errors = ctxt.into_tokens();
    match field {
        Some((member, ty)) if errors.is_empty() => expand(input, &private, &member, ty),
        _ => {
            // A stub for a generic type could miss bounds that the trait asks for, and would be reported.
            let stub = input.generics.params.is_empty().then(|| fallback::db_type(&input.ident, &private));
            quote!(#errors #stub)
        }
    }
}

fn only_field<'a>(input: &'a DeriveInput, ctxt: &mut Ctxt) -> Option<(Member, &'a Type)> {
    let name = &input.ident;
    let (fields, found) = match &input.data {
        Data::Struct(data) => (&data.fields, data.struct_token.span),
        Data::Enum(data) => {
            let message = format!("`{name}` is an enum; as a column's type it derives `DbEnum`");
            ctxt.error(data.enum_token.span, message);
            return None;
        }
        Data::Union(data) => {
            ctxt.error(data.union_token.span, format!("`{name}` is a union; `DbType` is for structs around one value"));
            return None;
        }
    };
    if let Some(parameter) = input.generics.params.first() {
        ctxt.error(parameter.span(), format!("`{name}` has generic parameters; a `DbType` has none"));
        return None;
    }
    let mut members = fields.members().zip(fields);
    if let (Some((member, field)), None) = (members.next(), members.next()) {
        return Some((member, &field.ty));
    }
    let at = if matches!(fields, Fields::Unit) || fields.is_empty() { found } else { fields.span() };
    let message =
        format!("`{name}` has {} fields; a `DbType` is a struct around one value: `struct {name}(i64);`", fields.len());
    ctxt.error(at, message);
    None
}

/// What its value can be used for, the struct can be used for too: `for<'a>` lets the compiler find out which that is.
fn expand(input: &DeriveInput, private: &TokenStream, member: &Member, ty: &Type) -> TokenStream {
    let ident = &input.ident;
    // The value's type stands in spans of the field, where its error belongs.
    let inner = quote_spanned!(ty.span()=> <#ty as __tempest::DbType>);
    let also = ["Ordered", "Text", "Element", "Auto", "HasPrecision"].map(|name| {
        let name = proc_macro2::Ident::new(name, proc_macro2::Span::call_site());
        quote! {
            #[automatically_derived]
            impl __tempest::#name for #ident where for<'a> #ty: __tempest::#name {}
        }
    });
    quote! {
        const _: () = {
            use #private as __tempest;
            #[automatically_derived]
            #[allow(deprecated)]
            impl __tempest::DbType for #ident {
                const COLUMN_TYPE: __tempest::ColumnType = #inner::COLUMN_TYPE;
                fn into_value(self) -> __tempest::Value {
                    #inner::into_value(self.#member)
                }
                fn from_cell(cell: __tempest::Cell<'_>) -> __tempest::Result<Self, __tempest::CellError> {
                    __tempest::Ok(Self { #member: #inner::from_cell(cell)? })
                }
            }
            #(#also)*
        };
    }
}
