//! Expansions, formatted and kept in `snapshots/`, so that a change of generated code shows in review. After a change
//! that is meant: `UPDATE_SNAPSHOTS=1 cargo test -p tempest-derive`.

use std::path::Path;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use crate::{db_enum, insert_macro, model, sql_macro};

#[test]
fn a_queue_with_keys_indexes_and_defaults() {
    snapshot(
        "queue",
        model(quote! {
            #[tempest(table = "outbound_messages", naming = "snake_case")]
            #[tempest(unique(name = "outbound_idempotency", columns(consumer, idempotency_key),
                             where = idempotency_key.is_not_null()))]
            #[tempest(index(columns(status, next_attempt_at)))]
            struct Outbound {
                #[tempest(primary_key)]
                pub id: Uuid,
                #[tempest(varchar = 40)]
                consumer: String,
                idempotency_key: Option<String>,
                status: Status,
                #[tempest(default = 0, check = attempts.ge(0))]
                attempts: i32,
                #[tempest(default = now())]
                next_attempt_at: OffsetDateTime,
                /// When the row was changed.
                #[tempest(on_update = now())]
                updated_at: Option<OffsetDateTime>,
            }
        }),
    );
}

#[test]
fn references_and_a_composite_key() {
    snapshot(
        "references",
        model(quote! {
            #[tempest(schema = "app", primary_key(line, order_id), column_enum = false, condition = "LineFilter")]
            #[tempest(references(columns(tenant, product), crate::product::Product(tenant, id), on_update = restrict))]
            #[tempest(unique(columns(tenant, sku)), unique(name = "live", columns(tenant, sku), where = live.eq(true)))]
            #[tempest(crate = "storm")]
            pub(crate) struct OrderLine {
                #[tempest(references(Order::id, on_delete = cascade))]
                order_id: i64,
                line: i32,
                tenant: i32,
                product: i32,
                sku: String,
                live: bool,
            }
        }),
    );
}

#[test]
fn names_that_are_keywords_or_not_rusts_own() {
    snapshot(
        "names",
        model(quote! {
            #[tempest(naming = "camelCase")]
            struct HTTPLog {
                #[tempest(primary_key, auto, column = "legacyID")]
                id: i64,
                r#type: String,
                self_: bool,
                status_code: i16,
            }
        }),
    );
}

#[test]
fn an_enum_kept_as_text() {
    snapshot(
        "enum_text",
        db_enum(quote! {
            enum JobStatus { Queued, InFlight, #[tempest(label = "done!")] Done }
        }),
    );
}

#[test]
fn an_enum_with_a_type_of_its_own() {
    snapshot(
        "enum_native",
        db_enum(quote! {
            #[tempest(native = "job_state", naming = "SCREAMING_SNAKE_CASE")]
            enum JobStatus { Queued, InFlight }
        }),
    );
}

#[test]
fn a_row_to_insert() {
    let row = insert_macro::expand(quote!([$crate] models::Order { user_id, amount: 2 + 3, }));
    snapshot("insert", expression(row.unwrap()));
}

#[test]
fn sql_with_values() {
    let sql = sql_macro::expand(quote!([$crate] "{a} + {r#type} || '{{x}}' "));
    snapshot("sql", expression(sql.unwrap()));
}

#[test]
fn a_column_costs_few_lines() {
    let lines = |columns: usize| {
        let fields = (0..columns).map(|column| format_ident!("column_{column}"));
        let code = model(quote!(struct Wide { #[tempest(primary_key)] id: i64, #(#fields: Option<String>,)* }));
        formatted(code).lines().count()
    };
    let (few, many) = (lines(100), lines(200));
    assert!(few < many);
    assert!(many - few <= 100 * 14, "a column costs {} lines", (many - few) / 100);
}

#[test]
fn sql_says_what_it_takes() {
    let cases = [
        (
            quote!(text),
            "`sql!` takes SQL that is written here, as a string literal; values go in with `{name}`: `sql!(\"attempts + {step}\")`",
        ),
        (quote!("a = {}", a), "`sql!` takes nothing after its text; name values in it: `{name}`"),
        (quote!("a = {}"), "`{}` names no value; write the variable in it: `{name}`"),
        (
            quote!("a = {b.c}"),
            "`{b.c}` is not the name of a variable; put the value into one before: `let value = b.c;` and `{value}`",
        ),
        (
            quote!("a = {b:?}"),
            "`{b:?}` is not the name of a variable; put the value into one before: `let value = b;` and `{value}`",
        ),
        (quote!("a = {b"), "`{b` is not closed; a brace itself is written `{{`"),
        (quote!("a = b}"), "`}` closes nothing; a brace itself is written `}}`"),
        (
            quote!("a = '{b}'"),
            "`{b}` stands in quotes: a bound value takes none, and a brace itself is written `{{` or `}}`",
        ),
        (quote!("a = $1"), "parameters are numbered for you: write `{name}` in place of `$1`"),
        (quote!(" "), "`sql!` needs some SQL"),
    ];
    for (input, message) in cases {
        assert_eq!(sql_macro::expand(quote!([$crate] #input)).unwrap_err().to_string(), message);
    }
}

fn model(input: TokenStream) -> TokenStream {
    model::derive(&syn::parse2(input).unwrap())
}

fn db_enum(input: TokenStream) -> TokenStream {
    db_enum::derive(&syn::parse2(input).unwrap())
}

/// An expression as an item, because only items are formatted. `$crate` is no Rust until a macro has put it in.
fn expression(tokens: TokenStream) -> TokenStream {
    let code = tokens.to_string().replace("$ crate", "tempest");
    let tokens: TokenStream = code.parse().unwrap();
    quote!(fn expression() { #tokens })
}

fn formatted(code: TokenStream) -> String {
    prettyplease::unparse(&syn::parse2(code).unwrap())
}

fn snapshot(name: &str, code: TokenStream) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/snapshots").join(name).with_extension("rs");
    let code = formatted(code);
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&path, code).unwrap();
        return;
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(code == expected, "{} differs from the expansion:\n{code}", path.display());
}
