const _: () = {
    use ::tempest::__private as __tempest;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __tempest::RowStruct for Line {
        const NAME: &'static ::core::primitive::str = "Line";
        const COLUMNS: &'static [__tempest::RowColumns] = &[
            __tempest::RowColumns::One("id"),
            __tempest::RowColumns::One("n"),
            __tempest::RowColumns::Many(<Place as __tempest::RowStruct>::COLUMNS),
            __tempest::RowColumns::Many(<crate::Buyer as __tempest::RowStruct>::COLUMNS),
        ];
        fn decode(
            cells: &mut __tempest::StructCells<'_>,
        ) -> __tempest::Result<Self, __tempest::DecodeError> {
            __tempest::Ok(Self {
                id: cells.column::<i64>()?,
                count: cells.column::<Option<i64>>()?,
                place: cells.part::<Place>()?,
                buyer: cells.optional_part::<crate::Buyer>()?,
            })
        }
    }
    #[automatically_derived]
    impl __tempest::FromRow for Line {
        const COLUMNS: __tempest::Columns = __tempest::Columns::of::<Self>();
        fn decode_row(
            row: &__tempest::Row<'_>,
        ) -> __tempest::Result<Self, __tempest::DecodeError> {
            __tempest::decode_struct(row)
        }
    }
};
