//! Generated code in surroundings that a derive does not choose: no prelude, names that shadow std's, a renamed crate,
//! raw identifiers, functions, every visibility, and lints that deny.

#![deny(warnings, missing_docs, unsafe_code, rust_2018_idioms, clippy::pedantic)]

extern crate tempest as storm;

use std::str::FromStr;

use tempest::prelude::*;

/// The names of a table's columns.
fn columns(table: &tempest_dialects::TableDef) -> Vec<&'static str> {
    table.columns.iter().map(|column| column.name).collect()
}

#[no_implicit_prelude]
pub mod without_a_prelude {
    //! Nothing is in scope but what is named.

    /// A column's type.
    #[derive(::tempest::DbEnum)]
    pub enum State {
        /// Not yet.
        Waiting,
        /// Soon.
        InWork,
    }

    /// Keys, an index, defaults, a check and a reference.
    #[derive(::tempest::Model)]
    #[tempest(unique(columns(state, parent), where = parent.is_not_null()))]
    #[tempest(deserialize(id, parent, state))]
    pub struct Task {
        #[tempest(primary_key, auto)]
        /// The key.
        pub id: i64,
        #[tempest(references(Task::id, on_delete = cascade), index)]
        pub(crate) parent: ::std::option::Option<i64>,
        #[tempest(default = State::Waiting)]
        pub(crate) state: State,
        #[tempest(default = now(), on_update = now())]
        pub(crate) at: ::time::OffsetDateTime,
        #[tempest(varchar = 40, check = text.ne(""))]
        pub(crate) text: ::std::string::String,
        pub(crate) bytes: ::std::vec::Vec<u8>,
    }

    /// A row to insert.
    #[must_use]
    pub fn row() -> impl ::std::marker::Sized {
        let text = "x";
        ::tempest::insert!(Task { text, bytes: ::std::vec::Vec::new() })
    }

    /// A condition.
    #[must_use]
    pub fn raw() -> impl ::std::marker::Sized {
        let (text, list) = ("x", [1]);
        ::tempest::sql!("length({text}) > 1 AND id IN ({list..})")
    }

    /// A row with a part.
    #[derive(::tempest::Insert)]
    #[tempest(model = Task)]
    pub struct NewTask<'a> {
        /// The text.
        pub text: &'a ::std::primitive::str,
        #[tempest(flatten)]
        pub(crate) data: Data,
    }

    /// A part of a row.
    #[derive(::tempest::Insert)]
    #[tempest(model = Task, part)]
    pub struct Data {
        #[tempest(column = bytes)]
        pub(crate) content: ::std::vec::Vec<u8>,
        pub(crate) parent: ::std::option::Option<i64>,
    }

    /// What a row becomes.
    #[derive(::tempest::Row)]
    pub struct Line {
        /// The key.
        pub id: i64,
        /// The rest.
        #[tempest(flatten)]
        pub rest: ::std::option::Option<Rest>,
    }

    /// What a query selects.
    #[derive(::tempest::Row)]
    #[tempest(from = Task)]
    pub struct Selected {
        /// The key.
        pub id: i64,
        /// The one above.
        #[tempest(column = Task::parent)]
        pub above: ::std::option::Option<i64>,
    }

    /// A part of it.
    #[derive(::tempest::Row)]
    pub struct Rest {
        /// How many.
        #[tempest(column = "n")]
        pub count: ::std::option::Option<i64>,
    }

    /// Changes.
    #[derive(::tempest::Patch)]
    #[allow(clippy::option_option, reason = "leave it, set NULL, or set a value")]
    #[tempest(model = Task)]
    pub struct TaskChanges {
        pub(crate) text: ::std::string::String,
        pub(crate) state: ::std::option::Option<State>,
        pub(crate) parent: ::std::option::Option<::std::option::Option<i64>>,
    }
}

mod with_other_meanings {
    #![allow(non_camel_case_types, dead_code, unused_macros)]

    mod core {}
    mod std {}
    mod tempest {}

    trait From {}
    trait Model {}
    type usize = ();
    type str = ();
    type i64_ = i64;
    struct Ok;
    fn predicate() {}

    macro_rules! unreachable {
        () => {};
    }

    #[derive(::tempest::Model)]
    #[tempest(deserialize(vec, result))]
    pub(super) struct Option {
        #[tempest(primary_key)]
        id: i64_,
        vec: String,
        #[tempest(check = default.gt(0))]
        default: i32,
        formatter: Vec<u8>,
        row: ::std::option::Option<String>,
        at: ::std::option::Option<bool>,
        result: f64,
        now: i32,
    }

