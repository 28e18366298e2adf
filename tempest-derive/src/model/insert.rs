//! A whole model as the values of a row.

use proc_macro2::TokenStream;
use quote::quote;

use crate::ast::{Column, Model};

pub(super) fn expand(model: &Model) -> TokenStream {
    let values = model
        .columns
        .iter()
        .map(|Column { ident, ty, .. }| quote!(<#ty as __tempest::ColumnValue>::into_value(model.#ident)));
    // `Vec::from` would need the trait `From` to be in scope, and a module without a prelude does not have it.
    quote!(|model| ::core::convert::From::from([#(#values),*]))
}
