//! The `TableDef`: columns, keys, indexes, checks and references as data.

use proc_macro2::{Literal, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, Ident};

use crate::ast::{Check, Column, Index, Model, Reference, value_tokens};
use crate::attr::suggest::nearest;
use crate::naming::plain;

/// How long a name is at most, in bytes, so that every database takes it.
const LONGEST_QUOTED: usize = 63;

pub(super) fn expand(model: &Model) -> TokenStream {
    let name = &model.table.text;
    let columns = model.columns.iter().map(|column| definition(model, column));
    let view = model.options.view.as_ref().map(|_| quote!(.view()));
    let schema = model.schema.iter().map(|schema| &schema.text);
    let primary_key = (!model.primary_key.is_empty()).then(|| positions(&model.primary_key)).into_iter();
    let unique = list("unique", model.unique.iter().map(|unique| index(model, unique)));
    let indexes = list("indexes", model.indexes.iter().map(|other| index(model, other)));
    let checks = list("checks", model.checks.iter().map(|one| check(model, one)));
    let references = list("references", model.references.iter().map(|one| reference(model, one)));
    let quoted = quoted(model);
    quote! {
        &__tempest::TableDef::new(#name, &[#(#columns),*])
            #quoted
            #(.schema(#schema))*
            #(.primary_key(#primary_key))*
            #unique
            #indexes
            #checks
            #references
            #view
    }
}

/// The names of all columns, quoted for each database, if no name needs more than quotes around it.
fn quoted(model: &Model) -> Option<TokenStream> {
    let names = || model.columns.iter().map(|column| column.name.text.as_str());
    let is_word = |name: &str| name.bytes().all(|byte| byte == b'_' || byte.is_ascii_alphanumeric());
    if !names().all(|name| (1..=LONGEST_QUOTED).contains(&name.len()) && is_word(name)) {
        return None;
    }
    let list = |quote: char| names().map(|name| format!("{quote}{name}{quote}")).collect::<Vec<_>>().join(", ");
    let (double, backtick) = (list('"'), list('`'));
    Some(quote!(.quoted([#double, #backtick])))
}

/// `.unique(&[…])`, if there is something to say.
fn list(method: &str, items: impl Iterator<Item = TokenStream>) -> Option<TokenStream> {
    let items: Vec<TokenStream> = items.collect();
    let method = Ident::new(method, proc_macro2::Span::call_site());
    (!items.is_empty()).then(|| quote!(.#method(&[#(#items),*])))
}

fn definition(model: &Model, column: &Column) -> TokenStream {
    let Column { ident, ty, name, options, .. } = column;
    let (name, field) = (&name.text, plain(ident));
    // On the field's type, which is what the message is about if it is no column type.
    let base = match (&options.varchar, &options.numeric) {
        (Some(length), _) => {
            let length = Literal::u32_unsuffixed(length.value);
            quote_spanned!(ty.span()=> __tempest::varchar::<#ty>(#name, #field, #length))
        }
        (None, Some(given)) => {
            let (precision, scale) = given.value;
            let [precision, scale] = [precision, scale].map(Literal::u8_unsuffixed);
            quote_spanned!(ty.span()=> __tempest::numeric::<#ty>(#name, #field, #precision, #scale))
        }
        (None, None) => quote_spanned!(ty.span()=> __tempest::column::<#ty>(#name, #field)),
    };
    let auto = options.auto.as_ref().map(|_| quote!(.auto()));
    let value = |value: &Expr| {
        let tokens = value_tokens(value);
        quote_spanned!(value.span()=> __tempest::default_value(Self::#ident, #tokens))
    };
    let default = options.default.as_ref().map(|given| value(&given.value)).map(|value| quote!(.default(|| #value)));
    let on_update =
        options.on_update.as_ref().map(|given| value(&given.value)).map(|value| quote!(.on_update(|| #value)));
    let generated = options.generated.as_ref().map(|given| {
        let value = &given.value;
        let computed = of_columns(model, value);
        let computed = quote_spanned!(value.span()=> __tempest::generated_value(Self::#ident, #computed));
        quote!(.generated(|| #computed))
    });
    quote!(#base #auto #default #on_update #generated)
}

fn index(model: &Model, index: &Index) -> TokenStream {
    let (name, columns) = (&index.name.text, positions(&index.columns));
    let predicate = index.predicate.as_ref().map(|predicate| {
        let predicate = condition(model, predicate);
        quote!(.predicate(|| #predicate))
    });
    quote!(__tempest::IndexDef::new(#name, #columns) #predicate)
}

fn check(model: &Model, check: &Check) -> TokenStream {
    let (name, condition) = (&check.name.text, condition(model, &check.condition));
    quote!(__tempest::CheckDef::new(#name, || #condition))
}

fn reference(model: &Model, reference: &Reference) -> TokenStream {
    let (name, columns) = (&reference.name.text, positions(&reference.columns));
    let targets = &reference.targets;
    let assertions = reference.columns.iter().zip(targets).map(|(column, target)| {
        let mut own = model.columns[*column].ident.clone();
        own.set_span(target.span());
        quote_spanned!(target.span()=> __tempest::assert_same_type(Self::#own, #target);)
    });
    let action = |method: &str, action: &Option<Ident>| {
        let method = Ident::new(method, proc_macro2::Span::call_site());
        action.as_ref().map(|action| {
            // The word is the user's, the variant's name is not: its span would tie it to the user's edition.
            let action = Ident::new(&action.to_string(), proc_macro2::Span::call_site());
            quote!(.#method(__tempest::ReferenceAction::#action))
        })
    };
    let on_delete = action("on_delete", &reference.on_delete);
    let on_update = action("on_update", &reference.on_update);
    quote! {
        __tempest::ReferenceDef::new(#name, #columns, || {
            #(#assertions)*
            __tempest::target((#(#targets,)*))
        })
        #on_delete
        #on_update
    }
}

/// A condition of the user's, in which the name of a field is its column.
fn condition(model: &Model, condition: &Expr) -> TokenStream {
    let predicate = quote_spanned!(condition.span()=> __tempest::predicate::<Self, _, _, _>);
    let condition = of_columns(model, condition);
    quote!(#predicate(#condition))
}

/// An expression of the user's, in which the name of a field is its column.
fn of_columns(model: &Model, expr: &Expr) -> TokenStream {
    let mut names = Vec::new();
    mentioned(model, expr.to_token_stream(), &mut names);
    // The binding takes the name as the user wrote it, so that it is found where a macro wrote the condition.
    let bindings = names.iter().map(|name| quote!(let #name = Self::#name;));
    // The user's module may have the trait with `eq` and `lt` in scope, or not.
    quote!({
        #[allow(unused_imports)]
        use __tempest::Expression as _;
        #(#[allow(unused_variables)] #bindings)*
        #expr
    })
}

/// Collects the fields that stand alone in these tokens: not after `.` or `::`, nor before `::`.
fn mentioned(model: &Model, tokens: TokenStream, names: &mut Vec<Ident>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let punct = |at: Option<usize>, wanted: char| matches!(at.and_then(|at| tokens.get(at)), Some(TokenTree::Punct(punct)) if punct.as_char() == wanted);
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => mentioned(model, group.stream(), names),
            TokenTree::Ident(ident) => {
                let before = at.checked_sub(1);
                let in_path =
                    punct(before, '.') || punct(before, ':') || (punct(Some(at + 1), ':') && punct(Some(at + 2), ':'));
                if let Some(name) = bound(model, ident)
                    && !in_path
                    && !names.contains(&name)
                {
                    names.push(name);
                }
            }
            _ => {}
        }
    }
}

/// What to bind for a name: the field, or the field that may have been meant, so that the compiler suggests it.
fn bound(model: &Model, name: &Ident) -> Option<Ident> {
    if model.columns.iter().any(|column| column.ident == *name) {
        return Some(name.clone());
    }
    let fields: Vec<String> = model.columns.iter().map(|column| plain(&column.ident)).collect();
    let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
    let meant = nearest(&plain(name), &fields)?;
    model.columns.iter().find(|column| plain(&column.ident) == meant).map(|column| column.ident.clone())
}

fn positions(columns: &[usize]) -> TokenStream {
    let columns = columns.iter().map(|column| Literal::usize_unsuffixed(*column));
    quote!(&[#(#columns),*])
}
