//! `derive(Insert)`: a struct of the user's own as a row to insert.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::DeriveInput;
use syn::spanned::Spanned;

use crate::ctxt::Ctxt;
use crate::fallback;
use crate::record::Record;

/// The code for a struct, or its mistakes and a stub.
pub(crate) fn derive(input: &DeriveInput) -> TokenStream {
    let mut ctxt = Ctxt::default();
    match Record::read(input, "Insert", &mut ctxt) {
        Some(record) => expand(&record),
        None => {
            let (errors, stub) = (ctxt.into_tokens(), fallback::insert(input));
            quote!(#errors #stub)
        }
    }
}

fn expand(record: &Record<'_>) -> TokenStream {
    let Record { ident, generics, private, model, .. } = record;
    let (impl_generics, own_generics, _) = generics.split_for_impl();
    let part = quote!(__tempest::RowPart<#model>);
    let fields = record.field_names(&part);
    let puts = record.fields.iter().map(|field| {
        let (ident, ty) = (field.ident, field.ty);
        match &field.column {
            // On the field's type, so that a wrong one is reported there; the column keeps the field's own place.
            Some(column) => {
                let column = record.column(column);
                quote_spanned!(ty.span()=> row.put(#column, self.#ident);)
            }
            None => quote_spanned!(ty.span()=> <#ty as #part>::put_into(self.#ident, row);),
        }
    });
    let whole = record.part.is_none().then(|| {
        let owned = record.owned_type();
        let checked = quote_spanned! {ident.span()=>
            __tempest::assert_insertable(<#model as __tempest::Model>::TABLE, &<#owned as #part>::FIELDS)
        };
        quote! {
            const _: () = #checked;
            #[automatically_derived]
            impl #impl_generics __tempest::Insertable<#model> for #ident #own_generics {
                fn into_row(self) -> __tempest::InsertRow {
                    __tempest::InsertRow::of::<#model>(self)
                }
                fn append_to(self, rows: &mut __tempest::InsertRow) {
                    rows.append::<#model>(self);
                }
            }
        }
    });
    quote! {
        const _: () = {
            use #private as __tempest;
            #[automatically_derived]
            #[allow(deprecated)]
            impl #impl_generics #part for #ident #own_generics {
                const FIELDS: __tempest::Fields = #fields;
                fn put_into(self, row: &mut __tempest::InsertRow) {
                    #(#puts)*
                }
            }
            #whole
        };
    }
}
