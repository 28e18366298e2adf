//! The condition struct: a filter per column, all of which must hold.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Ident;

use super::columns::docs;
use crate::ast::Model;

pub(super) fn item(model: &Model, name: &Ident) -> TokenStream {
    let (vis, private) = (&model.vis, &model.private);
    let sentence = format!(" Conditions on `{}`, all of which must hold.", model.table.text);
    let fields = model.columns.iter().map(|column| {
        let (ident, vis, ty) = (&column.ident, &column.vis, &column.ty);
        let docs = docs(column);
        quote!(#docs #vis #ident: #private::Filter<#ty>)
    });
    quote! {
        #[doc = #sentence]
        #[derive(::core::fmt::Debug, ::core::clone::Clone, ::core::default::Default)]
        #[allow(dead_code, clippy::struct_field_names)]
        #vis struct #name {
            #(#fields,)*
        }
    }
}

pub(super) fn impls(model: &Model, name: &Ident) -> TokenStream {
    let ident = &model.ident;
    let names = model.columns.iter().map(|column| &column.ident);
    quote! {
        #[automatically_derived]
        impl __tempest::IntoCondition<#ident> for #name {
            fn into_condition(self) -> __tempest::Condition<#ident> {
                __tempest::all_filters(::core::convert::From::from([#(self.#names.on(#ident::#names)),*]))
            }
        }
    }
}
