//! The enum of columns, for columns that are picked at run time.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Ident;

use crate::ast::Model;

pub(super) fn item(model: &Model, name: &Ident) -> TokenStream {
    let vis = &model.vis;
    let sentence = format!(" The columns of `{}`, to be picked at run time.", model.table.text);
    let variants = model.columns.iter().map(|column| &column.variant);
    let docs = model.columns.iter().map(|column| format!(" The column `{}`.", column.name.text));
    quote! {
        #[doc = #sentence]
        #[derive(
            ::core::fmt::Debug,
            ::core::clone::Clone,
            ::core::marker::Copy,
            ::core::cmp::PartialEq,
            ::core::cmp::Eq,
            ::core::hash::Hash
        )]
        #[allow(dead_code, clippy::enum_variant_names)]
        #vis enum #name {
            #(#[doc = #docs] #variants,)*
        }
    }
}

pub(super) fn impls(model: &Model, name: &Ident) -> TokenStream {
    let ident = &model.ident;
    let variants = model.columns.iter().map(|column| &column.variant);
    quote! {
        #[automatically_derived]
        #[allow(dead_code)]
        impl #name {
            /// Every column, in the order of the struct's fields.
            pub const ALL: &'static [Self] = &[#(Self::#variants),*];
        }
        #[automatically_derived]
        impl __tempest::ColumnEnum for #name {
            type Model = #ident;
            fn position(self) -> ::core::primitive::usize {
                self as ::core::primitive::usize
            }
        }
        #[automatically_derived]
        impl ::core::fmt::Display for #name {
            fn fmt(&self, formatter: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                formatter.write_str(__tempest::column_enum_name(*self))
            }
        }
        #[automatically_derived]
        impl ::core::str::FromStr for #name {
            type Err = __tempest::UnknownColumn;
            fn from_str(text: &::core::primitive::str) -> __tempest::Result<Self, Self::Err> {
                __tempest::parse_column_enum(text, Self::ALL)
            }
        }
    }
}
