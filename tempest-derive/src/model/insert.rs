//! A whole model as the values of a row.

use proc_macro2::TokenStream;
use quote::quote;

use crate::ast::Model;

pub(super) fn expand(model: &Model) -> TokenStream {
    let fields = model.columns.iter().map(|column| &column.ident);
    // `Vec::from` would need the trait `From` to be in scope, and a module without a prelude does not have it.
    quote! {
        fn into_values(self) -> __tempest::Vec<__tempest::Value> {
            ::core::convert::From::from([#(__tempest::value(self.#fields)),*])
        }
    }
}
