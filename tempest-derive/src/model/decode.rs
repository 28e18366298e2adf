//! A row, decoded by position.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::ast::Model;

pub(super) fn expand(model: &Model) -> TokenStream {
    let fields = model.columns.iter().enumerate().map(|(position, column)| {
        let (ident, ty) = (&column.ident, &column.ty);
        let offset = Literal::usize_unsuffixed(position);
        let at = if position == 0 { quote!(at) } else { quote!(at + #offset) };
        quote!(#ident: row.decode_column::<#ty>(#at, table, #offset)?)
    });
    quote! {
        |row, at| {
            let table = <Self as __tempest::Model>::TABLE;
            __tempest::Ok(Self { #(#fields),* })
        }
    }
}
