const _: () = {
    use ::tempest::__private as __tempest;
    #[automatically_derived]
    #[allow(non_upper_case_globals, dead_code)]
    impl HTTPLog {
        /// The column `legacyID`.
        const id: __tempest::Column<Self, i64, __tempest::At<0>> = __tempest::Column::NEW;
        /// The column `type`.
        const r#type: __tempest::Column<Self, String, __tempest::At<1>> = __tempest::Column::NEW;
        /// The column `self`.
        const self_: __tempest::Column<Self, bool, __tempest::At<2>> = __tempest::Column::NEW;
        /// The column `statusCode`.
        const status_code: __tempest::Column<Self, i16, __tempest::At<3>> = __tempest::Column::NEW;
    }
    const _: () = __tempest::assert_auto::<i64>();
    #[automatically_derived]
    #[allow(deprecated)]
    impl HTTPLog {
        #[doc(hidden)]
        const __TEMPEST: __tempest::Parts<Self> = __tempest::Parts {
            table: &__tempest::TableDef::new(
                    "http_log",
                    &[
                        __tempest::column::<i64>("legacyID", "id").auto(),
                        __tempest::column::<String>("type", "type"),
                        __tempest::column::<bool>("self", "self_"),
                        __tempest::column::<i16>("statusCode", "status_code"),
                    ],
                )
                .quoted([
                    "\"legacyID\", \"type\", \"self\", \"statusCode\"",
                    "`legacyID`, `type`, `self`, `statusCode`",
                ])
                .primary_key(&[0]),
            decode: |row, at| {
                let table = <Self as __tempest::Model>::TABLE;
                __tempest::Ok(Self {
                    id: row.decode_column::<i64>(at, table, 0)?,
                    r#type: row.decode_column::<String>(at + 1, table, 1)?,
                    self_: row.decode_column::<bool>(at + 2, table, 2)?,
                    status_code: row.decode_column::<i16>(at + 3, table, 3)?,
                })
            },
            into_values: |model| ::core::convert::From::from([
                <i64 as __tempest::ColumnValue>::into_value(model.id),
                <String as __tempest::ColumnValue>::into_value(model.r#type),
                <bool as __tempest::ColumnValue>::into_value(model.self_),
                <i16 as __tempest::ColumnValue>::into_value(model.status_code),
            ]),
        };
    }
    #[automatically_derived]
    impl __tempest::Model for HTTPLog {
        const TABLE: &'static __tempest::TableDef = Self::__TEMPEST.table;
        fn decode(
            row: &__tempest::Row<'_>,
            at: ::core::primitive::usize,
        ) -> __tempest::Result<Self, __tempest::DecodeError> {
            (Self::__TEMPEST.decode)(row, at)
        }
        fn into_values(self) -> __tempest::Vec<__tempest::Value> {
            (Self::__TEMPEST.into_values)(self)
        }
    }
    #[automatically_derived]
    impl __tempest::Table for HTTPLog {}
    #[automatically_derived]
    impl __tempest::UniqueKey<(__tempest::Column<Self, i64, __tempest::At<0>>,)>
    for HTTPLog {}
    #[automatically_derived]
    #[allow(dead_code)]
    impl HTTPLogColumn {
        /// Every column, in the order of the struct's fields.
        pub const ALL: &'static [Self] = &[
            Self::Id,
            Self::Type,
            Self::Self_,
            Self::StatusCode,
        ];
    }
    #[automatically_derived]
    impl __tempest::ColumnEnum for HTTPLogColumn {
        type Model = HTTPLog;
        fn position(self) -> ::core::primitive::usize {
            self as ::core::primitive::usize
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Display for HTTPLogColumn {
        fn fmt(
            &self,
            formatter: &mut ::core::fmt::Formatter<'_>,
        ) -> ::core::fmt::Result {
            formatter.write_str(__tempest::column_enum_name(*self))
        }
    }
    #[automatically_derived]
    impl ::core::str::FromStr for HTTPLogColumn {
        type Err = __tempest::UnknownColumn;
        fn from_str(
            text: &::core::primitive::str,
        ) -> __tempest::Result<Self, Self::Err> {
            __tempest::parse_column_enum(text, Self::ALL)
        }
    }
    #[automatically_derived]
    impl __tempest::IntoCondition<HTTPLog> for HTTPLogWhere {
        fn into_condition(self) -> __tempest::Condition<HTTPLog> {
            __tempest::all_filters(
                ::core::convert::From::from([
                    self.id.on(HTTPLog::id),
                    self.r#type.on(HTTPLog::r#type),
                    self.self_.on(HTTPLog::self_),
                    self.status_code.on(HTTPLog::status_code),
                ]),
            )
        }
    }
    #[automatically_derived]
    #[allow(non_upper_case_globals, dead_code)]
    impl OtherLog {
        /// The column `legacyID`.
        const id: __tempest::Column<Self, i64, __tempest::At<0>> = __tempest::Column::NEW;
        /// The column `type`.
        const r#type: __tempest::Column<Self, String, __tempest::At<1>> = __tempest::Column::NEW;
        /// The column `self`.
        const self_: __tempest::Column<Self, bool, __tempest::At<2>> = __tempest::Column::NEW;
        /// The column `statusCode`.
        const status_code: __tempest::Column<Self, i16, __tempest::At<3>> = __tempest::Column::NEW;
    }
    #[automatically_derived]
    #[allow(dead_code)]
    impl OtherLog {
        /// Starts a `SELECT` of whole rows.
        pub fn select() -> __tempest::Select<(Self,), Self> {
            __tempest::select_from()
        }
    }
    #[automatically_derived]
    impl __tempest::Relation for OtherLog {
        type Row = HTTPLog;
        const DEFINITION: &'static __tempest::TableDef = <HTTPLog as __tempest::Model>::TABLE;
        const NAME: &'static ::core::primitive::str = "other_log";
        fn decode_row(
            row: &__tempest::Row<'_>,
            at: ::core::primitive::usize,
        ) -> __tempest::Result<HTTPLog, __tempest::DecodeError> {
            <HTTPLog as __tempest::Model>::decode(row, at)
        }
    }
};
/// The columns of `http_log`, to be picked at run time.
#[derive(
    ::core::fmt::Debug,
    ::core::clone::Clone,
    ::core::marker::Copy,
    ::core::cmp::PartialEq,
    ::core::cmp::Eq,
    ::core::hash::Hash
)]
#[allow(dead_code, clippy::enum_variant_names)]
enum HTTPLogColumn {
    /// The column `legacyID`.
    Id,
    /// The column `type`.
    Type,
    /// The column `self`.
    Self_,
    /// The column `statusCode`.
    StatusCode,
}
/// Conditions on `http_log`, all of which must hold.
#[derive(::core::fmt::Debug, ::core::clone::Clone, ::core::default::Default)]
#[allow(dead_code, clippy::struct_field_names)]
struct HTTPLogWhere {
    /// The column `legacyID`.
    id: ::tempest::__private::Filter<i64>,
    /// The column `type`.
    r#type: ::tempest::__private::Filter<String>,
    /// The column `self`.
    self_: ::tempest::__private::Filter<bool>,
    /// The column `statusCode`.
    status_code: ::tempest::__private::Filter<i16>,
}
/// `http_log` under the name `other_log`, for queries that read it twice.
#[derive(::core::fmt::Debug, ::core::clone::Clone, ::core::marker::Copy)]
#[allow(dead_code)]
struct OtherLog;
