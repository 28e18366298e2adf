fn expression() {
    {
        const _: () = tempest::__private::assert_insertable(
            <models::Order as tempest::__private::Model>::TABLE,
            &tempest::__private::Fields::of(&["user_id", "amount"]),
        );
        tempest::__private::NewRow::<models::Order>::new(2)
            .set(models::Order::user_id, user_id)
            .set(models::Order::amount, 2 + 3)
            .into_insert()
    }
}
