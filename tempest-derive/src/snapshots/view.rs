const _: () = {
    use ::tempest::__private as __tempest;
    #[automatically_derived]
    #[allow(non_upper_case_globals, dead_code)]
    impl OpenOrder {
        /// The column `id`.
        const id: __tempest::Column<Self, i64, __tempest::At<0>> = __tempest::Column::NEW;
    }
    #[automatically_derived]
    #[allow(deprecated)]
    impl OpenOrder {
        #[doc(hidden)]
        const __TEMPEST: __tempest::Parts<Self> = __tempest::Parts {
            table: &__tempest::TableDef::new(
                    "open_order",
                    &[__tempest::column::<i64>("id", "id")],
                )
                .quoted(["\"id\"", "`id`"])
                .view(),
            decode: |row, at| {
                let table = <Self as __tempest::Model>::TABLE;
                __tempest::Ok(Self {
                    id: row.decode_column::<i64>(at, table, 0)?,
                })
            },
            into_values: |model| ::core::convert::From::from([
                <i64 as __tempest::ColumnValue>::into_value(model.id),
            ]),
        };
    }
    #[automatically_derived]
    impl __tempest::Model for OpenOrder {
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
};
