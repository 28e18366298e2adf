//! A row, decoded by position.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::ast::Model;

pub(super) fn expand(model: &Model) -> TokenStream {
    let private = &model.private;
    let fields = model.columns.iter().enumerate().map(|(position, column)| {
        let ident = &column.ident;
        let offset = Literal::usize_unsuffixed(position);
        quote!(#ident: row.decode_column(at + #offset, Self::TABLE, #offset)?)
    });
    quote! {
        fn decode(row: &#private::Row<'_>, at: ::core::primitive::usize) -> #private::Result<Self, #private::DecodeError> {
            #private::Ok(Self { #(#fields),* })
        }
    }
}
