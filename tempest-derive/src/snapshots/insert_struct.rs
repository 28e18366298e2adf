const _: () = {
    use ::tempest::__private as __tempest;
    #[automatically_derived]
    #[allow(deprecated)]
    impl<'a> __tempest::RowPart<models::Order> for NewOrder<'a> {
        const FIELDS: __tempest::Fields = __tempest::Fields {
            own: &["user_id", "note"],
            parts: &[&<NewAddress<'a> as __tempest::RowPart<models::Order>>::FIELDS],
        };
        fn put_into(self, row: &mut __tempest::InsertRow) {
            row.put(models::Order::user_id, self.user_id);
            row.put(models::Order::note, self.remark);
            <NewAddress<
                'a,
            > as __tempest::RowPart<models::Order>>::put_into(self.address, row);
        }
    }
    const _: () = __tempest::assert_insertable(
        <models::Order as __tempest::Model>::TABLE,
        &<NewOrder<'static> as __tempest::RowPart<models::Order>>::FIELDS,
    );
    #[automatically_derived]
    impl<'a> __tempest::Insertable<models::Order> for NewOrder<'a> {
        fn into_row(self) -> __tempest::InsertRow {
            __tempest::InsertRow::of::<models::Order>(self)
        }
        fn append_to(self, rows: &mut __tempest::InsertRow) {
            rows.append::<models::Order>(self);
        }
    }
};