    #[derive(::tempest::Insert)]
    #[tempest(model = Option, part)]
    pub(super) struct Fields<'de> {
        row: ::std::option::Option<&'de super::Text>,
        now: i32,
    }

    #[derive(::tempest::Row)]
    pub(super) struct Box {
        row: i64,
        cells: ::std::option::Option<String>,
    }

    #[derive(::tempest::Patch)]
    #[tempest(model = Option)]
    pub(super) struct Changes {
        row: ::std::option::Option<String>,
        now: i32,
    }

    #[derive(::tempest::Model)]
    pub(super) struct Result {
        #[tempest(primary_key, references = Option::id)]
        ok: i64,
    }

    mod inner {
        #[derive(::tempest::Model)]
        #[tempest(column_enum = "Columns", condition = false)]
        pub(super) struct Vec {
            #[tempest(primary_key)]
            from: i64,
        }

        #[derive(::tempest::DbType)]
        pub(super) struct Ordered(::std::string::String);

        #[derive(::tempest::DbType)]
        pub(super) struct Text {
            cell: i64,
        }

        #[derive(::tempest::DbEnum)]
        enum Value {
            Ok,
            Err,
        }
    }
}

mod renamed {
    pub(crate) mod path {
        pub(crate) use storm as orm;
    }

    #[derive(storm::Model)]
    #[tempest(crate = "storm", table = "renamed", deserialize(level))]
    pub(crate) struct Renamed {
        #[tempest(primary_key)]
        pub(crate) id: i64,
        pub(crate) level: Level,
    }

    #[derive(storm::Insert)]
    #[tempest(crate = "storm", model = Renamed)]
    pub(crate) struct New {
        pub(crate) id: i64,
        pub(crate) level: Level,
    }

    #[derive(storm::Patch)]
    #[tempest(crate = "path::orm", model = Renamed)]
    pub(crate) struct Changes {
        pub(crate) level: Level,
    }

    #[derive(storm::DbEnum, Clone, Copy)]
    #[tempest(crate = "crate::renamed::path::orm")]
    pub(crate) enum Level {
        #[tempest(label = "lowest!")]
        Low,
    }
}

pub mod documented {
    //! What other crates see has documentation, `missing_docs` finds.

    use tempest::prelude::*;

    /// A model with every visibility.
    #[derive(Model)]
    pub struct Seen {
        /// The key.
        #[tempest(primary_key)]
        pub id: i64,
        pub(crate) in_crate: i64,
        pub(super) above: i64,
        pub(in crate::documented) here: i64,
        own: i64,
    }

    /// A column's type.
    #[derive(DbEnum)]
    pub enum Kind {
        /// The first.
        First,
    }

    #[test]
    fn a_private_field_has_a_private_column() {
        assert_eq!(super::columns(Seen::TABLE), ["id", "in_crate", "above", "here", "own"]);
        let query = Seen::select().where_(SeenWhere { own: 1.into(), ..Default::default() }).columns(Seen::here);
        assert_eq!(query.to_sql(&Sqlite).unwrap(), r#"SELECT "here" FROM "seen" WHERE "own" = ?"#);
    }
}

/// What `String` is called elsewhere.
type Text = str;

#[derive(Model)]
struct r#Match {
    #[tempest(primary_key)]
    r#type: i64,
    #[tempest(index, check = r#async.ge(0))]
    r#async: i32,
    self_: bool,
    #[tempest(column = "select")]
    select_: bool,
    #[cfg(any())]
    gone: NoSuchType,
    #[cfg(test)]
    #[tempest(default = 1)]
    r#yield: i32,
}

