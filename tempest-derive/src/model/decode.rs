//! A row, decoded by position.

use proc_macro2::{Literal, TokenStream};
use quote::{quote, quote_spanned};

use crate::ast::{Model, place};

pub(super) fn expand(model: &Model) -> TokenStream {
    let fields = model.columns.iter().enumerate().map(|(position, column)| {
        let ident = &column.ident;
        let offset = Literal::usize_unsuffixed(position);
        let at = if position == 0 { quote!(at) } else { quote!(at + #offset) };
        let value = quote_spanned!(place(&column.ty)=> row.decode_column(#at, table, #offset)?);
        quote!(#ident: #value)
    });
    quote! {
        |row, at| {
            let table = <Self as __tempest::Model>::TABLE;
            __tempest::Ok(Self { #(#fields),* })
        }
    }
}
