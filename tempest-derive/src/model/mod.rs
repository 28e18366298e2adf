//! `derive(Model)`: the order of the emitted items.

mod alias;
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

pub(crate) use self::columns::expand as columns;
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
    let errors = ctxt.into_tokens();
    match model {
        Some(model) if errors.is_empty() => expand(&model),
        Some(model) => {
            let stubs = fallback::model(model);
            quote!(#errors #stubs)
        }
        None => {
            let stub = fallback::no_model(input);
            quote!(#errors #stub)
        }
    }
}

fn expand(model: &Model) -> TokenStream {
    let ident = &model.ident;
    let columns = columns::expand(model);
    let assertions = columns::assertions(model);
    let table = table::expand(model);
    let decode = decode::expand(model);
    let into_values = insert::expand(model);
    let keys = keys::expand(model);
    let table_impl = model.options.view.is_none().then(|| {
        quote! {
            #[automatically_derived]
            impl __tempest::Table for #ident {}
        }
    });
    // The parts are one constant with closures, not three items, and each names a field's type by the user's own tokens:
    // so the compiler reports a type that no column has once.
    let impls = quote! {
        #columns
        #assertions
        #[automatically_derived]
        #[allow(deprecated)]
        impl #ident {
            #[doc(hidden)]
            const __TEMPEST: __tempest::Parts<Self> = __tempest::Parts {
                table: #table,
                decode: #decode,
                into_values: #into_values,
            };
        }
        #[automatically_derived]
        impl __tempest::Model for #ident {
            const TABLE: &'static __tempest::TableDef = Self::__TEMPEST.table;
            fn decode(row: &__tempest::Row<'_>, at: ::core::primitive::usize) -> __tempest::Result<Self, __tempest::DecodeError> {
                (Self::__TEMPEST.decode)(row, at)
            }
            fn into_values(self) -> __tempest::Vec<__tempest::Value> {
                (Self::__TEMPEST.into_values)(self)
            }
        }
        #table_impl
        #keys
    };
    with_items(model, &impls)
}

/// The impls in a `const _`, and beside it the enum of columns, the condition struct and the aliases.
pub(crate) fn with_items(model: &Model, impls: &TokenStream) -> TokenStream {
    let private = &model.private;
    let column_enum = model.column_enum.as_ref();
    let condition = model.condition.as_ref();
    let items =
        [column_enum.map(|name| column_enum::item(model, name)), condition.map(|name| condition::item(model, name))];
    let item_impls =
        [column_enum.map(|name| column_enum::impls(model, name)), condition.map(|name| condition::impls(model, name))];
    let aliases = model.aliases.iter().map(|(ident, name)| alias::item(model, ident, name));
    let alias_impls = model.aliases.iter().map(|(ident, name)| alias::impls(model, ident, name));
    quote! {
        const _: () = {
            use #private as __tempest;
            #impls
            #(#item_impls)*
            #(#alias_impls)*
        };
        #(#items)*
        #(#aliases)*
    }
}