#[test]
fn a_raw_identifier_is_its_plain_name() {
    assert_eq!(r#Match::TABLE.name, "match");
    assert_eq!(columns(r#Match::TABLE), ["type", "async", "self_", "select", "yield"]);
    assert_eq!(r#Match::TABLE.indexes[0].name, "match_async_idx");
    assert_eq!(MatchColumn::from_str("type").unwrap(), MatchColumn::Type);
    let r#type = 7;
    let insert = insert!(r#Match { r#type, r#async: 1, self_: true, select_: sql!("{type} = 7") });
    assert_eq!(
        insert.to_sql(&Sqlite).unwrap(),
        r#"INSERT INTO "match" ("type", "async", "self_", "select") VALUES (?, ?, ?, ? = 7)"#
    );
}

#[test]
fn a_model_may_stand_in_a_function() {
    #[derive(DbEnum)]
    enum Local {
        One,
    }
    #[derive(Model)]
    #[tempest(index(columns(local), where = local.ne(Local::One)))]
    struct Inside {
        #[tempest(primary_key)]
        id: i64,
        local: Local,
    }
    let inside = Inside { id: 1, local: Local::One };
    assert_eq!(columns(Inside::TABLE), ["id", "local"]);
    assert_eq!(
        Inside::insert(inside).to_sql(&Postgres).unwrap(),
        r#"INSERT INTO "inside" ("id", "local") VALUES ($1, $2)"#
    );
}

#[test]
fn a_crate_may_have_another_name() {
    assert_eq!(columns(renamed::Renamed::TABLE), ["id", "level"]);
    let query = renamed::Renamed::select().columns(renamed::Renamed::id);
    assert_eq!(query.to_sql(&Sqlite).unwrap(), r#"SELECT "id" FROM "renamed""#);
    let new = renamed::Renamed::insert(renamed::New { id: 1, level: renamed::Level::Low });
    assert_eq!(new.to_sql(&Sqlite).unwrap(), r#"INSERT INTO "renamed" ("id", "level") VALUES (?, ?)"#);
    let changes = renamed::Renamed::update().patch(renamed::Changes { level: renamed::Level::Low }).all_rows();
    assert_eq!(changes.to_sql(&Sqlite).unwrap(), r#"UPDATE "renamed" SET "level" = ?"#);
    let row = renamed::Renamed { id: 1, level: renamed::Level::Low };
    assert_eq!(
        renamed::Renamed::insert(row).to_sql(&Sqlite).unwrap(),
        "INSERT INTO \"renamed\" (\"id\", \"level\") VALUES (?, ?)"
    );
}

#[test]
fn names_of_std_may_mean_something_else() {
    assert_eq!(with_other_meanings::Option::TABLE.name, "option");
    assert_eq!(with_other_meanings::Result::TABLE.name, "result");
    assert_eq!(without_a_prelude::Task::TABLE.unique[0].name, "task_state_parent_key");
    let _ = (without_a_prelude::row(), without_a_prelude::raw());
    let data = without_a_prelude::Data { content: Vec::new(), parent: None };
    let task = without_a_prelude::NewTask { text: "x", data };
    assert_eq!(
        without_a_prelude::Task::insert(task).to_sql(&Sqlite).unwrap(),
        r#"INSERT INTO "task" ("text", "bytes", "parent") VALUES (?, ?, ?)"#
    );
    let changes = without_a_prelude::TaskChanges { text: "y".to_owned(), state: None, parent: Some(None) };
    assert_eq!(
        without_a_prelude::Task::update()
            .patch(changes)
            .where_(without_a_prelude::Task::id.eq(1))
            .to_sql(&Sqlite)
            .unwrap()[..44],
        r#"UPDATE "task" SET "text" = ?, "parent" = ?, "#[..44]
    );
}

/// A model written by a macro, with a condition that the macro gives.
macro_rules! model {
    ($name:ident { $($field:ident: $type:ty),* } where $condition:expr) => {
        #[derive(Model)]
        #[tempest(check($condition))]
        struct $name {
            #[tempest(primary_key)]
            id: i64,
            $($field: $type,)*
        }
    };
}

model!(Made { low: i32, high: Option<i32> } where low.lt(high));

#[test]
fn a_macro_may_write_the_model() {
    assert_eq!(columns(Made::TABLE), ["id", "low", "high"]);
    assert_eq!(Made::TABLE.checks[0].name, "made_check");
}

/// A model with these columns, all alike.
macro_rules! wide {
    ($name:ident: $($field:ident)*) => {
        #[derive(Model, Default)]
        struct $name {
            #[tempest(primary_key)]
            id: i64,
            $(#[tempest(default = 0)] $field: i32,)*
        }
    };
}

wide! { Narrow: }

#[rustfmt::skip]
wide! { Wide:
    c0 c1 c2 c3 c4 c5 c6 c7 c8 c9 c10 c11 c12 c13 c14 c15 c16 c17 c18 c19
    c20 c21 c22 c23 c24 c25 c26 c27 c28 c29 c30 c31 c32 c33 c34 c35 c36 c37 c38 c39
    c40 c41 c42 c43 c44 c45 c46 c47 c48 c49 c50 c51 c52 c53 c54 c55 c56 c57 c58 c59
    c60 c61 c62 c63 c64 c65 c66 c67 c68 c69 c70 c71 c72 c73 c74 c75 c76 c77 c78 c79
    c80 c81 c82 c83 c84 c85 c86 c87 c88 c89 c90 c91 c92 c93 c94 c95 c96 c97 c98 c99
    c100 c101 c102 c103 c104 c105 c106 c107 c108 c109 c110 c111 c112 c113 c114 c115 c116 c117 c118 c119
    c120 c121 c122 c123 c124 c125 c126 c127 c128 c129 c130 c131 c132 c133 c134 c135 c136 c137 c138 c139
    c140 c141 c142 c143 c144 c145 c146 c147 c148 c149 c150 c151 c152 c153 c154 c155 c156 c157 c158 c159
    c160 c161 c162 c163 c164 c165 c166 c167 c168 c169 c170 c171 c172 c173 c174 c175 c176 c177 c178 c179
    c180 c181 c182 c183 c184 c185 c186 c187 c188 c189 c190 c191 c192 c193 c194 c195 c196 c197 c198 c199
}

#[test]
fn a_model_may_have_few_or_many_columns() {
    assert_eq!(columns(Narrow::TABLE), ["id"]);
    assert_eq!(NarrowColumn::ALL.len(), 1);
    assert_eq!(columns(Wide::TABLE).len(), 201);
    assert_eq!(WideColumn::ALL.last().unwrap().to_string(), "c199");
    let sql = Wide::insert(Wide::default()).to_sql(&Postgres).unwrap();
    assert!(sql.contains("$201)"), "{sql}");
    assert_eq!(
        insert!(Wide { id: 1, c7: 1 }).to_sql(&Sqlite).unwrap(),
        r#"INSERT INTO "wide" ("id", "c7") VALUES (?, ?)"#
    );
}
