//! `derive(DbEnum)`: an enum without data as a column's type.

use proc_macro2::TokenStream;
use quote::quote;
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Fields, Ident, LitStr};

use crate::ast::private_path;
use crate::attr::variant::{EnumOptions, label};
use crate::ctxt::Ctxt;
use crate::fallback;
use crate::naming::{Naming, plain};

/// What PostgreSQL takes as the label of an enum type.
const LONGEST_LABEL: usize = 63;

/// The code for an enum, or its mistakes and a stub.
pub(crate) fn derive(input: &DeriveInput) -> TokenStream {
    let mut ctxt = Ctxt::default();
    let options = EnumOptions::read(&input.attrs, &mut ctxt);
    let private = private_path(options.krate.as_ref().map(|krate| &krate.value));
    let variants = variants(input, &options, &mut ctxt);
    let integer = options.integer.as_ref().map(|_| integer_type(input, &options, &mut ctxt));
    if ctxt.is_clean() {
        if let Some(Some(integer)) = integer {
            return expand_integer(&input.ident, &private, &integer, &variants);
        }
        return expand(&input.ident, &private, &options, &variants);
    }
    let errors = ctxt.into_tokens();
    // A stub for a generic type could miss bounds that the trait asks for, and would be reported.
    let stub = input.generics.params.is_empty().then(|| fallback::db_type(&input.ident, &private));
    quote!(#errors #stub)
}

fn expand(ident: &Ident, private: &TokenStream, options: &EnumOptions, variants: &[(Ident, LitStr)]) -> TokenStream {
    let rust_name = plain(ident);
    let native = options.native.as_ref();
    let name =
        native.and_then(|native| native.value.as_ref()).map_or_else(|| Naming::Snake.apply(&rust_name), LitStr::value);
    let constructor = if native.is_some() { quote!(native) } else { quote!(text) };
    let idents: Vec<&Ident> = variants.iter().map(|(ident, _)| ident).collect();
    let labels: Vec<String> = variants.iter().map(|(_, label)| label.value()).collect();
    quote! {
        const _: () = {
            use #private as __tempest;
            #[automatically_derived]
            #[allow(deprecated)]
            impl __tempest::DbType for #ident {
                const COLUMN_TYPE: __tempest::ColumnType =
                    __tempest::ColumnType::Enum(&__tempest::EnumDef::#constructor(#name, &[#(#labels),*]));
                fn into_value(self) -> __tempest::Value {
                    __tempest::Value::Enum(match self {
                        #(Self::#idents => #labels,)*
                    })
                }
                fn from_cell(cell: __tempest::Cell<'_>) -> __tempest::Result<Self, __tempest::CellError> {
                    match __tempest::enum_label(cell, #rust_name)? {
                        #(#labels => __tempest::Ok(Self::#idents),)*
                        other => __tempest::Err(__tempest::unknown_label(#rust_name, other)),
                    }
                }
            }
            #[automatically_derived]
            impl __tempest::Element for #ident {}
        };
    }
}

fn expand_integer(ident: &Ident, private: &TokenStream, integer: &Ident, variants: &[(Ident, LitStr)]) -> TokenStream {
    let rust_name = plain(ident);
    let idents: Vec<&Ident> = variants.iter().map(|(ident, _)| ident).collect();
    quote! {
        const _: () = {
            use #private as __tempest;
            #[automatically_derived]
            #[allow(deprecated, clippy::cast_lossless)]
            impl __tempest::DbType for #ident {
                const COLUMN_TYPE: __tempest::ColumnType = __tempest::ColumnType::IntegerEnum(
                    &__tempest::IntegerEnumDef::new(
                        #rust_name,
                        &[#(#ident::#idents as ::core::primitive::i64),*],
                        <::core::primitive::#integer as __tempest::DbType>::COLUMN_TYPE,
                    ),
                );
                fn into_value(self) -> __tempest::Value {
                    __tempest::Value::I64(self as ::core::primitive::i64)
                }
                fn from_cell(cell: __tempest::Cell<'_>) -> __tempest::Result<Self, __tempest::CellError> {
                    let number = __tempest::enum_number(cell, #rust_name)?;
                    #(if number == Self::#idents as ::core::primitive::i64 {
                        return __tempest::Ok(Self::#idents);
                    })*
                    __tempest::Err(__tempest::unknown_number(#rust_name, number))
                }
            }
            #[automatically_derived]
            impl __tempest::Element for #ident {}
        };
    }
}

/// The type of the numbers: that of `#[repr(…)]`, which the compiler holds them to.
fn integer_type(input: &DeriveInput, options: &EnumOptions, ctxt: &mut Ctxt) -> Option<Ident> {
    if let Some(native) = &options.native {
        ctxt.error(native.span, "an enum is kept as a number (`integer`) or as a type of its own (`native`); keep one");
    }
    let mut integer = Ident::new("i32", proc_macro2::Span::call_site());
    for attr in input.attrs.iter().filter(|attr| attr.path().is_ident("repr")) {
        let Ok(repr) = attr.parse_args::<Ident>() else { continue };
        if matches!(repr.to_string().as_str(), "i8" | "i16" | "i32" | "i64" | "u8" | "u16" | "u32") {
            integer = Ident::new(&repr.to_string(), proc_macro2::Span::call_site());
        } else {
            let message =
                "an enum that is kept as a number has one of i8, i16, i32, i64, u8, u16 and u32 in `#[repr(…)]`";
            ctxt.error(repr.span(), message);
            return None;
        }
    }
    Some(integer)
}

/// The variants and their labels; what is wrong with them is noted.
fn variants(input: &DeriveInput, options: &EnumOptions, ctxt: &mut Ctxt) -> Vec<(Ident, LitStr)> {
    let name = &input.ident;
    let data = match &input.data {
        Data::Enum(data) => data,
        Data::Struct(data) => {
            let message = format!("`{name}` is a struct; `DbEnum` is for enums whose variants have no fields");
            ctxt.error(data.struct_token.span, message);
            return Vec::new();
        }
        Data::Union(data) => {
            let message = format!("`{name}` is a union; `DbEnum` is for enums whose variants have no fields");
            ctxt.error(data.union_token.span, message);
            return Vec::new();
        }
    };
    if let Some(parameter) = input.generics.params.first() {
        ctxt.error(parameter.span(), format!("`{name}` has generic parameters; a `DbEnum` has none"));
    }
    if data.variants.is_empty() {
        ctxt.error(name.span(), format!("`{name}` has no variants; a column of it could hold nothing"));
    }
    let naming = options.naming.as_ref().map_or(Naming::Snake, |naming| naming.value);
    let mut variants: Vec<(Ident, LitStr)> = Vec::new();
    for variant in &data.variants {
        let ident = &variant.ident;
        if !matches!(variant.fields, Fields::Unit) {
            let message = format!("`{name}::{ident}` has fields; the variants of a `DbEnum` are labels alone");
            ctxt.error(variant.fields.span(), message);
        }
        let given = label(&variant.attrs, ctxt).map(|given| given.value);
        if let (Some(label), Some(_)) = (&given, &options.integer) {
            ctxt.error(label.span(), format!("the number of a variant is written `{ident} = 1`"));
        }
        let label = given.unwrap_or_else(|| LitStr::new(&naming.apply(&plain(ident)), ident.span()));
        check_label(&label, options, ctxt);
        if let Some((other, _)) = variants.iter().find(|(_, other)| other.value() == label.value()) {
            let message = format!(
                "`{name}::{other}` and `{name}::{ident}` both have the label \"{}\"; give one of them `label = \"…\"`",
                label.value()
            );
            ctxt.error(label.span(), message);
        }
        variants.push((ident.clone(), label));
    }
    variants
}

fn check_label(label: &LitStr, options: &EnumOptions, ctxt: &mut Ctxt) {
    let text = label.value();
    if text.ends_with(' ') {
        ctxt.error(label.span(), "a label may not end in a space: MySQL would cut it off");
    }
    if options.native.is_some() && text.len() > LONGEST_LABEL {
        let message = format!("the label of a native enum has at most {LONGEST_LABEL} bytes on PostgreSQL");
        ctxt.error(label.span(), message);
    }
}
