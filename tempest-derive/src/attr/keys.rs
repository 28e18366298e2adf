//! Options with parts: indexes, checks and references.

use proc_macro2::Span;
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{BinOp, Expr, Ident, LitStr, Path, Token, parenthesized, token};

use super::suggest::expected_one_of;
use super::{Once, once, options, string, value};
use crate::ctxt::Ctxt;

/// `unique(…)` or `index(…)`.
pub(crate) struct IndexOption {
    pub(crate) span: Span,
    pub(crate) name: Once<LitStr>,
    /// The fields that it spans; on a field, nothing: the field itself.
    pub(crate) columns: Once<Vec<Ident>>,
    pub(crate) predicate: Once<Expr>,
}

impl IndexOption {
    /// `unique(columns(a, b), name = "…", where = …)`; nothing if its columns are wrong, which is noted.
    pub(super) fn on_struct(name: &Ident, input: ParseStream, ctxt: &mut Ctxt) -> syn::Result<Option<Self>> {
        let example = format!("`{name}(columns(a, b))`");
        if !input.peek(token::Paren) {
            let message = format!("on the struct, `{name}` names its columns: {example}");
            return Err(syn::Error::new(name.span(), message));
        }
        let errors = ctxt.len();
        let index = Self::parts(name, input, ctxt, true)?;
        if index.columns.is_none() {
            if ctxt.len() == errors {
                ctxt.error(name.span(), format!("`{name}` needs its columns: {example}"));
            }
            return Ok(None);
        }
        Ok(Some(index))
    }

    /// `unique`, or `unique(name = "…", where = …)`.
    pub(super) fn on_field(name: &Ident, input: ParseStream, ctxt: &mut Ctxt) -> syn::Result<Self> {
        if input.peek(Token![=]) {
            let message = format!("on a field, `{name}` is a word alone, or `{name}(name = \"…\")`");
            return Err(syn::Error::new(name.span(), message));
        }
        if input.peek(token::Paren) {
            return Self::parts(name, input, ctxt, false);
        }
        Ok(Self { span: name.span(), name: None, columns: None, predicate: None })
    }

    fn parts(name: &Ident, input: ParseStream, ctxt: &mut Ctxt, on_struct: bool) -> syn::Result<Self> {
        let content;
        parenthesized!(content in input);
        let mut index = Self { span: name.span(), name: None, columns: None, predicate: None };
        let owner = name;
        options(&content, ctxt, &mut |name, input, _| match name.to_string().as_str() {
            "name" => once(&mut index.name, name, string(name, input, "users_email_key")?),
            "columns" if on_struct => once(&mut index.columns, name, columns(name, input)?),
            "where" => once(&mut index.predicate, name, condition(value(name, input, "email.is_not_null()")?)?),
            other if on_struct => Err(syn::Error::new(
                name.span(),
                if input.is_empty() || input.peek(Token![,]) {
                    format!("fields are named in `columns(…)`: `{owner}(columns({other}, …))`")
                } else {
                    format!("unknown part `{other}`; {}", expected_one_of(other, &["columns", "name", "where"]))
                },
            )),
            "columns" => Err(syn::Error::new(
                name.span(),
                format!("on a field, `{owner}` is over that field; put one over several fields on the struct"),
            )),
            other => Err(syn::Error::new(
                name.span(),
                format!("unknown part `{other}`; {}", expected_one_of(other, &["name", "where"])),
            )),
        });
        Ok(index)
    }
}

/// `(a, b)`: names of fields.
pub(super) fn columns(name: &Ident, input: ParseStream) -> syn::Result<Vec<Ident>> {
    let help = |span| syn::Error::new(span, format!("`{name}` takes names of fields: `{name}(a, b)`"));
    if !input.peek(token::Paren) {
        return Err(help(name.span()));
    }
    let content;
    parenthesized!(content in input);
    let fields = Punctuated::<Ident, Token![,]>::parse_terminated_with(&content, Ident::parse_any);
    let fields = fields.map_err(|error| help(error.span()))?;
    if fields.is_empty() {
        return Err(help(name.span()));
    }
    Ok(fields.into_iter().collect())
}

/// `check = condition`, `check(condition)` or `check(condition, name = "…")`.
pub(crate) struct CheckOption {
    pub(crate) span: Span,
    pub(crate) name: Once<LitStr>,
    pub(crate) condition: Expr,
}

