//! The options of a model's struct.

use syn::parse::ParseStream;
use syn::{Attribute, Ident, LitStr, Path};

use super::keys::{CheckOption, IndexOption, ReferenceOption, columns};
use super::{Generated, Once, crate_path, field, generated, once, read, string, unknown, value, word};
use crate::ctxt::Ctxt;
use crate::naming::Naming;

pub(super) const NAMES: [&str; 15] = [
    "table",
    "schema",
    "naming",
    "primary_key",
    "no_primary_key",
    "unique",
    "index",
    "check",
    "references",
    "alias",
    "column_enum",
    "condition",
    "deserialize",
    "view",
    "crate",
];

/// What `#[tempest(…)]` on the struct says.
#[derive(Default)]
pub(crate) struct TableOptions {
    pub(crate) table: Once<LitStr>,
    pub(crate) schema: Once<LitStr>,
    pub(crate) naming: Once<Naming>,
    pub(crate) primary_key: Once<Vec<Ident>>,
    pub(crate) no_primary_key: Once<()>,
    pub(crate) unique: Vec<IndexOption>,
    pub(crate) indexes: Vec<IndexOption>,
    pub(crate) checks: Vec<CheckOption>,
    pub(crate) references: Vec<ReferenceOption>,
    pub(crate) aliases: Vec<Ident>,
    pub(crate) column_enum: Once<Generated>,
    pub(crate) condition: Once<Generated>,
    pub(crate) deserialize: Once<Vec<Ident>>,
    /// The model is of a view.
    pub(crate) view: Once<()>,
    pub(crate) krate: Once<Path>,
}

impl TableOptions {
    /// Reads the attributes of a struct.
    pub(crate) fn read(attrs: &[Attribute], ctxt: &mut Ctxt) -> Self {
        let mut options = Self::default();
        read(attrs, ctxt, |name, input, ctxt| options.option(name, input, ctxt));
        options
    }

    fn option(&mut self, name: &Ident, input: ParseStream, ctxt: &mut Ctxt) -> syn::Result<()> {
        match name.to_string().as_str() {
            "table" => once(&mut self.table, name, string(name, input, "users")?),
            "schema" => once(&mut self.schema, name, string(name, input, "app")?),
            "naming" => once(&mut self.naming, name, Naming::parse(&string(name, input, "camelCase")?)?),
            "primary_key" => once(&mut self.primary_key, name, columns(name, input)?),
            "no_primary_key" => once(&mut self.no_primary_key, name, word(name, input)?),
            "unique" => IndexOption::on_struct(name, input, ctxt).map(|index| self.unique.extend(index)),
            "index" => IndexOption::on_struct(name, input, ctxt).map(|index| self.indexes.extend(index)),
            "check" => CheckOption::parse(name, input, ctxt).map(|check| self.checks.extend(check)),
            "references" => {
                ReferenceOption::on_struct(name, input, ctxt).map(|reference| self.references.extend(reference))
            }
            "alias" => value(name, input, "Manager").map(|alias| self.aliases.push(alias)),
            "column_enum" => once(&mut self.column_enum, name, generated(name, input)?),
            "condition" => once(&mut self.condition, name, generated(name, input)?),
            "deserialize" => once(&mut self.deserialize, name, columns(name, input)?),
            "view" => once(&mut self.view, name, word(name, input)?),
            "crate" => once(&mut self.krate, name, crate_path(name, input)?),
            _ => Err(unknown(name, &NAMES, &field::NAMES, "the struct", "a field")),
        }
    }
}
