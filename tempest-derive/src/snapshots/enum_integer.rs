const _: () = {
    use ::tempest::__private as __tempest;
    #[automatically_derived]
    #[allow(deprecated, clippy::cast_lossless)]
    impl __tempest::DbType for Level {
        const COLUMN_TYPE: __tempest::ColumnType = __tempest::ColumnType::IntegerEnum(
            &__tempest::IntegerEnumDef::new(
                "Level",
                &[
                    Level::Low as ::core::primitive::i64,
                    Level::High as ::core::primitive::i64,
                ],
                <::core::primitive::u8 as __tempest::DbType>::COLUMN_TYPE,
            ),
        );
        fn into_value(self) -> __tempest::Value {
            __tempest::Value::I64(self as ::core::primitive::i64)
        }
        fn from_cell(
            cell: __tempest::Cell<'_>,
        ) -> __tempest::Result<Self, __tempest::CellError> {
            let number = __tempest::enum_number(cell, "Level")?;
            if number == Self::Low as ::core::primitive::i64 {
                return __tempest::Ok(Self::Low);
            }
            if number == Self::High as ::core::primitive::i64 {
                return __tempest::Ok(Self::High);
            }
            __tempest::Err(__tempest::unknown_number("Level", number))
        }
    }
    #[automatically_derived]
    impl __tempest::Element for Level {}
};
