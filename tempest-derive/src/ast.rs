//! A model: the struct and its options, turned into columns, keys and indexes with their names.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Attribute, Data, DeriveInput, Expr, Fields, Ident, LitStr, Path, Type, Visibility};

use crate::attr::field::FieldOptions;
use crate::attr::keys::{Action, CheckOption, IndexOption, ReferenceOption};
use crate::attr::suggest::{list, nearest};
use crate::attr::table::TableOptions;
use crate::attr::{Generated, Once};
use crate::ctxt::Ctxt;
use crate::naming::{Naming, plain, suffixed, variant};

/// A struct that derives `Model`.
pub(crate) struct Model {
    pub(crate) ident: Ident,
    pub(crate) vis: Visibility,
    /// The path of `tempest::__private`.
    pub(crate) private: TokenStream,
    pub(crate) table: Named,
    pub(crate) schema: Option<Named>,
    pub(crate) columns: Vec<Column>,
    /// Keys and indexes hold positions of columns.
    pub(crate) primary_key: Vec<usize>,
    pub(crate) unique: Vec<Index>,
    pub(crate) indexes: Vec<Index>,
    pub(crate) checks: Vec<Check>,
    pub(crate) references: Vec<Reference>,
    pub(crate) column_enum: Option<Ident>,
    pub(crate) condition: Option<Ident>,
    /// The types that are the table under another name, and these names.
    pub(crate) aliases: Vec<(Ident, Named)>,
    /// The columns that a deserialised condition may ask for.
    pub(crate) deserialize: Option<Vec<usize>>,
    pub(crate) options: TableOptions,
}

/// A name in the database, and the place in the user's code that it comes from.
#[derive(Clone)]
pub(crate) struct Named {
    pub(crate) text: String,
    pub(crate) span: Span,
}

/// A field.
pub(crate) struct Column {
    pub(crate) ident: Ident,
    pub(crate) vis: Visibility,
    pub(crate) ty: Type,
    pub(crate) docs: Vec<Attribute>,
    pub(crate) name: Named,
    /// Its variant in the enum of columns.
    pub(crate) variant: Ident,
    pub(crate) options: FieldOptions,
}

/// An index, unique or not.
pub(crate) struct Index {
    pub(crate) name: Named,
    pub(crate) columns: Vec<usize>,
    pub(crate) predicate: Option<Expr>,
}

/// A CHECK constraint.
pub(crate) struct Check {
    pub(crate) name: Named,
    pub(crate) condition: Expr,
}

/// A foreign key.
pub(crate) struct Reference {
    pub(crate) name: Named,
    pub(crate) columns: Vec<usize>,
    pub(crate) targets: Vec<Path>,
    pub(crate) on_delete: Option<Action>,
    pub(crate) on_update: Option<Action>,
}

impl Model {
    /// Reads a struct; nothing if it is not one with named fields, which is noted.
    pub(crate) fn read(input: &DeriveInput, ctxt: &mut Ctxt) -> Option<Self> {
        let fields = named_fields(input, ctxt)?;
        let options = TableOptions::read(&input.attrs, ctxt);
        let naming = options.naming.as_ref().map_or(Naming::Preserve, |naming| naming.value);
        let columns: Vec<Column> = fields.named.iter().filter_map(|field| Column::read(field, naming, ctxt)).collect();
        let table =
            options.table.as_ref().map_or_else(|| Named::snake(&input.ident), |table| Named::written(&table.value));
        let mut model = Self {
            ident: input.ident.clone(),
            vis: input.vis.clone(),
            private: private_path(options.krate.as_ref().map(|krate| &krate.value)),
            table,
            schema: options.schema.as_ref().map(|schema| Named::written(&schema.value)),
            primary_key: primary_key(&columns, &options, ctxt),
            unique: Vec::new(),
            indexes: Vec::new(),
            checks: Vec::new(),
            references: Vec::new(),
            column_enum: generated(&options.column_enum, &input.ident, "Column"),
            condition: generated(&options.condition, &input.ident, "Where"),
            aliases: options.aliases.iter().map(|alias| (alias.clone(), Named::snake(alias))).collect(),
            deserialize: options.deserialize.as_ref().and_then(|given| positions(&columns, &given.value, ctxt)),
            columns,
            options,
        };
        model.read_keys(ctxt);
        Some(model)
    }

