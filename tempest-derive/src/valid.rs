//! Rules that span several attributes or fields of a model, one function each.

use syn::spanned::Spanned;

use crate::ast::{Column, Model, Named, inside_option};
use crate::ctxt::Ctxt;
use crate::naming::plain;

/// PostgreSQL cuts longer names without an error, MySQL refuses them from 65 letters on.
const LONGEST_NAME: usize = 63;

/// Notes everything that is wrong with a model.
pub(crate) fn check(model: &Model, ctxt: &mut Ctxt) {
    primary_key_is_never_null(model, ctxt);
    columns_have_names_of_their_own(model, ctxt);
    variants_have_names_of_their_own(model, ctxt);
    generated_items_have_names_of_their_own(model, ctxt);
    aliases_have_names_of_their_own(model, ctxt);
    deserialize_has_its_struct(model, ctxt);
    fields_hide_no_query(model, ctxt);
    at_most_one_auto(model, ctxt);
    for column in &model.columns {
        auto_stands_alone(column, ctxt);
        generated_stands_alone(column, ctxt);
        default_is_not_none(column, ctxt);
        not_an_option_of_an_option(column, ctxt);
    }
    constraints_have_names_of_their_own(model, ctxt);
    names_are_short_enough(model, ctxt);
    references_match_their_targets(model, ctxt);
    view_is_only_read(model, ctxt);
    has_primary_key(model, ctxt);
}

fn has_primary_key(model: &Model, ctxt: &mut Ctxt) {
    let options = &model.options;
    let marked = model.columns.iter().find_map(|column| column.options.primary_key.as_ref());
    if let (Some(given), Some(marked)) = (&options.primary_key, marked) {
        ctxt.error(marked.span, "the struct names its `primary_key(…)` already; keep one of the two");
        ctxt.error(given.span, "a field is marked `primary_key` already; keep one of the two");
    }
    let present = marked.map(|marked| marked.span).or(options.primary_key.as_ref().map(|given| given.span));
    match (&options.no_primary_key, present) {
        (Some(none), Some(_)) => ctxt.error(none.span, "`no_primary_key`, but there is one; keep one of the two"),
        // With other mistakes, one of them may be a key that was not understood.
        (None, None) if options.view.is_some() => {}
        (None, None) if ctxt.is_clean() => ctxt.error(
            model.ident.span(),
            format!(
                "`{}` has no primary key: mark its fields with `#[tempest(primary_key)]`, or the struct with \
                 `#[tempest(no_primary_key)]` if the table has none",
                model.ident
            ),
        ),
        _ => {}
    }
}

