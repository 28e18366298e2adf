//! Expansions, formatted and kept in `snapshots/`, and the messages about mistakes, so that a change of either shows in
//! review. After a change that is meant: `UPDATE_SNAPSHOTS=1 cargo test -p tempest-derive`.

use std::path::{Path, PathBuf};

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use crate::ast::Model;
use crate::ctxt::Ctxt;
use crate::naming::Naming;
use crate::{db_enum, db_type, insert, insert_macro, model, patch, row, sql_macro, valid};

#[test]
fn a_queue_with_keys_indexes_and_defaults() {
    expansion(
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
    expansion(
        "references",
        model(quote! {
            #[tempest(schema = "app", primary_key(line, order_id), column_enum = false, condition = "LineFilter")]
            #[tempest(deserialize(sku, live))]
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
    expansion(
        "names",
        model(quote! {
            #[tempest(naming = "camelCase", alias = OtherLog)]
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
    expansion(
        "enum_text",
        db_enum(quote! {
            enum JobStatus { Queued, InFlight, #[tempest(label = "done!")] Done }
        }),
    );
}

#[test]
fn an_enum_with_a_type_of_its_own() {
    expansion(
        "enum_native",
        db_enum(quote! {
            #[tempest(native = "job_state", naming = "SCREAMING_SNAKE_CASE")]
            enum JobStatus { Queued, InFlight }
        }),
    );
}

#[test]
fn an_enum_kept_as_a_number() {
    expansion(
        "enum_integer",
        db_enum(quote! {
            #[tempest(integer)]
            #[repr(u8)]
            enum Level { Low = 10, High }
        }),
    );
}

#[test]
fn enums_that_are_no_numbers() {
    for (input, message) in [
        (
            quote!(
                #[tempest(integer)]
                #[repr(u64)]
                enum Level {
                    Low,
                }
            ),
            "an enum that is kept as a number has one of",
        ),
        (
            quote!(
                #[tempest(integer, native)]
                enum Level {
                    Low,
                }
            ),
            "keep one",
        ),
        (
            quote!(
                #[tempest(integer)]
                enum Level {
                    #[tempest(label = "low")]
                    Low,
                }
            ),
            "is written `Low = 1`",
        ),
        (
            quote!(
                #[tempest(integer = 2)]
                enum Level {
                    Low,
                }
            ),
            "`integer` takes no value",
        ),
    ] {
        let code = db_enum(input).to_string();
        assert!(code.contains("compile_error") && code.contains(message), "{code}");
    }
}

#[test]
fn generated_columns() {
    expansion(
        "generated",
        model(quote! {
            struct Line {
                #[tempest(primary_key)]
                id: i64,
                price: i64,
                #[tempest(numeric(12, 2))]
                weight: Decimal,
                #[tempest(generated = price * 2)]
                double: i64,
            }
        }),
    );
}

#[test]
fn a_model_of_a_view() {
    expansion(
        "view",
        model(quote! {
            #[tempest(view, column_enum = false, condition = false)]
            struct OpenOrder {
                id: i64,
            }
        }),
    );
}

#[test]
fn a_struct_around_one_value() {
    expansion(
        "newtype",
        db_type(quote! {
            struct UserId(pub Uuid);
        }),
    );
}

#[test]
fn a_row_to_insert() {
    let row = insert_macro::expand(quote!([$crate] models::Order { user_id, amount: 2 + 3, }));
    expansion("insert", expression(row.unwrap()));
}

#[test]
fn sql_with_values() {
    let sql = sql_macro::expand(quote!([$crate] "{a} + {r#type} || '{{x}}' "));
    expansion("sql", expression(sql.unwrap()));
}

#[test]
fn sql_with_lists() {
    let sql = sql_macro::expand(quote!([$crate] "SELECT min FROM t WHERE a in ( { b.. } ) AND a.c NOT\nIN ({d..})"));
    expansion("sql_list", expression(sql.unwrap()));
}

#[test]
fn a_struct_as_a_row_to_insert() {
    let code = insert::derive(&syn::parse_quote! {
        #[tempest(model = models::Order)]
        pub struct NewOrder<'a> {
            user_id: i64,
            #[tempest(column = note)]
            remark: Option<&'a str>,
            #[tempest(flatten)]
            address: NewAddress<'a>,
            #[tempest(skip)]
            trace: Span,
        }
    });
    expansion("insert_struct", code);
}

#[test]
fn a_struct_that_a_row_becomes() {
    let code = row::derive(&syn::parse_quote! {
        struct Line {
            id: i64,
            #[tempest(column = "n")]
            count: Option<i64>,
            #[tempest(flatten)]
            place: Place,
            #[tempest(flatten)]
            buyer: Option<crate::Buyer>,
        }
    });
    expansion("row", code);
    let code = row::derive(&syn::parse_quote! {
        #[tempest(from(Order, Option<crate::Customer>))]
        pub struct Line {
            id: i64,
            #[tempest(column = Customer::name)]
            name: Option<String>,
            #[tempest(flatten)]
            place: Place,
            #[tempest(flatten)]
            buyer: Option<Buyer>,
        }
    });
    expansion("row_from", code);
}

#[test]
fn a_struct_as_a_patch() {
    let code = patch::derive(&syn::parse_quote! {
        #[tempest(model = Order)]
        struct Changes {
            status: Status,
            amount: Option<i64>,
            note: Option<Option<String>>,
            #[tempest(flatten)]
            address: AddressChanges,
        }
    });
    expansion("patch", code);
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
    let lines = |columns: usize, derive: fn(&syn::DeriveInput) -> TokenStream| {
        let fields = (0..columns).map(|column| format_ident!("column_{column}"));
        let item = syn::parse_quote!(#[tempest(model = Wide)] struct Some { #(#fields: Option<String>,)* });
        formatted(derive(&item)).lines().count()
    };
    for derive in [insert::derive, patch::derive] {
        // One line to give the value, and one for its name in the list of fields.
        assert!(lines(200, derive) - lines(100, derive) <= 100 * 2);
    }
}

/// `snapshots/mistakes.txt`: each line that is not indented is a struct, and below it stands what is said of it.
#[test]
fn mistakes_and_what_is_said_of_them() {
    let file = "mistakes.txt";
    let expected = std::fs::read_to_string(path(file)).unwrap();
    let mut text = String::new();
    for input in expected.lines().filter(|line| !line.starts_with(' ')) {
        text += &format!("{input}\n");
        let mut ctxt = Ctxt::default();
        if let Some(model) = Model::read(&syn::parse_str(input).unwrap(), &mut ctxt) {
            valid::check(&model, &mut ctxt);
        }
        for message in ctxt.messages() {
            text += &format!("    {message}\n");
        }
    }
    snapshot(file, &text);
}

#[test]
fn every_naming_of_a_name() {
    let namings = ["preserve", "snake_case", "camelCase", "PascalCase", "SCREAMING_SNAKE_CASE", "kebab-case"];
    let cases = [
        ("user_id", ["user_id", "user_id", "userId", "UserId", "USER_ID", "user-id"]),
        ("HTTPServer2", ["HTTPServer2", "http_server2", "httpServer2", "HttpServer2", "HTTP_SERVER2", "http-server2"]),
        ("line_2_", ["line_2_", "line_2", "line2", "Line2", "LINE_2", "line-2"]),
        ("straße", ["straße", "straße", "straße", "Straße", "STRASSE", "straße"]),
        ("_", ["_", "_", "_", "_", "_", "_"]),
    ];
    for (name, expected) in cases {
        let text = |naming| syn::LitStr::new(naming, proc_macro2::Span::call_site());
        let made = namings.map(|naming| Naming::parse(&text(naming)).unwrap().apply(name));
        assert_eq!(made, expected);
    }
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
        (quote!("a IN {b..}"), "`{b..}` is a list: it is written `IN ({b..})` or `NOT IN ({b..})`"),
        (quote!("a IN ({b..}, 1)"), "`{b..}` is a list: it is written `IN ({b..})` or `NOT IN ({b..})`"),
        (quote!("a = ANY({b..})"), "`{b..}` is a list: it is written `IN ({b..})` or `NOT IN ({b..})`"),
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

fn db_type(input: TokenStream) -> TokenStream {
    db_type::derive(&syn::parse2(input).unwrap())
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

fn expansion(name: &str, code: TokenStream) {
    snapshot(&format!("{name}.rs"), &formatted(code));
}

fn snapshot(file: &str, text: &str) {
    let path = path(file);
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&path, text).unwrap();
        return;
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(text == expected, "{} differs from what is made now:\n{text}", path.display());
}

fn path(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/snapshots").join(file)
}