impl CheckOption {
    pub(super) fn parse(owner: &Ident, input: ParseStream, ctxt: &mut Ctxt) -> syn::Result<Option<Self>> {
        let span = owner.span();
        if !input.peek(token::Paren) {
            return Ok(Some(Self { span, name: None, condition: condition(value(owner, input, "amount.ge(0)")?)? }));
        }
        let content;
        parenthesized!(content in input);
        let mut name = None;
        let mut condition = None;
        while !content.is_empty() {
            if content.peek(Ident) && content.peek2(Token![=]) && !content.peek2(Token![==]) {
                let word: Ident = content.parse()?;
                if word != "name" {
                    let message = format!("unknown part `{word}`; {}", expected_one_of(&word.to_string(), &["name"]));
                    return Err(syn::Error::new(word.span(), message));
                }
                once(&mut name, &word, string(&word, &content, "amount_positive")?)?;
            } else {
                let expr = self::condition(content.parse()?)?;
                if condition.is_some() {
                    return Err(syn::Error::new(expr.span(), "one condition per `check`; join them with `.and(…)`"));
                }
                condition = Some(expr);
            }
            if !content.is_empty() {
                content.parse::<Token![,]>()?;
            }
        }
        match condition {
            Some(condition) => Ok(Some(Self { span, name, condition })),
            None => {
                ctxt.error(span, "`check` needs a condition: `check(amount.ge(0))`");
                Ok(None)
            }
        }
    }
}

/// Refuses Rust's own comparisons, which a column does not have.
fn condition(expr: Expr) -> syn::Result<Expr> {
    let Expr::Binary(binary) = &expr else { return Ok(expr) };
    let method = match binary.op {
        BinOp::Eq(_) => "eq",
        BinOp::Ne(_) => "ne",
        BinOp::Lt(_) => "lt",
        BinOp::Le(_) => "le",
        BinOp::Gt(_) => "gt",
        BinOp::Ge(_) => "ge",
        BinOp::And(_) => "and",
        BinOp::Or(_) => "or",
        _ => return Ok(expr),
    };
    let operator = binary.op.to_token_stream();
    let message = format!("a condition is written with methods: `.{method}(…)` in place of `{operator}`");
    Err(syn::Error::new(binary.op.span(), message))
}

/// What a foreign key does to a row whose target goes away; the names are those of `ReferenceAction`.
pub(crate) type Action = Ident;

/// `references = User::id` or `references(…)`.
pub(crate) struct ReferenceOption {
    pub(crate) span: Span,
    pub(crate) name: Once<LitStr>,
    pub(crate) columns: Once<Vec<Ident>>,
    /// The columns of the other model, as paths such as `User::id`.
    pub(crate) targets: Vec<Path>,
    pub(crate) on_delete: Once<Action>,
    pub(crate) on_update: Once<Action>,
}

impl ReferenceOption {
    fn new(span: Span) -> Self {
        Self { span, name: None, columns: None, targets: Vec::new(), on_delete: None, on_update: None }
    }

    /// `references = User::id` or `references(User::id, on_delete = cascade, …)`.
    pub(super) fn on_field(owner: &Ident, input: ParseStream, ctxt: &mut Ctxt) -> syn::Result<Option<Self>> {
        let mut reference = Self::new(owner.span());
        let errors = ctxt.len();
        if !input.peek(token::Paren) {
            reference.targets.push(column_path(value(owner, input, "User::id")?)?);
            return Ok(Some(reference));
        }
        let content;
        parenthesized!(content in input);
        reference.parts(&content, ctxt, |reference, content| {
            reference.targets.push(column_path(content.parse()?)?);
            Ok(())
        });
        Ok(reference.complete(owner, "`references(User::id)`", errors, ctxt))
    }

