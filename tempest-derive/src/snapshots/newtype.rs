const _: () = {
    use ::tempest::__private as __tempest;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __tempest::DbType for UserId {
        const COLUMN_TYPE: __tempest::ColumnType = <Uuid as __tempest::DbType>::COLUMN_TYPE;
        fn into_value(self) -> __tempest::Value {
            <Uuid as __tempest::DbType>::into_value(self.0)
        }
        fn from_cell(
            cell: __tempest::Cell<'_>,
        ) -> __tempest::Result<Self, __tempest::CellError> {
            __tempest::Ok(Self {
                0: <Uuid as __tempest::DbType>::from_cell(cell)?,
            })
        }
    }
    #[automatically_derived]
    impl __tempest::Ordered for UserId
    where
        for<'a> Uuid: __tempest::Ordered,
    {}
    #[automatically_derived]
    impl __tempest::Text for UserId
    where
        for<'a> Uuid: __tempest::Text,
    {}
    #[automatically_derived]
    impl __tempest::Element for UserId
    where
        for<'a> Uuid: __tempest::Element,
    {}
    #[automatically_derived]
    impl __tempest::Auto for UserId
    where
        for<'a> Uuid: __tempest::Auto,
    {}
    #[automatically_derived]
    impl __tempest::HasPrecision for UserId
    where
        for<'a> Uuid: __tempest::HasPrecision,
    {}
};