    /// Fills in indexes, checks and references: those of the fields in their order, then those of the struct.
    fn read_keys(&mut self, ctxt: &mut Ctxt) {
        let mut names = Names { table: self.table.text.clone(), taken: Vec::new() };
        let (mut unique, mut indexes) = (Vec::new(), Vec::new());
        let (mut checks, mut references) = (Vec::new(), Vec::new());
        for (position, column) in self.columns.iter().enumerate() {
            let options = &column.options;
            let at = || Some(vec![position]);
            unique.extend(options.unique.iter().map(|unique| (&unique.value, at())));
            indexes.extend(options.index.iter().map(|index| (&index.value, at())));
            checks.extend(options.checks.iter().map(|check| (check, Some(&column.name.text))));
            references.extend(options.references.iter().map(|reference| (&reference.value, at())));
        }
        let mut positions =
            |given: &Once<Vec<Ident>>| given.as_ref().and_then(|fields| positions(&self.columns, &fields.value, ctxt));
        unique.extend(self.options.unique.iter().map(|unique| (unique, positions(&unique.columns))));
        indexes.extend(self.options.indexes.iter().map(|index| (index, positions(&index.columns))));
        checks.extend(self.options.checks.iter().map(|check| (check, None)));
        references.extend(self.options.references.iter().map(|reference| (reference, positions(&reference.columns))));

        let joined = |columns: &[usize]| {
            let columns = columns.iter().map(|column| self.columns[*column].name.text.as_str());
            columns.collect::<Vec<_>>().join("_")
        };
        let mut index = |(option, columns): (&IndexOption, Option<Vec<usize>>), suffix: &str| {
            let columns = columns?;
            let name = names.name(&option.name, &[&joined(&columns), suffix], option.span);
            Some(Index { name, columns, predicate: option.predicate.as_ref().map(|given| given.value.clone()) })
        };
        let unique = unique.into_iter().filter_map(|given| index(given, "key")).collect();
        let indexes = indexes.into_iter().filter_map(|given| index(given, "idx")).collect();
        let check = |(option, column): (&CheckOption, Option<&String>)| {
            let parts: Vec<&str> = column.map(String::as_str).into_iter().chain(["check"]).collect();
            Check { name: names.name(&option.name, &parts, option.span), condition: option.condition.clone() }
        };
        let checks = checks.into_iter().map(check).collect();
        let reference = |(option, columns): (&ReferenceOption, Option<Vec<usize>>)| {
            let columns = columns?;
            let name = names.name(&option.name, &[&joined(&columns), "fkey"], option.span);
            let targets = option.targets.clone();
            let action = |given: &Once<Action>| given.as_ref().map(|given| given.value.clone());
            let (on_delete, on_update) = (action(&option.on_delete), action(&option.on_update));
            Some(Reference { name, columns, targets, on_delete, on_update })
        };
        let references = references.into_iter().filter_map(reference).collect();
        (self.unique, self.indexes, self.checks, self.references) = (unique, indexes, checks, references);
    }
}

impl Column {
    fn read(field: &syn::Field, naming: Naming, ctxt: &mut Ctxt) -> Option<Self> {
        let ident = field.ident.clone()?;
        let options = FieldOptions::read(&field.attrs, ctxt);
        let name = options.column.as_ref().map_or_else(
            || Named { text: naming.apply(&plain(&ident)), span: ident.span() },
            |column| Named::written(&column.value),
        );
        Some(Self {
            vis: field.vis.clone(),
            ty: field.ty.clone(),
            docs: field.attrs.iter().filter(|attr| attr.path().is_ident("doc")).cloned().collect(),
            variant: variant(&ident),
            ident,
            name,
            options,
        })
    }
}

impl Named {
    fn snake(ident: &Ident) -> Self {
        Self { text: Naming::Snake.apply(&plain(ident)), span: ident.span() }
    }

    fn written(text: &LitStr) -> Self {
        Self { text: text.value(), span: text.span() }
    }
}

/// The names of a table's constraints and indexes.
struct Names {
    table: String,
    taken: Vec<String>,
}

impl Names {
    /// The given name, or one made of the table and these parts, numbered as PostgreSQL does if it is taken.
    fn name(&mut self, given: &Once<LitStr>, parts: &[&str], span: Span) -> Named {
        if let Some(given) = given {
            self.taken.push(given.value.value());
            return Named::written(&given.value);
        }
        let base = format!("{}_{}", self.table, parts.join("_"));
        let numbered = (1..).map(|number| format!("{base}{number}"));
        let text = std::iter::once(base.clone()).chain(numbered).find(|name| !self.taken.contains(name));
        let text = text.unwrap_or(base);
        self.taken.push(text.clone());
        Named { text, span }
    }
}

