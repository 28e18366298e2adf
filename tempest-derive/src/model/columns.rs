//! One constant per field, `Order::id`.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

use syn::Ident;
use syn::spanned::Spanned;

use crate::ast::{Column, Model};

/// The impl with the constants.
pub(crate) fn expand(model: &Model) -> TokenStream {
    of(model, &model.ident)
}

/// The constants of a type that has the model's columns.
pub(super) fn of(model: &Model, owner: &Ident) -> TokenStream {
    let constants = model.columns.iter().enumerate().map(|(position, column)| {
        let Column { ident, vis, .. } = column;
        let docs = docs(column);
        let ty = column_type(model, position);
        quote! {
            #docs
            #vis const #ident: #ty = __tempest::Column::NEW;
        }
    });
    quote! {
        #[automatically_derived]
        #[allow(non_upper_case_globals, dead_code)]
        impl #owner {
            #(#constants)*
        }
    }
}

/// The type of a column's constant.
pub(super) fn column_type(model: &Model, position: usize) -> TokenStream {
    let ty = &model.columns[position].ty;
    let at = Literal::usize_unsuffixed(position);
    let place = match model.columns[position].options.generated {
        Some(_) => quote!(Generated),
        None => quote!(At),
    };
    quote!(__tempest::Column<Self, #ty, __tempest::#place<#at>>)
}

/// The field's own documentation, or a sentence.
pub(super) fn docs(column: &Column) -> TokenStream {
    if column.docs.is_empty() {
        let sentence = format!(" The column `{}`.", column.name.text);
        return quote!(#[doc = #sentence]);
    }
    column.docs.iter().map(ToTokens::to_token_stream).collect()
}

/// What the compiler must find true of the fields' types, each reported at its field.
pub(super) fn assertions(model: &Model) -> TokenStream {
    let autos = model.columns.iter().filter(|column| column.options.auto.is_some());
    autos
        .map(|column| {
            let ty = &column.ty;
            let assert = quote_spanned!(ty.span()=> __tempest::assert_auto::<#ty>());
            quote!(const _: () = #assert;)
        })
        .collect()
}
