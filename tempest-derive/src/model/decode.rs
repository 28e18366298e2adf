//! A row, decoded by position.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::ast::Model;

pub(super) fn expand(model: &Model) -> TokenStream {
    let fields = model.columns.iter().enumerate().map(|(position, column)| {
        let ident = &column.ident;
        let offset = Literal::usize_unsuffixed(position);
        let at = if position == 0 { quote!(at) } else { quote!(at + #offset) };
        quote!(#ident: row.decode_column(#at, Self::TABLE, #offset)?)
    });
    quote! {
        fn decode(row: &__tempest::Row<'_>, at: ::core::primitive::usize) -> __tempest::Result<Self, __tempest::DecodeError> {
            __tempest::Ok(Self { #(#fields),* })
        }
    }
}
