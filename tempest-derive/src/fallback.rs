//! Stubs for after an error, so that the rest of the user's code has what it refers to and the compiler adds nothing.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, Ident, Path};

use crate::ast::{Model, private_path};
use crate::attr::record::RecordOptions;
use crate::ctxt::Ctxt;
use crate::model::{columns, with_items};
use crate::naming::suffixed;

/// A model whose fields are known: its columns are there, and every conflict target is allowed.
pub(crate) fn model(mut model: Model) -> TokenStream {
    make_names_differ(&mut model);
    let constants = columns(&model);
    let stub = model_stub(&model.ident);
    with_items(&model, &quote!(#constants #stub))
}

/// Two items of one name would be reported by the compiler too.
fn make_names_differ(model: &mut Model) {
    for position in 1..model.columns.len() {
        let (before, rest) = model.columns.split_at_mut(position);
        for column in rest.iter_mut().take(1) {
            while before.iter().any(|other| other.variant == column.variant) {
                column.variant = suffixed(&column.variant, "_");
            }
        }
    }
    model.column_enum.take_if(|name| *name == model.ident);
    model.condition.take_if(|name| *name == model.ident);
    if model.condition == model.column_enum {
        model.condition = None;
    }
    let mut taken: Vec<_> = [Some(&model.ident), model.column_enum.as_ref(), model.condition.as_ref()]
        .map(Option::<&Ident>::cloned)
        .into_iter()
        .flatten()
        .collect();
    model.aliases.retain(|(ident, _)| {
        let is_new = !taken.contains(ident);
        taken.push(ident.clone());
        is_new
    });
}

/// An item that is no struct with named fields.
pub(crate) fn no_model(input: &DeriveInput) -> Option<TokenStream> {
    // A stub for a generic type could miss bounds that the trait asks for, and would be reported.
    let stub = input.generics.params.is_empty().then(|| model_stub(&input.ident))?;
    let private = private_path(None);
    Some(quote!(const _: () = { use #private as __tempest; #stub };))
}

fn model_stub(ident: &Ident) -> TokenStream {
    quote! {
        #[automatically_derived]
        impl __tempest::Model for #ident {
            const TABLE: &'static __tempest::TableDef = &__tempest::TableDef::new("", &[]);
            fn decode(_: &__tempest::Row<'_>, _: ::core::primitive::usize) -> __tempest::Result<Self, __tempest::DecodeError> {
                ::core::unreachable!()
            }
            fn into_values(self) -> __tempest::Vec<__tempest::Value> {
                ::core::unreachable!()
            }
        }
        #[automatically_derived]
        impl __tempest::Table for #ident {}
        #[automatically_derived]
        impl<C> __tempest::UniqueKey<C> for #ident {}
    }
}

/// A type that a column can have.
pub(crate) fn db_type(ident: &Ident, private: &TokenStream) -> TokenStream {
    quote! {
        const _: () = {
            use #private as __tempest;
            #[automatically_derived]
            impl __tempest::DbType for #ident {
                const COLUMN_TYPE: __tempest::ColumnType = __tempest::ColumnType::Text;
                fn into_value(self) -> __tempest::Value {
                    ::core::unreachable!()
                }
                fn from_cell(_: __tempest::Cell<'_>) -> __tempest::Result<Self, __tempest::CellError> {
                    ::core::unreachable!()
                }
            }
        };
    }
}

/// A row that can be inserted into the model that it names.
pub(crate) fn insert(input: &DeriveInput) -> Option<TokenStream> {
    for_its_model(input, |generics, model, ty| {
        quote! {
            #[automatically_derived]
            impl #generics __tempest::RowPart<#model> for #ty {
                const FIELDS: __tempest::Fields = __tempest::Fields::of(&[]);
                fn put_into(self, _: &mut __tempest::InsertRow) {}
            }
            #[automatically_derived]
            impl #generics __tempest::Insertable<#model> for #ty {
                fn into_row(self) -> __tempest::InsertRow {
                    ::core::unreachable!()
                }
            }
        }
    })
}

/// A patch of the model that it names.
pub(crate) fn patch(input: &DeriveInput) -> Option<TokenStream> {
    for_its_model(input, |generics, model, ty| {
        quote! {
            #[automatically_derived]
            impl #generics __tempest::Patch<#model> for #ty {
                const FIELDS: __tempest::Fields = __tempest::Fields::of(&[]);
                fn set_into(self, _: &mut __tempest::Changes) {}
            }
        }
    })
}

/// An impl for the item and its model, if it names one.
fn for_its_model(
    input: &DeriveInput,
    stub: impl FnOnce(TokenStream, &Path, TokenStream) -> TokenStream,
) -> Option<TokenStream> {
    let options = RecordOptions::read(&input.attrs, &mut Ctxt::default());
    let private = private_path(options.krate.as_ref().map(|krate| &krate.value));
    let (generics, own, bounds) = input.generics.split_for_impl();
    let ident = &input.ident;
    let stub = stub(quote!(#generics), &options.model?.value, quote!(#ident #own #bounds));
    Some(quote!(const _: () = { use #private as __tempest; #stub };))
}

/// A row of no columns.
pub(crate) fn row(input: &DeriveInput) -> Option<TokenStream> {
    // A stub for a generic type could miss bounds that the trait asks for, and would be reported.
    let ident = input.generics.params.is_empty().then_some(&input.ident)?;
    let private = private_path(None);
    Some(quote! {
        const _: () = {
            use #private as __tempest;
            #[automatically_derived]
            impl __tempest::RowStruct for #ident {
                const NAME: &'static ::core::primitive::str = "";
                const COLUMNS: &'static [__tempest::RowColumns] = &[];
                fn decode(_: &mut __tempest::StructCells<'_>) -> __tempest::Result<Self, __tempest::DecodeError> {
                    ::core::unreachable!()
                }
            }
            #[automatically_derived]
            impl __tempest::FromRow for #ident {
                const COLUMNS: __tempest::Columns = __tempest::Columns::of::<Self>();
                fn decode_row(_: &__tempest::Row<'_>) -> __tempest::Result<Self, __tempest::DecodeError> {
                    ::core::unreachable!()
                }
            }
        };
    })
}
