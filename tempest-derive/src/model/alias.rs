//! The same table under another name, for queries that read it twice.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Ident;

use super::columns;
use crate::ast::{Model, Named};

pub(super) fn item(model: &Model, ident: &Ident, name: &Named) -> TokenStream {
    let vis = &model.vis;
    let sentence = format!(" `{}` under the name `{}`, for queries that read it twice.", model.table.text, name.text);
    quote! {
        #[doc = #sentence]
        #[derive(::core::fmt::Debug, ::core::clone::Clone, ::core::marker::Copy)]
        #[allow(dead_code)]
        #vis struct #ident;
    }
}

pub(super) fn impls(model: &Model, ident: &Ident, name: &Named) -> TokenStream {
    let constants = columns::of(model, ident);
    let (row, name) = (&model.ident, &name.text);
    quote! {
        #constants
        #[automatically_derived]
        #[allow(dead_code)]
        impl #ident {
            /// Starts a `SELECT` of whole rows.
            pub fn select() -> __tempest::Select<(Self,), Self> {
                __tempest::select_from()
            }
        }
        #[automatically_derived]
        impl __tempest::Relation for #ident {
            type Row = #row;
            const DEFINITION: &'static __tempest::TableDef = <#row as __tempest::Model>::TABLE;
            const NAME: &'static ::core::primitive::str = #name;
            fn decode_row(row: &__tempest::Row<'_>, at: ::core::primitive::usize) -> __tempest::Result<#row, __tempest::DecodeError> {
                <#row as __tempest::Model>::decode(row, at)
            }
        }
    }
}
