//! `insert!(Order { user_id, amount: 5 })`: a new row, checked for columns that it must have.

use proc_macro2::{Literal, TokenStream};
use quote::{quote, quote_spanned};
use syn::parse::{Parse, ParseStream, Parser};
use syn::spanned::Spanned;
use syn::{Expr, Ident, Path, Token, braced, bracketed};

use crate::ctxt::Ctxt;
use crate::naming::plain;

/// `[$crate] Order { user_id, amount: 5 }`
struct NewRow {
    krate: TokenStream,
    model: Path,
    values: Vec<(Ident, Expr)>,
    errors: Ctxt,
}

/// The code for a row.
pub(crate) fn expand(input: TokenStream) -> syn::Result<TokenStream> {
    let row = NewRow::parse.parse2(input)?;
    let (krate, model) = (&row.krate, &row.model);
    let errors = row.errors.into_tokens();
    if !errors.is_empty() {
        // The row without its mistakes keeps its type, so that what follows it is checked as usual.
        let new = quote!(#krate::__private::NewRow::<#model>::new(0).into_insert());
        return Ok(quote!({ #errors #new }));
    }
    let names = row.values.iter().map(|(field, _)| plain(field));
    // At the model's name, also the path, which else would stretch the place over the whole call.
    let here = krate.clone().into_iter().map(|mut token| {
        token.set_span(token.span().located_at(model.span()));
        token
    });
    let here: TokenStream = here.collect();
    let checked = quote_spanned! {model.span()=>
        #here::__private::assert_insertable(<#model as #here::__private::Model>::TABLE, &#here::__private::Fields::of(&[#(#names),*]))
    };
    let count = Literal::usize_unsuffixed(row.values.len());
    let values = row.values.iter().map(|(field, value)| {
        // On the value, so that a wrong type is reported there; the column keeps the field's own place.
        let column = column(model, field);
        quote_spanned!(value.span()=> .set(#column, #value))
    });
    Ok(quote! {
        {
            const _: () = #checked;
            #krate::__private::NewRow::<#model>::new(#count) #(#values)* .into_insert()
        }
    })
}

/// `Order::user_id`, at the place of the field.
fn column(model: &Path, field: &Ident) -> TokenStream {
    quote_spanned!(field.span()=> #model::#field)
}

impl Parse for NewRow {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let krate;
        bracketed!(krate in input);
        let krate = krate.parse()?;
        let help = "`insert!` takes a row: `insert!(Order { user_id: 1, amount: 5 })`";
        if input.is_empty() {
            return Err(input.error(help));
        }
        let model = input.parse::<Path>().map_err(|error| syn::Error::new(error.span(), help))?;
        if let Some(segment) = model.segments.iter().find(|segment| !segment.arguments.is_none()) {
            return Err(syn::Error::new(segment.arguments.span(), "a model has no generic parameters"));
        }
        if input.is_empty() {
            return Err(syn::Error::new(model.span(), help));
        }
        let content;
        braced!(content in input);
        let mut row = Self { krate, model, values: Vec::new(), errors: Ctxt::default() };
        row.parse_values(&content)?;
        if !input.is_empty() {
            return Err(input.error("`insert!` takes one row; for several, pass them to `insert_many`"));
        }
        Ok(row)
    }
}

impl NewRow {
    fn parse_values(&mut self, input: ParseStream) -> syn::Result<()> {
        while !input.is_empty() {
            if input.peek(Token![..]) {
                let message = "`..` has nothing to take values from: a column that is left out gets its default, and \
                               one without a default must be given";
                return Err(input.error(message));
            }
            let field: Ident = input.parse()?;
            let value: Expr = if input.peek(Token![:]) {
                input.parse::<Token![:]>()?;
                input.parse()?
            } else if input.is_empty() || input.peek(Token![,]) {
                syn::parse_quote!(#field)
            } else {
                return Err(input.error(format!("expected `:` and a value for `{field}`, or `,`")));
            };
            if self.values.iter().any(|(other, _)| *other == field) {
                self.errors.error(field.span(), format!("`{field}` is given twice"));
            } else {
                self.values.push((field, value));
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(())
    }
}
