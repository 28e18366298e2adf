//! A whole model as the values of a row.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use crate::ast::{Model, place};

pub(super) fn expand(model: &Model) -> TokenStream {
    let values = model.columns.iter().map(|column| {
        let span = place(&column.ty);
        let mut field = column.ident.clone();
        field.set_span(span);
        quote_spanned!(span=> __tempest::value(model.#field))
    });
    // `Vec::from` would need the trait `From` to be in scope, and a module without a prelude does not have it.
    quote!(|model| ::core::convert::From::from([#(#values),*]))
}
