//! `UniqueKey` for the primary key and each unique index: what a conflict target may be.

use proc_macro2::TokenStream;
use quote::quote;

use super::columns::column_type;
use crate::ast::Model;

pub(super) fn expand(model: &Model) -> TokenStream {
    let ident = &model.ident;
    let mut keys: Vec<&[usize]> = Vec::new();
    let primary_key = (!model.primary_key.is_empty()).then_some(&model.primary_key);
    for key in primary_key.into_iter().chain(model.unique.iter().map(|unique| &unique.columns)) {
        // Two partial indexes may span the same columns.
        if !keys.contains(&key.as_slice()) {
            keys.push(key);
        }
    }
    keys.iter()
        .map(|key| {
            let columns = key.iter().map(|position| column_type(model, *position));
            quote! {
                #[automatically_derived]
                impl __tempest::UniqueKey<(#(#columns,)*)> for #ident {}
            }
        })
        .collect()
}