fn primary_key_is_never_null(model: &Model, ctxt: &mut Ctxt) {
    for column in model.primary_key.iter().map(|position| &model.columns[*position]) {
        if let Some(inner) = inside_option(&column.ty) {
            let inner = quote::quote!(#inner);
            let message = format!("a primary key is never NULL: make `{}` a plain `{inner}`", column.ident);
            ctxt.error(column.ty.span(), message);
        }
    }
}

fn columns_have_names_of_their_own(model: &Model, ctxt: &mut Ctxt) {
    for (position, column) in model.columns.iter().enumerate() {
        let same = |other: &&Column| other.name.text == column.name.text;
        if let Some(other) = model.columns[..position].iter().find(same) {
            let message = format!(
                "the fields `{}` and `{}` are both the column `{}`; give one of them `column = \"…\"`",
                other.ident, column.ident, column.name.text
            );
            ctxt.error(column.name.span, message);
        }
    }
}

fn variants_have_names_of_their_own(model: &Model, ctxt: &mut Ctxt) {
    let Some(column_enum) = &model.column_enum else { return };
    for (position, column) in model.columns.iter().enumerate() {
        // Fields of one column are reported as that.
        let same = |other: &&Column| other.variant == column.variant && other.name.text != column.name.text;
        if let Some(other) = model.columns[..position].iter().find(same) {
            let message = format!(
                "the fields `{}` and `{}` are both `{column_enum}::{}`; rename one (and keep its column with \
                 `column = \"…\"`), or leave the enum out with `column_enum = false` on the struct",
                other.ident, column.ident, column.variant
            );
            ctxt.error(column.ident.span(), message);
        }
    }
}

fn generated_items_have_names_of_their_own(model: &Model, ctxt: &mut Ctxt) {
    let options = &model.options;
    let given = [
        (&model.column_enum, options.column_enum.as_ref().map(|given| given.span)),
        (&model.condition, options.condition.as_ref().map(|given| given.span)),
    ];
    for (name, span) in given {
        if let (Some(name), Some(span)) = (name, span)
            && *name == model.ident
        {
            ctxt.error(span, format!("`{name}` is the struct itself; give the generated item another name"));
        }
    }
    if let (Some(column_enum), Some(condition)) = (&model.column_enum, &model.condition)
        && column_enum == condition
    {
        ctxt.error(condition.span(), format!("`column_enum` and `condition` are both `{condition}`; rename one"));
    }
}

fn aliases_have_names_of_their_own(model: &Model, ctxt: &mut Ctxt) {
    for (position, (ident, name)) in model.aliases.iter().enumerate() {
        let items = [Some(&model.ident), model.column_enum.as_ref(), model.condition.as_ref()];
        let others = model.aliases[..position].iter();
        if items.into_iter().flatten().chain(others.clone().map(|(ident, _)| ident)).any(|other| other == ident) {
            ctxt.error(ident.span(), format!("`{ident}` is there already; give the alias another name"));
        } else if name.text == model.table.text || others.clone().any(|(_, other)| other.text == name.text) {
            let message = format!("the name `{}` is there already; give the alias another name", name.text);
            ctxt.error(ident.span(), message);
        }
    }
}

fn deserialize_has_its_struct(model: &Model, ctxt: &mut Ctxt) {
    if let (Some(given), None) = (&model.options.deserialize, &model.condition) {
        ctxt.error(given.span, "`deserialize` is for the condition struct, which `condition = false` leaves out");
    }
}

/// `Order::select` would be the column, and the query could not be begun.
fn fields_hide_no_query(model: &Model, ctxt: &mut Ctxt) {
    for column in &model.columns {
        let name = plain(&column.ident);
        if matches!(name.as_str(), "select" | "insert" | "insert_many" | "update" | "delete") {
            let message = format!(
                "the column `{model}::{name}` would hide `{model}::{name}()`; rename the field, and keep the column's \
                 name with `column = \"{}\"`",
                column.name.text,
                model = model.ident,
            );
            ctxt.error(column.ident.span(), message);
        }
    }
}

fn at_most_one_auto(model: &Model, ctxt: &mut Ctxt) {
    let mut autos = model.columns.iter().filter(|column| column.options.auto.is_some());
    let Some(first) = autos.next() else { return };
    for auto in autos.filter_map(|column| column.options.auto.as_ref()) {
        ctxt.error(auto.span, format!("a table numbers its rows in one column, and `{}` is it already", first.ident));
    }
}

fn auto_stands_alone(column: &Column, ctxt: &mut Ctxt) {
    if column.options.auto.is_none() {
        return;
    }
    if let Some(default) = &column.options.default {
        ctxt.error(default.span, "the value of an `auto` column comes from the database: it takes no `default`");
    }
    if let Some(on_update) = &column.options.on_update {
        ctxt.error(on_update.span, "the value of an `auto` column never changes: it takes no `on_update`");
    }
}

fn generated_stands_alone(column: &Column, ctxt: &mut Ctxt) {
    let options = &column.options;
    if options.generated.is_none() {
        return;
    }
    let others = [
        ("auto", options.auto.as_ref().map(|given| given.span)),
        ("default", options.default.as_ref().map(|given| given.span)),
        ("on_update", options.on_update.as_ref().map(|given| given.span)),
    ];
    for (name, span) in others {
        if let Some(span) = span {
            ctxt.error(span, format!("a `generated` column is always computed: it takes no `{name}`"));
        }
    }
}

/// What says how rows are written has no meaning for a view.
fn view_is_only_read(model: &Model, ctxt: &mut Ctxt) {
    if model.options.view.is_none() {
        return;
    }
    for column in &model.columns {
        let options = &column.options;
        let given = [
            ("auto", options.auto.as_ref().map(|given| given.span)),
            ("default", options.default.as_ref().map(|given| given.span)),
            ("on_update", options.on_update.as_ref().map(|given| given.span)),
            ("generated", options.generated.as_ref().map(|given| given.span)),
        ];
        for (name, span) in given {
            if let Some(span) = span {
                ctxt.error(span, format!("a view is only read: its columns have no `{name}`"));
            }
        }
    }
    let keys = model.unique.iter().chain(&model.indexes).map(|index| &index.name);
    let constraints = model.checks.iter().map(|check| &check.name);
    for name in keys.chain(constraints).chain(model.references.iter().map(|reference| &reference.name)) {
        ctxt.error(name.span, "a view has no indexes and no constraints: they belong to its tables");
    }
}

fn default_is_not_none(column: &Column, ctxt: &mut Ctxt) {
    if let Some(default) = &column.options.default
        && let syn::Expr::Path(path) = &default.value
        && path.path.is_ident("None")
    {
        ctxt.error(default.value.span(), "an `Option` is NULL if left out: leave the default out too");
    }
}

fn not_an_option_of_an_option(column: &Column, ctxt: &mut Ctxt) {
    if inside_option(&column.ty).and_then(inside_option).is_some() {
        ctxt.error(column.ty.span(), "a database has one NULL: an `Option` of an `Option` is no column type");
    }
}

fn constraints_have_names_of_their_own(model: &Model, ctxt: &mut Ctxt) {
    let names: Vec<&Named> = constraint_names(model).collect();
    for (position, name) in names.iter().enumerate() {
        if names[..position].iter().any(|other| other.text == name.text) {
            ctxt.error(name.span, format!("the name \"{}\" is given twice", name.text));
        }
    }
}

fn names_are_short_enough(model: &Model, ctxt: &mut Ctxt) {
    let columns = model.columns.iter().map(|column| (&column.name, "give it a shorter one with `column = \"…\"`"));
    let constraints = constraint_names(model).map(|name| (name, "give a shorter one with `name = \"…\"`"));
    let aliases = model.aliases.iter().map(|(_, name)| name);
    let table = std::iter::once(&model.table).chain(&model.schema).chain(aliases).map(|name| (name, "shorten it"));
    for (name, help) in table.chain(columns).chain(constraints) {
        if name.text.len() > LONGEST_NAME {
            let message = format!(
                "the name \"{}\" is longer than {LONGEST_NAME} bytes, the most that PostgreSQL keeps; {help}",
                name.text
            );
            ctxt.error(name.span, message);
        }
    }
}

fn constraint_names(model: &Model) -> impl Iterator<Item = &Named> {
    let indexes = model.unique.iter().chain(&model.indexes).map(|index| &index.name);
    let checks = model.checks.iter().map(|check| &check.name);
    indexes.chain(checks).chain(model.references.iter().map(|reference| &reference.name))
}

fn references_match_their_targets(model: &Model, ctxt: &mut Ctxt) {
    for reference in &model.references {
        let (own, other) = (reference.columns.len(), reference.targets.len());
        if own != other {
            let message = format!("{own} columns cannot refer to {other}: name as many on both sides");
            ctxt.error(reference.name.span, message);
        }
    }
}