/// The path of the functions that generated code calls. Inside the `const _` of an expansion it is `__tempest`.
pub(crate) fn private_path(krate: Option<&Path>) -> TokenStream {
    krate.map_or_else(|| quote!(::tempest::__private), |path| quote!(#path::__private))
}

/// The type inside `Option<…>`, by the name alone: an alias is not seen through.
pub(crate) fn inside_option(ty: &Type) -> Option<&Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == "Option")?;
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    match arguments.args.first() {
        Some(syn::GenericArgument::Type(inner)) => Some(inner),
        _ => None,
    }
}

/// An expression of the user's, in which `now()` is the database's clock.
pub(crate) fn value_tokens(value: &Expr) -> TokenStream {
    if let Expr::Call(call) = value
        && let Expr::Path(function) = &*call.func
        && function.path.is_ident("now")
        && call.args.is_empty()
    {
        return quote_spanned!(value.span()=> __tempest::now());
    }
    quote!(#value)
}

fn named_fields<'a>(input: &'a DeriveInput, ctxt: &mut Ctxt) -> Option<&'a syn::FieldsNamed> {
    let name = &input.ident;
    if let Some(parameter) = input.generics.params.first() {
        let message = match parameter {
            syn::GenericParam::Lifetime(lifetime) => format!(
                "`{name}<{}>` borrows; a model owns its values: `String` in place of `&str`, `Vec<u8>` of `&[u8]`",
                lifetime.lifetime
            ),
            _ => format!("`{name}` has generic parameters; a model is one table, so its struct has none"),
        };
        ctxt.error(parameter.span(), message);
        return None;
    }
    let (span, message) = match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) if !fields.named.is_empty() => return Some(fields),
            Fields::Unnamed(fields) => (
                fields.span(),
                format!("`{name}` has fields without names; a model's columns are named: `struct {name} {{ id: … }}`"),
            ),
            _ => (name.span(), format!("`{name}` has no fields; a model has a column for each of its fields")),
        },
        Data::Enum(data) => (
            data.enum_token.span,
            format!("`{name}` is an enum; `Model` is for structs: to use an enum as a column's type, derive `DbEnum`"),
        ),
        Data::Union(data) => (data.union_token.span, format!("`{name}` is a union; `Model` is for structs")),
    };
    ctxt.error(span, message);
    None
}

fn primary_key(columns: &[Column], options: &TableOptions, ctxt: &mut Ctxt) -> Vec<usize> {
    if let Some(given) = &options.primary_key {
        return positions(columns, &given.value, ctxt).unwrap_or_default();
    }
    let marked = columns.iter().enumerate().filter(|(_, column)| column.options.primary_key.is_some());
    marked.map(|(position, _)| position).collect()
}

/// Where these fields are; nothing if one does not exist or comes twice, which is noted.
fn positions(columns: &[Column], fields: &[Ident], ctxt: &mut Ctxt) -> Option<Vec<usize>> {
    let names: Vec<String> = columns.iter().map(|column| plain(&column.ident)).collect();
    let mut positions = Vec::new();
    let mut complete = true;
    for field in fields {
        let name = plain(field);
        match names.iter().position(|other| *other == name) {
            Some(position) if positions.contains(&position) => {
                ctxt.error(field.span(), format!("`{name}` is named twice"));
                complete = false;
            }
            Some(position) => positions.push(position),
            None => {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                let help = match columns.iter().find(|column| column.name.text == name) {
                    Some(column) => format!("write the field's name, `{}`", column.ident),
                    None => match nearest(&name, &names) {
                        Some(near) => format!("did you mean `{near}`?"),
                        None => format!("the fields are {}", list(&names)),
                    },
                };
                ctxt.error(field.span(), format!("the struct has no field `{name}`; {help}"));
                complete = false;
            }
        }
    }
    complete.then_some(positions)
}

fn generated(option: &Once<Generated>, model: &Ident, suffix: &str) -> Option<Ident> {
    match option.as_ref().map(|given| &given.value) {
        None => Some(suffixed(model, suffix)),
        Some(Generated::Named(name)) => Some(name.clone()),
        Some(Generated::LeftOut) => None,
    }
}
