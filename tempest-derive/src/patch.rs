//! `derive(Patch)`: a struct of the user's own as what an update changes.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::DeriveInput;
use syn::spanned::Spanned;

use crate::ast::inside_option;
use crate::ctxt::Ctxt;
use crate::fallback;
use crate::record::Record;

/// The code for a struct, or its mistakes and a stub.
pub(crate) fn derive(input: &DeriveInput) -> TokenStream {
    let mut ctxt = Ctxt::default();
    let record = Record::read(input, "Patch", &mut ctxt);
    if let Some(part) = record.as_ref().and_then(|record| record.part.as_ref()) {
        ctxt.error(part.span, "every patch can be a part of another one: leave `part` out");
    }
    match record {
        Some(record) if ctxt.is_clean() => expand(&record),
        _ => {
            let (errors, stub) = (ctxt.into_tokens(), fallback::patch(input));
            quote!(#errors #stub)
        }
    }
}

fn expand(record: &Record<'_>) -> TokenStream {
    let Record { ident, generics, private, model, .. } = record;
    let (impl_generics, own_generics, _) = generics.split_for_impl();
    let part = quote!(__tempest::Patch<#model>);
    let fields = record.field_names(&part);
    let sets = record.fields.iter().map(|field| {
        let (ident, ty) = (field.ident, field.ty);
        let Some(column) = &field.column else {
            let Some(inner) = inside_option(ty) else {
                return quote_spanned!(ty.span()=> <#ty as #part>::set_into(self.#ident, changes););
            };
            return quote_spanned! {inner.span()=>
                if let __tempest::Some(part) = self.#ident {
                    <#inner as #part>::set_into(part, changes);
                }
            };
        };
        let column = record.column(column);
        // On the type of the value, so that a wrong one is reported there.
        match inside_option(ty) {
            Some(value) => quote_spanned!(value.span()=> changes.set_opt(#column, self.#ident);),
            None => quote_spanned!(ty.span()=> changes.set(#column, self.#ident);),
        }
    });
    let owned = record.owned_type();
    let checked = quote_spanned! {ident.span()=>
        __tempest::assert_set_once(<#model as __tempest::Model>::TABLE, &<#owned as #part>::FIELDS)
    };
    quote! {
        const _: () = {
            use #private as __tempest;
            const _: () = #checked;
            #[automatically_derived]
            #[allow(deprecated)]
            impl #impl_generics #part for #ident #own_generics {
                const FIELDS: __tempest::Fields = #fields;
                fn set_into(self, changes: &mut __tempest::Changes) {
                    #(#sets)*
                }
            }
        };
    }
}
