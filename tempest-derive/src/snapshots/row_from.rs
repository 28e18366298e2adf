const _: () = {
    use ::tempest::__private as __tempest;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __tempest::RowStruct for Line {
        const NAME: &'static ::core::primitive::str = "Line";
        const COLUMNS: &'static [__tempest::RowColumns] = &[
            __tempest::RowColumns::One("id"),
            __tempest::RowColumns::One("name"),
            __tempest::RowColumns::Many(<Place as __tempest::RowStruct>::COLUMNS),
            __tempest::RowColumns::Many(<Buyer as __tempest::RowStruct>::COLUMNS),
        ];
        fn decode(
            cells: &mut __tempest::StructCells<'_>,
        ) -> __tempest::Result<Self, __tempest::DecodeError> {
            __tempest::Ok(Self {
                id: cells.column::<i64>()?,
                name: cells.column::<Option<String>>()?,
                place: cells.part::<Place>()?,
                buyer: cells.optional_part::<Buyer>()?,
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
const _: () = {
    use ::tempest::__private as __tempest;
    type __From = (Order, __tempest::Left<crate::Customer>);
    #[automatically_derived]
    #[allow(deprecated)]
    impl __tempest::SelectedStruct for Line {
        type From = __From;
        fn append_to(projection: &mut __tempest::Vec<__tempest::Projected>) {
            __tempest::select_field::<__From, i64, _, _>(Order::id, projection);
            __tempest::select_field::<
                __From,
                Option<String>,
                _,
                _,
            >(Customer::name, projection);
            __tempest::select_part::<__From, Place, _>(projection);
            __tempest::select_optional_part::<__From, Buyer, _>(projection);
        }
    }
};
/// The columns of [`Line`], for `columns`.
#[allow(non_upper_case_globals, dead_code)]
pub const Line: ::tempest::__private::StructColumns<Line> = ::tempest::__private::StructColumns::NEW;
