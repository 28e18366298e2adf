const _: () = {
    use ::tempest::__private as __tempest;
    #[automatically_derived]
    #[allow(non_upper_case_globals, dead_code)]
    impl Line {
        /// The column `id`.
        const id: __tempest::Column<Self, i64, __tempest::At<0>> = __tempest::Column::NEW;
        /// The column `price`.
        const price: __tempest::Column<Self, i64, __tempest::At<1>> = __tempest::Column::NEW;
        /// The column `weight`.
        const weight: __tempest::Column<Self, Decimal, __tempest::At<2>> = __tempest::Column::NEW;
        /// The column `double`.
        const double: __tempest::Column<Self, i64, __tempest::Generated<3>> = __tempest::Column::NEW;
    }
    #[automatically_derived]
    #[allow(deprecated)]
    impl Line {
        #[doc(hidden)]
        const __TEMPEST: __tempest::Parts<Self> = __tempest::Parts {
            table: &__tempest::TableDef::new(
                    "line",
                    &[
                        __tempest::column::<i64>("id", "id"),
                        __tempest::column::<i64>("price", "price"),
                        __tempest::numeric::<Decimal>("weight", "weight", 12, 2),
                        __tempest::column::<i64>("double", "double")
                            .generated(|| __tempest::generated_value(
                                Self::double,
                                {
                                    #[allow(unused_imports)]
                                    use __tempest::Expression as _;
                                    #[allow(unused_variables)]
                                    let price = Self::price;
                                    price * 2
                                },
                            )),
                    ],
                )
                .quoted([
                    "\"id\", \"price\", \"weight\", \"double\"",
                    "`id`, `price`, `weight`, `double`",
                ])
                .primary_key(&[0]),
            decode: |row, at| {
                let table = <Self as __tempest::Model>::TABLE;
                __tempest::Ok(Self {
                    id: row.decode_column::<i64>(at, table, 0)?,
                    price: row.decode_column::<i64>(at + 1, table, 1)?,
                    weight: row.decode_column::<Decimal>(at + 2, table, 2)?,
                    double: row.decode_column::<i64>(at + 3, table, 3)?,
                })
            },
            into_values: |model| ::core::convert::From::from([
                <i64 as __tempest::ColumnValue>::into_value(model.id),
                <i64 as __tempest::ColumnValue>::into_value(model.price),
                <Decimal as __tempest::ColumnValue>::into_value(model.weight),
                <i64 as __tempest::ColumnValue>::into_value(model.double),
            ]),
        };
    }
    #[automatically_derived]
    impl __tempest::Model for Line {
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
    impl __tempest::Table for Line {}
    #[automatically_derived]
    impl __tempest::UniqueKey<(__tempest::Column<Self, i64, __tempest::At<0>>,)>
    for Line {}
    #[automatically_derived]
    #[allow(dead_code)]
    impl LineColumn {
        /// Every column, in the order of the struct's fields.
        pub const ALL: &'static [Self] = &[
            Self::Id,
            Self::Price,
            Self::Weight,
            Self::Double,
        ];
    }
    #[automatically_derived]
    impl __tempest::ColumnEnum for LineColumn {
        type Model = Line;
        fn position(self) -> ::core::primitive::usize {
            self as ::core::primitive::usize
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Display for LineColumn {
        fn fmt(
            &self,
            formatter: &mut ::core::fmt::Formatter<'_>,
        ) -> ::core::fmt::Result {
            formatter.write_str(__tempest::column_enum_name(*self))
        }
    }
    #[automatically_derived]
    impl ::core::str::FromStr for LineColumn {
        type Err = __tempest::UnknownColumn;
        fn from_str(
            text: &::core::primitive::str,
        ) -> __tempest::Result<Self, Self::Err> {
            __tempest::parse_column_enum(text, Self::ALL)
        }
    }
    #[automatically_derived]
    impl __tempest::IntoCondition<Line> for LineWhere {
        fn into_condition(self) -> __tempest::Condition<Line> {
            __tempest::all_filters(
                ::core::convert::From::from([
                    self.id.on(Line::id),
                    self.price.on(Line::price),
                    self.weight.on(Line::weight),
                    self.double.on(Line::double),
                ]),
            )
        }
    }
};
/// The columns of `line`, to be picked at run time.
#[derive(
    ::core::fmt::Debug,
    ::core::clone::Clone,
    ::core::marker::Copy,
    ::core::cmp::PartialEq,
    ::core::cmp::Eq,
    ::core::hash::Hash
)]
#[allow(dead_code, clippy::enum_variant_names)]
enum LineColumn {
    /// The column `id`.
    Id,
    /// The column `price`.
    Price,
    /// The column `weight`.
    Weight,
    /// The column `double`.
    Double,
}
/// Conditions on `line`, all of which must hold.
#[derive(::core::fmt::Debug, ::core::clone::Clone, ::core::default::Default)]
#[allow(dead_code, clippy::struct_field_names)]
struct LineWhere {
    /// The column `id`.
    id: ::tempest::__private::Filter<i64>,
    /// The column `price`.
    price: ::tempest::__private::Filter<i64>,
    /// The column `weight`.
    weight: ::tempest::__private::Filter<Decimal>,
    /// The column `double`.
    double: ::tempest::__private::Filter<i64>,
}
