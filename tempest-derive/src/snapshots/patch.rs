const _: () = {
    use ::tempest::__private as __tempest;
    const _: () = __tempest::assert_set_once(
        <Order as __tempest::Model>::TABLE,
        &<Changes as __tempest::Patch<Order>>::FIELDS,
    );
    #[automatically_derived]
    #[allow(deprecated)]
    impl __tempest::Patch<Order> for Changes {
        const FIELDS: __tempest::Fields = __tempest::Fields {
            own: &["status", "amount", "note"],
            parts: &[&<AddressChanges as __tempest::Patch<Order>>::FIELDS],
        };
        fn set_into(self, changes: &mut __tempest::Changes) {
            changes.set(Order::status, self.status);
            changes.set_opt(Order::amount, self.amount);
            changes.set_opt(Order::note, self.note);
            <AddressChanges as __tempest::Patch<Order>>::set_into(self.address, changes);
        }
    }
};
