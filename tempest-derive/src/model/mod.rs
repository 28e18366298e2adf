//! `derive(Model)`: the order of the emitted items.

mod column_enum;
mod columns;
mod condition;
mod decode;
mod insert;
mod keys;
mod table;

use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

use crate::ast::Model;
use crate::ctxt::Ctxt;
use crate::{fallback, valid};

/// The code for a struct, or its mistakes and stubs.
pub(crate) fn derive(input: &DeriveInput) -> TokenStream {
    let mut ctxt = Ctxt::default();
    let model = Model::read(input, &mut ctxt);
    if let Some(model) = &model {
        valid::check(model, &mut ctxt);
    }
    match model {
        Some(model) if ctxt.is_clean() => expand(&model),
        Some(model) => {
            let (errors, stubs) = (ctxt.into_tokens(), fallback::model(&model));
            quote!(#errors #stubs)
        }
        None => {
            let (errors, stub) = (ctxt.into_tokens(), fallback::no_model(input));
            quote!(#errors #stub)
        }
    }
}

fn expand(model: &Model) -> TokenStream {
    let (ident, private) = (&model.ident, &model.private);
    let columns = columns::expand(model);
    let table = table::expand(model);
    let assertions = columns::assertions(model);
    let decode = decode::expand(model);
    let into_values = insert::expand(model);
    let keys = keys::expand(model);
    let items = items(model);
    quote! {
        const _: () = {
            #columns
            #assertions
            #[automatically_derived]
            #[allow(deprecated)]
            impl #private::Model for #ident {
                #table
                #decode
                #into_values
            }
            #keys
        };
        #items
    }
}

/// The enum of columns and the condition struct, beside the model.
pub(crate) fn items(model: &Model) -> TokenStream {
    let column_enum = model.column_enum.as_ref().map(|name| column_enum::expand(model, name));
    let condition = model.condition.as_ref().map(|name| condition::expand(model, name));
    quote!(#column_enum #condition)
}

pub(crate) use self::columns::expand as column_constants;