    /// `references(columns(a, b), User(x, y), on_delete = cascade, …)`.
    pub(super) fn on_struct(owner: &Ident, input: ParseStream, ctxt: &mut Ctxt) -> syn::Result<Option<Self>> {
        let example = "`references(columns(a, b), User(x, y))`";
        if !input.peek(token::Paren) {
            return Err(syn::Error::new(owner.span(), format!("on the struct, write {example}")));
        }
        let content;
        parenthesized!(content in input);
        let mut reference = Self::new(owner.span());
        let errors = ctxt.len();
        reference.parts(&content, ctxt, |reference, content| {
            let model = Path::parse_mod_style(content)?;
            let last = model.segments.last().map(|segment| segment.ident.clone());
            let Some(last) = last else { return Err(content.error("expected a model")) };
            let fields = columns(&last, content)?;
            if model.is_ident("columns") {
                return once(&mut reference.columns, &last, fields);
            }
            if !reference.targets.is_empty() {
                return Err(syn::Error::new(model.span(), "a foreign key has one target"));
            }
            reference.targets = fields.into_iter().map(|field| joined(&model, field)).collect();
            Ok(())
        });
        if reference.columns.is_none() && !reference.targets.is_empty() {
            if ctxt.len() == errors {
                ctxt.error(owner.span(), format!("`references` needs its own columns: {example}"));
            }
            return Ok(None);
        }
        Ok(reference.complete(owner, example, errors, ctxt))
    }

    /// Nothing if there is no target, which is noted unless what stands there was refused.
    fn complete(self, owner: &Ident, example: &str, errors: usize, ctxt: &mut Ctxt) -> Option<Self> {
        if self.targets.is_empty() {
            if ctxt.len() == errors {
                ctxt.error(owner.span(), format!("`references` needs a column of another model: {example}"));
            }
            return None;
        }
        Some(self)
    }

    fn parts(
        &mut self,
        content: ParseStream,
        ctxt: &mut Ctxt,
        mut target: impl FnMut(&mut Self, ParseStream) -> syn::Result<()>,
    ) {
        while !content.is_empty() {
            // A word alone is a part without its value: a target has a path or parentheses.
            let part = content.peek(Ident) && !content.peek2(token::Paren) && !content.peek2(Token![::]);
            let read = if part && (content.peek2(Token![=]) || is_part(content)) {
                self.part(content)
            } else {
                target(self, content)
            };
            if let Err(error) = read {
                ctxt.push(error);
                super::skip_to_comma(content);
            }
            if !content.is_empty()
                && let Err(error) = content.parse::<Token![,]>()
            {
                ctxt.push(error);
                super::skip_to_comma(content);
            }
        }
    }

    fn part(&mut self, input: ParseStream) -> syn::Result<()> {
        let name: Ident = input.parse()?;
        match name.to_string().as_str() {
            "name" => once(&mut self.name, &name, string(&name, input, "orders_user_id_fkey")?),
            "on_delete" => once(&mut self.on_delete, &name, action(&name, input)?),
            "on_update" => once(&mut self.on_update, &name, action(&name, input)?),
            other => {
                let help = expected_one_of(other, &REFERENCE_PARTS);
                Err(syn::Error::new(name.span(), format!("unknown part `{other}`; {help}")))
            }
        }
    }
}

const REFERENCE_PARTS: [&str; 3] = ["on_delete", "on_update", "name"];

/// Whether the next word is one of the parts.
fn is_part(input: ParseStream) -> bool {
    input.fork().parse::<Ident>().is_ok_and(|word| REFERENCE_PARTS.iter().any(|part| word == *part))
}

const ACTIONS: [(&str, &str); 5] = [
    ("cascade", "Cascade"),
    ("restrict", "Restrict"),
    ("set_null", "SetNull"),
    ("set_default", "SetDefault"),
    ("no_action", "NoAction"),
];

fn action(name: &Ident, input: ParseStream) -> syn::Result<Action> {
    let word: Ident = value(name, input, "cascade")?;
    let text = word.to_string();
    ACTIONS.iter().find(|(action, _)| *action == text).map(|(_, variant)| Ident::new(variant, word.span())).ok_or_else(
        || {
            let valid = ACTIONS.map(|(action, _)| action);
            syn::Error::new(word.span(), format!("unknown action `{text}`; {}", expected_one_of(&text, &valid)))
        },
    )
}

/// A path that names a model and a column of it.
fn column_path(path: Path) -> syn::Result<Path> {
    let plain = path.segments.iter().all(|segment| segment.arguments.is_none());
    if path.segments.len() < 2 || !plain {
        return Err(syn::Error::new(path.span(), "name the model and its column: `references = User::id`"));
    }
    Ok(path)
}

fn joined(model: &Path, field: Ident) -> Path {
    let mut path = model.clone();
    path.segments.push(field.into());
    path
}
