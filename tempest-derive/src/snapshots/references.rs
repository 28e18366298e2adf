const _: () = {
    use storm::__private as __tempest;
    #[automatically_derived]
    #[allow(non_upper_case_globals, dead_code)]
    impl OrderLine {
        /// The column `order_id`.
        const order_id: __tempest::Column<Self, i64, __tempest::At<0>> = __tempest::Column::NEW;
        /// The column `line`.
        const line: __tempest::Column<Self, i32, __tempest::At<1>> = __tempest::Column::NEW;
        /// The column `tenant`.
        const tenant: __tempest::Column<Self, i32, __tempest::At<2>> = __tempest::Column::NEW;
        /// The column `product`.
        const product: __tempest::Column<Self, i32, __tempest::At<3>> = __tempest::Column::NEW;
        /// The column `sku`.
        const sku: __tempest::Column<Self, String, __tempest::At<4>> = __tempest::Column::NEW;
        /// The column `live`.
        const live: __tempest::Column<Self, bool, __tempest::At<5>> = __tempest::Column::NEW;
    }
    #[automatically_derived]
    #[allow(deprecated)]
    impl OrderLine {
        #[doc(hidden)]
        const __TEMPEST: __tempest::Parts<Self> = __tempest::Parts {
            table: &__tempest::TableDef::new(
                    "order_line",
                    &[
                        __tempest::column::<i64>("order_id", "order_id"),
                        __tempest::column::<i32>("line", "line"),
                        __tempest::column::<i32>("tenant", "tenant"),
                        __tempest::column::<i32>("product", "product"),
                        __tempest::column::<String>("sku", "sku"),
                        __tempest::column::<bool>("live", "live"),
                    ],
                )
                .quoted([
                    "\"order_id\", \"line\", \"tenant\", \"product\", \"sku\", \"live\"",
                    "`order_id`, `line`, `tenant`, `product`, `sku`, `live`",
                ])
                .schema("app")
                .primary_key(&[1, 0])
                .unique(
                    &[
                        __tempest::IndexDef::new("order_line_tenant_sku_key", &[2, 4]),
                        __tempest::IndexDef::new("live", &[2, 4])
                            .predicate(|| __tempest::predicate::<
                                Self,
                                _,
                                _,
                                _,
                            >({
                                #[allow(unused_imports)]
                                use __tempest::Expression as _;
                                #[allow(unused_variables)]
                                let live = Self::live;
                                live.eq(true)
                            })),
                    ],
                )
                .references(
                    &[
                        __tempest::ReferenceDef::new(
                                "order_line_order_id_fkey",
                                &[0],
                                || {
                                    __tempest::assert_same_type(Self::order_id, Order::id);
                                    __tempest::target((Order::id,))
                                },
                            )
                            .on_delete(__tempest::ReferenceAction::Cascade),
                        __tempest::ReferenceDef::new(
                                "order_line_tenant_product_fkey",
                                &[2, 3],
                                || {
                                    __tempest::assert_same_type(
                                        Self::tenant,
                                        crate::product::Product::tenant,
                                    );
                                    __tempest::assert_same_type(
                                        Self::product,
                                        crate::product::Product::id,
                                    );
                                    __tempest::target((
                                        crate::product::Product::tenant,
                                        crate::product::Product::id,
                                    ))
                                },
                            )
                            .on_update(__tempest::ReferenceAction::Restrict),
                    ],
                ),
            decode: |row, at| {
                let table = <Self as __tempest::Model>::TABLE;
                __tempest::Ok(Self {
                    order_id: row.decode_column::<i64>(at, table, 0)?,
                    line: row.decode_column::<i32>(at + 1, table, 1)?,
                    tenant: row.decode_column::<i32>(at + 2, table, 2)?,
                    product: row.decode_column::<i32>(at + 3, table, 3)?,
                    sku: row.decode_column::<String>(at + 4, table, 4)?,
                    live: row.decode_column::<bool>(at + 5, table, 5)?,
                })
            },
            into_values: |model| ::core::convert::From::from([
                <i64 as __tempest::ColumnValue>::into_value(model.order_id),
                <i32 as __tempest::ColumnValue>::into_value(model.line),
                <i32 as __tempest::ColumnValue>::into_value(model.tenant),
                <i32 as __tempest::ColumnValue>::into_value(model.product),
                <String as __tempest::ColumnValue>::into_value(model.sku),
                <bool as __tempest::ColumnValue>::into_value(model.live),
            ]),
        };
    }
    #[automatically_derived]
    impl __tempest::Model for OrderLine {
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
    impl __tempest::Table for OrderLine {}
    #[automatically_derived]
    impl __tempest::UniqueKey<
        (
            __tempest::Column<Self, i32, __tempest::At<1>>,
            __tempest::Column<Self, i64, __tempest::At<0>>,
        ),
    > for OrderLine {}
    #[automatically_derived]
    impl __tempest::UniqueKey<
        (
            __tempest::Column<Self, i32, __tempest::At<2>>,
            __tempest::Column<Self, String, __tempest::At<4>>,
        ),
    > for OrderLine {}
    #[automatically_derived]
    impl __tempest::IntoCondition<OrderLine> for LineFilter {
        fn into_condition(self) -> __tempest::Condition<OrderLine> {
            __tempest::all_filters(
                ::core::convert::From::from([
                    self.order_id.on(OrderLine::order_id),
                    self.line.on(OrderLine::line),
                    self.tenant.on(OrderLine::tenant),
                    self.product.on(OrderLine::product),
                    self.sku.on(OrderLine::sku),
                    self.live.on(OrderLine::live),
                ]),
            )
        }
    }
    __tempest::with_serde! {
        const _ : () = __tempest::assert_readable:: < String > (); const _ : () =
        __tempest::assert_readable:: < bool > (); #[automatically_derived] impl < 'de >
        __tempest::Deserialize < 'de > for LineFilter { fn deserialize < D >
        (deserializer : D) -> __tempest::Result < Self, D::Error > where D :
        __tempest::Deserializer < 'de >, { let mut conditions = < Self as
        ::core::default::Default > ::default(); __tempest::read_conditions(deserializer,
        < OrderLine as __tempest::Model > ::TABLE, & [(4usize, __tempest::read_value:: <
        String >), (5usize, __tempest::read_value:: < bool >)], & mut | position, asked |
        match position { 4usize => conditions.sku.ask(asked), 5usize => conditions.live
        .ask(asked), _ => {} },) ?; __tempest::Ok(conditions) } }
    }
};
/// Conditions on `order_line`, all of which must hold.
#[derive(::core::fmt::Debug, ::core::clone::Clone, ::core::default::Default)]
#[allow(dead_code, clippy::struct_field_names)]
pub(crate) struct LineFilter {
    /// The column `order_id`.
    order_id: storm::__private::Filter<i64>,
    /// The column `line`.
    line: storm::__private::Filter<i32>,
    /// The column `tenant`.
    tenant: storm::__private::Filter<i32>,
    /// The column `product`.
    product: storm::__private::Filter<i32>,
    /// The column `sku`.
    sku: storm::__private::Filter<String>,
    /// The column `live`.
    live: storm::__private::Filter<bool>,
}
