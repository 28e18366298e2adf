//! The condition struct: a filter per column, all of which must hold.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Ident;
use syn::spanned::Spanned;

use super::columns::docs;
use crate::ast::Model;

pub(super) fn item(model: &Model, name: &Ident) -> TokenStream {
    let (vis, private) = (&model.vis, &model.private);
    let sentence = format!(" Conditions on `{}`, all of which must hold.", model.table.text);
    let fields = model.columns.iter().map(|column| {
        let (ident, vis, ty) = (&column.ident, &column.vis, &column.ty);
        let docs = docs(column);
        quote!(#docs #vis #ident: #private::Filter<#ty>)
    });
    quote! {
        #[doc = #sentence]
        #[derive(::core::fmt::Debug, ::core::clone::Clone, ::core::default::Default)]
        #[allow(dead_code, clippy::struct_field_names)]
        #vis struct #name {
            #(#fields,)*
        }
    }
}

pub(super) fn impls(model: &Model, name: &Ident) -> TokenStream {
    let ident = &model.ident;
    let names = model.columns.iter().map(|column| &column.ident);
    let deserialize = model.deserialize.as_ref().map(|positions| deserialize(model, name, positions));
    quote! {
        #[automatically_derived]
        impl __tempest::IntoCondition<#ident> for #name {
            fn into_condition(self) -> __tempest::Condition<#ident> {
                __tempest::all_filters(::core::convert::From::from([#(self.#names.on(#ident::#names)),*]))
            }
        }
        #deserialize
    }
}

/// Reads the condition struct with serde: what a request may ask for is in the list, and nothing else.
fn deserialize(model: &Model, name: &Ident, positions: &[usize]) -> TokenStream {
    let ident = &model.ident;
    let columns: Vec<_> = positions.iter().map(|position| &model.columns[*position]).collect();
    let fields = columns.iter().map(|column| &column.ident);
    let readers = columns.iter().zip(positions).map(|(column, position)| {
        let ty = &column.ty;
        quote_spanned!(ty.span()=> (#position, __tempest::read_value::<#ty>))
    });
    let types = columns.iter().map(|column| {
        let ty = &column.ty;
        quote_spanned!(column.ident.span()=> const _: () = __tempest::assert_readable::<#ty>();)
    });
    quote! {
        __tempest::with_serde! {
            #(#types)*
            #[automatically_derived]
            impl<'de> __tempest::Deserialize<'de> for #name {
                fn deserialize<D>(deserializer: D) -> __tempest::Result<Self, D::Error>
                where
                    D: __tempest::Deserializer<'de>,
                {
                    let mut conditions = <Self as ::core::default::Default>::default();
                    __tempest::read_conditions(
                        deserializer,
                        <#ident as __tempest::Model>::TABLE,
                        &[#(#readers),*],
                        &mut |position, asked| match position {
                            #(#positions => conditions.#fields.ask(asked),)*
                            _ => {}
                        },
                    )?;
                    __tempest::Ok(conditions)
                }
            }
        }
    }
}
