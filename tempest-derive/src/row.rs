//! `derive(Row)`: a struct of the user's own as what a row becomes.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{DeriveInput, Expr, ExprLit, Lit, Type};

use crate::ast::inside_option;
use crate::ast::private_path;
use crate::attr::row::{RowFieldOptions, RowOptions};
use crate::ctxt::Ctxt;
use crate::fallback;
use crate::naming::plain;
use crate::record::{column_of, named_fields};

/// The code for a struct, or its mistakes and a stub.
pub(crate) fn derive(input: &DeriveInput) -> TokenStream {
    let mut ctxt = Ctxt::default();
    let options = RowOptions::read(&input.attrs, &mut ctxt);
    if let Some(parameter) = input.generics.params.first() {
        ctxt.error(parameter.span(), format!("`{}` has parameters; a row owns its values, and has none", input.ident));
    }
    let from = options.from.is_some();
    let fields: Vec<Field> = named_fields(input, "Row", &mut ctxt)
        .into_iter()
        .filter_map(|field| Field::read(field, from, &mut ctxt))
        .collect();
    for (position, field) in fields.iter().enumerate() {
        if let Some(other) =
            fields[..position].iter().find(|other| !other.nested && !field.nested && other.name == field.name)
        {
            let message =
                format!("the fields `{}` and `{}` are both the column `{}`", other.ident, field.ident, field.name);
            ctxt.error(field.ident.span(), message);
        }
    }
    if !ctxt.is_clean() {
        let (errors, stub) = (ctxt.into_tokens(), fallback::row(input));
        return quote!(#errors #stub);
    }
    let private = private_path(options.krate.as_ref().map(|krate| &krate.value));
    let code = expand(input, &private, &fields);
    let selected = options.from.map(|from| select(input, &private, &fields, &from.value));
    quote!(#code #selected)
}

struct Field<'a> {
    ident: &'a syn::Ident,
    ty: &'a syn::Type,
    /// Whether it is a struct that takes columns of its own.
    nested: bool,
    /// The column's name.
    name: String,
    /// The column or expression that is selected for it, where that is not the column of its name.
    selected: Option<Expr>,
}

impl<'a> Field<'a> {
    /// Reads a field; `from` says whether the struct names its models.
    fn read(field: &'a syn::Field, from: bool, ctxt: &mut Ctxt) -> Option<Self> {
        let ident = field.ident.as_ref()?;
        let RowFieldOptions { column, flatten } = RowFieldOptions::read(&field.attrs, ctxt);
        if let (Some(column), Some(_)) = (&column, &flatten) {
            ctxt.error(column.span, format!("`{ident}` is a column or a struct of columns, not both"));
        }
        let (mut name, mut selected) = (plain(ident), None);
        match column.map(|column| column.value) {
            Some(Expr::Lit(ExprLit { lit: Lit::Str(text), .. })) if from => ctxt.error(
                text.span(),
                format!("the struct says where its columns are `from`: write the column itself, `Order::{}`", text.value()),
            ),
            Some(Expr::Lit(ExprLit { lit: Lit::Str(text), .. })) => name = text.value(),
            Some(column) if !from => ctxt.error(
                column.span(),
                "a column or an expression is of some models: name them on the struct, `#[tempest(from(Order))]`; for SQL \
                 of your own, write the column's name in quotes",
            ),
            column => selected = column,
        }
        Some(Self { ident, ty: &field.ty, nested: flatten.is_some(), name, selected })
    }
}

fn expand(input: &DeriveInput, private: &TokenStream, fields: &[Field<'_>]) -> TokenStream {
    let ident = &input.ident;
    let name = plain(ident);
    let parts = fields.iter().map(|field| {
        let (ty, name) = (field.ty, &field.name);
        if !field.nested {
            return quote!(__tempest::RowColumns::One(#name));
        }
        let ty = inside_option(ty).unwrap_or(ty);
        quote_spanned!(ty.span()=> __tempest::RowColumns::Many(<#ty as __tempest::RowStruct>::COLUMNS))
    });
    let values = fields.iter().map(|field| {
        let (ident, ty) = (field.ident, field.ty);
        match (field.nested, inside_option(ty)) {
            (false, _) => quote_spanned!(ty.span()=> #ident: cells.column::<#ty>()?),
            (true, None) => quote_spanned!(ty.span()=> #ident: cells.part::<#ty>()?),
            (true, Some(inner)) => quote_spanned!(ty.span()=> #ident: cells.optional_part::<#inner>()?),
        }
    });
    quote! {
        const _: () = {
            use #private as __tempest;
            #[automatically_derived]
            #[allow(deprecated)]
            impl __tempest::RowStruct for #ident {
                const NAME: &'static ::core::primitive::str = #name;
                const COLUMNS: &'static [__tempest::RowColumns] = &[#(#parts),*];
                fn decode(cells: &mut __tempest::StructCells<'_>) -> __tempest::Result<Self, __tempest::DecodeError> {
                    __tempest::Ok(Self { #(#values),* })
                }
            }
            #[automatically_derived]
            impl __tempest::FromRow for #ident {
                const COLUMNS: __tempest::Columns = __tempest::Columns::of::<Self>();
                fn decode_row(row: &__tempest::Row<'_>) -> __tempest::Result<Self, __tempest::DecodeError> {
                    __tempest::decode_struct(row)
                }
            }
        };
    }
}

/// What a query selects for the struct.
fn select(input: &DeriveInput, private: &TokenStream, fields: &[Field<'_>], from: &[Type]) -> TokenStream {
    let (ident, vis) = (&input.ident, &input.vis);
    let sources = from.iter().map(|model| match inside_option(model) {
        Some(model) => quote!(__tempest::Left<#model>),
        None => quote!(#model),
    });
    let first = from.first().map(|model| inside_option(model).unwrap_or(model));
    let selects = fields.iter().map(|field| {
        let ty = field.ty;
        match (field.nested, inside_option(ty), &field.selected) {
            (true, None, _) => quote_spanned!(ty.span()=> __tempest::select_part::<__From, #ty, _>(projection);),
            (true, Some(inner), _) => {
                quote_spanned!(inner.span()=> __tempest::select_optional_part::<__From, #inner, _>(projection);)
            }
            (false, _, Some(selected)) => {
                let selected = quote!(#selected);
                quote_spanned!(ty.span()=> __tempest::select_field::<__From, #ty, _, _>(#selected, projection);)
            }
            (false, _, None) => {
                let column = column_of(&quote!(#first), field.ident);
                quote_spanned!(ty.span()=> __tempest::select_field::<__From, #ty, _, _>(#column, projection);)
            }
        }
    });
    let sentence = format!(" The columns of [`{}`], for `columns`.", plain(ident));
    quote! {
        const _: () = {
            use #private as __tempest;
            type __From = (#(#sources,)*);
            #[automatically_derived]
            #[allow(deprecated)]
            impl __tempest::SelectedStruct for #ident {
                type From = __From;
                fn append_to(projection: &mut __tempest::Vec<__tempest::Projected>) {
                    #(#selects)*
                }
            }
        };
        #[doc = #sentence]
        #[allow(non_upper_case_globals, dead_code)]
        #vis const #ident: #private::StructColumns<#ident> = #private::StructColumns::NEW;
    }
}
