//! Stubs for after an error, so that the rest of the user's code has what it refers to and the compiler adds nothing.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, Ident};

use crate::ast::{Model, private_path};
use crate::model::{column_constants, items};

/// A model whose fields are known: its columns are there, and every conflict target is allowed.
pub(crate) fn model(model: &Model) -> TokenStream {
    let constants = column_constants(model);
    let stub = model_stub(&model.ident, &model.private);
    // With two fields of one name, the items would have errors of their own.
    let items = variants_differ(model).then(|| items(model));
    quote! {
        const _: () = {
            #constants
            #stub
        };
        #items
    }
}

/// An item that is no struct with named fields.
pub(crate) fn no_model(input: &DeriveInput) -> Option<TokenStream> {
    // A stub for a generic type could miss bounds that the trait asks for, and would be reported.
    input.generics.params.is_empty().then(|| model_stub(&input.ident, &private_path(None)))
}

fn model_stub(ident: &Ident, private: &TokenStream) -> TokenStream {
    quote! {
        #[automatically_derived]
        impl #private::Model for #ident {
            const TABLE: &'static #private::TableDef = &#private::TableDef::new("", &[]);
            fn decode(_: &#private::Row<'_>, _: ::core::primitive::usize) -> #private::Result<Self, #private::DecodeError> {
                ::core::unreachable!()
            }
            fn into_values(self) -> #private::Vec<#private::Value> {
                ::core::unreachable!()
            }
        }
        #[automatically_derived]
        impl<C> #private::UniqueKey<C> for #ident {}
    }
}

/// An enum of the database, without labels.
pub(crate) fn db_enum(ident: &Ident, private: &TokenStream) -> TokenStream {
    quote! {
        #[automatically_derived]
        impl #private::DbType for #ident {
            const COLUMN_TYPE: #private::ColumnType = #private::ColumnType::Text;
            fn into_value(self) -> #private::Value {
                ::core::unreachable!()
            }
            fn from_cell(_: #private::Cell<'_>) -> #private::Result<Self, #private::CellError> {
                ::core::unreachable!()
            }
        }
    }
}

fn variants_differ(model: &Model) -> bool {
    let variants = || model.columns.iter().map(|column| &column.variant);
    variants().enumerate().all(|(position, variant)| !variants().take(position).any(|other| other == variant))
}
